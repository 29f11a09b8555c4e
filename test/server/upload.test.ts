import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVersion } from '../../src/contract/versions.ts';
import { smallFeed } from './smallFeed.ts';
import { startUploadProduct, type UploadProduct } from './uploading.ts';

let at: UploadProduct;
/** A small feed as a file. */
let file: string;

beforeAll(async () => {
  at = await startUploadProduct();
  file = await at.feedOf(await at.product.version(smallFeed()));
});
afterAll(() => at.close());

describe('a feed file that is uploaded', () => {
  test('becomes a version under the name in the address, which is told to everybody [E208, H279, R291, R292, R293]', async () => {
    const { DbVersionId, Version } = (await at.upload(file, { name: 'Spring: 50 % / né' })).done();
    expect(Version).toMatchObject({ Id: DbVersionId, DatabaseId: 'test', Version: 'Spring: 50 % / né', Source: 'upload', Completed: true, Editable: false, Published: false });
    const { body } = await at.product.call(readVersion, { params: { versionId: DbVersionId } });
    expect(body).toMatchObject({ Counts: { Agency: 1, Stop: 5, Schedule: 3, Track: 2, Timetable: 2, Transfer: 1, Pathway: 1 } });
    expect(at.product.told).toContainEqual({ target: 'versionListed', message: { DatabaseId: 'test', Version } });
  });

  test('may be packed, whether its sender says so or not [E177, H280, R237]', async () => {
    const changed = file.replace('Stop lonely', 'Stop alone');
    const said = (await at.upload(gzipSync(changed), { headers: { 'content-encoding': 'gzip' } })).done();
    const unsaid = (await at.upload(gzipSync(changed.replace('Stop alone', 'Stop by itself')), { headers: { 'content-type': 'application/json' } })).done();
    expect((await at.download(said.DbVersionId)).toString()).toBe(changed);
    expect((await at.download(unsaid.DbVersionId)).toString()).toBe(changed.replace('Stop alone', 'Stop by itself'));
  });

  test('is given out again byte for byte', async () => {
    const { DbVersionId } = (await at.upload(file)).done();
    expect((await at.download(DbVersionId)).toString()).toBe(file);
  });
});
