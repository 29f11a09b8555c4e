/**
 * For each notice of the canonical validator that something here answers: what makes it fire, and its nearest neighbour on which it is
 * silent. Notices of one rule take the case of the rule; the others are made of a small feed and what is changed of it.
 */
import { ruleCatalogue } from '../../server/validation/catalogue.ts';
import { CANONICAL_NOTICES, type CanonicalNotice } from '../../server/validation/canonical/notices.ts';
import { Verdict } from '../../server/validation/canonical/verdict.ts';
import { Checker } from '../../server/validation/engine.ts';
import type { Network } from '../../server/validation/network.ts';
import { readNetwork } from '../../server/validation/readNetwork.ts';
import { FeedRefused } from '../../server/feed/gtfs/refusal.ts';
import { daysOf } from '../../src/domain/date.ts';
import { aFeed, type FeedBuilder } from './gtfsZip.ts';
import { networkOf, TODAY, type RuleCase } from './ruleCases.ts';
import { SCHEDULE_RULE_CASES } from './scheduleRuleCases.ts';
import { STOP_RULE_CASES } from './stopRuleCases.ts';

type Change = (feed: FeedBuilder) => FeedBuilder;

interface FeedCase {
  readonly fires: Change;
  /** The neighbour; the feed as it is where it is not said. */
  readonly silent?: Change;
  readonly today?: string;
}

const RULE_CASES: Readonly<Record<number, RuleCase>> = { ...STOP_RULE_CASES, ...SCHEDULE_RULE_CASES };
/** Within the calendar of the small feed. */
const DAY = '2026-01-15';

/** Other texts in place of some of a file. */
const swap =
  (file: string, from: string, to: string): Change =>
  (feed) => {
    const text = feed.text(file);
    if (!text.includes(from)) throw new RangeError(`${file} has no "${from}"`);
    return feed.with(file, text.replace(from, to));
  };
const rows =
  (file: string, ...added: readonly string[]): Change =>
  (feed) =>
    feed.withRows(file, ...added);
const file =
  (name: string, ...lines: readonly string[]): Change =>
  (feed) =>
    feed.with(name, lines.map((line) => `${line}\n`).join(''));
const without =
  (...names: readonly string[]): Change =>
  (feed) =>
    feed.without(...names);

const SHAPE = 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled';
const TRANSLATIONS = 'table_name,field_name,language,translation,record_id,record_sub_id,field_value';

/** Stop times of one trip with distances, on the shape of `shapes`. */
const withDistances =
  (distances: readonly [number, number, number], points: readonly string[] = ['X,48,9,1,0', 'X,48,9.01,2,5', 'X,48,9.02,3,10']): Change =>
  (feed) =>
    feed
      .with('shapes.txt', `${SHAPE}\n${points.join('\n')}\n`)
      .with('trips.txt', 'route_id,service_id,trip_id,shape_id\nR1,WD,T1,X\n')
      .with(
        'stop_times.txt',
        `trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\nT1,08:00:00,08:00:00,A,1,${distances[0]}\nT1,08:05:00,08:05:00,B,2,${distances[1]}\nT1,08:10:00,08:10:00,C,3,${distances[2]}\n`,
      );
const sound = withDistances([0, 5, 10]);

const stops = (header: string, ...more: readonly string[]): Change => file('stops.txt', header, ...more);
const named = (name: string): Change => swap('stops.txt', 'Alpha', name);
const stopPage =
  (url: string): Change =>
  (feed) =>
    feed
      .with('stops.txt', `stop_id,stop_name,stop_lat,stop_lon,stop_url\nA,Alpha,48,9,${url}\nB,Beta,48,9.01,\nC,Gamma,48,9.02,\n`)
      .with('routes.txt', 'route_id,agency_id,route_short_name,route_url,route_type\nR1,AG,1,https://agency.example/1,3\n');
const blocks =
  (type: number): Change =>
  (feed) =>
    feed.withRows('routes.txt', `R2,AG,2,Other,${type}`).with('trips.txt', 'route_id,service_id,trip_id,block_id\nR1,WD,T1,B\nR2,WD,T2,B\n');

/** A booking rule with these columns. */
const booking = (columns: Readonly<Record<string, string | number>>): Change =>
  file('booking_rules.txt', ['booking_rule_id', ...Object.keys(columns)].join(','), ['B', ...Object.values(columns)].join(','));
