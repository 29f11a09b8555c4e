import { sql } from 'kysely';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPublications } from '../../server/store/publishing.ts';
import { listStops } from '../../src/contract/stops.ts';
import { listEdits, listVersions } from '../../src/contract/versions.ts';
import { addDays } from '../../src/domain/date.ts';
import type { Version } from '../../src/domain/versions.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';
import { VersionActs } from './versionActs.ts';

let product: TestProduct;
let versions: VersionActs;
beforeAll(async () => {
  product = await startTestProduct();
  await product.app.jobs.start();
  versions = new VersionActs(product);
});
afterAll(() => product.close());

const runChangedOf = (versionId: number) =>
  product.told.filter(({ message }) => ('Version' in message ? message.Version.Id : 'VersionId' in message ? message.VersionId : 0) === versionId);
const words = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, (body as { errors?: { message: string }[] }).errors?.[0]?.message];
};

describe('archiving', () => {
  it('an archived version comes back byte for byte, with its edits and raw files, and its history was never away [H179 H180 H258 E205]', async () => {
    const writer = await product.store.beginVersion({ databaseId: 'test', name: 'rich', source: 'test', author: 'test', state: 'completed' });
    for (const { kind, doc } of smallFeed()) await writer.add(kind, doc);
    await writer.addRawFile('areas.txt', Buffer.from([0xef, 0xbb, 0xbf, 0, 255]));
    const draft = await versions.begin((await writer.finish()).versionId);
    await versions.rename(draft, 'a', 'Renamed');
    await versions.act('finishEdit', draft);
    const before = await versions.file(draft);
    expect(before).toContain('Renamed');

    expect((await versions.act('archive', draft)).body).toMatchObject({ Version: { Id: draft, Completed: false, Saving: 'archiving' } });
    await versions.settled(draft);
    expect(await versions.read(draft)).toMatchObject({ Archived: true, Completed: true, Saving: null });
    await expect
      .poll(() => runChangedOf(draft).at(-1), { timeout: 20_000 })
      .toMatchObject({ target: 'versionListed', message: { Version: { Archived: true, Completed: true } } });
    expect(await words(product.call(listStops, { params: { versionId: draft } }))).toEqual([409, 'This version is archived']);
    await product.app.jobs.keepHouse();
    expect(await versions.file(draft)).not.toContain('areas.txt');

    expect((await versions.act('unArchive', draft)).body).toMatchObject({ Version: { Completed: false, Saving: 'unArchiving', Archived: true } });
    await versions.settled(draft);
    expect(await versions.file(draft)).toBe(before);
    expect(await versions.read(draft)).toMatchObject({ Archived: false });
    expect((await product.call(listEdits, { params: { versionId: draft }, query: { since: 0 } })).body).toMatchObject({
      Rev: 1,
      Edits: [{ Id: 'a', Rev: 1, Doc: { Name: 'Renamed' }, Fields: ['Name'] }],
    });
    expect((await versions.rename(await versions.begin(draft), 'a', 'Once more')).status).toBe(200);
    // Again: the file of the first time is still good, and nothing is lost on the way.
    await versions.act('archive', draft);
    await versions.settled(draft);
    await versions.act('unArchive', draft);
    await versions.settled(draft);
    expect(await versions.file(draft)).toBe(before);
    // The workshop in which it was made again is never seen.
    expect(
      ((await product.call(listVersions, { params: { databaseId: 'test' } })).body['Versions'] as unknown as Version[]).filter(
        (one) => one.Version === 'rich',
      ),
    ).toHaveLength(3);
  });

  it('its space is free: only the documents of its history stay', async () => {
    const rows = async () =>
      (
        await sql<{
          layers: number;
          documents: number;
        }>`select (select count(*)::int from layer_row) as layers, (select count(*)::int from blob) as documents`.execute(product.store.sql.db)
      ).rows[0];
    await product.app.jobs.keepHouse();
    const before = await rows();
    const source = await product.version(Array.from({ length: 40 }, (_, i) => stopDoc(`only here ${i}`)));
    await versions.act('archive', source);
    await versions.settled(source);
    await product.app.jobs.keepHouse();
    expect(await rows()).toEqual(before);
  });

  it('a file that was lost or damaged does not come back as something else: the version stays archived, and all are told', async () => {
    const folder = join(product.dataDir, 'objects', 'versions');
    const damage = (path: string, at: number): void => {
      const bytes = readFileSync(path);
      bytes[at] = (bytes[at] ?? 0) ^ 255;
      writeFileSync(path, bytes);
    };
    for (const [harm, message] of [
      [(path: string) => rmSync(path), 'missing in the object store.'],
      [(path: string) => truncateSync(path, 40), 'damaged'],
      [(path: string) => damage(path, 30), 'damaged'],
      [(path: string) => damage(path, 0), 'damaged'],
    ] as const) {
      const versionId = await product.version([stopDoc(`harmed ${String(harm)}`)]);
      await versions.act('archive', versionId);
      await versions.settled(versionId);
      harm(join(folder, readdirSync(folder).find((name) => name.startsWith(`${versionId}.`)) ?? ''));
      await versions.act('unArchive', versionId);
      await versions.settled(versionId);
      expect(await versions.read(versionId)).toMatchObject({ Archived: true, Completed: true, Saving: null });
      await expect.poll(() => runChangedOf(versionId).at(-1)?.target, { timeout: 20_000 }).toBe('versionFailed');
      const last = runChangedOf(versionId).at(-1)?.message;
      expect(last).toMatchObject({ DatabaseId: 'test', Act: 'unArchive', Message: expect.stringContaining(message) });
    }
  });

  it('a version that is stored keeps its place, says so, and has its copy already when it is archived [H181 H259 E206]', async () => {
    const versionId = await product.version(smallFeed());
    expect((await versions.act('store', versionId)).body).toMatchObject({ Version: { Completed: true } });
    await expect.poll(async () => (await versions.read(versionId)).Stored, { timeout: 20_000 }).toBe(true);
    expect(await versions.read(versionId)).toMatchObject({ Archived: false, Stored: true, Saving: null });
    await expect
      .poll(() => runChangedOf(versionId).at(-1), { timeout: 20_000 })
      .toMatchObject({ target: 'versionListed', message: { Version: { Stored: true } } });
    expect(await words(versions.act('store', versionId))).toEqual([409, 'This version is stored already']);
    await versions.act('archive', versionId);
    await versions.settled(versionId);
    expect(await versions.read(versionId)).toMatchObject({ Archived: true, Stored: true });
  });
});

