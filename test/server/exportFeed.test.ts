/** What is written of a version that somebody has edited, or that GTFS cannot say, and the command that writes it. */
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '../../src/domain/entities.ts';
import { withColumn } from '../../src/domain/otherColumns.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { exportGtfs, type ExportOptions } from '../../server/feed/exportFeed.ts';
import { openStore } from '../../server/store/openStore.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { newPlace, startCommand, type Command, type Place } from './command.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { regionDoc } from './smallFeed.ts';

let product: TestProduct;
let folder: string;
let count = 0;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-export-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const SCHEDULE: Entity<'Schedule'> = {
  Id: 'R_20260105',
  Name: '1',
  ExternalTransportId: 'R',
  IsBaseSchedule: true,
  AgencyId: 'AG',
  VehicleType: 3,
  Calendar: { fromDate: '2026-01-05', toDate: '2026-02-01', Exceptions: [] },
};
const TRACK: Entity<'Track'> = {
  ScheduleId: SCHEDULE.Id,
  Id: 'a-b',
  Name: 'A - C',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'C' }],
};
const TIMETABLE: Entity<'Timetable'> = {
  ScheduleId: SCHEDULE.Id,
  TrackId: 'a-b',
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 300, 600],
  DepartureOffsets: [0, 300, 600],
  Departures: [{ Type: 'Exact', Time: 28_800, TripId: 'T1' }],
};

/** What a test changes of a version of one line with one trip. */
interface Changes {
  readonly schedules?: readonly Entity<'Schedule'>[];
  readonly tracks?: readonly Entity<'Track'>[];
  readonly timetables?: readonly Entity<'Timetable'>[];
  readonly more?: readonly Document[];
  readonly options?: ExportOptions;
}

async function exported({
  schedules = [SCHEDULE],
  tracks = [TRACK],
  timetables = [TIMETABLE],
  more = [],
  options = {},
}: Changes): Promise<{ lines: (file: string) => string[]; warnings: string[] }> {
  const versionId = await product.version([
    { kind: 'Agency', doc: { Id: 'AG', Name: 'Agency', Timezone: 'Europe/Berlin' } },
    ...['A', 'B', 'C'].map((Id): Document => ({
      kind: 'Stop',
      doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 48, Lng: 9 }, WheelchairBoarding: 0 },
    })),
    ...schedules.map((doc): Document => ({ kind: 'Schedule', doc })),
    ...tracks.map((doc): Document => ({ kind: 'Track', doc })),
    ...timetables.map((doc): Document => ({ kind: 'Timetable', doc })),
    ...more,
  ]);
  const path = join(folder, `${++count}.zip`);
  const { warnings } = await exportGtfs(product.store, versionId, createWriteStream(path), options);
  const files = await plainFiles(path);
  return {
    lines: (file) => (files.get(file)?.bytes.toString() ?? '').split('\n').filter((line) => line !== ''),
    warnings: warnings.map(({ file, reason }) => `${file}: ${reason}`),
  };
}

