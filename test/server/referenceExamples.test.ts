/**
 * The examples of the documentation of GTFS made by edits alone: each comes out of the export with the rows of the documentation, and journeys
 * cost what it says. Sources: gtfs.org, Schedule, Examples, "Fares (v2)" and "Demand responsive services". Amounts are written with the decimals
 * of their currency, times with two digits of the hour, and misprints of ids are put right.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { pathParts, routeOfEdit } from '../../src/contract/edits.ts';
import { checkFares } from '../../src/contract/fares.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import * as flexTrips from '../../src/domain/edits/flexTrips.ts';
import * as records from '../../src/domain/edits/records.ts';
import * as zones from '../../src/domain/edits/zones.ts';
import { aFeed, type FeedBuilder, removeFeeds } from '../builders/gtfsZip.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { rowsOf } from '../checks/csvText.ts';
import { startTestProduct, type TestProduct } from './product.ts';

/** Kinds of files, and the fields of their columns; `id` is the id of the record. */
const KINDS: Readonly<Record<string, readonly [kind: string, columns: Readonly<Record<string, string>>]>> = {
  'areas.txt': ['Area', { area_id: 'id', area_name: 'Name' }],
  'stop_areas.txt': ['StopArea', { area_id: 'AreaId', stop_id: 'StopId' }],
  'networks.txt': ['FareNetwork', { network_id: 'id', network_name: 'Name' }],
  'route_networks.txt': ['RouteNetwork', { network_id: 'NetworkId', route_id: 'ExternalTransportId' }],
  'fare_media.txt': ['FareMedium', { fare_media_id: 'id', fare_media_name: 'Name', fare_media_type: 'Type' }],
  'fare_products.txt': [
    'FareProduct',
    { fare_product_id: 'ProductId', fare_product_name: 'Name', fare_media_id: 'FareMediaId', amount: 'Amount', currency: 'Currency' },
  ],
  'timeframes.txt': ['Timeframe', { timeframe_group_id: 'GroupId', start_time: 'StartTime', end_time: 'EndTime', service_id: 'ServiceId' }],
  'fare_leg_rules.txt': [
    'FareLegRule',
    {
      leg_group_id: 'LegGroupId',
      network_id: 'NetworkId',
      from_area_id: 'FromAreaId',
      to_area_id: 'ToAreaId',
      fare_product_id: 'FareProductId',
      from_timeframe_group_id: 'FromTimeframeGroupId',
      to_timeframe_group_id: 'ToTimeframeGroupId',
    },
  ],
  'fare_transfer_rules.txt': [
    'FareTransferRule',
    {
      from_leg_group_id: 'FromLegGroupId',
      to_leg_group_id: 'ToLegGroupId',
      duration_limit: 'DurationLimit',
      duration_limit_type: 'DurationLimitType',
      fare_transfer_type: 'FareTransferType',
      transfer_count: 'TransferCount',
    },
  ],
  'booking_rules.txt': [
    'BookingRule',
    {
      booking_rule_id: 'id',
      booking_type: 'BookingType',
      prior_notice_duration_min: 'PriorNoticeDurationMin',
      prior_notice_start_day: 'PriorNoticeStartDay',
      prior_notice_start_time: 'PriorNoticeStartTime',
      prior_notice_last_day: 'PriorNoticeLastDay',
      prior_notice_last_time: 'PriorNoticeLastTime',
      message: 'Message',
      phone_number: 'PhoneNumber',
      info_url: 'InfoUrl',
      booking_url: 'BookingUrl',
    },
  ],
  'location_groups.txt': ['LocationGroup', { location_group_id: 'id', location_group_name: 'Name' }],
  'location_group_stops.txt': ['LocationGroupStop', { location_group_id: 'LocationGroupId', stop_id: 'StopId' }],
};
/** Fields that hold numbers. */
const NUMBERS: ReadonlySet<string> = new Set([
  'Type',
  'DurationLimit',
  'DurationLimitType',
  'FareTransferType',
  'TransferCount',
  'BookingType',
  'PriorNoticeDurationMin',
  'PriorNoticeStartDay',
  'PriorNoticeLastDay',
]);
/** Columns of calls of flexible trips. */
const CALL: Readonly<Record<string, string>> = {
  location_id: 'ZoneId',
  location_group_id: 'LocationGroupId',
  stop_id: 'StopId',
  arrival_time: 'ArrivalTime',
  departure_time: 'DepartureTime',
  start_pickup_drop_off_window: 'WindowStart',
  end_pickup_drop_off_window: 'WindowEnd',
  pickup_type: 'PickupType',
  drop_off_type: 'DropOffType',
  pickup_booking_rule_id: 'PickupBookingRuleId',
  drop_off_booking_rule_id: 'DropOffBookingRuleId',
};

