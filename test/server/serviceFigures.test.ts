import { afterAll, beforeAll, expect, it } from 'vitest';
import { readServiceChange } from '../../src/contract/comparer.ts';
import { readServiceFigures } from '../../src/contract/serviceFigures.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const STOPS = ['a', 'b', 'c'];

/** Two lines of three stops, 0.1 degrees of longitude apart on the equator (11.12 km). */
function network(): Document[] {
  const line = (Id: string, Days: number, ...times: number[]): Document[] => [
    {
      kind: 'Schedule',
      doc: {
        Id,
        Name: Id,
        IsBaseSchedule: true,
        AgencyId: 'A',
        Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
      },
    },
    {
      kind: 'Track',
      doc: { ScheduleId: Id, Id: 'a/c', Name: '', Direction: 'Forward', Visible: true, Stops: STOPS.map((StopId) => ({ StopId })) },
    },
    {
      kind: 'Timetable',
      doc: {
        ScheduleId: Id,
        TrackId: 'a/c',
        Number: 1,
        Days,
        ArrivalOffsets: [0, 900, 1800],
        DepartureOffsets: [0, 900, 1800],
        Departures: times.map((Time) => ({ Type: 'Exact', Time })),
      },
    },
  ];
  return [
    { kind: 'Agency', doc: { Id: 'A', Name: 'Trams', CostPerHour: 80, CostPerVehicle: 100, CostCurrency: 'EUR' } },
    { kind: 'Agency', doc: { Id: 'B', Name: 'Buses' } },
    ...STOPS.map((Id, at): Document => ({
      kind: 'Stop',
      doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 0, Lng: at / 10 }, WheelchairBoarding: 0 },
    })),
    ...line('line/1', 31, 28_800, 29_700),
    ...line('line 2', 96, 36_000),
  ];
}

async function figuresOf(versionId: number): Promise<unknown> {
  const { status, text, body } = await product.call(readServiceFigures, { params: { versionId } });
  expect(status, text).toBe(200);
  return readServiceFigures.reply.parse(body).Schedules.map(({ Days, ...schedule }) => ({
    ...schedule,
    Days: Days.map((day) => ({ ...day, Metres: Math.round(day.Metres) })),
  }));
}

const DAY = { First: 36_000, Last: 36_000, Trips: 1, Seconds: 1800, Metres: 22_239, Unmeasured: 0, Vehicles: 1, Cost: 140 };

it('answers figures of each schedule by day type, and again after an edit', async () => {
  const base = await product.version(network());
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  const versionId = Number(begun.body['EditableDbVersionId']);
  const weekday = {
    DayType: 'weekday',
    Date: '2026-01-01',
    First: 28_800,
    Last: 29_700,
    Trips: 2,
    Seconds: 3600,
    Metres: 44_478,
    Unmeasured: 0,
    Vehicles: 2,
    Cost: 280,
  };
  const line2 = {
    ScheduleId: 'line 2',
    Currency: 'EUR',
    Days: [
      { ...DAY, DayType: 'saturday', Date: '2026-01-03' },
      { ...DAY, DayType: 'sunday', Date: '2026-01-04' },
    ],
  };
  expect(await figuresOf(versionId)).toEqual([line2, { ScheduleId: 'line/1', Currency: 'EUR', Days: [weekday] }]);

  const edit = { columns: [{ of: { timetable: 1, time: 29_700 }, by: 3600 }] };
  expect((await editCall(product, 'timetable.editTimes', versionId, { scheduleId: 'line/1', trackId: 'a/c', act: 'shift', edit })).status).toBe(200);
  expect((await editCall(product, 'agency.editField', versionId, { agencyId: 'A', field: 'costPerHour', value: 90 })).status).toBe(200);
  expect(await figuresOf(versionId)).toEqual([
    { ...line2, Days: line2.Days.map((day) => ({ ...day, Cost: 145 })) },
    { ScheduleId: 'line/1', Currency: 'EUR', Days: [{ ...weekday, Last: 33_300, Vehicles: 1, Cost: 190 }] },
  ]);

  // a stop that is moved changes the distance of tracks without a shape
  expect((await editCall(product, 'stop.move', versionId, { stopId: 'c', coordinate: { Lat: 0, Lng: 0.3 } })).status).toBe(200);
  expect(await figuresOf(versionId)).toMatchObject([{ Days: [{ Metres: 33_359 }, { Metres: 33_359 }] }, { Days: [{ Metres: 66_717 }] }]);
});

it('answers how the service of two versions differs, by schedule and in all', async () => {
  const a = await product.version(network());
  const more = network().map((document): Document =>
    document.kind === 'Timetable' && document.doc.ScheduleId === 'line/1'
      ? { kind: 'Timetable', doc: { ...document.doc, Departures: [...document.doc.Departures, { Type: 'Exact', Time: 29_000 }] } }
      : document,
  );
  const b = await product.version(more.filter(({ kind, doc }) => kind !== 'Timetable' || doc.ScheduleId !== 'line 2'));
  const { status, text, body } = await product.call(readServiceChange, { query: { a, b } });
  expect(status, text).toBe(200);
  const { Schedules, Total, Currency } = readServiceChange.reply.parse(body);
  const rounded = Total.map((day) => ({ ...day, Metres: Math.round(day.Metres) }));
  const gone = { Trips: -1, Seconds: -1800, Metres: -22_239, Vehicles: -1, Cost: -140 };
  expect([Currency, rounded]).toEqual([
    'EUR',
    [
      { DayType: 'weekday', Trips: 1, Seconds: 1800, Metres: 22_239, Vehicles: 1, Cost: 140 },
      { DayType: 'saturday', ...gone },
      { DayType: 'sunday', ...gone },
    ],
  ]);
  expect(Schedules.map(({ From, To, Days }) => [From, To, Days.length])).toEqual([
    ['line 2', 'line 2', 2],
    ['line/1', 'line/1', 1],
  ]);
});
