import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAgencies } from '../../src/contract/agencies.ts';
import { listSchedules, readSchedule } from '../../src/contract/schedules.ts';
import { listStopAgencies, listStops, readStopDetails } from '../../src/contract/stops.ts';
import { createStop, deleteStop, editStopField } from './stopCalls.ts';
import { beginEdit, listEdits } from '../../src/contract/versions.ts';
import { snapshotId } from '../../src/domain/snapshots.ts';
import type { OverlayStop } from '../../src/domain/stopDetails.ts';
import { findSchedulesOfTrips } from '../../server/store/schedules.ts';
import { startTestProduct, type CallOptions, type TestProduct } from './product.ts';
import { schedule, smallFeed, stopDoc, track } from './smallFeed.ts';

let product: TestProduct;
let small: number;
beforeAll(async () => {
  product = await startTestProduct();
  small = await product.version(smallFeed());
});
afterAll(() => product.close());

const overlay = (versionId: number, headers: CallOptions['headers'] = {}) => product.call(listStops, { params: { versionId } }, { headers });
const stopsOf = (text: string): OverlayStop[] => (JSON.parse(text) as { Stops: OverlayStop[] }).Stops;

describe('the overlay of all stops', () => {
  it('lists every stop in short [E263 R294]', async () => {
    const { body } = await overlay(small);
    expect(body).toMatchObject({
      Rev: 0,
      Stops: [{ Id: 'a', Name: 'Stop a', Type: 0, Coordinate: { Lat: 52, Lng: 5 } }, { Id: 'b' }, { Id: 'c' }, { Id: 'd' }, { Id: 'lonely' }],
    });
  });

  it('an unchanged version answers 304, a changed one answers again', async () => {
    const clone = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: small } })).body['EditableDbVersionId'] ?? 0;
    const etag = String((await overlay(clone)).headers['etag']);
    expect(await overlay(clone, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    await product.call(editStopField, { params: { versionId: clone, field: 'name' }, body: { stopId: 'a', value: 'Changed' } }, { ifMatch: 0 });
    const changed = await overlay(clone, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(stopsOf(changed.text)[0]).toMatchObject({ Id: 'a', Name: 'Changed', Rev: 1 });
  });

  it('an answer about a version says which of its revisions it holds at least; not where it is read as it was', async () => {
    const versionId = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: small } })).body['EditableDbVersionId'] ?? 0;
    const revision = async (id: number) => (await product.call(listAgencies, { params: { versionId: id } })).headers['version-rev'];
    expect(await revision(versionId)).toBe('0');
    await product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value: 'Changed' } }, { ifMatch: 0 });
    expect(await revision(versionId)).toBe('1');
    expect((await overlay(versionId)).headers['version-rev']).toBe('1');
    expect((await product.call(listEdits, { params: { versionId }, query: { since: 0 } })).headers).not.toHaveProperty('version-rev');
    expect(await revision(snapshotId({ versionId, rev: 0 }))).toBeUndefined();
  });

  it('2,500 stops with edits, new and removed ones read the same compressed and plain, in order', async () => {
    const ids = Array.from({ length: 2500 }, (_, i) => `stop ${String(i).padStart(4, '0')}`);
    const versionId = await product.version([...ids.map((id) => stopDoc(id)), stopDoc('stöp 𝒳'), stopDoc('stöp ﬀ')], 'editable');
    const first = await overlay(versionId);
    expect(stopsOf(first.text)).toHaveLength(2502);
    await product.call(
      editStopField,
      { params: { versionId, field: 'name' }, body: { stopId: 'stop 1000', value: 'First of a chunk, "quoted" \\' } },
      { ifMatch: 0 },
    );
    await product.call(createStop, { params: { versionId }, body: { stopId: 'aaa', coordinate: { Lat: 1, Lng: 1 }, stopName: 'Before all' } });
    await product.call(createStop, { params: { versionId }, body: { stopId: 'stop 0999b', coordinate: { Lat: 1, Lng: 1 }, stopName: 'Between' } });
    await product.call(createStop, { params: { versionId }, body: { stopId: 'ﬀﬀ', coordinate: { Lat: 1, Lng: 1 }, stopName: 'After all' } });
    await product.call(deleteStop, { params: { versionId }, body: { stopId: 'stop 2000' } }, { ifMatch: 0 });
    const plain = await overlay(versionId);
    const zipped = await overlay(versionId, { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);

    const stops = stopsOf(plain.text);
    const bytes = stops.map(({ Id }) => Buffer.from(Id));
    expect(bytes).toEqual(bytes.toSorted(Buffer.compare));
    const expected = new Set([...ids, 'stöp 𝒳', 'stöp ﬀ', 'aaa', 'stop 0999b', 'ﬀﬀ']);
    expected.delete('stop 2000');
    expect(new Set(stops.map(({ Id }) => Id))).toEqual(expected);
    expect(stops.find(({ Id }) => Id === 'stop 1000')).toMatchObject({ Name: 'First of a chunk, "quoted" \\', Rev: 1 });
  });

  it('every stop of a version can be removed', async () => {
    const versionId = await product.version([stopDoc('only')], 'editable');
    await product.call(deleteStop, { params: { versionId }, body: { stopId: 'only' } }, { ifMatch: 0 });
    expect((await overlay(versionId)).body).toEqual({ Rev: 1, Stops: [] });
    const empty = await product.version([{ kind: 'Agency', doc: { Id: 'x' } }]);
    expect((await overlay(empty)).body).toEqual({ Rev: 0, Stops: [] });
  });
});