/** Tables by file: a header and rows, fields between bars. */
type Tables = Readonly<Record<string, readonly string[]>>;
type Row = Readonly<Record<string, string>>;

const CORE: Tables = {
  'networks.txt': ['network_id', 'core'],
  'fare_products.txt': [
    'fare_product_id|fare_product_name|amount|currency',
    'core_local_oneway_fare|One Way Full Fare|2.00|USD',
    'core_local_1_day_fare|1-Day Pass - Core Service|4.60|USD',
    'core_local_31_day_fare|31-Day Pass - Core Service|77.00|USD',
    'core_local_7_day_fare|7-Day Pass - Core Service|22.00|USD',
  ],
  'fare_leg_rules.txt': [
    'leg_group_id|network_id|fare_product_id',
    'core_local_one_way_trip|core|core_local_oneway_fare',
    'core_local_one_way_trip|core|core_local_1_day_fare',
    'core_local_one_way_trip|core|core_local_31_day_fare',
    'core_local_one_way_trip|core|core_local_7_day_fare',
  ],
  'fare_transfer_rules.txt': [
    'from_leg_group_id|to_leg_group_id|duration_limit|duration_limit_type|fare_transfer_type|transfer_count',
    'core_local_one_way_trip|core_local_one_way_trip|5400|1|0|-1',
  ],
};

const ZONES: Tables = {
  'areas.txt': ['area_id', 'ASHB', 'GLEN', 'OAKL'],
  'stop_areas.txt': ['area_id|stop_id', 'ASHB|ASHB', 'GLEN|GLEN', 'OAKL|OAKL'],
  'fare_products.txt': [
    'fare_product_id|fare_product_name|amount|currency',
    'BA:matrix:ASHB-GLEN|generated|4.75|USD',
    'BA:matrix:ASHB-OAKL|generated|9.45|USD',
  ],
  'fare_leg_rules.txt': [
    'leg_group_id|from_area_id|to_area_id|fare_product_id',
    'BA|ASHB|GLEN|BA:matrix:ASHB-GLEN',
    'BA|ASHB|OAKL|BA:matrix:ASHB-OAKL',
  ],
};

const MEDIA: Tables = {
  'fare_media.txt': [
    'fare_media_id|fare_media_name|fare_media_type',
    'clipper|Clipper|2',
    'munimobile|SFMTA MuniMobile|4',
    'cash|Cash|0',
    'charlieticket|CharlieTicket|1',
    'mticket|m Ticket app|4',
    'tap_to_ride|Tap to Ride|3',
  ],
  'fare_products.txt': [
    'fare_product_id|fare_product_name|fare_media_id|amount|currency',
    'SF:local:single|Muni single local fare|cash|3.00|USD',
    'SF:local:single|Muni single local fare|clipper|2.50|USD',
    'single-ride|Single Ride|tap_to_ride|6.00|USD',
    'single-ride|Single Ride||7.00|USD',
  ],
};

