import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropLeftovers } from '../../server/store/cleaning.ts';
import { openStore } from '../../server/store/openStore.ts';
import { prepareDocument } from '../../server/store/prepare.ts';
import { sql } from 'kysely';
import { batchOf } from '../builders/batchOf.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const begin = (name = 'v') => product.store.beginVersion({ databaseId: 'test', name, source: 'test', author: 'test', state: 'completed' });
const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(product.store.sql.db);
  return rows[0]?.n ?? -1;
};
const allRows = async () => ({
  versions: await rowsOf('version'),
  layers: await rowsOf('layer'),
  placed: await rowsOf('layer_row'),
  documents: await rowsOf('blob'),
  files: await rowsOf('file_content'),
});

describe('writing a version', () => {
  it('shows as not completed until it is finished [H132]', async () => {
    const writer = await begin();
    await writer.add('Stop', stop('x'));
    expect(await product.store.readVersion(writer.versionId)).toMatchObject({ Completed: false, Editable: false });
    await writer.finish();
    expect(await product.store.readVersion(writer.versionId)).toMatchObject({ Completed: true });
  });

  it('gives back every document, raw file and message', async () => {
    const writer = await begin();
    const documents = smallFeed();
    for (const { kind, doc } of documents) await writer.add(kind, doc);
    await writer.addRawFile('areas.txt', Buffer.from([0xef, 0xbb, 0xbf, 0, 255]));
    writer.reportMessage({ severity: 'warning', file: 'stops.txt', line: 3, reason: 'No such parent', row: { stop_id: 'x', 'o"dd': "it's" } });
    writer.reportMessage({ severity: 'info', file: 'trips.txt', line: null, reason: 'Empty' });
    const { versionId, counts } = await writer.finish();
    expect(counts).toEqual({ Agency: 1, Stop: 5, Schedule: 3, Track: 2, Timetable: 2, Transfer: 1, Pathway: 1 });
    for (const kind of ['Agency', 'Stop', 'Schedule', 'Track', 'Timetable', 'Transfer', 'Pathway'] as const) {
      const read: unknown[] = [];
      for await (const doc of product.store.readEntities(versionId, kind)) read.push(doc);
      const written = documents.filter((one) => one.kind === kind).map((one) => one.doc);
      expect(read).toHaveLength(written.length);
      expect(read).toEqual(expect.arrayContaining(written));
    }
    expect(await product.store.listRawFiles(versionId)).toEqual([{ name: 'areas.txt', size: 5 }]);
    expect(await product.store.readRawFile(versionId, 'areas.txt')).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0, 255]));
    expect(await product.store.listMessages(versionId)).toMatchObject([
      { line: 3, row: { 'o"dd': "it's" } },
      { line: null, reason: 'Empty' },
    ]);
  });

  it('documents of several pages come back whole and in order', async () => {
    const ids = Array.from({ length: 2345 }, (_, i) => `s${i}`);
    const writer = await begin();
    await writer.addBatch(batchOf(ids.map((id) => prepareDocument('Stop', stop(id)))));
    const { versionId } = await writer.finish();
    const read: string[] = [];
    for await (const doc of product.store.readEntities(versionId, 'Stop')) read.push(doc.Id);
    expect(read).toEqual(ids.toSorted());
  });

  it('equal documents of two versions are stored once', async () => {
    await product.version(smallFeed());
    const before = await rowsOf('blob');
    const again = await product.version(smallFeed());
    expect(await rowsOf('blob')).toBe(before);
    expect(await product.store.getEntity(again, 'Stop', 'a')).toMatchObject({ doc: { Name: 'Stop a' }, rev: 0 });
  });

  it.each([
    ['next to each other', ['x', 'x']],
    ['far apart', ['x', ...Array.from({ length: 2500 }, (_, i) => `s${i}`), 'x']],
  ])('two documents of one id, %s, are refused and leave nothing behind', async (_, ids) => {
    const before = await allRows();
    const writer = await begin();
    const write = async (): Promise<void> => {
      for (const [i, id] of ids.entries()) await writer.add('Stop', stop(id, `Number ${i}`));
      await writer.finish();
    };
    await expect(write()).rejects.toThrow('Two documents of Stop have the id x');
    await writer.abort();
    expect(await allRows()).toEqual(before);
  });

  it('an aborted one leaves nothing behind and takes nothing from others', async () => {
    const kept = await product.version([stopDoc('shared', { Name: 'Kept' })]);
    const before = await allRows();
    const writer = await begin();
    await writer.add('Stop', stop('shared', 'Kept'));
    for (let i = 0; i < 3000; i++) await writer.add('Stop', stop(`gone ${i}`));
    await writer.addRawFile('x.txt', Buffer.from('x'));
    await writer.abort();
    await writer.abort();
    expect(await allRows()).toEqual(before);
    expect(await product.store.getEntity(kept, 'Stop', 'shared')).toMatchObject({ doc: { Name: 'Kept' } });
  });

  it('what a killed process left is removed, what a living one writes is not', async () => {
    const before = await allRows();
    const mine = await begin('mine');
    const dead = await begin('dead');
    await dead.add('Stop', stop('half'));
    for (let i = 0; i < 2100; i++) await dead.add('Stop', stop(`half ${i}`));
    await sql`update version set writer = 'a process that is gone' where version_id = ${dead.versionId}`.execute(product.store.sql.db);
    expect(await dropLeftovers(product.store.sql)).toBe(1);
    expect(await product.store.readVersion(dead.versionId)).toBeUndefined();
    expect(await product.store.readVersion(mine.versionId)).toBeDefined();
    await mine.abort();
    expect(await allRows()).toEqual(before);
  });

  it('a number that is none is refused', async () => {
    const writer = await begin();
    expect(() => writer.add('Level', { Id: 'l', Index: Number.NaN })).toThrow('Not a number');
    await writer.abort();
  });
});

describe('opening the store', () => {
  it.runIf(process.env['DATABASE_URL'] === undefined)('a second one on the same folder is refused', async () => {
    await expect(openStore({ dataDir: product.dataDir })).rejects.toThrow(/in use by process \d+/);
  });
  it.runIf(process.env['DATABASE_URL'] !== undefined)('several processes on one PostgreSQL start together', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ dataDir: product.dataDir, databaseUrl: product.databaseUrl })));
    const heard: string[] = [];
    await stores[2]?.fanout.listen((text) => heard.push(text));
    await stores[0]?.fanout.notify('hello');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['hello']);
    await stores[2]?.fanout.follow(() => new Set([7, 8]));
    await stores[2]?.fanout.follow(() => new Set([8]));
    for (const versionId of [7, 8, 9]) await stores[0]?.fanout.notify(`about ${versionId}`, versionId);
    await stores[0]?.fanout.notify('to all');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['hello', 'about 8', 'to all']);
    await Promise.all(stores.map((store) => store.close()));
  });
});

function stop(id: string, name = `Stop ${id}`) {
  return { Id: id, Name: name, Type: 0, Coordinate: null, WheelchairBoarding: 0 };
}
