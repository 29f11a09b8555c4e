/** What the specified calls answer beyond the documents: keys that follow from other documents. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFare } from '../../src/contract/fares.ts';
import { readPathways } from '../../src/contract/pathways.ts';
import { createPipeline, listPipelines, listPipelinesWithRuns, makePipeline, runPipeline } from '../../src/contract/pipelines.ts';
import { readSchedule } from '../../src/contract/schedules.ts';
import { readStopDetails } from '../../src/contract/stops.ts';
import { listTransfers } from '../../src/contract/transfers.ts';
import { routeNamed } from '../../src/contract/catalogue.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';

let product: TestProduct;
let versionId: number;
const at = (Lat: number) => ({ Lat, Lng: 5 });
const STATE: readonly Document[] = [
  stopDoc('a', { Coordinate: at(52) }),
  stopDoc('b', { Coordinate: at(52.1) }),
  stopDoc('c', { Coordinate: at(52.2) }),
  { kind: 'Agency', doc: { Id: 'A1', Name: 'Harbour Transit' } },
  {
    kind: 'Schedule',
    doc: { Id: 'L1', Name: '1', IsBaseSchedule: true, AgencyId: 'A1', Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  },
  {
    kind: 'Track',
    doc: {
      ScheduleId: 'L1',
      Id: 'a-b',
      Name: 'a-b',
      Direction: 'Forward',
      Visible: true,
      Stops: [{ StopId: 'a', Destination: 'Beach' }, { StopId: 'b' }, { StopId: 'c', Destination: 'Depot' }],
    },
  },
  {
    kind: 'Timetable',
    doc: {
      ScheduleId: 'L1',
      TrackId: 'a-b',
      Number: 1,
      Days: 31,
      ArrivalOffsets: [0, null, 600],
      DepartureOffsets: [0, 300, 600],
      Departures: [{ Type: 'Exact', Time: 28_800, TripId: 'T1' }],
    },
  },
  { kind: 'Transfer', doc: { Id: 'X', StopIdFrom: 'a', StopIdTo: 'b', Type: 2, Time: 180 } },
  { kind: 'Pathway', doc: { Id: 'P', FromStopId: 'a', ToStopId: 'b', Mode: 1, IsBidirectional: true } },
  {
    kind: 'Fare',
    doc: {
      Id: 'F1',
      Price: '2.50',
      Currency: 'EUR',
      Duration: 3600,
      ValidAfterFareGroups: ['day'],
      Rules: [
        { Transport: 'L1', FromZone: 'Z1', ToZone: 'Z2', ContainsZone: null },
        { Transport: 'L1', FromZone: null, ToZone: null, ContainsZone: 'Z3' },
      ],
    },
  },
];

beforeAll(async () => {
  product = await startTestProduct();
  versionId = await product.version(STATE);
  await product.app.jobs.start();
});
afterAll(() => product.close());

it('a schedule has the destinations of its tracks, the places of their stops, the durations and the trip of each timetable', async () => {
  const { body } = await product.call(readSchedule, { params: { versionId, scheduleId: 'L1' } });
  expect(body['Tracks']).toMatchObject([
    {
      Track: {
        destinations: [
          { StopIdFrom: 'a', StopIdTo: 'b', Destination: 'Beach' },
          { StopIdFrom: 'c', StopIdTo: 'c', Destination: 'Depot' },
        ],
        Stops: [{ StopId: 'a', Coordinate: at(52) }, { Coordinate: at(52.1) }, { Coordinate: at(52.2) }],
      },
      Timetables: [{ CumulativeDurations: [0, 300, 600], TripId: 'T1', ArrivalOffsets: [0, null, 600] }],
    },
  ]);
});

it('a stop has its agencies and its region, a pathway the places of its ends, a transfer its time', async () => {
  const stops = await product.call(readStopDetails, { params: { versionId }, query: { stopIds: 'a' } });
  expect(stops.body['Stops']).toMatchObject([{ Stop: { Id: 'a', AgencyIds: ['A1'], RegionKey: 'testland' } }]);
  const pathways = await product.call(readPathways, { params: { versionId }, query: { ids: 'P' } });
  expect(pathways.body['Pathways']).toMatchObject([{ Pathway: { FromCoords: at(52), ToCoords: at(52.1) } }]);
  const transfers = await product.call(listTransfers, { params: { versionId } });
  expect(transfers.body['Transfers']).toMatchObject([{ Transfers: [{ Id: 'X', Time: 180 }] }]);
});

it('a fare has its conditions in one place, beside the fields that it had', async () => {
  const { body } = await product.call(readFare, { params: { versionId, fareId: 'F1' } });
  expect(body['Fare']).toMatchObject({
    Duration: 3600,
    Transports: ['L1'],
    Conditions: { BetweenZones: [{ FromZone: 'Z1', ToZone: 'Z2' }], ContainsZones: ['Z3'], Duration: { Value: 3600, Inherited: false } },
    PriorRideConditions: { ValidAfterFareGroups: ['day'] },
  });
  expect(Object.keys(Reflect.get(body['Fare'] ?? {}, 'Conditions') as object)).toEqual(['BetweenZones', 'ContainsZones', 'Duration']);
});

it('a pathway that is made answers the stop that it leads to', async () => {
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
  const draft = begun.body['EditableDbVersionId'] ?? 0;
  const create = (body: object) =>
    product.call(routeNamed('pathway.create'), { params: { versionId: draft, fromStopId: 'a' }, body }, { ifMatch: '*' });
  expect((await create({ toStopId: 'N1', toCoordinate: at(52.05) })).body).toMatchObject({ Stop: { Id: 'N1', Type: 3, Coordinate: at(52.05) } });
  expect((await create({ toStopId: 'c' })).body).toMatchObject({ Stop: { Id: 'c' } });
});

it('pipelines are made at /create and listed with tasks and runs at /list', async () => {
  const task = {
    name: 'Drop',
    original_name: 'Drop',
    s3_url: 'builtin:drop-unused',
    command: {},
    task_type: 2 as const,
    input_version_id: versionId,
    notes: '',
  };
  const input = { name: 'Nightly', db_id: 'test', tags: ['night'], schedule: null, tasks: [task] };
  const made = await product.call(makePipeline, { body: input });
  expect([made.status, made.body['pipeline_id']]).toEqual([200, expect.any(Number)]);
  await product.call(createPipeline, { body: { ...input, name: 'Other' } });
  const { body } = await product.call(runPipeline, { body: { pipeline_id: made.body['pipeline_id'] ?? 0 } });
  const listed = await product.call(listPipelinesWithRuns, { query: {} });
  expect(listed.body['pipelines']).toMatchObject([
    { name: 'Nightly', tasks: [{ s3_url: 'builtin:drop-unused' }], runs: [{ id: body['run_id'] }] },
    { name: 'Other', tasks: [{ name: 'Drop' }], runs: [] },
  ]);
  const short = await product.call(listPipelines, { query: {} });
  expect((short.body['pipelines'] as unknown as object[]).map((one) => 'tasks' in one)).toEqual([false, false]);
});
