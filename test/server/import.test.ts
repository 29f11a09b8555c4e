import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemo } from '../../server/feed/demo/demo.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { FeedRefused } from '../../server/feed/gtfs/refusal.ts';
import { importFeed, type ImportFeedOptions } from '../../server/feed/importFeed.ts';
import { collect } from '../../server/store/cleaning.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { aFeed, removeFeeds, type FeedBuilder } from '../builders/gtfsZip.ts';
import { newPlace, startCommand, type Place } from './command.ts';

/** Milliseconds for tests that start processes; each takes seconds on a busy machine. */
const SLOW = 240_000;

/** One store for what runs in this process, each test with a database of its own; commands have a folder of their own. */
let store: OpenedStore;
let place: Place;

beforeAll(async () => {
  place = await newPlace('import');
  store = await openStore(place);
});

afterAll(async () => {
  await store.close();
  await place.remove();
  removeFeeds();
});

test('a feed becomes a finished version with its messages and its other files', async () => {
  const feed = aFeed().withRows('stop_times.txt', 'GHOST,8:00:00,8:00:00,A,1').with('crews.txt', 'crew_id\nX\n');
  const imported = await take(feed, { databaseId: 'a', name: 'Spring' });
  expect(imported.counts).toEqual({ Feed: 1, Agency: 1, Stop: 3, Schedule: 1, Track: 1, Timetable: 1 });
  expect([imported.madeRegion, imported.madeDatabase]).toEqual([true, true]);
  expect(await store.listVersions('a')).toMatchObject([
    { Id: imported.versionId, Version: 'Spring', Source: 'feed.zip', Completed: true, Editable: false },
  ]);
  expect((await store.getEntity(imported.versionId, 'Timetable', 'R1_20260105/a-b/1'))?.doc.Departures).toHaveLength(2);
  expect(await store.listMessages(imported.versionId)).toMatchObject([
    { file: 'stop_times.txt', line: 8, severity: 'error', row: { trip_id: 'GHOST', stop_id: 'A' } },
    { file: 'crews.txt', line: null, severity: 'info' },
  ]);
  expect(Buffer.from((await store.readRawFile(imported.versionId, 'crews.txt')) ?? []).toString()).toBe('crew_id\nX\n');
});

test('a feed that is written while it is still read is the same as one that is held back', async () => {
  const counts = await Promise.all(
    [0, 2_000_000, undefined].map(async (holdBack) => {
      const { versionId } = await take(manyStops(12_000), { databaseId: 'g', ...(holdBack === undefined ? {} : { holdBack }) });
      let stops = 0;
      for await (const stop of store.readEntities(versionId, 'Stop')) stops += stop.Name === '' ? 0 : 1;
      return stops;
    }),
  );
  expect(counts).toEqual([12_000, 12_000, 12_000]);
});

test('a region made for a feed has the bounds and the time zone of the feed', async () => {
  await take(aFeed(), { databaseId: 'b', regionKey: 'Alp' });
  expect((await store.listRegions()).find((region) => region.Key === 'Alp')).toMatchObject({
    Timezone: 'Europe/Berlin',
    Bounds: { NorthEast: { Lat: 48, Lng: 9.02 }, SouthWest: { Lat: 48, Lng: 9 } },
    Databases: [{ Id: 'b' }],
  });
});

test('a feed that is taken in twice gives every document the id it had', async () => {
  const ids = async (versionId: number): Promise<string[]> => {
    const found: string[] = [];
    for (const kind of ['Stop', 'Schedule', 'Track', 'Timetable', 'Agency'] as const)
      for await (const doc of store.readEntities(versionId, kind)) found.push(JSON.stringify(doc));
    return found;
  };
  const [first, second] = [await take(aFeed(), { databaseId: 'c' }), await take(aFeed(), { databaseId: 'c' })];
  expect(second.versionId).not.toBe(first.versionId);
  expect(await ids(second.versionId)).toEqual(await ids(first.versionId));
});

