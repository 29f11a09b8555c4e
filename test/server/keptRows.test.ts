/** What no timetable holds is kept: small feeds of our own, and those made after public reports where the shared feeds lie beside the project. */
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedNote } from '../../server/feed/gtfs/notes.ts';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { aFeed, type FeedBuilder, removeFeeds } from '../builders/gtfsZip.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { compareRawRows } from '../checks/rawRows.ts';
import { listKeptFiles, readKeptFile } from '../../src/contract/records.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const reported = join(import.meta.dirname, '../../../shared/feeds/reported');
const present = existsSync(reported);
if (!present) console.log(`Feeds made after reports are not in ${reported}: their table is skipped.`);

let product: TestProduct;
let folder: string;
let count = 0;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-kept-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  removeFeeds();
});

interface Trip {
  readonly notes: readonly FeedNote[];
  /** Lines of the files that came out, by file name. */
  readonly out: Readonly<Record<string, readonly string[]>>;
  readonly differences: readonly unknown[];
}

/** Imports a feed, exports it, and compares both row by row. */
async function through(file: string): Promise<Trip> {
  const { versionId, notes } = await importFeed({ file, databaseId: 'test', name: `feed ${++count}`, author: 'test', store: product.store });
  const path = join(folder, `${++count}.zip`);
  await exportGtfs(product.store, versionId, createWriteStream(path));
  const out = Object.fromEntries([...(await plainFiles(path))].map(([name, { bytes }]) => [name, bytes.toString().trimEnd().split('\n')]));
  return { notes, out, differences: (await compareRawRows(file, path)).differences };
}

const said = ({ notes }: Trip): string => notes.map(({ file, line, reason }) => `${file} ${line ?? ''} ${reason}`).join('\n');