describe('publishing', () => {
  it('makes the last version that is valid today the current one; who did it stays known, and it cannot be undone [H182]', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const runningFrom = (from: number, to: number): Promise<number> =>
      product.version([stopDoc('a'), calendar('line', addDays(today, from), addDays(today, to))]);
    const [now, later, never] = [await runningFrom(-10, 10), await runningFrom(5, 50), await product.version([stopDoc('a')])];
    const answer = await versions.act('publish', now);
    expect(answer.body).toMatchObject({ Version: { Id: now, Published: true, Current: true } });
    expect(await words(versions.act('publish', now))).toEqual([409, 'This version is published already']);

    // Published later, and yet not current: one is not valid yet, the other does not say when it is.
    expect((await versions.act('publish', later)).body).toMatchObject({ Version: { Published: true, Current: false } });
    expect((await versions.act('publish', never)).body).toMatchObject({ Version: { Published: true, Current: false } });
    expect(await words(versions.act('archive', now))).toEqual([409, 'The current version cannot be archived']);

    const newer = await runningFrom(-1, 1);
    expect((await versions.act('publish', newer)).body).toMatchObject({ Version: { Current: true } });
    expect(runChangedOf(now).at(-1)).toMatchObject({ target: 'versionListed', message: { Version: { Id: now, Current: false, Published: true } } });

    // As the days go by.
    const daysPass = (days: number) =>
      sql`update version set valid_from = valid_from - ${days}::int, valid_to = valid_to - ${days}::int`.execute(product.store.sql.db);
    await daysPass(6);
    expect([(await versions.read(newer)).Current, (await versions.read(later)).Current]).toEqual([false, true]);
    await daysPass(100);
    expect([(await versions.read(later)).Current, (await versions.read(never)).Current]).toEqual([false, true]);

    const audit = (await listPublications(product.store.sql.db, 'test')).map(({ versionId, author, subject }) => ({ versionId, author, subject }));
    expect(audit).toEqual(
      [now, later, never, newer].map((versionId) => ({ versionId, author: expect.stringContaining('editor'), subject: 'editor' })),
    );
  });

  it("goes by the feed's own dates where it has some", async () => {
    const versionId = await product.version([
      stopDoc('a'),
      { kind: 'Feed', doc: { Id: 'feed', StartDate: '20200101', EndDate: '20201231' } },
      calendar('line', '2000-01-01', '2099-12-31'),
    ]);
    expect((await versions.act('publish', versionId)).body).toMatchObject({ Version: { Published: true, Current: false } });
  });
});

