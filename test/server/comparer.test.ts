import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/comparer.ts';
import { DiffList, type CategoryCounts } from '../../src/domain/comparer/lists.ts';
import { editStopField } from './stopCalls.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { DIFF_CATEGORIES } from '../../src/domain/comparer/categories.ts';
import { entityId } from '../../src/domain/entities.ts';
import { chanceOf } from '../laws/chance.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const stop = (Id: string, Name = Id): Document => ({
  kind: 'Stop',
  doc: { Id, Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 },
});
const schedule = (Id: string, more: object = {}): Document => ({
  kind: 'Schedule',
  doc: { Id, Name: `Line ${Id}`, IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] }, ...more },
});
const track = (ScheduleId: string, Id: string, more: object = {}): Document => ({
  kind: 'Track',
  doc: { ScheduleId, Id, Name: `${Id} way`, Direction: 'Forward', Visible: true, Stops: [{ StopId: 'a' }, { StopId: 'b' }], ...more },
});
const timetable = (ScheduleId: string, TrackId: string, Number: number, Time: number, Days = 127): Document => ({
  kind: 'Timetable',
  doc: {
    ScheduleId,
    TrackId,
    Number,
    Days,
    ArrivalOffsets: [0, 60],
    DepartureOffsets: [0, 60],
    Departures: [{ Type: 'Exact', Time }],
  },
});
const fare = (Id: string, more: object = {}): Document => ({ kind: 'Fare', doc: { Id, Price: '2', Currency: 'EUR', Rules: [], ...more } });

const rule = (Transport: string, FromZone: string): object => ({ Transport, FromZone, ToZone: null, ContainsZone: null });

const BEFORE: readonly Document[] = [
  ...['a', 'b', 'c'].map((id) => stop(id)),
  schedule('1/x'),
  track('1/x', 'a-b'),
  timetable('1/x', 'a-b', 1, 28_800),
  timetable('1/x', 'a-b', 2, 30_000),
  schedule('2', {
    Calendar: {
      fromDate: '2026-01-01',
      toDate: '2026-12-31',
      Exceptions: [
        { Date: '2026-05-01', RunAs: 0 },
        { Date: '2026-05-02', RunAs: 0 },
      ],
    },
  }),
  schedule('3'),
  track('3', 'a-b'),
  fare('f', { Days: 31, ValidAfterStops: ['a'], Rules: [rule('10', 'A'), rule('11', 'A')] }),
  fare('g'),
  { kind: 'VehicleCategory', doc: { Id: 'v', Name: 'Tram' } },
];
const AFTER: readonly Document[] = [
  stop('a', 'Harbour'),
  stop('b'),
  stop('d'),
  schedule('1/x'),
  track('1/x', 'a-b'),
  timetable('1/x', 'a-b', 1, 29_000),
  timetable('1/x', 'a-b', 3, 31_000, 96),
  schedule('2', {
    Calendar: {
      fromDate: '2026-02-01',
      toDate: '2026-12-31',
      Exceptions: [
        { Date: '2026-05-01', RunAs: 127 },
        { Date: '2026-06-01', RunAs: 0 },
      ],
    },
  }),
  track('2', 'b-a'),
  schedule('4'),
  fare('f', { Duration: 5400, ValidAfterStops: ['a', 'b'], Rules: [rule('10', 'B'), rule('12', 'A')] }),
  fare('g'),
  { kind: 'VehicleCategory', doc: { Id: 'v', Name: 'Bus' } },
];

async function diff(a: number, b: number): Promise<{ Categories: CategoryCounts[]; First: DiffList | null }> {
  const answer = await product.call(contract.readDiff, { query: { a, b } });
  expect(answer.status).toBe(200);
  return contract.readDiff.reply.parse(answer.body);
}

async function list(query: object): Promise<DiffList> {
  const answer = await product.call(contract.listDiff, { query: query as { a: number; b: number; category: string } });
  expect(answer.status, answer.text).toBe(200);
  return DiffList.parse(answer.body);
}

