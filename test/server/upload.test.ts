import { existsSync, readdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadVersion, downloadVersionJson, listVersions, readVersion } from '../../src/contract/versions.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { feedSchemaText } from '../../server/feed/json/schema.ts';
import { everyField } from '../builders/feedFile.ts';
import type { Document } from './product.ts';
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
    expect(Version).toMatchObject({
      Id: DbVersionId,
      DatabaseId: 'test',
      Version: 'Spring: 50 % / né',
      Source: 'upload',
      Completed: true,
      Editable: false,
      Published: false,
    });
    const { body } = await at.product.call(readVersion, { params: { versionId: DbVersionId } });
    expect(body).toMatchObject({ Counts: { Agency: 1, Stop: 5, Schedule: 3, Track: 2, Timetable: 2, Transfer: 1, Pathway: 1 } });
    expect(at.product.told).toContainEqual({ target: 'versionListed', message: { DatabaseId: 'test', Version } });
  });

  test('may be packed, whether its sender says so or not [E177, H280, R237]', async () => {
    const changed = file.replace('Stop lonely', 'Stop alone');
    const said = (await at.upload(gzipSync(changed), { headers: { 'content-encoding': 'gzip' } })).done();
    const unsaid = (
      await at.upload(gzipSync(changed.replace('Stop alone', 'Stop by itself')), { headers: { 'content-type': 'application/json' } })
    ).done();
    expect((await at.download(said.DbVersionId)).toString()).toBe(changed);
    expect((await at.download(unsaid.DbVersionId)).toString()).toBe(changed.replace('Stop alone', 'Stop by itself'));
  });

  test('is given out again byte for byte', async () => {
    const { DbVersionId } = (await at.upload(file)).done();
    expect((await at.download(DbVersionId)).toString()).toBe(file);
  });
});

describe('an upload that is refused leaves nothing behind', () => {
  test('when the file is faulty: every fault is told with its place', async () => {
    const faulty = file.replace('"Lat": 52', '"Lat": 152').replace('"StopId": "c"', '"StopId": "nowhere"');
    const before = await traces();
    const { status, body } = await at.upload(faulty, { key: 'faulty' });
    expect(status).toBe(400);
    expect(body).toEqual([
      { Field: 'Stops[0].Coordinate.Lat', Message: 'Too big: expected number to be <=90' },
      { Field: 'Schedules[1].Tracks[0].Stops[0].StopId', Message: 'There is no Stop with the id "nowhere"' },
    ]);
    expect(await traces()).toEqual(before);
    expect(await at.ask('faulty')).toEqual({
      Status: 'failed',
      DbVersionId: null,
      Messages: [
        'Stops[0].Coordinate.Lat. Too big: expected number to be <=90',
        'Schedules[1].Tracks[0].Stops[0].StopId. There is no Stop with the id "nowhere"',
      ],
    });
    // The same command may be tried again with a mended file.
    expect((await at.upload(file, { key: 'faulty' })).status).toBe(200);
  });

  test('when it is no feed file at all', async () => {
    const before = await traces();
    for (const [wrong, message] of [
      ['', 'The file is empty (byte 0 of the unpacked file)'],
      ['P', 'A feed file begins with { (byte 0 of the unpacked file)'],
      [gzipSync(file).subarray(0, 200), 'The file ends in the middle: it cannot be unpacked to its end'],
      [
        Buffer.concat([gzipSync(file).subarray(0, 100), Buffer.alloc(500, 0xff)]),
        'The file cannot be unpacked: it is damaged, or not packed by gzip',
      ],
      [gzipSync(Buffer.alloc(60_000_000, ' ')), 'The file unpacks to more than 200 times its size'],
    ] as const) {
      expect(await at.upload(Buffer.from(wrong))).toMatchObject({ status: 400, body: [{ Field: '', Message: message }] });
    }
    expect(await traces()).toEqual(before);
  });

  test('when it is larger than may be: at once where its size is said, else as soon as it is seen', async () => {
    const before = await traces();
    const said = await at.begin('{', { headers: { 'content-length': String(2_500_000_000) } });
    expect(await said.answer).toMatchObject({ status: 413, body: { errors: [{ message: 'The file is larger than 2000 MB.' }], code: 'too_large' } });
    said.cut();
    expect(await traces()).toEqual(before);
  });

  test('half read, and the connection is good for the next call', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const damaged = Buffer.concat([gzipSync(file).subarray(0, 40), Buffer.alloc(1_000_000, 0xff)]);
      expect(await at.upload(damaged, { agent })).toMatchObject({ status: 400 });
      expect(await at.upload(file, { agent })).toMatchObject({ status: 200 });
    } finally {
      agent.destroy();
    }
  });

  test('when its sender may not: a viewer, somebody without a role, nobody, and into a database that is read-only or not there [R266]', async () => {
    const before = await traces();
    expect((await at.upload(file, { as: 'viewer' })).status).toBe(403);
    expect((await at.upload(file, { as: 'norole' })).status).toBe(403);
    expect((await at.upload(file, { as: 'expired' })).status).toBe(401);
    expect(await at.upload(file, { databaseId: 'shut' })).toMatchObject({ status: 403, body: { code: 'read_only' } });
    expect((await at.upload(file, { databaseId: 'none' })).status).toBe(404);
    expect((await at.upload(file, { headers: { 'content-encoding': 'br' } })).status).toBe(415);
    expect(await traces()).toEqual(before);
  });

  test('when the version name is too long or empty [R239]', async () => {
    expect(await at.upload(file, { name: 'n'.repeat(129) })).toMatchObject({
      status: 400,
      body: [{ Field: 'versionName', Message: 'The Version Name field cannot exceed 128 characters' }],
    });
    expect(await at.upload(file, { name: ' ' })).toMatchObject({
      status: 400,
      body: [{ Field: 'versionName', Message: 'The Version Name field is required' }],
    });
    expect((await at.upload(file, { name: 'n'.repeat(128) })).status).toBe(200);
  });

  test('when its sender goes away while sending, or while the file is read', async () => {
    const long = await networkFile(3000);
    const before = await traces();
    const sending = await at.begin(file.slice(0, 400), { key: 'gone' });
    await expect.poll(() => at.ask('gone'), { timeout: 20_000 }).toMatchObject({ Status: 'running', DbVersionId: null });
    sending.cut();
    await expect.poll(() => at.ask('gone'), { timeout: 20_000 }).toEqual({ Status: 'failed', DbVersionId: null, Messages: [] });

    const reading = await at.begin(long, { key: 'gone-too' });
    void reading.end('');
    await expect.poll(() => phasesOf('gone-too'), { interval: 5, timeout: 20_000 }).toContain('reading');
    reading.cut();
    await expect.poll(() => at.ask('gone-too'), { timeout: 20_000 }).toMatchObject({ Status: 'failed' });
    await expect.poll(traces, { timeout: 20_000 }).toEqual(before);
  });
});