const notice = (type: number, more: Readonly<Record<string, string | number>>): Change =>
  booking({ booking_type: type, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`prior_notice_${name}`, value])) });
const SAME_DAY = { duration_min: 30 };
const DAYS_BEFORE = { last_day: 1, last_time: '12:00:00' };
const timeframe = (...times: readonly string[]): Change =>
  file('timeframes.txt', 'timeframe_group_id,start_time,end_time,service_id', ...times.map((one) => `G,${one},WD`));
const FLEX_COLUMNS =
  'trip_id,arrival_time,departure_time,stop_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,shape_dist_traveled,pickup_booking_rule_id';
/** A trip between two areas, with other texts in place of some of its first row. */
const flex =
  (from = '', to = '', route = ''): Change =>
  (feed) => {
    const trip = ['T1,,,,Z1,1,08:00:00,12:00:00,2,1,,B', 'T1,,,,Z2,2,08:00:00,12:00:00,1,3,,B'];
    const [first = '', ...others] = trip;
    if (!first.includes(from)) throw new RangeError(`The row has no "${from}"`);
    return feed
      .with(
        'stop_times.txt',
        [FLEX_COLUMNS, first.replace(from, to), ...others, 'T2,09:00:00,09:00:00,A,,1,,,0,0,,', 'T2,09:09:00,09:09:00,B,,2,,,0,0,,', ''].join('\n'),
      )
      .with('routes.txt', `route_id,agency_id,route_short_name,route_type,continuous_pickup\nR1,AG,1,3,${route}\n`)
      .with('locations.geojson', areas([area('Z1'), area('Z2')]));
  };
const RING = [
  [9, 48],
  [9.1, 48],
  [9.1, 48.1],
  [9, 48],
];
const area = (id: string, more: object = {}): object => ({
  type: 'Feature',
  id,
  properties: {},
  geometry: { type: 'Polygon', coordinates: [RING] },
  ...more,
});
const areas = (features: readonly object[], more: object = {}): string => JSON.stringify({ type: 'FeatureCollection', features, ...more });
const located =
  (text: string): Change =>
  (feed) =>
    feed.with('locations.geojson', text);
const TRANSFERS = 'from_stop_id,to_stop_id,transfer_type,from_route_id,from_trip_id,to_trip_id';
const access = (row: string): Change =>
  stops(
    'stop_id,stop_name,stop_lat,stop_lon,stop_access,parent_station,location_type',
    row,
    'B,Beta,48,9.01,,,',
    'C,Gamma,48,9.02,,,',
    'S,Big,48,9,,,1',
  );
const exactness = (first: string): Change =>
  file(
    'stop_times.txt',
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint',
    `T1,08:00:00,08:00:00,A,1,${first}`,
    'T1,08:10:00,08:10:00,B,2,1',
    'T2,09:00:00,09:00:00,A,1,1',
    'T2,09:10:00,09:10:00,B,2,1',
  );