describe('the comparison of two versions', () => {
  let a: number;
  let b: number;
  beforeAll(async () => {
    a = await product.version(BEFORE);
    b = await product.version(AFTER);
  });

  it('counts every category and subcategory and answers the first page that has entries [H155 H275]', async () => {
    const { Categories, First } = await diff(a, b);
    expect(
      Object.fromEntries(
        Categories.filter((one) => one.Changed + one.Added + one.Removed > 0).map((one) => [one.Category, [one.Changed, one.Added, one.Removed]]),
      ),
    ).toEqual({
      schedules: [2, 1, 1],
      'schedules/calendar': [1, 1, 1],
      'schedules/tracks': [0, 1, 1],
      'schedules/timetables': [1, 1, 1],
      fares: [1, 0, 0],
      'fares/conditions': [0, 1, 1],
      'fares/transports': [1, 1, 1],
      'fares/prior-ride-conditions': [1, 0, 0],
      stops: [1, 1, 1],
      'vehicle-extensions/categories': [1, 0, 0],
    });
    expect(First).toMatchObject({ Category: 'schedules', Page: 'changed', Total: 2 });
  });

  it('schedules carry their calendar, tracks and timetables [H156 H157 H158]', async () => {
    const { Entries } = await list({ a, b, category: 'schedules' });
    expect(Entries).toEqual([
      {
        Kind: 'Schedule',
        Id: '1/x',
        Name: 'Line 1/x',
        Properties: { Added: [], Changed: ['Timetables'], Removed: [] },
        Calendar: { Exceptions: { Added: [], Changed: [], Removed: [] } },
        Tracks: { Added: [], Changed: [{ Id: 'a-b', Name: 'a-b way', Timetables: { Added: [3], Changed: [1], Removed: [2] } }], Removed: [] },
      },
      {
        Kind: 'Schedule',
        Id: '2',
        Name: 'Line 2',
        Properties: { Added: [], Changed: ['Calendar', 'Tracks'], Removed: [] },
        Calendar: {
          ValidFrom: ['2026-01-01', '2026-02-01'],
          Exceptions: {
            Added: [{ Date: '2026-06-01', RunAs: 0 }],
            Changed: [{ Date: '2026-05-01', RunAs: 127 }],
            Removed: [{ Date: '2026-05-02', RunAs: 0 }],
          },
        },
        Tracks: { Added: [{ Id: 'b-a', Name: 'b-a way' }], Changed: [], Removed: [] },
      },
    ]);
  });

  it('fares carry changed conditions, prior-ride conditions and transports [H159]', async () => {
    const { Entries } = await list({ a, b, category: 'fares/conditions', page: 'removed' });
    expect(Entries).toMatchObject([
      {
        Id: 'f',
        ConditionChanges: { Added: ['Duration'], Changed: [], Removed: ['Days'] },
        PriorRideConditionChanges: { Added: [], Changed: ['ValidAfterStops'], Removed: [] },
        Transports: { Added: ['12'], Changed: ['10'], Removed: ['11'] },
      },
    ]);
  });

  it('the property filter narrows the Changed list to the entities in which that property changed [H064]', async () => {
    const properties = await product.call(contract.listDiffProperties, { query: { a, b, category: 'schedules' } });
    const counts = contract.listDiffProperties.reply.parse(properties.body).Properties;
    expect(counts.filter(({ Count }) => Count > 0)).toEqual([
      { Property: 'Calendar', Count: 1 },
      { Property: 'Tracks', Count: 1 },
      { Property: 'Timetables', Count: 1 },
    ]);
    expect((await list({ a, b, category: 'schedules', property: 'Calendar' })).Entries.map(({ Id }) => Id)).toEqual(['2']);
    expect((await list({ a, b, category: 'stops', property: 'ZoneId' })).Total).toBe(0);
    expect((await product.call(contract.listDiff, { query: { a, b, category: 'fares/transports', property: 'Days' } })).status).toBe(400);
  });

  it('both states of one document are read with the names of their stops', async () => {
    const { body } = await product.call(contract.readDifference, { query: { a, b, kind: 'Track', id: '2/b-a' } });
    expect(body).toMatchObject({
      Before: null,
      After: { Name: 'b-a way' },
      Stops: { a: { Name: 'Harbour', Before: { Lat: 52, Lng: 5 } }, b: { Name: 'b' } },
    });
  });

  it('is exported as CSV, with what a spreadsheet would run defused, and as a page to be printed', async () => {
    const csv = (await product.call(contract.exportDiff, { query: { a, b } })).text.split('\r\n');
    expect(csv[0]).toBe('Category,Change,Id,Name,Property,Before,After');
    expect(csv).toContain('Stops,Changed,a,Harbour,Name,a,Harbour');
    expect(csv).toContain('Stops,Added,d,d,,,');
    const risky = await product.version([stop('a', '=1+1')]);
    expect((await product.call(contract.exportDiff, { query: { a, b: risky, category: 'stops' } })).text).toContain(`Name,a,'=1+1`);
    const page = await product.call(contract.exportDiff, { query: { a, b, format: 'html' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<h2>Stops: Changed</h2>');
  });

  it('of two feeds of one agency pairs what only changed its id, and says by what', async () => {
    const feed = (season: string, more: { name: string; trip: string; stopId: string; second: Document[] }): Document[] => [
      { kind: 'Stop', doc: { Id: more.stopId, Name: 'Quay', Type: 0, Coordinate: { Lat: 52.1, Lng: 5 }, WheelchairBoarding: 0 } },
      stop('a'),
      schedule(`01_${season}`, { Name: '', LongName: more.name, ExternalTransportId: '01' }),
      track(`01_${season}`, 'a-b', { Stops: [{ StopId: 'a' }, { StopId: more.stopId }] }),
      ...more.second,
      {
        kind: 'Timetable',
        doc: {
          ScheduleId: `01_${season}`,
          TrackId: 'a-b',
          Number: 1,
          Days: 31,
          ArrivalOffsets: [0, 60],
          DepartureOffsets: [0, 60],
          Departures: [{ Type: 'Exact', Time: 28_800, TripId: more.trip }],
        },
      },
    ];
    const [one, two] = [
      await product.version(feed('20160208', { name: 'Bay - Airport', trip: 't1', stopId: 'q', second: [] })),
      await product.version(feed('20180526', { name: 'Antioch - Airport', trip: 't1', stopId: 'Q9', second: [track('01_20180526', 'b-a')] })),
    ];
    expect((await diff(one, two)).Categories.filter((category) => category.Changed + category.Added + category.Removed > 0)).toEqual([
      { Category: 'schedules', Changed: 1, Added: 0, Removed: 0 },
      { Category: 'schedules/tracks', Changed: 0, Added: 1, Removed: 0 },
      { Category: 'stops', Changed: 1, Added: 0, Removed: 0 },
    ]);
    expect((await list({ a: one, b: two, category: 'schedules' })).Entries).toEqual([
      {
        Kind: 'Schedule',
        Id: '01_20180526',
        Name: 'Antioch - Airport',
        Pair: { Id: '01_20160208', Rule: 'family', Certainty: expect.closeTo(0.833, 3) },
        Properties: { Added: [], Changed: ['LongName', 'Tracks'], Removed: [] },
        Calendar: { Exceptions: { Added: [], Changed: [], Removed: [] } },
        Tracks: { Added: [{ Id: 'b-a', Name: 'b-a way' }], Changed: [], Removed: [] },
      },
    ]);
    expect((await list({ a: one, b: two, category: 'schedules', property: 'LongName' })).Total).toBe(1);
    expect((await list({ a: one, b: two, category: 'stops' })).Entries).toMatchObject([
      { Id: 'Q9', Name: 'Quay', Pair: { Id: 'q', Rule: 'place', Certainty: 1 }, Properties: { Changed: [] } },
    ]);
    const { body } = await product.call(contract.readDifference, { query: { a: one, b: two, kind: 'Schedule', id: '01_20180526' } });
    expect(body).toMatchObject({ WasId: '01_20160208', Before: { LongName: 'Bay - Airport' }, After: { LongName: 'Antioch - Airport' } });
    expect(body['Lines']).toEqual({ Before: ['_gk|H_qo]_pR?'], After: ['_gk|H_qo]_pR?'] });
  });

  it('of a draft with what it was made of compares what was edited, and nothing where nothing was', async () => {
    const draft = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: a } })).body['EditableDbVersionId'] as unknown as number;
    expect((await diff(a, draft)).First).toBeNull();
    await product.call(editStopField, { params: { versionId: draft, field: 'name' }, body: { stopId: 'b', value: 'Quay' } }, { ifMatch: 0 });
    const { Categories, First } = await diff(a, draft);
    expect(Categories.filter((one) => one.Changed + one.Added + one.Removed > 0)).toEqual([{ Category: 'stops', Changed: 1, Added: 0, Removed: 0 }]);
    expect(First?.Entries).toMatchObject([{ Id: 'b', Name: 'Quay', Properties: { Changed: ['Name'] } }]);
  });

  it('is refused for versions of two databases, one that is not there, and those without access', async () => {
    const other = await product.version([stop('a')], 'completed', 'shut');
    expect(await product.call(contract.readDiff, { query: { a, b: other } })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'These versions are of two databases: test and shut.' }] },
    });
    expect((await product.call(contract.readDiff, { query: { a, b: 99_999 } })).status).toBe(404);
    expect((await product.call(contract.listDiff, { query: { a, b, category: 'nonsense' } })).status).toBe(400);
    expect((await product.call(contract.readDiff, { query: { a, b } }, { as: 'norole' })).status).toBe(403);
  });

  it('lists are paged by 100, also when narrowed to a property [H359 H360 H068]', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `s${String(i).padStart(3, '0')}`);
    const one = await product.version(many.map((id) => stop(id)));
    const two = await product.version(many.map((id, i) => stop(id, i % 2 === 0 ? `${id} new` : id)));
    const three = await product.version(many.map((id) => stop(id, `${id} new`)));
    expect((await diff(one, two)).Categories.find((category) => category.Category === 'stops')?.Changed).toBe(125);
    const pages = await Promise.all([0, 1, 2, 3].map((number) => list({ a: one, b: three, category: 'stops', number })));
    expect(pages.map((page) => page.Entries.length)).toEqual([100, 100, 50, 0]);
    expect(pages.flatMap((page) => page.Entries.map(({ Id }) => Id))).toEqual(many);
    const narrowed = await Promise.all([0, 1].map((number) => list({ a: one, b: two, category: 'stops', property: 'Name', number })));
    expect(narrowed.map((page) => page.Entries.length)).toEqual([100, 25]);
  });
});