describe('what no timetable holds comes out as it went in', () => {
  test.each<[what: string, feed: () => FeedBuilder]>([
    ['a trip of one stop', () => aFeed().withRows('trips.txt', 'R1,WD,ONE,Gamma,0').withRows('stop_times.txt', 'ONE,10:00:00,10:00:00,A,1')],
    ['a trip without times', () => aFeed().withRows('trips.txt', 'R1,WD,NONE,Gamma,0')],
    [
      'a trip of a service that never runs',
      () =>
        aFeed()
          .withRows('calendar.txt', 'NO,0,0,0,0,0,0,0,20260105,20260201')
          .withRows('trips.txt', 'R1,NO,N1,Gamma,0')
          .withRows('stop_times.txt', 'N1,10:00:00,10:00:00,A,1', 'N1,10:05:00,10:05:00,B,2'),
    ],
    [
      'a service that only another file names',
      () =>
        aFeed()
          .withRows('calendar.txt', 'BOOK,1,1,1,1,1,1,1,20260105,20260201')
          .with('booking_rules.txt', 'booking_rule_id,booking_type,prior_notice_service_id\nB,2,BOOK\n'),
    ],
    ['a shape of no trip', () => aFeed().with('shapes.txt', 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS,48,9,1\nS,48,9.02,5\n')],
    [
      'Flex trips, with windows and booking rules, and a Flex call of an ordinary trip',
      () =>
        aFeed()
          .with('location_groups.txt', 'location_group_id,location_group_name\nG,Group\n')
          .with('booking_rules.txt', 'booking_rule_id,booking_type\nB,0\n')
          .withRows('trips.txt', 'R1,WD,FLEX,Anywhere,0')
          .with(
            'stop_times.txt',
            'trip_id,arrival_time,departure_time,stop_id,location_group_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id\n' +
              'T1,08:00:00,08:00:00,A,,,1,,,\nT1,08:05:00,08:06:00,B,,,2,,,\nT1,,,,G,,3,09:00:00,10:00:00,B\n' +
              'T2,09:00:00,09:00:00,A,,,1,,,\nT2,09:05:00,09:06:00,B,,,2,,,\n' +
              'FLEX,,,,G,,1,08:00:00,18:00:00,B\nFLEX,,,,,zone,2,08:00:00,18:00:00,B\n',
          ),
    ],
    [
      'headsigns of trips whose stops show others',
      () =>
        aFeed().with(
          'stop_times.txt',
          aFeed()
            .text('stop_times.txt')
            .replace('stop_sequence\n', 'stop_sequence,stop_headsign\n')
            .replaceAll(/(T\d,.*,A,1)\n/g, '$1,via Beta\n')
            .replaceAll(/(T\d,.*,[BC],\d)\n/g, '$1,\n'),
        ),
    ],
    ['an end date without end', () => aFeed().with('calendar.txt', aFeed().text('calendar.txt').replace('20260201', '99991231'))],
    ['two attributions of one id', () => aFeed().with('attributions.txt', 'attribution_id,organization_name,is_producer\n1,One,1\n1,Two,1\n')],
    [
      'stop_sequence as a decimal',
      () =>
        aFeed().with(
          'stop_times.txt',
          aFeed()
            .text('stop_times.txt')
            .replaceAll(/,(\d)\n/g, ',$1.0\n'),
        ),
    ],
    ['UTF-16 without a mark', () => aFeed().with('stops.txt', Buffer.from(aFeed().text('stops.txt'), 'utf16le'))],
    [
      'Windows-1252 punctuation',
      () => aFeed().with('stops.txt', Buffer.from(aFeed().text('stops.txt').replace('Alpha', '\u{93}Alph\u{e9}\u{94} \u{96} \u{80}'), 'latin1')),
    ],
    ['badly quoted names', () => aFeed().with('stops.txt', aFeed().text('stops.txt').replace('A,Alpha', 'A,"Alpha, "emma""'))],
  ])('%s', async (_, feed) => {
    expect((await through(await feed().write())).differences).toEqual([]);
  });

  test('a trip that a departure has been given the id of since is left out, and the export says so', async () => {
    const { versionId } = await importFeed({
      file: await aFeed().withRows('trips.txt', 'R1,WD,ONE,Gamma,0').withRows('stop_times.txt', 'ONE,10:00:00,10:00:00,A,1').write(),
      databaseId: 'test',
      name: 'taken',
      author: 'test',
      store: product.store,
    });
    for (const rows of ['kept rows/trips.txt', 'kept rows/stop_times.txt'])
      expect(Buffer.from((await product.store.readRawFile(versionId, rows)) ?? []).toString(), rows).toContain('ONE');
  });
});

describe.skipIf(!present)('feeds made after public reports', () => {
  test.each<[feed: string, told: readonly (string | RegExp)[], rows: Readonly<Record<string, readonly string[]>>]>([
    ['05utf16le_nobom_all', ['UTF-16LE without a byte-order mark'], {}],
    ['06cp1252', ['stops.txt'], { 'stops.txt': ['A,1,Aldér – “x” Street'] }],
    ['10badquote', [/stops\.txt 2 A field is badly quoted; it is read as: Alder Street, "emma"/], { 'stops.txt': ['"Alder Street, ""emma"""'] }],
    ['31dup_shapes', ['shapes.txt 6 The shape S1 has two points with shape_pt_sequence 2'], {}],
    ['32dup_attributions', ['There is an attribution 1 already'], {}],
    ['a30_flex', [/\d stop times name an area or a group of stops in place of a stop/], { 'trips.txt': ['F1', 'F2', 'F3'] }],
    ['b01_quoted_ids', ['trips.txt 2 A field is badly quoted'], { 'trips.txt': ['"""T""1"', '"""T""2"'] }],
    ['b08_midheadsign', [], { 'trips.txt': ['T1,Hill', 'T2,Hill'], 'stop_times.txt': ['via B'] }],
    ['d01_headsign_translation', [], {}],
    ['d06_rawrefs_dropped_service', ['it is kept as it is and exported again'], {}],
    ['n25_no_active_day', ['never runs; it is kept as it is and exported again'], { 'trips.txt': ['T1', 'T2'] }],
  ])('%s: nothing is lost, and what was changed is said', async (name, told, rows) => {
    const trip = await through(join(reported, `${name}.zip`));
    expect(trip.differences).toEqual([]);
    for (const text of told) expect(said(trip)).toMatch(text);
    for (const [file, texts] of Object.entries(rows)) for (const text of texts) expect(trip.out[file]?.join('\n'), `${file} ${text}`).toContain(text);
  });
});

describe('what is kept can be looked at', () => {
  test('files by name, and their first rows', async () => {
    const feed = aFeed()
      .withRows('trips.txt', 'R1,WD,NONE,Gamma,0')
      .with('crew_notes.txt', 'crew_note_id,message\nB,"By phone, please"\n')
      .with('locations.geojson', '{"type":"FeatureCollection",\n"features":[]}');
    const { versionId } = await importFeed({
      file: await feed.write(),
      databaseId: 'test',
      name: `feed ${++count}`,
      author: 'test',
      store: product.store,
    });
    const { body } = await product.call(listKeptFiles, { params: { versionId } });
    expect(body['Files']).toEqual([
      { Name: 'crew_notes.txt', File: 'crew_notes.txt', Size: 42, RowsAlone: false },
      { Name: 'kept rows/trips.txt', File: 'trips.txt', Size: expect.any(Number) as number, RowsAlone: true },
      { Name: 'locations.geojson', File: 'locations.geojson', Size: 43, RowsAlone: false },
    ]);
    const read = async (name: string) =>
      (await product.call(readKeptFile, { params: { versionId }, query: { name } })) as { status: number; body: unknown };
    expect((await read('crew_notes.txt')).body).toEqual({
      Columns: ['crew_note_id', 'message'],
      Rows: [['B', 'By phone, please']],
      Total: 1,
      From: 0,
    });
    expect((await read('kept rows/trips.txt')).body).toMatchObject({ Rows: [['R1', 'WD', 'NONE', 'Gamma', '0']], Total: 1 });
    expect((await read('locations.geojson')).body).toMatchObject({ Columns: [], Rows: [['{"type":"FeatureCollection",'], ['"features":[]}']] });
    expect((await read('../secrets')).status).toBe(404);
  });
});