describe('clones and drafts', () => {
  it('a clone is an editable copy under its own name, also of a draft [H183]', async () => {
    const draft = await versions.begin(await product.version(smallFeed()));
    await versions.rename(draft, 'a', 'Renamed');
    const answer = await versions.clone(draft, '  Plan B ');
    const copy = answer.body['EditableDbVersionId'] ?? 0;
    expect(answer.body).toMatchObject({ Version: { Id: copy, Version: 'Plan B', Editable: true, ParentId: draft, Rev: 0 } });
    expect(await versions.file(copy)).toBe(await versions.file(draft));
    expect(runChangedOf(copy)).toMatchObject([{ target: 'versionListed', message: { DatabaseId: 'test' } }]);
  });

  it('a name has at most 128 characters [H225 H226 R344]', async () => {
    const versionId = await product.version(smallFeed());
    expect((await versions.clone(versionId, 'x'.repeat(128))).status).toBe(200);
    expect(await versions.clone(versionId, 'x'.repeat(129))).toMatchObject({
      status: 400,
      body: [{ Field: 'Name', Message: 'The Version Name field cannot exceed 128 characters' }],
    });
    expect((await versions.clone(versionId, ' ')).status).toBe(400);
  });

  it('a draft can be deleted with all that was edited in it; what others have stays', async () => {
    const source = await product.version(smallFeed());
    const draft = await versions.begin(source);
    await versions.rename(draft, 'a', 'Renamed');
    const child = (await versions.clone(draft, 'Child')).body['EditableDbVersionId'] ?? 0;
    const before = await versions.file(child);
    expect((await versions.act('deleteDraft', draft)).body).toEqual({ DbVersionId: draft });
    expect(runChangedOf(draft).at(-1)).toEqual({ target: 'versionRemoved', message: { DatabaseId: 'test', VersionId: draft } });
    expect(await words(versions.act('deleteDraft', draft))).toEqual([404, `There is no version ${draft}.`]);
    await product.app.jobs.keepHouse();
    expect(await versions.file(child)).toBe(before);
    expect(await versions.read(child)).toMatchObject({ ParentId: null });
  });
});

describe('what is not possible', () => {
  it('is refused with the words of the rule, in every state', async () => {
    const source = await product.version(smallFeed());
    const draft = await versions.begin(source);
    for (const name of ['publish', 'store', 'archive'] as const)
      expect(await words(versions.act(name, draft))).toEqual([409, 'Finish the edit of this version first']);
    expect(await words(versions.act('beginEdit', draft))).toEqual([409, 'This version is being edited already']);
    for (const name of ['finishEdit', 'deleteDraft'] as const)
      expect(await words(versions.act(name, source))).toEqual([409, 'This version is not being edited']);
    expect(await words(versions.act('unArchive', source))).toEqual([409, 'This version is not archived']);

    const archived = await product.version(smallFeed());
    await versions.act('archive', archived);
    expect(await words(versions.act('publish', archived))).toEqual([409, expect.stringMatching(/^This version is (still being saved|archived)$/)]);
    await versions.settled(archived);
    for (const name of ['beginEdit', 'publish', 'store', 'archive', 'deleteDraft'] as const)
      expect(await words(versions.act(name, archived))).toEqual([409, 'This version is archived']);

    const half = (await product.store.beginVersion({ databaseId: 'test', name: 'half', source: 'test', author: 'test', state: 'completed' }))
      .versionId;
    for (const name of ['beginEdit', 'publish', 'archive'] as const)
      expect(await words(versions.act(name, half))).toEqual([409, 'This version is still being saved']);
  });

  it('nobody changes the life of a version without the right to, or in a read-only database', async () => {
    const [open, shut] = [await product.version(smallFeed()), await product.version(smallFeed(), 'completed', 'shut')];
    for (const name of ['beginEdit', 'publish', 'store', 'archive', 'unArchive', 'finishEdit', 'deleteDraft'] as const) {
      expect(await words(versions.act(name, shut, { databaseId: 'shut' })), name).toEqual([403, 'You have read-only rights']);
      expect((await versions.act(name, open, { as: 'viewer' })).status, name).toBe(403);
      expect((await versions.act(name, open, { databaseId: 'shut' })).status, name).toBe(404);
      expect((await versions.act(name, 999_999)).status, name).toBe(404);
    }
  });
});

function calendar(id: string, fromDate: string, toDate: string): Document {
  return { kind: 'Schedule', doc: { Id: id, Name: id, IsBaseSchedule: true, Calendar: { fromDate, toDate, Exceptions: [] } } };
}
