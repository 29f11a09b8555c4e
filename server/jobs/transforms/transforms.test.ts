import polyline from '@mapbox/polyline';
import { beforeEach, describe, expect, test } from 'vitest';
import { ENTITY_SCHEMAS, type Entity, type EntityKind } from '../../../src/domain/entities.ts';
import type { TaskCommand } from '../../../src/domain/pipelines.ts';
import { TRANSFORMS } from './catalogue.ts';
import { simplified } from './shapes.ts';
import type { DocumentSource } from './transform.ts';
import { parseTable } from './values.ts';

type Docs = { [K in EntityKind]?: Entity<K>[] };
const stop = (Id: string, Lat: number, Lng: number, more: Partial<Entity<'Stop'>> = {}): Entity<'Stop'> => ({
  Id,
  Name: `Stop ${Id}`,
  Type: 0,
  Coordinate: { Lat, Lng },
  WheelchairBoarding: 0,
  ...more,
});
const schedule = (Id: string, AgencyId: string, fromDate: string, toDate: string, Exceptions: Entity<'Schedule'>['Calendar']['Exceptions'] = []) => ({
  Id,
  Name: Id,
  IsBaseSchedule: true,
  AgencyId,
  ExternalTransportId: `line-${Id}`,
  Calendar: { fromDate, toDate, Exceptions },
});
const track = (ScheduleId: string, stops: string[], more: Partial<Entity<'Track'>> = {}): Entity<'Track'> => ({
  ScheduleId,
  Id: 'a-b',
  Name: '',
  Direction: 'Forward',
  Visible: true,
  Stops: stops.map((StopId) => ({ StopId })),
  ...more,
});
const timetable = (ScheduleId: string, trips: string[]): Entity<'Timetable'> => ({
  ScheduleId,
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: [0, 60],
  DepartureOffsets: [0, 60],
  Departures: trips.map((TripId, i) => ({ Type: 'Exact', Time: 28_800 + i * 600, TripId })),
});

/** Two lines of two agencies: 1 runs a-b, 2 runs c-d; e is called at by nobody; s is the station of a, x its entrance. */
const feed: Docs = {
  Feed: [{ Id: 'feed', StartDate: '20260101', EndDate: '2026-12-31' }],
  Agency: [
    { Id: 'bus', Name: 'Bus' },
    { Id: 'tram', Name: 'Tram' },
  ],
  Stop: [
    stop('a', 52, 5, { ParentId: 's', Type: 2 }),
    stop('b', 52, 5.01),
    stop('c', 53, 6),
    stop('d', 53, 6.01),
    stop('e', 54, 7),
    stop('s', 52, 5, { Type: 5 }),
    stop('x', 52, 5, { Type: 1, ParentId: 's' }),
  ],
  Schedule: [schedule('1', 'bus', '2026-01-01', '2026-06-30', [{ Date: '2026-04-27', RunAs: 0 }]), schedule('2', 'tram', '2026-07-01', '2026-12-31')],
  Track: [track('1', ['a', 'b']), track('2', ['c', 'd'])],
  Timetable: [timetable('1', ['t1', 't2']), timetable('2', ['t3'])],
  Transfer: [{ Id: 'x1', StopIdFrom: 'b', StopIdTo: 'c', Type: 0 }],
  Fare: [{ Id: 'f', Price: '2', Currency: 'EUR', Rules: [{ Transport: 'line-2', FromZone: null, ToZone: null, ContainsZone: null }] }],
};

let said: string[] = [];
beforeEach(() => (said = []));
const sourceOf = (docs: Docs): DocumentSource => ({
  async *read(kind) {
    yield* docs[kind] ?? [];
  },
});
async function run(id: string, values: TaskCommand, docs: Docs = feed, more: { other?: Docs; program?: string } = {}): Promise<Required<Docs>> {
  const out = Object.fromEntries(Object.keys(ENTITY_SCHEMAS).map((kind) => [kind, [] as object[]]));
  const transform = TRANSFORMS[`builtin:${id}`];
  if (transform === undefined) throw new Error(`No transform ${id}`);
  await transform({
    input: sourceOf(docs),
    ...(more.other ? { other: sourceOf(more.other) } : {}),
    ...(more.program ? { program: more.program } : {}),
    values,
    today: '2026-05-01',
    write: (kind, doc) => {
      ENTITY_SCHEMAS[kind].parse(doc);
      out[kind]?.push(doc);
      return undefined;
    },
    log: {
      info: (text) => void said.push(text),
      warn: (text) => void said.push(`W ${text}`),
      error: (text) => void said.push(`E ${text}`),
      group: () => 1,
    },
  });
  return out as unknown as Required<Docs>;
}
const ids = (docs: readonly { Id: string }[]): string[] => docs.map(({ Id }) => Id);

