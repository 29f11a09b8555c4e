import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveVersion, beginEdit, finishEdit, listEdits, readVersion, unArchiveVersion } from '../../src/contract/versions.ts';
import { editStopField, listStops } from '../../src/contract/stops.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Version } from '../../src/domain/versions.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { startTestProduct, type CallOptions, type TestProduct } from './product.ts';
import { smallFeed } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.app.jobs.start();
});
afterAll(() => product.close());

const act = (route: { readonly path: string; readonly method: Route['method'] }, versionId: number, options: CallOptions = {}) =>
  product.call({ ...finishEdit, ...route }, { params: { databaseId: 'test', versionId } }, options);
const begin = async (versionId: number): Promise<number> => (await act(beginEdit, versionId)).body['EditableDbVersionId'] ?? 0;
const rename = (versionId: number, stopId: string, value: string, ifMatch = 0) =>
  product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId, value } }, { ifMatch });
const read = async (versionId: number): Promise<Version> => (await product.call(readVersion, { params: { versionId } })).body['Version'] as unknown as Version;
const settled = async (versionId: number): Promise<void> => {
  await expect.poll(async () => (await read(versionId)).Completed, { timeout: 20_000 }).toBe(true);
};
const fileOf = async (versionId: number): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of feedJson(product.store, versionId)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};
const toldOf = (versionId: number) => product.told.filter((one) => JSON.stringify(one.message).includes(`"Id":${versionId},`) || JSON.stringify(one.message).includes(`"VersionId":${versionId}`));

describe('archiving', () => {
  it('an archived version comes back byte for byte, with its edits and raw files, and its history was never away', async () => {
    const writer = await product.store.beginVersion({ databaseId: 'test', name: 'rich', source: 'test', author: 'test', state: 'completed' });
    for (const { kind, doc } of smallFeed()) await writer.add(kind, doc);
    await writer.addRawFile('areas.txt', Buffer.from([0xef, 0xbb, 0xbf, 0, 255]));
    const draft = await begin((await writer.finish()).versionId);
    await rename(draft, 'a', 'Renamed');
    await act(finishEdit, draft);
    const before = await fileOf(draft);
    expect(before).toContain('Renamed');

    const answer = await act(archiveVersion, draft);
    expect(answer.body).toMatchObject({ Version: { Id: draft, Completed: false, Saving: 'archiving' } });
    await settled(draft);
    expect(await read(draft)).toMatchObject({ Archived: true, Completed: true, Saving: null });
    await expect.poll(() => toldOf(draft).at(-1)).toMatchObject({ target: 'versionListed', message: { Version: { Archived: true, Completed: true } } });
    expect(await product.call(listStops, { params: { versionId: draft } })).toMatchObject({ status: 409, body: { errors: [{ message: 'This version is archived' }] } });
    expect(await fileOf(draft)).not.toContain('Renamed');
    await product.app.jobs.keepHouse();

    expect((await act(unArchiveVersion, draft)).body).toMatchObject({ Version: { Completed: false, Saving: 'unArchiving', Archived: true } });
    await settled(draft);
    expect(await fileOf(draft)).toBe(before);
    expect(await read(draft)).toMatchObject({ Archived: false });
    expect((await product.call(listEdits, { params: { versionId: draft }, query: { since: 0 } })).body).toMatchObject({ Rev: 1, Edits: [{ Id: 'a', Rev: 1, Doc: { Name: 'Renamed' }, Fields: ['Name'] }] });
    const again = await begin(draft);
    expect((await rename(again, 'a', 'Once more')).status).toBe(200);
  });
});
