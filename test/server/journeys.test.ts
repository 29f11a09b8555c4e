/** Journeys of a version: what is found, what an edit breaks, and that the index follows edits as one that is read anew. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revertChangeset } from '../../src/contract/edits.ts';
import { findBrokenConnections, findJourneys, findReach } from '../../src/contract/journeys.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { Journeys } from '../../server/services/journeys.ts';
import type { Document, TestProduct } from './product.ts';
import { startTestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { schedule, stopDoc, track } from './smallFeed.ts';

let product: TestProduct;
let versionId: number;

const at = (hours: number, minutes: number) => hours * 3600 + minutes * 60;

/** Departures by trip id; 5 minutes from each of three stops to the next. */
function timetable(scheduleId: string, departures: Readonly<Record<string, number>>): Document {
  return {
    kind: 'Timetable',
    doc: {
      ScheduleId: scheduleId,
      TrackId: 'out',
      Number: 1,
      Days: 127,
      ArrivalOffsets: [0, 300, 600],
      DepartureOffsets: [0, 300, 600],
      Departures: Object.entries(departures).map(([TripId, Time]) => ({ Type: 'Exact', Time, TripId })),
    },
  };
}

// line 1 runs a-m-b, line 2 x-m-y; the stops are 1.1 km and more apart
const STOPS = ['a', 'm', 'b', 'x', 'y'].map((id, nth) => stopDoc(id, { Name: id.toUpperCase(), Coordinate: { Lat: 52 + nth / 100, Lng: 5 } }));
const FEED: Document[] = [
  { kind: 'Agency', doc: { Id: 'bus', Name: 'City buses' } },
  ...STOPS,
  schedule('L1', '1'),
  schedule('L2', '2'),
  track('L1', 'out', ['a', 'm', 'b']),
  track('L2', 'out', ['x', 'm', 'y']),
  timetable('L1', { t1: at(8, 5), t2: at(8, 35) }),
  timetable('L2', { early: at(8, 7), late: at(8, 37) }),
];

beforeAll(async () => {
  product = await startTestProduct();
  const base = await product.version(FEED);
  versionId = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
});
afterAll(() => product.close());

const DATE = '2026-05-04';
const journeys = async (from: string, to: string, time = at(8, 0)) =>
  (await product.call(findJourneys, { params: { versionId }, query: { from, to, date: DATE, time, span: 3600 } })).body;
const times = (body: unknown) =>
  findJourneys.reply.parse(body).Journeys.map(({ Leaves, Arrives, Rides }) => [Leaves, Arrives, Rides.map(({ TripId }) => TripId).join(' ')]);
const shift = (timetableStart: number, by: number) =>
  editCall(product, 'timetable.editTimes', versionId, {
    scheduleId: 'L1',
    trackId: 'out',
    act: 'shift',
    edit: { columns: [{ of: { timetable: 1, time: timetableStart, trip: 't1' }, by }] },
  });

it('finds the journeys of a span with their rides and changes', async () => {
  // t1 is at m at 8:10 and early leaves it at 8:12
  expect(times(await journeys('a', 'y'))).toEqual([
    [29_100, 29_820, 't1 early'],
    [30_900, 31_620, 't2 late'],
  ]);
  const reach = await product.call(findReach, { params: { versionId }, query: { from: 'a', date: DATE, time: at(8, 5), minutes: 10 } });
  expect(findReach.reply.parse(reach.body).Stops.map(({ StopId, Seconds }) => [StopId, Seconds])).toEqual([
    ['a', 0],
    ['m', 300],
    ['b', 600],
  ]);
});

it('says which journey comes next where none leaves in the span, and refuses what is no place', async () => {
  const next = findJourneys.reply.parse(await journeys('a', 'y', at(6, 0)));
  expect([next.Journeys, next.Later?.Leaves]).toEqual([[], 29_100]);
  // 53, 5.5 is far from every stop
  expect(await journeys('a', '53,5.5')).toEqual({ Journeys: [], Far: 'to' });
  expect(await journeys('53,5.5', 'a')).toEqual({ Journeys: [], Far: 'from' });
  const { status, text } = await product.call(findJourneys, {
    params: { versionId },
    query: { from: 'nowhere', to: 'y', date: DATE, time: 0, span: 60 },
  });
  expect([status, text]).toEqual([400, expect.stringContaining('There is no stop nowhere. Write the id of a stop, or latitude,longitude.')]);
});

it('names the connection that an edit breaks, and no more once the edit is taken back', async () => {
  const broken = async () => {
    const { status, text, body } = await product.call(findBrokenConnections, { params: { versionId }, query: { date: DATE, minutes: 10, since: 0 } });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return findBrokenConnections.reply.parse(body);
  };
  expect(await broken()).toEqual({ Broken: [], All: 0, Tracks: 0 });
  const { body } = await shift(at(8, 5), 180);
  const found = await broken();
  expect(
    found.Broken.map(({ TripId, Arrived, Arrives, At, Departed, OntoTowards, Now }) => [
      TripId,
      Arrived,
      Arrives,
      At.Name,
      Departed,
      OntoTowards,
      Now,
    ]),
  ).toEqual([['t1', 29_400, 29_580, 'M', 29_520, 'Y', 31_320]]);
  expect(times(await journeys('a', 'y'))).toEqual([[30_900, 31_620, 't2 late']]);
  const undone = await product.call(revertChangeset, { params: { versionId, rev: Number(body['Rev']) }, body: {} });
  expect(undone.status).toBe(200);
  expect((await broken()).All).toBe(0);
});

it('answers after any edit as an index that is read anew', async () => {
  const edits = [
    () => shift(at(8, 5), 60),
    () =>
      editCall(product, 'timetable.editDepartures', versionId, {
        scheduleId: 'L2',
        trackId: 'out',
        number: 1,
        departuresEncoded: '08:09 08:30-09:30/10',
      }),
    () => editCall(product, 'stop.move', versionId, { stopId: 'x', coordinate: { Lat: 52.0105, Lng: 5.001 } }),
    () => editCall(product, 'calendar.editExceptions', versionId, { scheduleIds: ['L2'], dates: [{ Date: DATE, RunAs: 0 }] }),
    () => editCall(product, 'calendar.editExceptions', versionId, { scheduleIds: ['L2'], dates: [{ Date: DATE, RunAs: 127 }] }),
    () => editCall(product, 'timetable.delete', versionId, { scheduleId: 'L1', trackId: 'out', number: 1 }),
  ];
  const followed = new Journeys(product.store.sql);
  const ask = (index: Journeys, from: string, to: string) => index.find(versionId, { from, to, date: DATE, time: at(7, 0), span: 10_800 });
  const found: number[] = [];
  await ask(followed, 'a', 'y');
  for (const edit of edits) {
    const { status, text } = await edit();
    expect([status, text]).toEqual([200, expect.any(String)]);
    const anew = new Journeys(product.store.sql);
    for (const [from, to] of [
      ['a', 'y'],
      ['a', 'b'],
      ['x', 'y'],
      ['52.0101,5.0', 'y'],
    ] as const) {
      const answer = await ask(followed, from, to);
      expect(answer).toEqual(await ask(anew, from, to));
      found.push(answer.Journeys.length);
    }
  }
  // the edits leave something to compare
  expect(found.filter((count) => count > 0).length).toBeGreaterThan(8);
});