describe('stops with what uses them', () => {
  it('shows transfers, pathways, schedules with their tracks, agencies and names [E265 R296]', async () => {
    const { body } = await product.call(readStopDetails, { params: { versionId: small }, query: { stopIds: 'c|b|nowhere' } });
    expect(body).toMatchObject({
      Stops: [
        {
          Stop: { Id: 'c' },
          Rev: 0,
          Transfers: [],
          Pathways: [],
          Schedules: [
            { Id: 'line/1', Name: 'Line 1', Tracks: [{ Id: 'out', Name: 'a-b-c' }] },
            { Id: 'line 2', Name: 'Line 2', Tracks: [{ Id: 'out', Name: 'c-d' }] },
          ],
          Agencies: [{ Id: 'tram', Name: 'City trams' }],
        },
        { Stop: { Id: 'b' }, Transfers: [{ Id: 't1' }], Pathways: [{ Id: 'p1' }], StopNames: { a: 'Stop a', b: 'Stop b', d: 'Stop d' } },
      ],
    });
  });
  it('at most 50 at a time', async () => {
    const stopIds = Array.from({ length: 51 }, (_, i) => `s${i}`).join('|');
    expect((await product.call(readStopDetails, { params: { versionId: small }, query: { stopIds } })).status).toBe(400);
  });
  it('documents of other versions and databases do not count', async () => {
    const other = await product.version([stopDoc('b'), stopDoc('a')], 'completed');
    const { body } = await product.call(readStopDetails, { params: { versionId: other }, query: { stopIds: 'b' } });
    expect(body).toMatchObject({ Stops: [{ Transfers: [], Pathways: [], Schedules: [], Agencies: [] }] });
  });
  it('tells which agencies serve a stop [E264 R295]', async () => {
    const map = async (versionId: number) => (await product.call(listStopAgencies, { params: { versionId } })).body;
    expect(await map(small)).toEqual({ StopAgenciesMap: { a: ['tram'], b: ['tram'], c: ['tram'], d: ['tram'] } });
    const two = await product.version([...smallFeed(), { kind: 'Agency', doc: { Id: 'bus' } }]);
    expect(await map(two)).toEqual({ StopAgenciesMap: {} });
  });
  it('ids are data, whatever they are', async () => {
    const ids = ['__proto__', 'constructor', 'a?b', '%3F', '50%', 'x|y', 'x', 'y', ' ', '|', "it's", 'toString'];
    const versionId = await product.version([
      ...ids.map((id) => stopDoc(id)),
      { kind: 'Agency', doc: { Id: '__proto__', Name: 'Proto' } },
      ...ids.flatMap((id) => [schedule(id, id), track(id, id, [id])]),
    ]);
    expect(stopsOf((await overlay(versionId)).text).map(({ Id }) => Id)).toEqual(ids.toSorted());
    const map = JSON.parse((await product.call(listStopAgencies, { params: { versionId } })).text) as { StopAgenciesMap: object };
    expect(new Map(Object.entries(map.StopAgenciesMap))).toEqual(new Map(ids.map((id) => [id, ['__proto__']])));
    for (const id of ids) {
      const { text } = await product.call(readStopDetails, { params: { versionId }, query: { stopIds: id } });
      const { Stops } = JSON.parse(text) as { Stops: { Stop: { Id: string }; Schedules: object[]; Agencies: object[] }[] };
      expect(Stops.find(({ Stop }) => Stop.Id === id)).toMatchObject({
        Schedules: [{ Id: id, Tracks: [{ Id: id }] }],
        Agencies: [{ Name: 'Proto' }],
      });
    }
  });
  it('a stop of many schedules and tracks is looked up in linear time [E264]', async () => {
    const n = 3000;
    const numbered = (i: number): string => `s${i}`;
    const versionId = await product.version([
      { kind: 'Agency', doc: { Id: 'tram', Name: 'City trams' } },
      ...Array.from({ length: n }, (_, i) => [stopDoc(numbered(i)), schedule(numbered(i), 'Line'), track(numbered(i), 'out', [numbered(i)])]).flat(),
    ]);
    const began = performance.now();
    const { body } = await product.call(listStopAgencies, { params: { versionId } });
    // 0.1 s; comparing each track with each schedule took 35 s
    expect(performance.now() - began).toBeLessThan(2000);
    expect(Object.keys(body['StopAgenciesMap'] ?? {})).toHaveLength(n);
  });
  it('lists agencies', async () => {
    expect((await product.call(listAgencies, { params: { versionId: small } })).body).toMatchObject({
      Agencies: [{ Id: 'tram', Name: 'City trams' }],
    });
    expect((await product.call(listAgencies, { params: { versionId: small }, query: { limit: 5000 } })).status).toBe(400);
  });
});