describe('where a file may have 1 MB', () => {
  let small: UploadProduct;
  beforeAll(async () => {
    small = await startUploadProduct({ UPLOAD_LIMIT_MB: '1' });
  });
  afterAll(() => small.close());

  const taskFile = (name: string): string => `/scheduler/ui/tasks/files/${encodeURIComponent(name)}`;
  const kept = (): string[] =>
    ['uploads', 'objects', 'objects.unfinished'].flatMap((folder) => {
      const path = join(small.product.dataDir, folder);
      return existsSync(path)
        ? readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((one) =>
            one.isFile() && !one.name.startsWith('marker.') ? [one.name] : [],
          )
        : [];
    });

  test.each([
    ['a feed file', {}],
    ['a file for a task', { path: taskFile('feed.zip') }],
  ])('%s that is larger is refused, whether its size is said or not, and leaves nothing behind', async (_what, where) => {
    const said = await small.begin('{', { ...where, headers: { 'content-length': '1500000' } });
    const unsaid = await small.begin(Buffer.alloc(1_500_000, '{'), { ...where, headers: { 'transfer-encoding': 'chunked' } });
    for (const { answer, cut } of [said, unsaid]) {
      expect(await answer).toMatchObject({ status: 413, body: { errors: [{ message: 'The file is larger than 1 MB.' }], code: 'too_large' } });
      cut();
    }
    expect(kept()).toEqual([]);
  });

  test.each([
    ['feed.zip', 'feed.zip'],
    ['Fahrplan für Köln (neu).zip', 'Fahrplan_f_r_K_ln__neu_.zip'],
    ['..hidden..zip.', '_hidden_zip_'],
    [`${'n'.repeat(99)}.zip`, `${'n'.repeat(99)}_`],
    [`${'n'.repeat(98)}..zip`, `${'n'.repeat(98)}_`],
  ])('a file for a task with the name %s is kept', async (name, keptAs) => {
    const { status, body } = await small.upload('bytes', { path: taskFile(name) });
    expect([status, body]).toEqual([200, { key: `uploads/${keptAs}.277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9` }]);
  });
});