describe('law', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('what differs between A and B, applied to A, gives B, with seed %i', async (seed) => {
    const chance = chanceOf(seed);
    const documents = (): Document[] => [
      ...['a', 'b', 'c', 'd/e', 'é'].filter(() => chance.below(3) > 0).map((id) => stop(id, chance.pick(['x', 'y']) ?? '')),
      ...[1, 2].filter(() => chance.below(3) > 0).map((number) => timetable('s/1', 'a-b', number, chance.pick([100, 200]) ?? 0)),
    ];
    const stateOf = (some: readonly Document[]): Map<string, unknown> =>
      new Map(some.map(({ kind, doc }) => [`${kind} ${entityId(kind, doc)}`, doc]));
    const [was, is] = [documents(), documents()];
    const [a, b] = [await product.version(was), await product.version(is)];
    const state = stateOf(was);
    for (const category of DIFF_CATEGORIES.filter((one) => one.of === 'documents' && ['Stop', 'Timetable'].includes(one.kind))) {
      for (const page of ['changed', 'added', 'removed'] as const) {
        for (const { Kind, Id } of (await list({ a, b, category: category.section, page })).Entries) {
          const { body } = await product.call(contract.readDifference, { query: { a, b, kind: Kind, id: Id, page } });
          const was = `${Kind} ${(body['WasId'] as string | undefined) ?? Id}`;
          expect(state.get(was) ?? null).toEqual(body['Before']);
          state.delete(was);
          if (page !== 'removed') state.set(`${Kind} ${Id}`, body['After']);
        }
      }
    }
    expect(state).toEqual(stateOf(is));
  });
});