const BY_TIME: Tables = {
  'networks.txt': ['network_id', '1'],
  'route_networks.txt': ['network_id|route_id', '1|R1'],
  'timeframes.txt': [
    'timeframe_group_id|start_time|end_time|service_id',
    'weekday_peak|05:00:00|09:30:00|weekday_service',
    'weekday_offpeak|09:30:00|15:00:00|weekday_service',
    'weekday_peak|15:00:00|19:00:00|weekday_service',
    'weekday_offpeak|19:00:00|21:30:00|weekday_service',
    'weekday_late_night|21:30:00|24:00:00|weekday_service',
    'weekday_late_night|00:00:00|05:00:00|weekday_service',
    'weekend|||saturday_service',
    'weekend|||sunday_service',
  ],
  'fare_products.txt': [
    'fare_product_id|fare_product_name|amount|currency',
    'peak_fare|Peak fare|5.00|USD',
    'regular_fare|Off-peak fare|3.00|USD',
    'weekend_fare|Weekend Metrorail one-way fare|2.00|USD',
    'late_night_fare|Late Night flat fare (Mon - Fri after 9:30pm)|2.00|USD',
  ],
  'fare_leg_rules.txt': [
    'network_id|fare_product_id|from_timeframe_group_id|to_timeframe_group_id',
    '1|weekend_fare|weekend|',
    '1|late_night_fare|weekday_late_night|',
    '1|peak_fare|weekday_peak|',
    '1|regular_fare|weekday_offpeak|',
  ],
};

const BY_TIME_AND_ZONE: Tables = {
  'areas.txt': ['area_id', 'mnr_1', 'mnr_HUD-7'],
  'stop_areas.txt': ['area_id|stop_id', 'mnr_1|ITO1887', 'mnr_1|ITO2383', 'mnr_HUD-7|ITO1856', 'mnr_HUD-7|ITO1897'],
  'networks.txt': ['network_id|network_name', 'mnr_hudson|MNR Hudson Line'],
  'route_networks.txt': ['network_id|route_id', 'mnr_hudson|669'],
  'timeframes.txt': [
    'timeframe_group_id|start_time|end_time|service_id',
    'anytime|00:00:00|24:00:00|anyday',
    'weekdays|00:00:00|24:00:00|weekdays',
    'weekends|00:00:00|24:00:00|weekends',
    'mnr_ampeak|06:00:00|10:00:00|weekdays',
    'mnr_notampeak|00:00:00|06:00:00|weekdays',
    'mnr_notampeak|10:00:00|24:00:00|weekdays',
    'mnr_am2pmpeak|06:00:00|09:00:00|weekdays',
    'mnr_am2pmpeak|16:00:00|20:00:00|weekdays',
    'mnr_notam2pmpeak|00:00:00|06:00:00|weekdays',
    'mnr_notam2pmpeak|09:00:00|16:00:00|weekdays',
    'mnr_notam2pmpeak|20:00:00|24:00:00|weekdays',
  ],
  'fare_media.txt': ['fare_media_id|fare_media_name|fare_media_type', 'paper|Paper|1'],
  'fare_products.txt': [
    'fare_product_id|fare_product_name|fare_media_id|amount|currency',
    'mnr_1:HUD-7_adult_peak|Outbound Adult Peak Zonal Fare|paper|20.00|USD',
    'mnr_1:HUD-7_adult|Outbound Adult Off Peak Zonal Fare|paper|15.00|USD',
    'mnr_HUD-7:1_adult_peak|Inbound Adult Peak Zonal Fare|paper|20.00|USD',
    'mnr_HUD-7:1_adult|Inbound Adult Off Peak Zonal Fare|paper|15.00|USD',
  ],
  'fare_leg_rules.txt': [
    'network_id|from_area_id|to_area_id|fare_product_id|from_timeframe_group_id|to_timeframe_group_id',
    'mnr_hudson|mnr_1|mnr_HUD-7|mnr_1:HUD-7_adult|mnr_notam2pmpeak|anytime',
    'mnr_hudson|mnr_1|mnr_HUD-7|mnr_1:HUD-7_adult|weekends|anytime',
    'mnr_hudson|mnr_1|mnr_HUD-7|mnr_1:HUD-7_adult_peak|mnr_am2pmpeak|anytime',
    'mnr_hudson|mnr_HUD-7|mnr_1|mnr_HUD-7:1_adult|weekdays|mnr_notampeak',
    'mnr_hudson|mnr_HUD-7|mnr_1|mnr_HUD-7:1_adult|weekends|anytime',
    'mnr_hudson|mnr_HUD-7|mnr_1|mnr_HUD-7:1_adult_peak|weekdays|mnr_ampeak',
  ],
};

