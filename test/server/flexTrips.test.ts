/** Dial-a-ride service made by edits as the GTFS reference shows it, exported, imported again; and what the edits refuse. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { pathParts, routeOfEdit } from '../../src/contract/edits.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import * as flexTrips from '../../src/domain/edits/flexTrips.ts';
import * as records from '../../src/domain/edits/records.ts';
import * as schedules from '../../src/domain/edits/schedules.ts';
import * as stops from '../../src/domain/edits/stops.ts';
import * as zones from '../../src/domain/edits/zones.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
let folder: string;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-flex-'));
  const base = await product.version([...smallFeed(), stopDoc('hall', { Name: 'Town hall' })]);
  versionId = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an edit by its call. */
async function edit(declared: unknown, payload: Readonly<Record<string, unknown>>): Promise<readonly [status: number, text: string]> {
  const one = declared as AnyEdit;
  const inPath = pathParts(one);
  const part = (wanted: boolean) => Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key) === wanted));
  const call = { params: { versionId, ...part(true) }, ...(one.method === 'DELETE' ? { query: part(false) } : { body: part(false) }) };
  const { status, text } = await product.call(routeOfEdit(one), call, { ifMatch: '*' });
  return [status, text];
}

const create = (kind: string, recordId: string | undefined, values: object) =>
  edit(records.createRecord, { kind, values, ...(recordId === undefined ? {} : { recordId }) });

/** Lines of the files of the version as GTFS. */
async function exported(id: number, name: string): Promise<(file: string) => readonly string[]> {
  const path = join(folder, name);
  await exportGtfs(product.store, id, createWriteStream(path));
  const files = await plainFiles(path);
  return (file) => files.get(file)?.bytes.toString().trimEnd().split('\n') ?? [];
}

const WINDOW = { WindowStart: '08:00:00', WindowEnd: '17:00:00' };

it('a trip within a zone, and one between a zone and a group of stops, come out as the reference writes them', async () => {
  expect(await create('BookingRule', 'phone', { BookingType: 1, PriorNoticeDurationMin: 60 })).toEqual([200, expect.any(String)]);
  await create('Zone', 'valley', { Name: 'Valley' });
  await edit(zones.editZoneGeometry, {
    zoneId: 'valley',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [9, 48],
          [9.1, 48],
          [9.1, 48.1],
          [9, 48],
        ],
      ],
    },
  });
  await create('LocationGroup', 'village', { Name: 'Village' });
  await create('LocationGroupStop', undefined, { LocationGroupId: 'village', StopId: 'hall' });
  for (const [id, Headsign, second] of [
    ['flex1', 'Valley', { ZoneId: 'valley' }],
    ['flex2', 'Village', { LocationGroupId: 'village' }],
  ] as const) {
    expect(await create('FlexTrip', id, { ScheduleId: 'line/1', Days: 31, Headsign })).toEqual([200, expect.any(String)]);
    const first = { ZoneId: 'valley', ...WINDOW, PickupType: 2, DropOffType: 1, PickupBookingRuleId: 'phone' };
    expect(await edit(flexTrips.addFlexCall, { tripId: id, values: first })).toEqual([200, expect.any(String)]);
    expect(
      await edit(flexTrips.addFlexCall, {
        tripId: id,
        values: { ...second, ...WINDOW, PickupType: 1, DropOffType: 2, DropOffBookingRuleId: 'phone' },
      }),
    ).toEqual([200, expect.any(String)]);
  }
  const lines = await exported(versionId, 'made.zip');
  const [header = '', ...times] = lines('stop_times.txt');
  const columns = header.split(',');
  const rows = times.filter((line) => line.startsWith('flex')).map((line) => line.split(','));
  const of = (row: readonly string[] | undefined) => Object.fromEntries(columns.flatMap((column, at) => (row?.[at] ? [[column, row[at]]] : [])));
  const window = { start_pickup_drop_off_window: '08:00:00', end_pickup_drop_off_window: '17:00:00' };
  const on = { ...window, pickup_type: '2', drop_off_type: '1', pickup_booking_rule_id: 'phone' };
  const off = { ...window, pickup_type: '1', drop_off_type: '2', drop_off_booking_rule_id: 'phone' };
  expect(rows.map(of)).toEqual([
    { trip_id: 'flex1', stop_sequence: '1', location_id: 'valley', ...on },
    { trip_id: 'flex1', stop_sequence: '2', location_id: 'valley', ...off },
    { trip_id: 'flex2', stop_sequence: '1', location_id: 'valley', ...on },
    { trip_id: 'flex2', stop_sequence: '2', location_group_id: 'village', ...off },
  ]);
  expect(lines('trips.txt').filter((line) => line.includes('flex'))).toHaveLength(2);

  const again = await importFeed({ file: join(folder, 'made.zip'), databaseId: 'test', name: 'again', author: 'test', store: product.store });
  const trips: unknown[] = [];
  for await (const { Id, Days, Headsign, Calls } of product.store.readEntities(again.versionId, 'FlexTrip'))
    trips.push({ Id, Days, Headsign, Calls });
  expect(trips).toEqual([
    {
      Id: 'flex1',
      Days: 31,
      Headsign: 'Valley',
      Calls: [
        { Sequence: 1, ZoneId: 'valley', ...WINDOW, PickupType: 2, DropOffType: 1, PickupBookingRuleId: 'phone' },
        { Sequence: 2, ZoneId: 'valley', ...WINDOW, PickupType: 1, DropOffType: 2, DropOffBookingRuleId: 'phone' },
      ],
    },
    {
      Id: 'flex2',
      Days: 31,
      Headsign: 'Village',
      Calls: [
        { Sequence: 1, ZoneId: 'valley', ...WINDOW, PickupType: 2, DropOffType: 1, PickupBookingRuleId: 'phone' },
        { Sequence: 2, LocationGroupId: 'village', ...WINDOW, PickupType: 1, DropOffType: 2, DropOffBookingRuleId: 'phone' },
      ],
    },
  ]);
  const second = await exported(again.versionId, 'again.zip');
  expect(second('stop_times.txt').filter((line) => line.startsWith('flex'))).toEqual(times.filter((line) => line.startsWith('flex')));
});