describe('an upload is done once', () => {
  test('a repeat under its key is answered as the first time, also when both come at a time', async () => {
    const own = file.replace('Stop lonely', 'Stop once');
    const both = await Promise.all([at.upload(own, { key: 'once' }), at.upload(own, { key: 'once' })]);
    const third = await at.upload(gzipSync(own), { key: 'once' });
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set([...both, third].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await at.product.store.listVersions('test')).filter(({ Id }) => Id === third.done().DbVersionId)).toHaveLength(1);
    expect(await at.ask('once')).toEqual({ Status: 'done', DbVersionId: third.done().DbVersionId, Messages: [] });
    // It is the caller's own.
    expect(await at.ask('once', 'otherEditor')).toEqual({ Status: 'unknown', DbVersionId: null, Messages: [] });
  });

  test('its key does not stand for another file or name', async () => {
    await at.upload(file, { key: 'mine' });
    expect((await at.upload(file.replace('Stop a', 'Stop A'), { key: 'mine' })).status).toBe(422);
    expect((await at.upload(file, { key: 'mine', name: 'Other' })).status).toBe(422);
    expect(await at.ask('mine')).toMatchObject({ Status: 'done' });
    expect(await at.upload(file, { headers: { 'idempotency-key': 'with blank' } })).toMatchObject({
      status: 400,
      body: [{ Field: 'Idempotency-Key' }],
    });
  });

  test('two different ones at a time do not disturb each other', async () => {
    const [a, b] = await Promise.all([at.upload(file.replace('Stop a', 'Stop 1')), at.upload(file.replace('Stop a', 'Stop 2'))]);
    expect((await at.feedOf(a.done().DbVersionId)).includes('Stop 1')).toBe(true);
    expect((await at.feedOf(b.done().DbVersionId)).includes('Stop 2')).toBe(true);
  });
});

test('its progress is told to its sender by phases, with bytes of all bytes', async () => {
  const long = await networkFile(2500);
  expect((await at.upload(gzipSync(long), { key: 'told' })).status).toBe(200);
  expect(new Set(phasesOf('told'))).toEqual(new Set(['receiving', 'reading', 'saving']));
  const reading = at.product.told.flatMap((one) =>
    one.target === 'uploadProgress' && one.message.UploadId === 'told' && one.message.Phase === 'reading' ? [one.message] : [],
  );
  expect(new Set(at.product.told.filter(({ target }) => target === 'uploadProgress').map(({ subject }) => subject))).toEqual(new Set(['editor']));
  expect(reading.every(({ Done, Total }) => Total === Buffer.byteLength(long) && Done <= Total)).toBe(true);
});

test('other calls are answered while a file is received and read', async () => {
  const slow = await at.begin(file.slice(0, 10));
  expect((await at.product.call(listVersions, { params: { databaseId: 'test' } })).status).toBe(200);
  expect((await slow.end(file.slice(10))).status).toBe(200);
});