describe('parts of a network', () => {
  test('keep only: an agency with its lines, stops, station and entrance; nothing that hangs in the air stays', async () => {
    const out = await run('keep-only', { agencies: ['bus'] });
    expect([ids(out.Agency), ids(out.Schedule), ids(out.Stop), out.Track.length, out.Timetable.length]).toEqual([
      ['bus'],
      ['1'],
      ['a', 'b', 's', 'x'],
      1,
      1,
    ]);
    expect([out.Transfer, out.Fare]).toEqual([[], []]);
    expect(said).toContain('Left out 3 stops');
    expect(ids((await run('keep-only', { lines: ['line-2'] })).Stop)).toEqual(['c', 'd']);
    expect(ids((await run('keep-only', { area: '52.5,5,53.5,7' })).Schedule)).toEqual(['2']);
    expect(ids((await run('keep-only', { to: '2026-06-30' })).Schedule)).toEqual(['1']);
  });

  test('drop unused: stops nobody calls at, agencies without lines, tracks without departures', async () => {
    const out = await run(
      'drop-unused',
      {},
      { ...feed, Agency: [...(feed.Agency ?? []), { Id: 'gone', Name: 'Gone' }], Timetable: [timetable('1', ['t1'])] },
    );
    expect([ids(out.Stop), ids(out.Agency), ids(out.Schedule)]).toEqual([['a', 'b', 's', 'x'], ['bus'], ['1']]);
    const none = await run('drop-unused', { stops: false, agencies: false, tracks: false });
    expect([none.Stop.length, none.Agency.length]).toEqual([7, 2]);
  });

  test('cut to validity: calendars end with the days, what runs on none of them goes', async () => {
    const out = await run('cut-validity', { from: '', to: '2026-07-15' });
    expect(out.Schedule.map(({ Calendar }) => [Calendar.fromDate, Calendar.toDate, Calendar.Exceptions.length])).toEqual([
      ['2026-05-01', '2026-06-30', 0],
      ['2026-07-01', '2026-07-15', 0],
    ]);
    const short = await run('cut-validity', { from: '2026-02-01', days: 10 });
    expect([ids(short.Schedule), short.Schedule[0]?.Calendar.toDate, ids(short.Stop)]).toEqual([['1'], '2026-02-10', ['a', 'b', 's', 'x']]);
  });

  test('shift dates: calendars, exceptions and the dates of the feed, as they are written', async () => {
    const out = await run('shift-dates', { days: 7 });
    expect(out.Schedule[0]?.Calendar).toEqual({ fromDate: '2026-01-08', toDate: '2026-07-07', Exceptions: [{ Date: '2026-05-04', RunAs: 0 }] });
    expect(out.Feed[0]).toMatchObject({ StartDate: '20260108', EndDate: '2027-01-07' });
    await run('shift-dates', { days: 1 });
    expect(said.at(-1)).toMatch(/^W The days are no whole weeks/);
  });
});