test('a feed that is refused leaves no version and no database behind', async () => {
  await expect(take(aFeed().without('stops.txt'), { databaseId: 'd' })).rejects.toThrow(FeedRefused);
  await expect(take(aFeed().with('calendar.txt', 'service_id,start_date\n'), { databaseId: 'd' })).rejects.toThrow(
    'calendar.txt line 1: the required columns are missing',
  );
  expect(await store.readDatabase('d')).toBeUndefined();
});

test('a feed that turns out bad in its last file leaves nothing of itself', async () => {
  await take(aFeed(), { databaseId: 'e' });
  const before = await countRows('layer');
  const late = manyStops(20_000).with('zzz.txt', 'a').with('translations.txt', 'translation\n"never closed');
  await expect(take(late, { databaseId: 'e', holdBack: 0 })).rejects.toThrow('translations.txt line 2: a quoted field is opened and never closed');
  expect(await store.listVersions('e')).toHaveLength(1);
  expect(await countRows('layer')).toBe(before);
});

test('an import that is called off leaves nothing of itself', async () => {
  const before = await countRows('layer');
  const abort = new AbortController();
  const act = take(manyStops(30_000), {
    databaseId: 'f',
    holdBack: 0,
    signal: abort.signal,
    onProgress: ({ phase }) => {
      if (phase === 'Reading stop_times.txt') abort.abort(new Error('called off'));
    },
  });
  await expect(act).rejects.toThrow('called off');
  expect(await store.listVersions('f')).toEqual([]);
  expect(await countRows('layer')).toBe(before);
});

test('a read-only database and an unfitting region take no feed', async () => {
  await writeDemoOnce();
  const versions = (await store.listVersions('sorne')).length;
  await expect(take(aFeed(), { databaseId: 'sorne' })).rejects.toThrow('The database sorne is read-only.');
  await expect(take(aFeed(), { databaseId: 'velmar', regionKey: 'Alp' })).rejects.toThrow('The database velmar is in the region Velmar, not in Alp.');
  await expect(take(aFeed(), { databaseId: 'toolongid' })).rejects.toThrow('is not made of 1 to 8 latin letters');
  await expect(take(aFeed(), { name: 'n'.repeat(129) })).rejects.toThrow('1 to 128 characters');
  expect(await store.listVersions('sorne')).toHaveLength(versions);
});

test('the demo region has two databases, one of them read-only, with versions in every state', async () => {
  await writeDemoOnce();
  const databases = (await store.listDatabases()).filter((database) => database.RegionKey === 'Velmar');
  expect(databases.map(({ Id, Permissions }) => [Id, Permissions.ReadOnly])).toEqual([
    ['sorne', true],
    ['velmar', false],
  ]);
  expect((await store.listVersions('velmar')).map(({ Version, Published, Current, Completed }) => [Version, Published, Current, Completed])).toEqual([
    ['Autumn works', false, false, true],
    ['Summer timetable', true, true, true],
    ['Winter timetable', true, false, true],
  ]);
  const [newest] = await store.listVersions('velmar');
  let stops = 0;
  for await (const stop of store.readEntities(newest?.Id ?? 0, 'Stop')) stops += stop.Id === '' ? 0 : 1;
  expect(stops).toBe([...networkDocuments()].filter(({ kind }) => kind === 'Stop').length);
});

test(
  'npm run import tells counts and messages, and where the version is',
  async () => {
    const own = await newPlace('import');
    const file = await aFeed().withRows('stop_times.txt', 'GHOST,8:00:00,8:00:00,A,1').write();
    const { code, output } = await command(own, [file, '--database', 'x', '--region', 'Alp', '--name', 'Spring']);
    expect(output).toMatch(/^Warning: 1 row was refused and left out\. Each is listed below by file\.$/m);
    expect(output).toContain('Made the database x.');
    expect(output).toMatch(/Stop +3\n/);
    expect(output).toMatch(/trips in timetables +2 {2}of 2\n/);
    expect(output).toContain('stop_times.txt: 1 message\n  error line 8: trips.txt has no trip "GHOST"; the row is left out');
    expect(output).toMatch(/Version (\d+) of x: http:\/\/localhost:4180\/data\/db\/x\/v\/\1\n/);
    expect(code).toBe(0);
    await own.remove();
  },
  SLOW,
);