let product: TestProduct;
let folder: string;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-examples-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  removeFeeds();
});

/** A draft of an imported feed. */
async function draftOf(feed: FeedBuilder): Promise<number> {
  const { versionId } = await importFeed({ file: await feed.write(), databaseId: 'test', name: 'base', author: 'test', store: product.store });
  return (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] ?? 0;
}

async function edit(versionId: number, declared: unknown, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const one = declared as AnyEdit;
  const inPath = pathParts(one);
  const [params, body] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key) === wanted)),
  );
  const { status, text } = await product.call(routeOfEdit(one), { params: { versionId, ...params }, body: body ?? {} }, { ifMatch: '*' });
  expect([payload, status, status === 200 ? '' : text]).toEqual([payload, 200, '']);
}

/** The rows of a table; blank fields are left out. */
function rowsIn([header = '', ...rows]: readonly string[]): Row[] {
  const columns = header.split('|');
  return rows.map((row) => withoutBlanks(Object.fromEntries(row.split('|').map((value, at) => [columns[at] ?? '', value]))));
}

function withoutBlanks(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));
}

/** Makes each row as a record. */
async function make(versionId: number, tables: Tables): Promise<void> {
  for (const [file, table] of Object.entries(tables)) {
    const [kind = '', columns = {}] = KINDS[file] ?? [];
    for (const row of rowsIn(table)) {
      const fields = Object.entries(row).map(([column, value]) => [columns[column] ?? column, value] as const);
      const values = fields.flatMap(([field, value]) => (field === 'id' ? [] : [[field, NUMBERS.has(field) ? Number(value) : value]]));
      const recordId = fields.find(([field]) => field === 'id')?.[1];
      await edit(versionId, records.createRecord, { kind, values: Object.fromEntries(values) as object, ...(recordId && { recordId }) });
    }
  }
}

/** The rows of the files of the export, blank fields left out. */
async function exported(versionId: number): Promise<(file: string) => Row[]> {
  const path = join(folder, `${versionId}.zip`);
  await exportGtfs(product.store, versionId, createWriteStream(path));
  const files = await plainFiles(path);
  return (file) => {
    const [header = [], ...rows] = rowsOf(files.get(file)?.bytes.toString() ?? '');
    return rows.map((row) => withoutBlanks(Object.fromEntries(row.map((value, at) => [header[at] ?? '', value]))));
  };
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
}

async function comesOut(versionId: number, tables: Tables): Promise<void> {
  const rows = await exported(versionId);
  for (const [file, table] of Object.entries(tables)) expect([file, sorted(rows(file))]).toEqual([file, sorted(rowsIn(table))]);
}

/** Amounts of the products that a ride may be paid with. */
async function costs(versionId: number, ride: typeof RIDE, DepartTime: number, ArrivalTime: number, date = '2026-01-12'): Promise<readonly string[]> {
  const { body } = await product.call(checkFares, { params: { versionId }, body: { Rides: [ride], Date: date, DepartTime, ArrivalTime } });
  const { Options } = body['FaresV2'] as unknown as { readonly Options: readonly { readonly Amount: string }[] };
  return Options.map(({ Amount }) => Amount).toSorted();
}

const HOUR = 3600;
const RIDE = { Transport: 'R1', FromStop: 'A', ToStop: 'C' };