describe('networks put together', () => {
  test('merge: every id of the other has the prefix, and names what it named', async () => {
    const out = await run('merge', { database: 'other', prefix: 'o:' }, feed, { other: feed });
    expect(out.Stop.find(({ Id }) => Id === 'o:a')).toMatchObject({ ParentId: 'o:s' });
    expect(out.Track.at(-1)).toMatchObject({ ScheduleId: 'o:2', Id: 'a-b', Stops: [{ StopId: 'o:c' }, { StopId: 'o:d' }] });
    expect(out.Timetable.at(-1)).toMatchObject({ ScheduleId: 'o:2', TrackId: 'a-b', Departures: [{ TripId: 'o:t3' }] });
    expect(out.Fare.at(-1)).toMatchObject({ Id: 'o:f', Rules: [{ Transport: 'o:line-2', FromZone: null }] });
    expect([out.Feed.length, out.Stop.length, new Set(ids(out.Stop)).size]).toEqual([1, 14, 14]);
  });

  test('merge: a flexible trip names the zone, the stop and the booking rule of its own feed', async () => {
    const trip = {
      Id: 'flex',
      ScheduleId: '2',
      Days: 31,
      Calls: [
        { Sequence: 1, ZoneId: 'z', PickupBookingRuleId: 'r' },
        { Sequence: 2, StopId: 'a' },
      ],
    };
    const out = await run('merge', { database: 'other', prefix: 'o:' }, feed, { other: { ...feed, FlexTrip: [trip] } });
    expect(out.FlexTrip).toEqual([
      {
        Id: 'o:flex',
        ScheduleId: 'o:2',
        Days: 31,
        Calls: [
          { Sequence: 1, ZoneId: 'o:z', PickupBookingRuleId: 'o:r' },
          { Sequence: 2, StopId: 'o:a' },
        ],
      },
    ]);
  });

  test('join stops: those of one name close together, but never two in a row of one track', async () => {
    const near: Docs = {
      Stop: [
        stop('1', 52, 5, { Name: 'Market' }),
        stop('2', 52.00005, 5, { Name: 'market ' }),
        stop('3', 52, 5.00002, { Name: 'Church' }),
        stop('4', 52.1, 5, { Name: 'Market' }),
      ],
      Schedule: feed.Schedule ?? [],
      Track: [track('1', ['2', '4']), track('2', ['4', '3'])],
      Transfer: [{ Id: 't', StopIdFrom: '1', StopIdTo: '2', Type: 0 }],
    };
    const out = await run('join-stops', {}, near);
    expect([ids(out.Stop), out.Track[0]?.Stops, out.Transfer]).toEqual([['1', '3', '4'], [{ StopId: '1' }, { StopId: '4' }], []]);
    expect(said).toEqual(['2 (market ) became 1', 'Joined 1 stop with others within 10 m']);
    const row = await run('join-stops', {}, { ...near, Track: [track('1', ['1', '2'])] });
    expect(ids(row.Stop)).toEqual(['1', '2', '3', '4']);
  });
});

describe('values', () => {
  test('set fields by a table: what is set, what cannot be, and ids that are not there', async () => {
    const table = 'stop_id;Name;ParentId;WheelchairBoarding\na;"New; name";;1\nb;B;;7\nnone;X;;1\n';
    const out = await run('set-fields', { kind: 'Stop', table });
    expect(out.Stop[0]).toEqual({ ...stop('a', 52, 5), Type: 2, Name: 'New; name', WheelchairBoarding: 1 });
    expect(out.Stop[1]?.Name).toBe('Stop b');
    expect(said).toEqual([
      expect.stringMatching(/^W line 3: b: WheelchairBoarding: /),
      'W line 4: there is no stop none',
      'Set Name, ParentId, WheelchairBoarding of 1 stop',
    ]);
    await expect(run('set-fields', { kind: 'Stop', table: 'id,Colour\na,red' })).rejects.toThrow('A stop has no field Colour that a table can set.');
    expect(parseTable('id\tName\na\t"x ""y"""\r\n\r\nb\tz').rows).toEqual([
      { line: 2, cells: ['a', 'x "y"'] },
      { line: 4, cells: ['b', 'z'] },
    ]);
  });

  test('replace texts: by words and by patterns, which take no more time than the text is long', async () => {
    expect((await run('replace-texts', { kind: 'Stop', find: 'Stop ', replace: '' })).Stop[0]?.Name).toBe('a');
    expect((await run('replace-texts', { kind: 'Stop', find: String.raw`^Stop (\w)$`, replace: 'Halt $1', pattern: true })).Stop[1]?.Name).toBe(
      'Halt b',
    );
    const evil = { Stop: [stop('a', 1, 1, { Name: `${'a'.repeat(20_000)}!` })] };
    // going through all ways to match would not end
    await run('replace-texts', { kind: 'Stop', find: '(a+)+$', pattern: true }, evil);
    await expect(run('replace-texts', { kind: 'Stop', find: '(', pattern: true })).rejects.toThrow(/^The pattern cannot be used/);
  });
});