it('what a flexible trip names stays', async () => {
  for (const [kind, id, word] of [
    ['BookingRule', 'phone', 'Booking rule'],
    ['Zone', 'valley', 'Zone'],
  ] as const)
    expect(await edit(records.removeRecords, { kind, recordIds: [id] })).toEqual([
      409,
      expect.stringMatching(new RegExp(`${word} .* cannot be removed because there are flexible trips with it: Valley, Village`)),
    ]);
  expect(await edit(schedules.deleteSchedules, { scheduleIds: ['line/1'] })).toEqual([
    409,
    expect.stringMatching(/Schedule .* cannot be removed because there are flexible trips with it: Valley, Village/),
  ]);
  await edit(flexTrips.editFlexCall, { tripId: 'flex2', sequence: 2, values: { LocationGroupId: '', StopId: 'hall' } });
  await edit(records.removeRecords, { kind: 'LocationGroup', recordIds: ['village'] });
  expect(await edit(stops.removeStop, { stopId: 'hall' })).toEqual([409, expect.stringContaining('flexible trips with it: Village')]);
});

it('a wrong call is refused at its field, and nothing changes', async () => {
  const change = (values: object) => edit(flexTrips.editFlexCall, { tripId: 'flex1', sequence: 1, values });
  for (const [values, field, message] of [
    [{ WindowEnd: '07:00:00' }, 'WindowEnd', 'The window ends before it begins'],
    [{ WindowEnd: 'noon' }, 'WindowEnd', 'Enter a time: 17:00'],
    [{ StopId: 'hall' }, 'StopId', 'A call has one place: a zone, a group of stops, or a stop'],
    [{ PickupType: 0 }, 'PickupType', 'Within a window riders are picked up by booking, or not at all'],
    [{ ArrivalTime: '09:00:00' }, 'ArrivalTime', 'Only a stop has fixed times; a zone or a group of stops has a window'],
    [{ Colour: 'red' }, 'Colour', 'A call has no field Colour'],
  ] as const) {
    const [status, text] = await change(values);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(text).toContain(field);
  }
  expect(await change({ ZoneId: 'nowhere' })).toEqual([409, expect.stringContaining('There is no zone nowhere in this version.')]);
  expect((await product.store.getEntity(versionId, 'FlexTrip', 'flex1'))?.doc).toMatchObject({
    Calls: [{ Sequence: 1, ZoneId: 'valley', WindowEnd: '17:00:00', PickupType: 2 }, { Sequence: 2 }],
  });
});