describe('a version that was edited', () => {
  test('gets the columns its new values need, behind those it had', async () => {
    const feed: Document = {
      kind: 'Feed',
      doc: {
        Id: 'feed',
        Extra: {
          'columns/stops.txt': 'stop_name,stop_id,stop_lon,stop_lat',
          'columns/stop_times.txt': 'stop_id,trip_id,stop_sequence,arrival_time,departure_time',
        },
      },
    };
    const platform: Document = {
      kind: 'Stop',
      doc: { Id: 'P', Name: 'Platform', Type: 2, Coordinate: null, ParentId: 'S', PlatformCode: '2', WheelchairBoarding: 1 },
    };
    const { lines } = await exported({
      tracks: [{ ...TRACK, Stops: [{ StopId: 'A', Destination: 'C' }, { StopId: 'B', Destination: 'C via the old town' }, { StopId: 'C' }] }],
      timetables: [{ ...TIMETABLE, PickupIntervals: [[2, 3, 1]], Timepoints: [1, null, 0] }],
      more: [feed, platform],
    });
    expect(lines('stops.txt')).toEqual([
      'stop_name,stop_id,stop_lon,stop_lat,wheelchair_boarding,parent_station,platform_code',
      'A,A,9,48,,,',
      'B,B,9,48,,,',
      'C,C,9,48,,,',
      'Platform,P,,,1,S,2',
    ]);
    expect(lines('stop_times.txt')).toEqual([
      'stop_id,trip_id,stop_sequence,arrival_time,departure_time,stop_headsign,pickup_type,timepoint',
      'A,T1,1,08:00:00,08:00:00,,0,1',
      'B,T1,2,08:05:00,08:05:00,C via the old town,0,',
      'C,T1,3,08:10:00,08:10:00,C via the old town,1,0',
    ]);
    expect(lines('trips.txt').at(-1)).toContain(',T1,C,0,');
  });

  test('writes columns without a field, and adds one that its source did not have', async () => {
    const columns: Document = {
      kind: 'Stop',
      doc: withColumn(
        { Id: 'P', Name: 'Platform', Type: 2, Coordinate: null, WheelchairBoarding: 0, Extra: { note: 'steep' } } satisfies Entity<'Stop'>,
        'stop_access',
        '1',
      ),
    };
    const { lines } = await exported({ timetables: [withColumn(TIMETABLE, 'cars_allowed', '1')], more: [columns] });
    expect(lines('stops.txt').at(0)).toBe('stop_id,stop_name,stop_lat,stop_lon,note,stop_access');
    expect(lines('stops.txt').find((line) => line.startsWith('P,'))).toBe('P,Platform,,,steep,1');
    expect(lines('trips.txt').map((line) => line.split(',').at(-1))).toEqual(['cars_allowed', '1']);
  });

  test('leaves ignored stops out of the stop times, and a track with one stop left altogether', async () => {
    const stops = (ignored: number): Entity<'Track'>['Stops'] => TRACK.Stops.map((stop, i) => (i < ignored ? { ...stop, Ignored: true } : stop));
    const { lines, warnings } = await exported({
      tracks: [
        { ...TRACK, Stops: stops(1) },
        { ...TRACK, Id: 'a-b-2', Stops: stops(2) },
      ],
      timetables: [TIMETABLE, { ...TIMETABLE, TrackId: 'a-b-2', Departures: [{ Type: 'Exact', Time: 0, TripId: 'T2' }] }],
    });
    expect(lines('stop_times.txt').slice(1)).toEqual(['T1,08:05:00,08:05:00,B,2', 'T1,08:10:00,08:10:00,C,3']);
    expect(warnings).toEqual([
      'trips.txt: The timetable 1 of the track a-b-2 of R_20260105 calls at fewer than two stops; its 1 departures are left out',
    ]);
  });

  test('gives new departures ids of their own, and never one id to two trips', async () => {
    const { lines, warnings } = await exported({
      timetables: [
        {
          ...TIMETABLE,
          Departures: [
            { Type: 'Exact', Time: 0 },
            { Type: 'Exact', Time: 60, TripId: 'T' },
            { Type: 'Exact', Time: 90_000, TripId: 'T' },
          ],
        },
      ],
    });
    expect(lines('stop_times.txt').filter((line) => line.includes(',A,'))).toEqual([
      'R_20260105.a-b.1.1,00:00:00,00:00:00,A,1',
      'T,00:01:00,00:01:00,A,1',
      'T.2,25:00:00,25:00:00,A,1',
    ]);
    expect(warnings).toEqual(['trips.txt: More than one departure has the trip id T; one is written as T.2']);
  });

  test('writes intervals of one trip as one trip, and parts those that have come to differ', async () => {
    const interval = { Type: 'Interval', FromTime: 21_600, ToTime: 25_200, Frequency: 600, TemplateStart: 0, TripId: 'T' } as const;
    const { lines } = await exported({
      timetables: [
        {
          ...TIMETABLE,
          Departures: [
            interval,
            { ...interval, FromTime: 25_200, ToTime: 28_800, isFrequencyScheduled: true },
            { ...interval, FromTime: 28_800, ToTime: 32_400, bikesAllowed: 1 },
          ],
        },
      ],
    });
    expect(lines('frequencies.txt')).toEqual([
      'trip_id,start_time,end_time,headway_secs,exact_times',
      'T,06:00:00,07:00:00,600,0',
      'T,07:00:00,08:00:00,600,1',
      'T.2,08:00:00,09:00:00,600,0',
    ]);
    expect(lines('trips.txt')).toHaveLength(3);
    expect(lines('stop_times.txt')).toHaveLength(7);
  });

  test('writes exceptions as they fall on each timetable: no service, all of them, and a weekday that runs as a Sunday', async () => {
    const { lines } = await exported({
      schedules: [
        {
          ...SCHEDULE,
          Calendar: {
            ...SCHEDULE.Calendar,
            Exceptions: [
              { Date: '2026-01-06', RunAs: 64 },
              { Date: '2026-01-07', RunAs: 0 },
              { Date: '2026-01-10', RunAs: 127 },
              { Date: '2026-03-01', RunAs: 64 },
            ],
          },
        },
      ],
      timetables: [
        { ...TIMETABLE, Extra: { service_id: 'WD' } },
        { ...TIMETABLE, Number: 2, Days: 64, Departures: [{ Type: 'Exact', Time: 0, TripId: 'SU1' }], Extra: { service_id: 'SU' } },
        { ...TIMETABLE, Number: 3, Days: 0, Departures: [{ Type: 'Exact', Time: 0, TripId: 'X1' }], Extra: { service_id: 'X' } },
      ],
    });
    expect(lines('calendar.txt').slice(1)).toEqual(['WD,1,1,1,1,1,0,0,20260105,20260201', 'SU,0,0,0,0,0,0,1,20260105,20260201']);
    expect(lines('calendar_dates.txt').slice(1)).toEqual([
      'WD,20260106,2',
      'WD,20260107,2',
      'WD,20260110,1',
      'SU,20260106,1',
      'SU,20260110,1',
      'SU,20260301,1',
      'X,20260110,1',
    ]);
  });

  test('names a service again where timetables of one name have come to run on different days', async () => {
    const { lines } = await exported({
      timetables: [
        { ...TIMETABLE, Extra: { service_id: 'WD' } },
        { ...TIMETABLE, Number: 2, Days: 16, Departures: [{ Type: 'Exact', Time: 0, TripId: 'T2' }], Extra: { service_id: 'WD' } },
      ],
    });
    expect(lines('calendar.txt').slice(1)).toEqual(['WD,1,1,1,1,1,0,0,20260105,20260201', 'WD.2,0,0,0,0,1,0,0,20260105,20260201']);
  });

  test('gives an edited shape an id of its own, and drops distances that no longer fit', async () => {
    const way = { Shape: '_p~iF~ps|U_ulLnnqC', Extra: { shape_id: 'S' } };
    const { lines, warnings } = await exported({
      tracks: [
        { ...TRACK, ...way, ShapeDistances: [0, 1.5] },
        { ...TRACK, ...way, Id: 'a-b-2' },
        { ...TRACK, Id: 'b-a', Shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', ShapeDistances: [0, 1] },
      ],
      timetables: [],
    });
    expect(lines('shapes.txt').map((line) => line.split(',').slice(0, 1).concat(line.split(',').slice(3)).join(','))).toEqual([
      'shape_id,shape_pt_sequence,shape_dist_traveled',
      'S,1,0',
      'S,2,1.5',
      'S.2,1,',
      'S.2,2,',
      ...[1, 2, 3].map((n) => expect.stringMatching(`^shape-[0-9a-f]{16},${n},$`) as string),
    ]);
    expect(warnings).toEqual(['shapes.txt: The shape of the track b-a of R_20260105 has 3 points and 2 distances; the distances are not written']);
  });

  test('writes one row for the schedules of a line, says where they differ, and keeps a line without departures', async () => {
    const { ExternalTransportId: _line, ...unnamed } = SCHEDULE;
    const { lines, warnings } = await exported({
      schedules: [SCHEDULE, { ...SCHEDULE, Id: 'R_20260301', IsBaseSchedule: false, Color: 'FF0000' }, { ...unnamed, Id: 'NEW_20260105', Name: '2' }],
      timetables: [TIMETABLE, { ...TIMETABLE, TrackId: 'gone', Departures: [{ Type: 'Exact', Time: 0 }] }],
    });
    expect(lines('routes.txt')).toEqual(['route_id,agency_id,route_short_name,route_long_name,route_type', 'NEW,AG,2,,3', 'R,AG,1,,3']);
    expect(warnings).toEqual([
      'routes.txt: The schedules of the line R differ in route_color; what the schedule R_20260105 says is written',
      'trips.txt: The timetable 1 of the track gone of R_20260105 belongs to no track; its 1 departures are left out',
    ]);
  });
});

describe('what GTFS cannot say', () => {
  const stop: Document = {
    kind: 'Stop',
    doc: { Id: 'N', Name: 'North', Type: 0, Coordinate: null, WheelchairBoarding: 0, Direction: 'north', AreaName: 'Hill' },
  };

  test('is reported of stops, and written into columns of its own where that is asked for', async () => {
    const plain = await exported({ more: [stop] });
    expect(plain.lines('stops.txt').at(-1)).toBe('N,North,,');
    expect(plain.warnings).toEqual([
      'stops.txt: GTFS has no column for the direction of a stop; what 1 stop says there is not written',
      'stops.txt: GTFS has no column for the area of a stop; what 1 stop says there is not written',
    ]);
    const wide = await exported({ more: [stop], options: { extensions: true } });
    expect([wide.lines('stops.txt')[0], wide.lines('stops.txt').at(-1), wide.warnings]).toEqual([
      'stop_id,stop_name,stop_lat,stop_lon,ext_direction,ext_area_name',
      'N,North,,,north,Hill',
      [],
    ]);
  });

  test('leaves a fare out whole rather than making it hold more widely', async () => {
    const fare = { Id: 'F', Price: '2.40', Currency: 'EUR', Rules: [], Extra: { payment_method: '0' } };
    const { lines, warnings } = await exported({
      more: [
        { kind: 'Fare', doc: fare },
        { kind: 'Fare', doc: { ...fare, Id: 'W', Days: 96, NumberOfZones: 2 } },
      ],
    });
    expect(lines('fare_attributes.txt')).toEqual(['fare_id,price,currency_type,payment_method,transfers', 'F,2.40,EUR,0,']);
    expect(warnings).toEqual([
      'fare_attributes.txt: The fare W is left out: GTFS has no column for Days, NumberOfZones, and without it the fare would hold more widely',
    ]);
  });
});

test('a file kept from the source stays in the folder it is unpacked into, and takes no name of the feed', async () => {
  const writer = await product.store.beginVersion({ databaseId: 'test', name: 'files', source: 'test', author: 'test', state: 'completed' });
  for (const name of ['../../etc/passwd', 'a\\b.txt', 'stops.txt', 'notes.pdf']) await writer.addRawFile(name, Buffer.from(name));
  const path = join(folder, `${++count}.zip`);
  const { files, warnings } = await exportGtfs(product.store, (await writer.finish()).versionId, createWriteStream(path));
  expect(
    files
      .filter(({ rows }) => rows === null)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['__.._etc_passwd', 'a_b.txt', 'notes.pdf']);
  expect(warnings.map(({ file }) => file)).toEqual(['stops.txt']);
});

test('an export that is called off, or cannot be written, ends with that reason', async () => {
  const versionId = await product.version([...networkDocuments({ stops: 80 })]);
  const abort = new AbortController();
  const off = exportGtfs(product.store, versionId, createWriteStream(join(folder, 'off.zip')), {
    signal: abort.signal,
    onProgress: ({ file }) => file === 'stop_times.txt' && abort.abort(new Error('called off')),
  });
  await expect(off).rejects.toThrow('called off');
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
  await expect(exportGtfs(product.store, versionId, full)).rejects.toThrow('no space left');
  await expect(exportGtfs(product.store, 999_999, full)).rejects.toThrow('There is no version 999999.');
});

describe('npm run export', { timeout: 240_000 }, () => {
  /** Kills in a row; `DMP_TEST_KILLS=20 npx vitest run --project server test/server/exportFeed.test.ts` for the long one. */
  const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? (process.env['DMP_LONG'] === undefined ? 1 : 6));
  let place: Place;
  let version: number;
  beforeAll(async () => {
    place = await newPlace('export');
    const store = await openStore(place);
    await store.createRegion(regionDoc('k', 'K'));
    await store.createDatabase({ Id: 'city', Name: 'City', RegionKey: 'k' });
    const writer = await store.beginVersion({ databaseId: 'city', name: 'Spring', source: 'test', author: 'test', state: 'published' });
    for (const { kind, doc } of networkDocuments({ stops: 400 })) await writer.add(kind, doc);
    version = (await writer.finish()).versionId;
    await store.close();
  }, 120_000);
  afterAll(() => place.remove());

  const run = (args: readonly string[], heard?: (output: string, command: Command) => void) => startCommand('export', place, args, heard).ended;

  /** The version as the command wrote it the first time, over another file, and the steps it told. */
  const first = once(async () => {
    const out = join(folder, 'city.zip');
    writeFileSync(out, 'what was there');
    const { code, output } = await run(['--database', 'CITY', '--version', String(version), '--out', out, '--verbose']);
    return { code, output, out, bytes: readFileSync(out), steps: output.split('\n').filter((line) => line.startsWith('Writing ')) };
  });

  test('tells the files and their rows, finds the version by number or as the current one, and replaces the file whole', async () => {
    const { code, output, out, bytes } = await first();
    expect([code, /stops\.txt +400\n/.test(output), output.includes(`Written to ${out}`)]).toEqual([0, true, true]);
    expect((await plainFiles(out)).has('stop_times.txt')).toBe(true);
    expect((await run(['--database', 'city', '--version', 'current', '--out', out])).code).toBe(0);
    expect(readFileSync(out).equals(bytes)).toBe(true);
  });

  test('refuses in one sentence and with an exit code', async () => {
    const out = join(folder, 'none.zip');
    expect(await run(['--database', 'nowhere', '--version', '1', '--out', out])).toEqual({ code: 1, output: 'There is no database nowhere.\n' });
    expect(await run(['--database', 'city', '--version', 'Autumn', '--out', out])).toEqual({
      code: 1,
      output: 'The database city has no version Autumn.\n',
    });
    expect((await run(['--database', 'city', '--version', 'Spring', '--out', join(folder, 'no such folder', 'x.zip')])).output).toMatch(
      /cannot be written: ENOENT/,
    );
    // a name the folder takes, but not with the ending it has until all of it is written
    const long = join(folder, `${'x'.repeat(250)}.zip`);
    expect(await run(['--database', 'city', '--version', 'Spring', '--out', long])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^\S+x\.zip cannot be written: ENAMETOOLONG: [^\n]*\n$/),
    });
    const unsaid = await run(['--database', 'city', '--out', out]);
    expect([unsaid.code, unsaid.output.split('\n')[0]]).toEqual([2, 'Say which version: --version V']);
    expect(existsSync(out)).toBe(false);
  });

  test('that is stopped writes nothing and says so', async () => {
    const out = join(folder, 'stopped.zip');
    let told = false;
    const { code, output } = await run(['--database', 'city', '--version', 'Spring', '--out', out, '--verbose'], (text, command) => {
      if (!told && text.includes('Writing stops.txt')) command.kill('SIGTERM');
      told ||= text.includes('Writing stops.txt');
    });
    expect([code, output.includes('Stopped. Nothing was written.')]).toEqual([1, true]);
    expect(readdirSync(folder).filter((name) => name.includes('stopped'))).toEqual([]);
  });

  test(
    `that is killed leaves the file as it was or writes all of it, and finds the version by name: ${KILLS} kills`,
    { timeout: 60_000 * (KILLS + 2) },
    async () => {
      const { bytes, steps } = await first();
      const out = join(folder, 'killed.zip');
      const args = ['--database', 'city', '--version', 'Spring', '--out', out, '--verbose'];
      let halves = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const before = kill % 2 === 0 ? 'an older file' : undefined;
        rmSync(out, { force: true });
        if (before !== undefined) writeFileSync(out, before);
        // Spread over the steps, and within a step by as much as the pipe is late.
        const step = steps[Math.floor(((kill + 0.5) / KILLS) * steps.length)] ?? '';
        const { code } = await run(args, (text, command) => text.includes(step) && command.kill('SIGKILL'));
        const after = existsSync(out) ? readFileSync(out) : undefined;
        if (code === 0 || after?.equals(bytes) === true) expect(after?.equals(bytes)).toBe(true);
        else expect(after?.toString()).toBe(before);
        halves += readdirSync(folder).filter((name) => name.endsWith('.partial')).length;
      }
      expect(halves).toBeGreaterThan(0);
      await run(args);
      expect(readFileSync(out).equals(bytes)).toBe(true);
      expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
    },
  );
});