test(
  'npm run import refuses in one sentence and with an exit code',
  async () => {
    const own = await newPlace('import');
    const file = await aFeed().with('stop_times.txt', 'trip_id;stop_id\n').write();
    expect(await command(own, [file, '--database', 'x'])).toEqual({
      code: 1,
      output: `${file} was not imported:\n  stop_times.txt line 1: the required columns are missing: trip_id, stop_id, stop_sequence. The header reads "trip_id;stop_id". Correct the header, with commas between the names.\n`,
    });
    const unnamed = await command(own, [file]);
    expect([unnamed.code, unnamed.output.split('\n')[0]]).toEqual([2, 'Say into which database: --database ID']);
    const opened = await openStore(own);
    expect(await opened.isEmpty()).toBe(true);
    await opened.close();
    await own.remove();
  },
  SLOW,
);

test(
  'npm run import says plainly that a running server holds the data',
  async () => {
    if (place.databaseUrl !== undefined) return;
    const { code, output } = await command(place, [await aFeed().write(), '--database', 'x']);
    expect(code).toBe(1);
    expect(output).toContain(`The data folder is in use by process ${process.pid}.`);
    expect(output).toContain('Nothing was imported.');
  },
  SLOW,
);

const STEPS = ['Making schedules', 'Writing documents', 'Writing documents 50 %', 'Saving the version'];

test(
  'an import killed half-way leaves nothing at the next start',
  async () => {
    const own = await newPlace('import');
    const file = await manyStops(10_000).write();
    // any moment is the matter of importKill.test.ts
    for (const step of process.env['DMP_LONG'] === undefined ? ['Writing documents 50 %', 'Saving the version'] : STEPS) {
      await killedAt(own, file, step);
      const opened = await openStore(own);
      const versions = await opened.listVersions('x');
      // The last kill may come a moment after the version was made visible; then all of it must be there.
      expect(versions.every((version) => version.Completed)).toBe(true);
      if (step !== 'Saving the version') expect(versions).toEqual([]);
      // The server does this when it is quiet.
      await collect(opened.sql);
      expect(await countRows('layer', opened)).toBe(versions.length);
      expect(await countRows('layer_row', opened)).toBe(versions.length * (10_000 + 5));
      await opened.close();
    }
    await own.remove();
  },
  SLOW,
);

let demo: Promise<void> | undefined;

function writeDemoOnce(): Promise<void> {
  demo ??= writeDemo(store, '2026-11-21');
  return demo;
}

async function take(feed: FeedBuilder, options: Partial<ImportFeedOptions> = {}): ReturnType<typeof importFeed> {
  return importFeed({ file: await feed.write(), databaseId: 'x', author: 'test', store, ...options });
}

function manyStops(count: number): FeedBuilder {
  const rows = Array.from({ length: count - 3 }, (_, i) => `S${i},Stop ${i},${48 + i / 100_000},9\n`);
  return aFeed().with('stops.txt', `${aFeed().text('stops.txt')}${rows.join('')}`);
}

async function countRows(table: 'layer' | 'layer_row', of: OpenedStore = store): Promise<number> {
  const { n } = await of.sql.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const command = (own: Place, args: readonly string[]) => startCommand('import', own, args).ended;

/** Kills an import outright when it comes to a step. */
async function killedAt(own: Place, file: string, step: string): Promise<void> {
  const { output } = await startCommand(
    'import',
    own,
    [file, '--database', 'x', '--verbose'],
    (text, import_) => text.includes(step) && import_.kill('SIGKILL'),
  ).ended;
  if (!output.includes(step)) throw new Error(`The import ended before ${step}:\n${output}`);
}
