/** Every template that makes a version of another one, run as a task on a real feed; skipped where the feed is absent, and on PostgreSQL, which has no part in it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { runOneTask } from './runOneTask.ts';

const FEED = join(process.env['FEEDS'] ?? join(import.meta.dirname, '../../../shared/feeds'), 'caltrain_2017.zip');

/** Of the files of the feed: 185 trips, 26 of them of Baby Bullet, which calls at 25 of the 64 stops; all names end with " Caltrain". */
describe.skipIf(!existsSync(FEED) || (process.env['DATABASE_URL'] ?? '') !== '')('a template on the feed of Caltrain of 2017', () => {
  let product: TestProduct;
  let site: FeedSite;
  let imported: number;
  beforeAll(async () => {
    site = await FeedSite.start();
    product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}` });
    site.file('/feed.zip', readFileSync(FEED), '"one"');
    await product.app.jobs.start();
    imported = (await run('import-url', { url: site.url('/feed.zip') }, null)).version;
  });
  afterAll(async () => {
    await product.close();
    await site.close();
  });

  const run = async (id: string, command: TaskCommand, input: number | null = imported): Promise<{ version: number; log: readonly string[] }> => {
    const { run: ended, log } = await runOneTask(product, id, { type: input === null ? 1 : 2, input, command });
    expect(ended.last_result, id).toMatchObject({ type: 2, message: null });
    return { version: ended.output_version_id ?? 0, log };
  };
  const all = async <K extends EntityKind>(version: number, kind: K): Promise<Entity<K>[]> => {
    const docs: Entity<K>[] = [];
    for await (const doc of product.store.readEntities(version, kind)) docs.push(doc);
    return docs;
  };
  const trips = async (version: number): Promise<number> =>
    (await all(version, 'Timetable')).reduce((sum, { Departures }) => sum + Departures.length, 0);

  it('is read whole', async () => {
    expect([await trips(imported), (await all(imported, 'Stop')).length]).toEqual([185, 64]);
  });

  it('keep only: the trips of one line, with the stops it calls at', async () => {
    const { version } = await run('keep-only', { lines: ['Bullet'] });
    expect([await trips(version), (await all(version, 'Stop')).length]).toEqual([26, 25]);
  });

  it('drop unused: every stop is called at, so nothing goes', async () => {
    const { version, log } = await run('drop-unused', {});
    expect(log).toContain('Nothing had to be left out');
    expect([await trips(version), (await all(version, 'Stop')).length]).toEqual([185, 64]);
  });

  it('cut to validity: in June 2018 run the three weekly services and the extra trains of five days', async () => {
    const { version } = await run('cut-validity', { from: '2018-06-01', to: '2018-06-30' });
    expect(await trips(version)).toBe(92 + 46 + 4 + 1 + 2 + 2 + 2 + 1);
  });

  it('shift dates: the weekly services begin 364 days later', async () => {
    const { version } = await run('shift-dates', { days: 364 });
    const first = (await all(version, 'Schedule')).map(({ Calendar }) => Calendar.fromDate).toSorted()[0];
    expect(first).toBe('2018-10-01');
  });

  it('set fields by a table, and replace texts: names of stops', async () => {
    const set = await run('set-fields', { kind: 'Stop', table: 'Id,Name\n70011,San Francisco northbound' });
    expect((await product.store.getEntity(set.version, 'Stop', '70011'))?.doc.Name).toBe('San Francisco northbound');
    const replaced = await run('replace-texts', { kind: 'Stop', field: 'Name', find: ' Caltrain', replace: '' });
    expect(replaced.log).toContain('Replaced Name of 64 stops');
    expect((await product.store.getEntity(replaced.version, 'Stop', '70011'))?.doc.Name).toBe('San Francisco');
  });

  it('join stops: 13 stations have two platforms of one name within 10 m', async () => {
    const { version, log } = await run('join-stops', {});
    expect(log).toContain('Joined 13 stops with others within 10 m');
    expect((await all(version, 'Stop')).length).toBe(51);
    expect(await trips(version)).toBe(185);
  });

  it('shapes: simplified ones have fewer points; each track has one already; stops find their places', async () => {
    const simple = await run('simplify-shapes', { tolerance: 3 });
    const [kept = 0, of = 0] = (simple.log.find((line) => line.startsWith('Kept')) ?? '').match(/\d+/g)?.map(Number) ?? [];
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(of);
    expect((await run('build-shapes', {})).log).toContain('Made shapes for 0 tracks');
    const found = await run('recompute-sequence', {});
    for (const { Stops } of await all(found.version, 'Track')) {
      const places = Stops.map(({ ShapeSequence = -1 }) => ShapeSequence);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.at(-1)).toBeGreaterThan(0);
    }
  });

  it('script: a program of one’s own over all stops', async () => {
    const program = 'export default (docs) => docs.map((doc) => ({ ...doc, Name: doc.Name.toUpperCase() }))';
    const { version } = await run('script', { program, kinds: ['Stop'] });
    expect((await product.store.getEntity(version, 'Stop', '70011'))?.doc.Name).toBe('SAN FRANCISCO CALTRAIN');
  });

  it('merge: the current version of another database comes with a prefix before its ids', async () => {
    await product.store.createDatabase({ Id: 'other', Name: 'Other', RegionKey: 'testland' });
    const writer = await product.store.beginVersion({ databaseId: 'other', name: 'o', source: 'test', author: 'test', state: 'published' });
    const doc = { Id: 'pier', Name: 'Pier', Type: 0, Coordinate: { Lat: 37.8, Lng: -122.4 }, WheelchairBoarding: 0 } as const;
    await writer.add('Stop', doc);
    await writer.finish();
    const { version } = await run('merge', { database: 'other', prefix: 'o:' });
    expect((await product.store.getEntity(version, 'Stop', 'o:pier'))?.doc.Name).toBe('Pier');
    expect((await all(version, 'Stop')).length).toBe(65);
  });
});