/** Does it once, for whoever asks first. */
function once<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= act());
}

test('writes depots and dead runs as files of TODS where that is asked for', async () => {
  const block = (number: number, departures: readonly (readonly [time: number, trip: string])[], days = 31): Entity<'Timetable'> => ({
    ...TIMETABLE,
    Number: number,
    Days: days,
    Departures: departures.map(([Time, TripId]) => ({ Type: 'Exact', Time, TripId, blockId: '7' })),
  });
  const depot: Document = { kind: 'Depot', doc: { Id: 'yard', Name: 'Garage North', Lat: 48.1, Lng: 9, Vehicles: 20 } };
  const timetables = [
    block(1, [
      [28_800, 'T1'],
      [32_400, 'T2'],
    ]),
    block(2, [[36_000, 'T3']], 16),
  ];
  const tracks = [{ ...TRACK, Stops: [{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'D' }] }];
  const stop: Document = { kind: 'Stop', doc: { Id: 'D', Name: 'D', Type: 0, Coordinate: { Lat: 48.01, Lng: 9 }, WheelchairBoarding: 0 } };
  const { lines } = await exported({ timetables, tracks, more: [depot, stop], options: { vehicleWork: true } });
  expect(lines('stops_supplement.txt')).toEqual([
    'stop_id,stop_name,stop_lat,stop_lon,location_type,TODS_location_type,ext_vehicles',
    'yard,Garage North,48.1,9,0,garage,20',
  ]);
  expect(lines('routes_supplement.txt')).toEqual(['route_id,route_long_name,route_type,agency_id', 'deadheads,Deadheads,3,AG']);
  const services = lines('trips.txt').map((line) => line.split(',')[1]);
  const dead = lines('trips_supplement.txt').map((line) => line.split(','));
  expect(dead.map(([route, , , of, kind]) => [route, of, kind])).toEqual([
    ['route_id', 'block_id', 'TODS_trip_type'],
    ['deadheads', '7', 'pull-out'],
    ['deadheads', '7', 'deadhead'],
    ['deadheads', '7', 'pull-back'],
    ['deadheads', '7', 'deadhead'],
    ['deadheads', '7', 'pull-back'],
  ]);
  const [, pullOut, turn, home, fridayTurn, fridayHome] = dead.map(([, service]) => service);
  expect([pullOut, turn, fridayTurn, fridayHome]).toEqual([services[1], services[1], services[3], services[3]]);
  expect(lines('calendar_dates_supplement.txt').slice(0, 6)).toEqual([
    'service_id,date,exception_type',
    ...['20260105', '20260106', '20260107', '20260108', '20260112'].map((date) => `${home},${date},1`),
  ]);
  // 11,119 m of straight line to A and 10,008 m from D, 1.3 times as long, with 25 km/h
  expect(lines('stop_times_supplement.txt').map((line) => line.split(',').slice(1).join(','))).toEqual([
    'arrival_time,departure_time,stop_id,stop_sequence',
    '07:25:18,07:25:18,yard,1',
    '08:00:00,08:00:00,A,2',
    '08:10:00,08:10:00,D,1',
    '08:13:29,08:13:29,A,2',
    '09:10:00,09:10:00,D,1',
    '09:41:14,09:41:14,yard,2',
    '09:10:00,09:10:00,D,1',
    '09:13:29,09:13:29,A,2',
    '10:10:00,10:10:00,D,1',
    '10:41:14,10:41:14,yard,2',
  ]);
});
