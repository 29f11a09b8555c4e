/** The trips of a date, and what an assignment of blocks makes of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readServiceDay } from '../../src/contract/serviceDay.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';

let product: TestProduct;
let versionId: number;

const stop = (Id: string, Lng: number): Document => ({
  kind: 'Stop',
  doc: { Id, Name: `Stop ${Id}`, Type: 0, Coordinate: { Lat: 52, Lng }, WheelchairBoarding: 0 },
});
const timetable = (Number: number, Days: number, more: object): Document => ({
  kind: 'Timetable',
  doc: { ScheduleId: 'L1', TrackId: 'a-b', Number, Days, ArrivalOffsets: [0, 300, 600], DepartureOffsets: [60, 300, 600], Departures: [], ...more },
});

const DOCUMENTS: readonly Document[] = [
  stop('A', 5),
  stop('B', 5.1),
  stop('C', 5.2),
  {
    kind: 'Schedule',
    doc: {
      Id: 'L1',
      Name: '1',
      Color: 'FF0000',
      VehicleType: 700,
      IsBaseSchedule: true,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
    },
  },
  {
    kind: 'Track',
    doc: { ScheduleId: 'L1', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: ['A', 'B', 'C'].map((StopId) => ({ StopId })) },
  },
  timetable(1, 31, {
    BlockId: '7',
    Departures: [
      { Type: 'Exact', Time: 28_800 },
      { Type: 'Exact', Time: 28_800 },
      { Type: 'Exact', Time: 30_000, TripId: 'T', blockId: '' },
      { Type: 'Interval', FromTime: 36_000, ToTime: 39_600, Frequency: 1800 },
    ],
  }),
  // on Sundays alone
  timetable(2, 64, { Departures: [{ Type: 'Exact', Time: 32_400, blockId: 'Sunday' }] }),
];

beforeAll(async () => {
  product = await startTestProduct();
  const base = await product.version([...DOCUMENTS]);
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = Number(begun.body['EditableDbVersionId']);
});
afterAll(() => product.close());

it('reads the trips of a date with the stops where vehicles begin and end, and which blocks other dates have', async () => {
  // a Monday
  const { status, body } = await product.call(readServiceDay, { params: { versionId, date: '2026-09-14' } });
  expect(status).toBe(200);
  expect(body).toEqual({
    Date: '2026-09-14',
    Lines: [{ Id: 'L1', Name: '1', Color: 'FF0000', Mode: 3 }],
    Stops: [
      { Id: 'A', Name: 'Stop A', Coordinate: { Lat: 52, Lng: 5 } },
      { Id: 'C', Name: 'Stop C', Coordinate: { Lat: 52, Lng: 5.2 } },
    ],
    Timetables: [
      {
        Line: 0,
        TrackId: 'a-b',
        Number: 1,
        From: 0,
        To: 1,
        Starts: 60,
        Ends: 600,
        Departures: [
          [28_800, null, 0, '7', 1, 0],
          [28_800, null, 1, '7', 1, 0],
          [30_000, 'T', 0, null, 1, 0],
          [36_000, null, 0, '7', 2, 1800],
        ],
      },
    ],
    OtherBlocks: ['Sunday'],
    InSeat: [],
  });
  const outside = await product.call(readServiceDay, { params: { versionId, date: '2027-09-14' } });
  expect(outside.body['Timetables']).toEqual([]);
});

it('has the blocks of an assignment at once, and refuses one that was made on other blocks', async () => {
  const departures = [
    { time: 28_800, nth: 1, block: null, seen: '7' },
    { time: 30_000, trip: 'T', block: '9', seen: null },
  ];
  const assign = (of: readonly object[]) =>
    editCall(product, 'departure.assignBlocks', versionId, { timetables: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, departures: of }] });
  expect((await assign(departures)).status).toBe(200);
  const { body } = await product.call(readServiceDay, { params: { versionId, date: '2026-09-14' } });
  expect(body).toMatchObject({
    Timetables: [
      {
        Departures: [
          [28_800, null, 0, '7', 1, 0],
          [28_800, null, 1, null, 1, 0],
          [30_000, 'T', 0, '9', 1, 0],
          [36_000, null, 0, '7', 2, 1800],
        ],
      },
    ],
  });
  const late = await assign([{ time: 30_000, trip: 'T', block: '10', seen: null }]);
  expect(late.status).toBe(409);
  expect(late.text).toContain('The departure at 08:20 is in another block now');
  const gone = await assign([{ time: 30_060, block: '10' }]);
  expect(gone.text).toContain('The departure at 08:21 is not there any more');
  const bad = await product.call(readServiceDay, { params: { versionId, date: '2026-02-30' } });
  expect(bad.status).toBe(400);
});