describe('fares (v2)', () => {
  test.each<[what: string, tables: Tables, feed: FeedBuilder]>([
    ['products, rules for single legs, and transfers', CORE, aFeed()],
    ['zones', ZONES, aFeed().withRows('stops.txt', 'ASHB,Ashby,37.85,-122.27', 'GLEN,Glen Park,37.73,-122.43', 'OAKL,Oakland Airport,37.71,-122.21')],
    ['fare media, and prices that depend on them', MEDIA, aFeed()],
  ])('%s', async (_what, tables, feed) => {
    const versionId = await draftOf(feed);
    await make(versionId, tables);
    await comesOut(versionId, tables);
  });

  test('prices that depend on day and time', async () => {
    const versionId = await draftOf(
      aFeed().withRows(
        'calendar.txt',
        'weekday_service,1,1,1,1,1,0,0,20260105,20260201',
        'saturday_service,0,0,0,0,0,1,0,20260105,20260201',
        'sunday_service,0,0,0,0,0,0,1,20260105,20260201',
      ),
    );
    await make(versionId, BY_TIME);
    await comesOut(versionId, BY_TIME);
    expect(await costs(versionId, RIDE, 7.5 * HOUR, 8 * HOUR)).toEqual(['5.00']);
    expect(await costs(versionId, RIDE, 11.5 * HOUR, 12 * HOUR)).toEqual(['3.00']);
    expect(await costs(versionId, RIDE, 22 * HOUR, 22.5 * HOUR)).toEqual(['2.00']);
    expect(await costs(versionId, RIDE, 7.5 * HOUR, 8 * HOUR, '2026-01-18')).toEqual(['2.00']);
  });

  test('prices that depend on day, time and zone', async () => {
    const versionId = await draftOf(
      aFeed()
        .withRows(
          'stops.txt',
          'ITO1856,Garrison,41.381126,-73.947334',
          'ITO1887,Harlem-125th Street,40.805256,-73.939148',
          'ITO1897,Cold Spring,41.415382,-73.958092',
          'ITO2383,Grand Central,40.752823,-73.977196',
        )
        .withRows('routes.txt', '669,AG,Hudson,Hudson Line,2')
        .withRows('trips.txt', '669,WD,869,Poughkeepsie,0')
        .withRows('stop_times.txt', '869,18:45:00,18:45:00,ITO2383,1', '869,18:56:00,18:57:00,ITO1887,2', '869,19:55:00,19:55:00,ITO1897,3')
        .withRows(
          'calendar.txt',
          'weekdays,1,1,1,1,1,0,0,20260101,20261231',
          'weekends,0,0,0,0,0,1,1,20260101,20261231',
          'anyday,1,1,1,1,1,1,1,20260101,20261231',
        ),
    );
    await make(versionId, BY_TIME_AND_ZONE);
    await comesOut(versionId, BY_TIME_AND_ZONE);
    const ride = { Transport: '669', FromStop: 'ITO2383', ToStop: 'ITO1897' };
    expect(await costs(versionId, ride, 18.75 * HOUR, 19.9 * HOUR)).toEqual(['20.00']);
    expect(await costs(versionId, ride, 21 * HOUR + 240, 22.2 * HOUR)).toEqual(['15.00']);
  });
});

/** A flexible trip with its calls, as a table of stop_times.txt. */
interface FlexExample {
  readonly tables: Tables;
  readonly zones: readonly string[];
  /** Days of the week of the trips, from Monday as 1 to Sunday as 64. */
  readonly trips: Readonly<Record<string, number>>;
  readonly stopTimes: readonly string[];
}

const ZONE_TIMES =
  'trip_id|location_id|stop_sequence|start_pickup_drop_off_window|end_pickup_drop_off_window|pickup_type|drop_off_type|pickup_booking_rule_id|drop_off_booking_rule_id';