const FEED_CASES: Readonly<Record<string, FeedCase>> = {
  forbidden_real_time_booking_field_value: { fires: notice(0, { duration_min: 5 }), silent: notice(0, {}) },
  forbidden_same_day_booking_field_value: { fires: notice(1, { ...SAME_DAY, last_time: '12:00:00' }), silent: notice(1, SAME_DAY) },
  forbidden_prior_day_booking_field_value: { fires: notice(2, { ...DAYS_BEFORE, duration_max: 9 }), silent: notice(2, DAYS_BEFORE) },
  missing_prior_notice_duration_min: { fires: notice(1, {}), silent: notice(1, SAME_DAY) },
  missing_prior_notice_last_day: { fires: notice(2, { last_time: '12:00:00' }), silent: notice(2, DAYS_BEFORE) },
  missing_prior_notice_last_time: { fires: notice(2, { last_day: 1 }), silent: notice(2, DAYS_BEFORE) },
  missing_prior_notice_start_time: {
    fires: notice(2, { ...DAYS_BEFORE, start_day: 7 }),
    silent: notice(2, { ...DAYS_BEFORE, start_day: 7, start_time: '08:00:00' }),
  },
  forbidden_prior_notice_start_time: {
    fires: notice(2, { ...DAYS_BEFORE, start_time: '08:00:00' }),
    silent: notice(2, { ...DAYS_BEFORE, start_day: 7, start_time: '08:00:00' }),
  },
  forbidden_prior_notice_start_day: {
    fires: notice(1, { ...SAME_DAY, duration_max: 60, start_day: 1, start_time: '08:00:00' }),
    silent: notice(1, { ...SAME_DAY, start_day: 1, start_time: '08:00:00' }),
  },
  invalid_prior_notice_duration_min: {
    fires: notice(1, { duration_min: 30, duration_max: 29 }),
    silent: notice(1, { duration_min: 30, duration_max: 30 }),
  },
  prior_notice_last_day_after_start_day: {
    fires: notice(2, { last_day: 8, last_time: '12:00:00', start_day: 7, start_time: '08:00:00' }),
    silent: notice(2, { last_day: 7, last_time: '12:00:00', start_day: 7, start_time: '08:00:00' }),
  },
  timeframe_only_start_or_end_time_specified: { fires: timeframe('06:00:00,'), silent: timeframe(',') },
  timeframe_start_or_end_time_greater_than_twenty_four_hours: { fires: timeframe('06:00:00,24:00:01'), silent: timeframe('06:00:00,24:00:00') },
  timeframe_overlap: { fires: timeframe('06:00:00,09:00:01', '09:00:00,10:00:00'), silent: timeframe('06:00:00,09:00:00', '09:00:00,10:00:00') },
  forbidden_geography_id: { fires: flex(',,Z1,', ',A,Z1,'), silent: flex() },
  forbidden_shape_dist_traveled: { fires: flex('2,1,,B', '2,1,3.5,B'), silent: flex() },
  missing_pickup_drop_off_booking_rule_id: { fires: flex('2,1,,B', '2,1,,'), silent: flex('2,1,,B', '1,1,,') },
  missing_pickup_or_drop_off_window: { fires: flex('08:00:00,12:00:00', '08:00:00,'), silent: flex() },
  invalid_pickup_drop_off_window: { fires: flex('08:00:00,12:00:00', '08:00:00,08:00:00'), silent: flex('08:00:00,12:00:00', '08:00:00,08:00:01') },
  forbidden_arrival_or_departure_time: { fires: flex('T1,,,', 'T1,08:00:00,08:00:00,'), silent: flex() },
  forbidden_pickup_type: { fires: flex('2,1,,B', '3,1,,B'), silent: flex('2,1,,B', '1,1,,B') },
  forbidden_drop_off_type: { fires: flex('2,1,,B', '2,0,,B'), silent: flex('2,1,,B', '2,2,,B') },
  missing_stop_times_record: {
    fires: (feed) =>
      feed
        .with('trips.txt', 'route_id,service_id,trip_id\nR1,WD,T1\nR1,WD,T3\n')
        .with(
          'stop_times.txt',
          `${FLEX_COLUMNS}\nT1,09:00:00,09:00:00,A,,1,,,0,0,,\nT1,09:09:00,09:09:00,B,,2,,,0,0,,\nT3,,,,Z1,1,08:00:00,12:00:00,2,1,,B\n`,
        ),
    silent: flex(),
  },
  forbidden_continuous_pickup_drop_off: { fires: flex('', '', '0'), silent: flex('', '', '1') },
  malformed_json: { fires: located('{"type": '), silent: located(areas([])) },
  unsupported_geo_json_type: { fires: located(JSON.stringify(area('Z1'))), silent: located(areas([])) },
  geo_json_unknown_element: { fires: located(areas([], { name: 'areas' })), silent: located(areas([])) },
  missing_required_element: { fires: located(areas([area('Z1', { properties: undefined })])), silent: located(areas([area('Z1')])) },
  unsupported_feature_type: { fires: located(areas([area('Z1', { type: 'Polygon' })])), silent: located(areas([area('Z1')])) },
  duplicate_geo_json_key: { fires: located(areas([area('Z1'), area('Z1')])), silent: located(areas([area('Z1'), area('Z2')])) },
  unsupported_geometry_type: {
    fires: located(areas([area('Z1', { geometry: { type: 'Point', coordinates: [9, 48] } })])),
    silent: located(areas([area('Z1', { geometry: { type: 'MultiPolygon', coordinates: [[RING]] } })])),
  },
  invalid_geometry: {
    fires: located(areas([area('Z1', { geometry: { type: 'Polygon', coordinates: [RING.slice(0, 3)] } })])),
    silent: located(areas([area('Z1')])),
  },
  duplicate_geography_id: { fires: located(areas([area('A')])), silent: located(areas([area('Z1')])) },
  stop_access_specified_for_stop_with_no_parent_station: { fires: access('A,Alpha,48,9,1,,'), silent: access('A,Alpha,48,9,1,S,') },
  transfer_with_invalid_trip_and_route: {
    fires: (feed) => feed.withRows('routes.txt', 'R2,AG,2,Other,3').with('transfers.txt', `${TRANSFERS}\nA,B,0,R2,T1,T2\n`),
    silent: (feed) => feed.withRows('routes.txt', 'R2,AG,2,Other,3').with('transfers.txt', `${TRANSFERS}\nA,B,0,R1,T1,T2\n`),
  },
  translation_unexpected_value: {
    fires: file('translations.txt', TRANSLATIONS, 'stops,stop_name,fr,Alphe,A,,Alpha'),
    silent: file('translations.txt', TRANSLATIONS, 'stops,stop_name,fr,Alphe,,,Alpha'),
  },
  trip_with_shape_dist_traveled_but_no_shape_distances: {
    fires: withDistances([0, 5, 10], ['X,48,9,1,', 'X,48,9.01,2,', 'X,48,9.02,3,']),
    silent: sound,
  },
  empty_column_name: { fires: swap('stops.txt', 'stop_lon', 'stop_lon,'), silent: swap('stops.txt', 'stop_lon', 'stop_lon,note') },
  missing_timepoint_value: { fires: exactness(''), silent: exactness('0') },
  unsorted_stop_times: { fires: rows('stop_times.txt', 'T1,08:20:00,08:20:00,A,9'), silent: rows('stop_times.txt', 'T2,09:20:00,09:20:00,A,9') },
  csv_parsing_failed: { fires: named('"Al"pha'), silent: named('"Al""pha"') },
  decreasing_or_equal_stop_time_distance: { fires: withDistances([0, 5, 4]), silent: sound },
  decreasing_shape_distance: { fires: withDistances([0, 1, 2], ['X,48,9,1,0', 'X,48,9.01,2,5', 'X,48,9.02,3,4']), silent: sound },
  duplicate_key: { fires: rows('stops.txt', 'C,Again,48,9.03'), silent: rows('stops.txt', 'D,Again,48,9.03') },
  duplicated_column: { fires: swap('stops.txt', 'stop_lon', 'stop_lon,stop_name'), silent: swap('stops.txt', 'stop_lon', 'stop_lon,stop_other') },
  empty_file: { fires: (feed) => feed.with('transfers.txt', '').with('levels.txt', ''), silent: file('levels.txt', 'level_id,level_index', 'L,0') },
  equal_shape_distance_diff_coordinates: {
    fires: withDistances([0, 1, 2], ['X,48,9,1,0', 'X,48,9.01,2,5', 'X,48,9.02,3,5']),
    silent: withDistances([0, 1, 2], ['X,48,9,1,0', 'X,48,9.01,2,5', 'X,48,9.01,3,5']),
  },
  foreign_key_violation: {
    fires: rows('stop_times.txt', 'T9,08:00:00,08:00:00,A,1'),
    silent: rows('stop_times.txt', 'T1,08:20:00,08:20:00,A,9'),
  },
  inconsistent_route_type_for_block_id: { fires: blocks(0), silent: blocks(3) },
  invalid_character: { fires: named('Al\u{fffd}pha'), silent: named('Älpha') },
  invalid_date: { fires: swap('calendar.txt', '20260105', '20260230'), silent: swap('calendar.txt', '20260105', '20260131') },
  invalid_float: { fires: file('levels.txt', 'level_id,level_index', 'L,one'), silent: file('levels.txt', 'level_id,level_index', 'L,-1.5') },
  invalid_input_files_in_subfolder: { fires: file('more/levels.txt', 'level_id'), silent: file('levels.txt', 'level_id,level_index') },
  invalid_integer: {
    fires: file('trips.txt', 'route_id,service_id,trip_id,direction_id', 'R1,WD,T1,out', 'R1,WD,T2,1'),
    silent: file('trips.txt', 'route_id,service_id,trip_id,direction_id', 'R1,WD,T1,0', 'R1,WD,T2,1'),
  },
  invalid_row_length: { fires: rows('stops.txt', 'D,Delta,48.1'), silent: rows('stops.txt', 'D,Delta,48.1,9') },
  invalid_time: { fires: swap('stop_times.txt', '08:05:00', '8.05'), silent: swap('stop_times.txt', '08:05:00', '8:05:00') },
  leading_or_trailing_whitespaces: { fires: named('"\u{a0}Alpha"'), silent: named('"Alpha beta"') },
  missing_calendar_and_calendar_date_files: {
    fires: without('calendar.txt'),
    silent: (feed) => feed.without('calendar.txt').with('calendar_dates.txt', 'service_id,date,exception_type\nWD,20260115,1\n'),
  },
  missing_recommended_file: { fires: without('feed_info.txt') },
  missing_required_column: { fires: swap('trips.txt', 'service_id', 'service'), silent: swap('trips.txt', 'trip_headsign', 'headsign') },
  missing_required_file: { fires: without('agency.txt'), silent: without('feed_info.txt') },
  missing_trip_edge: {
    fires: swap('stop_times.txt', 'T1,08:10:00,08:10:00', 'T1,,'),
    silent: swap('stop_times.txt', 'T1,08:05:00,08:06:00', 'T1,,'),
  },
  more_than_one_entity: { fires: rows('feed_info.txt', 'Other,https://other.example,de') },
  new_line_in_value: { fires: named('"Al\npha"'), silent: named('"Al pha"') },
  number_out_of_range: { fires: swap('stops.txt', '48.00', '91'), silent: swap('stops.txt', '48.00', '89') },
  route_networks_specified_in_more_than_one_file: {
    fires: (feed) =>
      feed
        .with('routes.txt', 'route_id,agency_id,route_short_name,route_type,network_id\nR1,AG,1,3,N\n')
        .with('route_networks.txt', 'network_id,route_id\nN,R1\n')
        .with('networks.txt', 'network_id\nN\n'),
    silent: (feed) => feed.with('route_networks.txt', 'network_id,route_id\nN,R1\n').with('networks.txt', 'network_id\nN\n'),
  },
  same_name_and_description_for_route: {
    fires: file('routes.txt', 'route_id,agency_id,route_short_name,route_desc,route_type', 'R1,AG,One,One,3'),
    silent: file('routes.txt', 'route_id,agency_id,route_short_name,route_desc,route_type', 'R1,AG,One,The first,3'),
  },
  same_name_and_description_for_stop: {
    fires: stops('stop_id,stop_name,stop_desc,stop_lat,stop_lon', 'A,Alpha,Alpha,48,9', 'B,Beta,,48,9.01', 'C,Gamma,,48,9.02'),
    silent: stops('stop_id,stop_name,stop_desc,stop_lat,stop_lon', 'A,Alpha,Beside it,48,9', 'B,Beta,,48,9.01', 'C,Gamma,,48,9.02'),
  },
  same_route_and_agency_url: {
    fires: file('routes.txt', 'route_id,agency_id,route_short_name,route_url,route_type', 'R1,AG,1,https://agency.example,3'),
    silent: file('routes.txt', 'route_id,agency_id,route_short_name,route_url,route_type', 'R1,AG,1,https://agency.example/1,3'),
  },
  same_stop_and_agency_url: {
    fires: stopPage('https://agency.example'),
    silent: stopPage('https://agency.example/d'),
  },
  same_stop_and_route_url: {
    fires: stopPage('https://agency.example/1'),
    silent: stopPage('https://agency.example/d'),
  },
  stop_access_specified_for_incorrect_location: {
    fires: stops(
      'stop_id,stop_name,stop_lat,stop_lon,stop_access,location_type',
      'A,Alpha,48,9,,',
      'B,Beta,48,9.01,,',
      'C,Gamma,48,9.02,,',
      'S,Big,48,9,1,1',
    ),
    silent: stops(
      'stop_id,stop_name,stop_lat,stop_lon,stop_access,location_type',
      'A,Alpha,48,9,,',
      'B,Beta,48,9.01,,',
      'C,Gamma,48,9.02,,',
      'S,Big,48,9,,1',
    ),
  },
  start_and_end_range_out_of_order: {
    fires: file(
      'feed_info.txt',
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date',
      'A,https://a.example,de,20260201,20260105',
    ),
    silent: file(
      'feed_info.txt',
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date',
      'A,https://a.example,de,20260105,20260105',
    ),
  },
  stop_time_with_only_arrival_or_departure_time: {
    fires: swap('stop_times.txt', 'T1,08:05:00,08:06:00', 'T1,08:05:00,'),
    silent: swap('stop_times.txt', 'T1,08:05:00,08:06:00', 'T1,,'),
  },
  stops_match_shape_out_of_order: {
    fires: withDistances([0, 1, 2], ['X,48,9.01,1,0', 'X,48,9,2,5', 'X,48,9.02,3,10']),
    silent: sound,
  },
  translation_foreign_key_violation: {
    fires: file('translations.txt', TRANSLATIONS, 'stops,stop_name,fr,Alphe,Q,,'),
    silent: file('translations.txt', TRANSLATIONS, 'stops,stop_name,fr,Alphe,A,,'),
  },
  trip_distance_exceeds_shape_distance: { fires: withDistances([0, 5, 11]), silent: sound },
  unexpected_enum_value: {
    fires: swap('routes.txt', 'Gamma,3', 'Gamma,9'),
    silent: swap('routes.txt', 'Gamma,3', 'Gamma,7'),
  },
  unknown_file: { fires: file('depots.txt', 'depot_id', 'D'), silent: file('booking_rules.txt', 'booking_rule_id,booking_type', 'B,0') },
  unusable_trip: {
    fires: (feed) => feed.withRows('trips.txt', 'R1,WD,T3,Gamma,0').withRows('stop_times.txt', 'T3,08:00:00,08:00:00,A,1'),
    silent: (feed) =>
      feed.withRows('trips.txt', 'R1,WD,T3,Gamma,0').withRows('stop_times.txt', 'T3,08:00:00,08:00:00,A,1', 'T3,08:10:00,08:10:00,B,2'),
  },
  unused_shape: { fires: file('shapes.txt', SHAPE, 'X,48,9,1,0', 'X,48,9.01,2,5'), silent: sound },
  unused_trip: {
    fires: rows('trips.txt', 'R1,WD,T3,Gamma,0'),
    silent: (feed) =>
      feed.withRows('trips.txt', 'R1,WD,T3,Gamma,0').withRows('stop_times.txt', 'T3,08:00:00,08:00:00,A,1', 'T3,08:10:00,08:10:00,B,2'),
  },
};