describe('a version that is downloaded', () => {
  test('has a file name that no system stumbles over, and is packed', async () => {
    const { DbVersionId } = (await at.upload(file, { name: 'Zürich "A"/B\\..☃' })).done();
    const answer = await at.product.call(downloadVersion, { params: { databaseId: 'test', versionId: DbVersionId } }, { as: 'viewer' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="test-Z_rich _A__B_.._.json.gz"; filename*=UTF-8''test-Z%C3%BCrich%20_A__B_..%E2%98%83.json.gz`,
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(answer.bytes).toString()).toBe(file);
  });

  test('is the same file when it is asked for by POST [H263]', async () => {
    const { DbVersionId: versionId } = (await at.upload(file, { name: 'Winter' })).done();
    const answer = await at.product.call(downloadVersionJson, { params: { databaseId: 'test', versionId } }, { as: 'viewer' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/gzip');
    expect(gunzipSync(answer.bytes).toString()).toBe(file);
  });

  test('is another database’s, or not there: 404', async () => {
    const versionId = await at.product.version(smallFeed());
    expect((await at.product.call(downloadVersion, { params: { databaseId: 'shut', versionId } })).status).toBe(404);
    expect((await at.product.call(downloadVersion, { params: { databaseId: 'test', versionId: 999_999 } })).status).toBe(404);
  });

  test('is described at /feed.schema.json', async () => {
    const answer = await fetch(`${at.url}/feed.schema.json`);
    expect(await answer.text()).toBe(feedSchemaText());
  });
});

describe('a feed file goes in and out byte for byte', () => {
  test('of a generated network', async () => {
    const generated = await networkFile(1200);
    expect(generated.length).toBeGreaterThan(1_000_000);
    const { Schedules } = InOrder.parse(JSON.parse(generated));
    const numbers = Schedules.flatMap(({ Tracks }) => Tracks.map(({ Timetables }) => Timetables.map(({ Number }) => Number)));
    expect(numbers.every((list) => list.every((number, i) => number === i + 1))).toBe(true);
    expect(Math.max(...numbers.map((list) => list.length))).toBeGreaterThan(2);
    expect((await at.download((await at.upload(generated)).done().DbVersionId)).toString()).toBe(generated);
  });

  test('with every field there is, and with raw files', async () => {
    const first = (await at.upload(JSON.stringify(everyField()))).done();
    const given = (await at.download(first.DbVersionId)).toString();
    expect(sorted(JSON.parse(given))).toEqual(sorted(withoutMore(everyField())));
    expect((await at.download((await at.upload(given)).done().DbVersionId)).toString()).toBe(given);
  });

  test('with a raw file that takes several parts', async () => {
    const bytes = Buffer.alloc(7_000_001, 'abc,ö\n');
    const versionId = await versionWithFile(bytes);
    const given = await at.feedOf(versionId);
    expect(given.match(/"Name": "big.txt"/g)).toHaveLength(3);
    const { DbVersionId } = (await at.upload(given)).done();
    expect(Buffer.from((await at.product.store.readRawFile(DbVersionId, 'big.txt')) ?? []).equals(bytes)).toBe(true);
    expect(await at.feedOf(DbVersionId)).toBe(given);
  });

  test('with ids whose order differs once they stand in a URL', async () => {
    const ids = ['a', 'a-b', 'a b', 'a/b', 'a!', 'ä', 'A', '%41', 'a%2Fb'];
    const documents: Document[] = ids.flatMap((id): Document[] => [
      {
        kind: 'Schedule',
        doc: { Id: id, Name: id, IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-01-02', Exceptions: [] } },
      },
      ...ids.map((trackId): Document => ({
        kind: 'Track',
        doc: { ScheduleId: id, Id: trackId, Name: `${id} ${trackId}`, Direction: 'Unknown', Visible: true, Stops: [] },
      })),
    ]);
    const given = await at.feedOf(await at.product.version(documents));
    expect(given.match(/"Timetables": \[\]/g)).toHaveLength(ids.length ** 2);
    expect(await at.feedOf((await at.upload(given)).done().DbVersionId)).toBe(given);
  });

  const feeds = join(import.meta.dirname, '../../../shared/feeds');
  test.skipIf(!existsSync(feeds))('of a real city', async () => {
    for (const name of ['caltrain_2017', 'newark-airtrain-faresv2_2024', 'detroit-people-mover_2023']) {
      const { versionId } = await importFeed({ file: join(feeds, `${name}.zip`), databaseId: 'test', author: 'test', store: at.product.store });
      const given = await at.feedOf(versionId);
      const { DbVersionId } = (await at.upload(given)).done();
      expect(await at.feedOf(DbVersionId)).toBe(given);
      expect(await at.product.store.listRawFiles(DbVersionId)).toEqual(await at.product.store.listRawFiles(versionId));
    }
  });
});

const InOrder = z.object({ Schedules: z.array(z.object({ Tracks: z.array(z.object({ Timetables: z.array(z.object({ Number: z.number() })) })) })) });

/** Everything an upload could leave behind. */
async function traces(): Promise<unknown> {
  const { db } = at.product.store.sql;
  const count = async (table: 'version' | 'layer' | 'layer_row' | 'overlay_row' | 'blob' | 'staging_row' | 'file_content'): Promise<number> =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const folder = join(at.product.dataDir, 'uploads');
  return {
    files: existsSync(folder) ? readdirSync(folder) : [],
    rows: await Promise.all((['version', 'layer', 'layer_row', 'overlay_row', 'blob', 'staging_row', 'file_content'] as const).map(count)),
  };
}

function phasesOf(key: string): string[] {
  return at.product.told.flatMap((one) => (one.target === 'uploadProgress' && one.message.UploadId === key ? [one.message.Phase] : []));
}

async function networkFile(stops: number): Promise<string> {
  const versionId = await at.product.version([...networkDocuments({ stops, seed: stops, faults: false })]);
  return at.feedOf(versionId);
}

async function versionWithFile(bytes: Buffer): Promise<number> {
  const writer = await at.product.store.beginVersion({ databaseId: 'test', name: 'files', source: 'test', author: 'test', state: 'completed' });
  await writer.addRawFile('big.txt', bytes);
  return (await writer.finish()).versionId;
}

function withoutMore(file: Record<string, unknown>): Record<string, unknown> {
  return { ...file, Files: (file['Files'] as object[]).map(({ More: _more, ...rest }: { More?: unknown }) => rest) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