const SINGLE_ZONE: FlexExample = {
  tables: {
    'booking_rules.txt': [
      'booking_rule_id|booking_type|prior_notice_start_day|prior_notice_start_time|prior_notice_last_day|prior_notice_last_time|phone_number|info_url',
      'booking_route_74362|2|14|08:00:00|1|15:00:00|(507) 359-2717|https://www.co.brown.mn.us/heartland-express-transit',
    ],
  },
  zones: ['area_708', 'area_715'],
  trips: { t_5374944_b_77497_tn_0: 31, t_5374945_b_77497_tn_0: 31, t_5374946_b_77497_tn_0: 31, t_5374947_b_77497_tn_0: 64 },
  stopTimes: [
    ZONE_TIMES,
    't_5374944_b_77497_tn_0|area_715|1|06:15:00|08:00:00|2|1|booking_route_74362|booking_route_74362',
    't_5374944_b_77497_tn_0|area_715|2|06:15:00|08:00:00|1|2|booking_route_74362|booking_route_74362',
    't_5374945_b_77497_tn_0|area_708|1|08:00:00|17:00:00|2|1|booking_route_74362|booking_route_74362',
    't_5374945_b_77497_tn_0|area_708|2|08:00:00|17:00:00|1|2|booking_route_74362|booking_route_74362',
    't_5374946_b_77497_tn_0|area_715|1|17:00:00|17:45:00|2|1|booking_route_74362|booking_route_74362',
    't_5374946_b_77497_tn_0|area_715|2|17:00:00|17:45:00|1|2|booking_route_74362|booking_route_74362',
    't_5374947_b_77497_tn_0|area_715|1|08:00:00|12:00:00|2|1|booking_route_74362|booking_route_74362',
    't_5374947_b_77497_tn_0|area_715|2|08:00:00|12:45:00|1|2|booking_route_74362|booking_route_74362',
  ],
};

const SEVERAL_ZONES: FlexExample = {
  tables: { 'booking_rules.txt': ['booking_rule_id|booking_type|prior_notice_duration_min', 'booking_route_74375|1|60'] },
  zones: ['area_713', 'area_714'],
  trips: { t_5298036_b_77503_tn_0: 31, t_5298041_b_77503_tn_0: 32 },
  stopTimes: [
    ZONE_TIMES,
    't_5298036_b_77503_tn_0|area_713|1|06:30:00|20:00:00|2|1|booking_route_74375|booking_route_74375',
    't_5298036_b_77503_tn_0|area_714|2|06:30:00|20:00:00|1|2|booking_route_74375|booking_route_74375',
    't_5298041_b_77503_tn_0|area_713|1|09:00:00|19:00:00|2|1|booking_route_74375|booking_route_74375',
    't_5298041_b_77503_tn_0|area_714|2|09:00:00|19:00:00|1|2|booking_route_74375|booking_route_74375',
  ],
};

const STOP_GROUP: FlexExample = {
  tables: {
    'location_groups.txt': ['location_group_id|location_group_name', '476_stops|durch den RufBus 476 bedientes Gebiet im Raum Angermünde'],
    'location_group_stops.txt': ['location_group_id|stop_id', '476_stops|A', '476_stops|B', '476_stops|C'],
    'booking_rules.txt': [
      'booking_rule_id|booking_type|prior_notice_duration_min|message|phone_number|info_url|booking_url',
      'flächenrufbus_angermünde_weekdays|1|60|Anmeldung mind. 60min vorher erforderlich, per Anruf zwischen 08:00 und 24:00 möglich, oder online rund um die Uhr|+49 3332 442 755|https://uvg-online.com/rufbus-angermuende/|https://uvg.tdimo.net/bapp/#/astBuchungenView',
      'flächenrufbus_angermünde_weekends|1|60|1€ Komfortzuschlag pro Person|+49 3332 442 755|https://uvg-online.com/rufbus-angermuende/|https://uvg.tdimo.net/bapp/#/astBuchungenView',
    ],
  },
  zones: [],
  trips: { '476_weekdays': 31, '476_weekends': 96 },
  stopTimes: [
    ZONE_TIMES.replace('location_id', 'location_group_id'),
    '476_weekdays|476_stops|1|17:30:00|22:00:00|2|1|flächenrufbus_angermünde_weekdays|flächenrufbus_angermünde_weekdays',
    '476_weekdays|476_stops|2|17:30:00|22:00:00|1|2|flächenrufbus_angermünde_weekdays|flächenrufbus_angermünde_weekdays',
    '476_weekends|476_stops|1|08:00:00|22:00:00|2|1|flächenrufbus_angermünde_weekends|flächenrufbus_angermünde_weekends',
    '476_weekends|476_stops|2|08:00:00|22:00:00|1|2|flächenrufbus_angermünde_weekends|flächenrufbus_angermünde_weekends',
  ],
};