/** What came of trying one notice. */
export interface Tried {
  readonly notice: CanonicalNotice;
  /** Whether it was found where it should be, and not found on the neighbour; undefined where nothing answers it. */
  readonly fires?: boolean;
  readonly silent?: boolean;
}

/** Tries every notice. */
export async function tryNotices(): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const notice of CANONICAL_NOTICES) tried.push(notice.none === undefined ? { notice, ...(await tryNotice(notice)) } : { notice });
  return tried;
}

async function tryNotice(notice: CanonicalNotice): Promise<{ readonly fires: boolean; readonly silent: boolean }> {
  const made = FEED_CASES[notice.code];
  if (made !== undefined) {
    const found = async (change: Change | undefined): Promise<boolean> =>
      isIn(notice, await verdictOfFeed((change ?? ((feed) => feed))(aFeed()), made.today ?? DAY));
    return { fires: await found(made.fires), silent: !(await found(made.silent)) };
  }
  const rule = RULE_CASES[notice.rules.find((one) => typeof one === 'number') ?? 0];
  if (rule === undefined) throw new RangeError(`The notice ${notice.code} has no case`);
  const { fires, silent = [], today = TODAY, silentOn, region } = rule;
  const found = (network: Network, day: string): boolean => isIn(notice, verdictOfNetwork(new Verdict(), network, day));
  return {
    fires: found(networkOf(fires, region), today),
    silent: !found(silentOn === undefined ? networkOf(silent) : networkOf(fires), silentOn ?? today),
  };
}

function isIn({ code }: CanonicalNotice, verdict: Verdict): boolean {
  return verdict.notices().some((found) => found.code === code);
}

/** What is found in a feed: by the reading and by the rules. */
async function verdictOfFeed(feed: FeedBuilder, today: string): Promise<Verdict> {
  const verdict = new Verdict();
  try {
    const { network } = await readNetwork(await feed.write(), undefined, (line, kind) => verdict.remark(line, kind));
    return verdictOfNetwork(verdict, network, today);
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    for (const sentence of error.messages) verdict.refusal(sentence);
    return verdict;
  }
}

function verdictOfNetwork(verdict: Verdict, network: Network, today: string): Verdict {
  verdict.rules(new Checker(ruleCatalogue, network).checkAll(), network, daysOf(today) ?? 0);
  return verdict;
}