describe('shapes', () => {
  const line = polyline.encode([[52, 5], [52, 5.0025], [52, 5.005], [52.00001, 5.0075], [52, 5.01]], 5); // prettier-ignore
  test('build missing: straight from stop to stop', async () => {
    const out = await run('build-shapes', {});
    expect([polyline.decode(out.Track[0]?.Shape ?? '', 5), out.Track[0]?.Stops.map(({ ShapeSequence }) => ShapeSequence)]).toEqual([[[52, 5], [52, 5.01]], [0, 1]]); // prettier-ignore
  });

  test('simplify: what lies within the tolerance goes, and the stops find their places again', async () => {
    const docs = {
      ...feed,
      Track: [
        track('1', ['a', 'b'], {
          Shape: line,
          Stops: [
            { StopId: 'a', ShapeSequence: 0 },
            { StopId: 'b', ShapeSequence: 4 },
          ],
        }),
      ],
    };
    const out = await run('simplify-shapes', { tolerance: 3 }, docs);
    expect([polyline.decode(out.Track[0]?.Shape ?? '', 5).length, out.Track[0]?.Stops.map(({ ShapeSequence }) => ShapeSequence)]).toEqual([
      2,
      [0, 1],
    ]);
    expect(simplified([[52, 5], [52.001, 5.005], [52, 5.01]], 100)).toHaveLength(3); // prettier-ignore
  });

  test('recompute the sequence: each stop at its point', async () => {
    const docs = { ...feed, Track: [track('1', ['a', 'b'], { Shape: line })] };
    expect((await run('recompute-sequence', {}, docs)).Track[0]?.Stops.map(({ ShapeSequence }) => ShapeSequence)).toEqual([0, 4]);
  });
});

describe('a script', () => {
  const script = (program: string, values: TaskCommand = {}) => run('script', { program, ...values }, feed, { program });
  test('changes, leaves out and adds documents of the kinds it is given, and its prints are logged', async () => {
    const out = await script(
      "export default (docs, kind) => { console.log('have', docs.length, kind); return docs.filter((d) => d.Id !== 'e').map((d) => ({ ...d, Name: d.Name.toUpperCase() })); }",
    );
    expect([ids(out.Stop).includes('e'), out.Stop[0]?.Name, out.Schedule.length]).toEqual([false, 'STOP A', 2]);
    expect(said).toEqual(['have 7 Stop', '7 stops in, 6 out, 6 of them changed']);
    said = [];
    await script("export default (docs) => { console.warn('odd'); console.error('wrong'); return docs; }");
    expect(said.slice(0, 2)).toEqual(['W odd', 'E wrong']);
  });

  test('that loops is ended after the seconds it has', async () => {
    const looping = script('export default () => { for (;;); }', { seconds: 1 });
    await expect(looping).rejects.toThrow('The program ran for more than 1 seconds and was ended.');
  });

  test.each([
    [
      'eats memory',
      'export default () => { const all = []; for (;;) all.push(new Uint8Array(4e7)); }',
      'The program took more than 256 MB and was ended.',
    ],
    ['reads a file', "import fs from 'fs'; export default (docs) => docs;", /A program cannot import anything, not fs either/],
    [
      'opens a socket',
      "export default async (docs) => { await fetch('http://localhost'); return docs; }",
      'The program answers no list of documents.',
    ],
    ['looks for the process', 'export default () => process.env', /'?process'? is not defined/],
    ['answers no documents', "export default () => [{ Id: 'a' }]", /The program answers a stop that is none/],
    [
      'answers what is nested deeply',
      'export default (docs) => { let deep = 1; for (let n = 0; n < 1000; n++) deep = [deep]; return docs.map((doc) => ({ ...doc, Extra: { deep } })); }',
      'The program answers documents that are nested more than 100 levels deep.',
    ],
    ['is none', 'let x = 1;', /no function as its default export/],
  ])(
    'that %s is ended in words',
    async (_what, program, words) => {
      await expect(script(program)).rejects.toThrow(words);
      // a thread that fills its memory takes long to end on a busy machine
    },
    60_000,
  );
});