/** Without shape_dist_traveled, which flexible trips do not have. */
const DEVIATED_ROUTE: FlexExample = {
  tables: { 'booking_rules.txt': ['booking_rule_id|booking_type', 'booking_route_74513|0'] },
  zones: ['radius_300_s_4149546_s_4149547', 'radius_300_s_4149546_s_4149548'],
  trips: { t_5374696_b_77497_tn_0: 31 },
  stopTimes: [
    'trip_id|arrival_time|departure_time|stop_id|location_id|stop_sequence|start_pickup_drop_off_window|end_pickup_drop_off_window|pickup_type|drop_off_type|pickup_booking_rule_id|drop_off_booking_rule_id',
    't_5374696_b_77497_tn_0|08:00:00|08:00:00|A||1||||||',
    't_5374696_b_77497_tn_0||||radius_300_s_4149546_s_4149547|2|08:00:00|08:02:22|1|3|booking_route_74513|booking_route_74513',
    't_5374696_b_77497_tn_0|08:02:22|08:02:22|B||3||||||',
    't_5374696_b_77497_tn_0||||radius_300_s_4149546_s_4149548|4|08:02:22|08:03:00|1|3|booking_route_74513|booking_route_74513',
    't_5374696_b_77497_tn_0|08:03:22|08:03:22|C||5||||||',
  ],
};

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [-94.8, 44.4],
      [-94.7, 44.4],
      [-94.7, 44.5],
      [-94.8, 44.4],
    ],
  ],
};

describe('demand responsive services', () => {
  test.each<[what: string, example: FlexExample]>([
    ['within a single zone', SINGLE_ZONE],
    ['across several zones', SEVERAL_ZONES],
    ['between the stops of a group', STOP_GROUP],
    ['a deviated route', DEVIATED_ROUTE],
  ])('%s', async (_what, { tables, zones: zoneIds, trips, stopTimes }) => {
    const versionId = await draftOf(aFeed());
    const [{ Id: ScheduleId } = { Id: '' }] = await schedulesOf(versionId);
    await make(versionId, tables);
    for (const zoneId of zoneIds) {
      await edit(versionId, records.createRecord, { kind: 'Zone', recordId: zoneId, values: {} });
      await edit(versionId, zones.editZoneGeometry, { zoneId, geometry: SQUARE });
    }
    for (const [recordId, Days] of Object.entries(trips))
      await edit(versionId, records.createRecord, { kind: 'FlexTrip', recordId, values: { ScheduleId, Days } });
    const calls = rowsIn(stopTimes);
    for (const { trip_id: tripId, ...row } of calls) {
      const fields = Object.entries(row).flatMap(([column, value]) => {
        const field = CALL[column];
        return field === undefined ? [] : [[field, field.endsWith('Type') ? Number(value) : value]];
      });
      await edit(versionId, flexTrips.addFlexCall, { tripId, values: Object.fromEntries(fields) as object });
    }
    await comesOut(versionId, tables);
    const rows = await exported(versionId);
    expect(sorted(rows('stop_times.txt').filter(({ trip_id: id = '' }) => Object.hasOwn(trips, id)))).toEqual(sorted(calls));
    expect(rows('trips.txt').filter(({ trip_id: id = '' }) => Object.hasOwn(trips, id))).toHaveLength(Object.keys(trips).length);
  });
});

async function schedulesOf(versionId: number): Promise<readonly { readonly Id: string }[]> {
  const all: { readonly Id: string }[] = [];
  for await (const { Id } of product.store.readEntities(versionId, 'Schedule')) all.push({ Id });
  return all;
}