describe('schedules', () => {
  const search = async (query: {
    tripIds?: string | string[];
    departures?: string | string[];
    condition?: 'Or' | 'And';
    match?: 'Exact' | 'Contains';
  }) => {
    const { body } = await product.call(listSchedules, { params: { versionId: small }, query });
    return (body['Schedules'] as unknown as { Id: string }[]).map(({ Id }) => Id);
  };
  it('are listed as people count, with their number of tracks [E226 E227]', async () => {
    const { body } = await product.call(listSchedules, { params: { versionId: small } });
    expect(body).toMatchObject({
      Schedules: [
        { Id: 'line/1', TrackCount: 1, FromDate: '2026-01-01' },
        { Id: 'line 2', TrackCount: 1 },
        { Id: 'line 10', TrackCount: 0 },
      ],
      TooManyResultsForSearch: false,
    });
  });
  it('are found by trip ids that hold or are one or all of the texts [E226]', async () => {
    expect(await search({ tripIds: 'trip' })).toEqual(['line/1', 'line 2']);
    expect(await search({ tripIds: 'trip-1' })).toEqual(['line/1']);
    expect(await search({ tripIds: 'trip-1', match: 'Exact' })).toEqual([]);
    expect(await search({ tripIds: 'trip-101', match: 'Exact' })).toEqual(['line/1']);
    expect(await search({ tripIds: ['trip-100', 'trip-200'] })).toEqual(['line/1', 'line 2']);
    expect(await search({ tripIds: ['trip-100', 'trip-200'], condition: 'And' })).toEqual([]);
    expect(await search({ tripIds: ['-100', '-101'], condition: 'And' })).toEqual(['line/1']);
  });
  it('are found by the time a trip leaves its first stop, and by both', async () => {
    expect(await search({ departures: '06:00' })).toEqual(['line/1', 'line 2']);
    expect(await search({ departures: ['07:00', '07:00:00'] })).toEqual(['line/1']);
    expect(await search({ departures: '06:01' })).toEqual([]);
    expect(await search({ departures: '07:00', tripIds: 'trip-200' })).toEqual(['line/1', 'line 2']);
    expect(await search({ departures: '06:00', tripIds: 'trip-200', condition: 'And' })).toEqual(['line 2']);
    expect((await product.call(listSchedules, { params: { versionId: small }, query: { departures: '24:00' } })).status).toBe(400);
  });
  it('at most twenty texts and twenty times are looked for', async () => {
    for (const query of [{ tripIds: Array.from({ length: 21 }, (_, i) => `t${i}`) }, { departures: Array.from({ length: 21 }, () => '06:00') }])
      expect((await product.call(listSchedules, { params: { versionId: small }, query })).status).toBe(400);
  });
  it('a search that takes too long is given up', async () => {
    const { db } = product.store.sql;
    const wanted = { texts: ['trip-100'], departures: [], condition: 'Or', match: 'Contains' } as const;
    expect(await findSchedulesOfTrips(db, small, wanted, -1)).toBe('tooLong');
    expect(await findSchedulesOfTrips(db, small, wanted)).toEqual(new Set(['line/1']));
  });
  it('more than a hundred found are too many [E227]', async () => {
    const calendar = { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] };
    const many = await product.version(
      Array.from({ length: 101 }, (_, i) => [
        { kind: 'Schedule' as const, doc: { Id: `s${i}`, Name: `${i}`, IsBaseSchedule: true, Calendar: calendar } },
        {
          kind: 'Timetable' as const,
          doc: {
            ScheduleId: `s${i}`,
            TrackId: 'x',
            Number: 1,
            Days: 1,
            ArrivalOffsets: [],
            DepartureOffsets: [],
            Departures: [{ Type: 'Exact' as const, Time: 0, TripId: `trip ${i}` }],
          },
        },
      ]).flat(),
    );
    const { body } = await product.call(listSchedules, { params: { versionId: many }, query: { tripIds: 'trip' } });
    expect(body).toMatchObject({ TooManyResultsForSearch: true });
    expect((body['Schedules'] as unknown as unknown[]).length).toBe(100);
  });
  it('one is read with its tracks and timetables, also with a slash in its id', async () => {
    const { body } = await product.call(readSchedule, { params: { versionId: small, scheduleId: 'line/1' } });
    expect(body).toMatchObject({
      Schedule: { Id: 'line/1' },
      Rev: 0,
      Tracks: [
        {
          Track: { Id: 'out', Stops: [{ StopId: 'a' }, { StopId: 'b' }, { StopId: 'c' }] },
          Timetables: [{ Number: 1, Departures: [{ TripId: 'trip-100' }, { TripId: 'trip-101' }] }],
        },
      ],
    });
    expect((await product.call(readSchedule, { params: { versionId: small, scheduleId: 'line 10' } })).body).toMatchObject({ Tracks: [] });
    expect((await product.call(readSchedule, { params: { versionId: small, scheduleId: 'line' } })).status).toBe(404);
  });
});
