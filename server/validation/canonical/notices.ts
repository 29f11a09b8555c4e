/**
 * The notices of the canonical GTFS validator (MobilityData/gtfs-validator, tag v8.0.1: all that it can give of a feed, without the system
 * errors and those that it has given up), and what answers each here: rules by their code, remarks of the reading by file and kind, or the reason
 * why nothing does. `docs/canonical-notices.tsv` is printed from this table.
 */
export const CANONICAL_SOURCE = 'MobilityData/gtfs-validator v8.0.1';
export const CANONICAL_VERSION = '8.0.1';

export type Severity = 'ERROR' | 'WARNING' | 'INFO';

export interface CanonicalNotice {
  readonly code: string;
  readonly severity: Severity;
  /** Rules by their code; with a pattern only cases of that text. */
  readonly rules: readonly (number | readonly [code: number, text: RegExp])[];
  /** Rules whose cases the reading of a feed tells too, with file and row: they are not counted again. */
  readonly rulesAsRemarks: readonly number[];
  /** Remarks of the reading, as `file kind`, and of a refusal, as `refused sentence`. */
  readonly reading: readonly RegExp[];
  /** Why nothing answers it. */
  readonly none?: string;
  /** Why the severity is another one here, or what is looked at is less. */
  readonly differs?: string;
}

type Answer = Partial<Pick<CanonicalNotice, 'rules' | 'rulesAsRemarks' | 'reading' | 'none' | 'differs'>>;

function notice(code: string, severity: Severity, { rules = [], rulesAsRemarks = [], reading = [], ...more }: Answer): CanonicalNotice {
  return { code, severity, rules, rulesAsRemarks, reading, ...more };
}

/** A rule is an error or a warning. */
const INFO = 'Rules are errors or warnings; what is for information there is a warning here.';
const LISTED = 'The level is that of the list of rules that was agreed on.';
const READ = 'The row is read all the same; the remark says how.';
const NAMES = 'Looked at in names; other fields are trimmed by the reading. A warning, as the list of rules says.';
const KEPT = 'For information: it is kept as it is and exported again.';

export const CANONICAL_NOTICES: readonly CanonicalNotice[] = [
  notice('attribution_without_role', 'WARNING', { rules: [119] }),
  notice('bidirectional_exit_gate', 'ERROR', { rules: [508] }),
  notice('big_gap_in_service', 'INFO', { rules: [328], differs: INFO }),
  notice('block_trips_with_overlapping_stop_times', 'ERROR', { rules: [371] }),
  notice('csv_parsing_failed', 'ERROR', { reading: [/ quotes not closed$/], differs: READ }),
  notice('decreasing_or_equal_stop_time_distance', 'ERROR', {
    reading: [/^stop_times\.txt shape_dist_traveled (decreases|stays the same at another stop)$/],
    differs: 'Equal distances at two stops are a warning: producers round.',
  }),
  notice('decreasing_shape_distance', 'ERROR', { reading: [/^shapes\.txt shape_dist_traveled decreases$/] }),
  notice('duplicate_fare_media', 'WARNING', { rules: [431] }),
  notice('duplicate_geo_json_key', 'ERROR', { reading: [/^locations\.geojson area given twice$/] }),
  notice('duplicate_geography_id', 'ERROR', { reading: [/ id of two kinds$/] }),
  notice('duplicate_key', 'ERROR', {
    rules: [611, 707],
    reading: [/ is used twice$/, / sequence used twice$/, / date named twice$/],
    differs: 'Where the order of the file decides, the remark is a warning.',
  }),
  notice('duplicate_route_name', 'WARNING', { rules: [306] }),
  notice('duplicated_column', 'ERROR', { reading: [/ column named twice$/], differs: READ }),
  notice('empty_column_name', 'ERROR', { reading: [/ column without a name$/], differs: READ }),
  notice('empty_file', 'ERROR', {
    reading: [/ empty file$/, /^(stops|routes|trips|stop_times)\.txt no rows$/],
    differs: 'A warning: what follows from it has errors of its own.',
  }),
  notice('empty_row', 'WARNING', { none: 'Blank lines hold nothing and are passed over.' }),
  notice('equal_shape_distance_diff_coordinates', 'ERROR', { reading: [/^shapes\.txt shape_dist_traveled stays the same at another place$/] }),
  notice('equal_shape_distance_diff_coordinates_distance_below_threshold', 'WARNING', {
    none: 'Points less than about a metre apart are one place: coordinates are kept to 5 decimals.',
  }),
  notice('equal_shape_distance_same_coordinates', 'WARNING', { none: 'A point that is given twice changes nothing of the shape.' }),
  notice('expired_calendar', 'WARNING', { rules: [319], differs: LISTED }),
  notice('fare_product_with_multiple_default_rider_categories', 'ERROR', { rules: [435] }),
  notice('fare_transfer_rule_duration_limit_type_without_duration_limit', 'ERROR', { rules: [437] }),
  notice('fare_transfer_rule_duration_limit_without_type', 'ERROR', { rules: [436] }),
  notice('fare_transfer_rule_invalid_transfer_count', 'ERROR', { rules: [438] }),
  notice('fare_transfer_rule_with_forbidden_transfer_count', 'ERROR', { rules: [439] }),
  notice('fare_transfer_rule_without_transfer_count', 'ERROR', { rules: [440] }),
  notice('fast_travel_between_consecutive_stops', 'WARNING', { rules: [356] }),
  notice('fast_travel_between_far_stops', 'WARNING', { rules: [357], differs: LISTED }),
  notice('feed_expiration_date30_days', 'WARNING', { rules: [132] }),
  notice('feed_expiration_date7_days', 'WARNING', { rules: [131] }),
  notice('feed_info_lang_and_agency_lang_mismatch', 'WARNING', { rules: [136] }),
  notice('feed_valid_beyond_total_service_window', 'INFO', { rules: [141], differs: INFO }),
  notice('forbidden_arrival_or_departure_time', 'ERROR', { reading: [/^stop_times\.txt times beside a window$/] }),
  notice('forbidden_continuous_pickup_drop_off', 'ERROR', { reading: [/^stop_times\.txt window on a continuous line$/] }),
  notice('forbidden_drop_off_type', 'ERROR', { reading: [/^stop_times\.txt drop_off_type within a window$/] }),
  notice('forbidden_geography_id', 'ERROR', { reading: [/^stop_times\.txt several places$/] }),
  notice('forbidden_pickup_type', 'ERROR', { reading: [/^stop_times\.txt pickup_type within a window$/] }),
  notice('forbidden_prior_day_booking_field_value', 'ERROR', { reading: [/^booking_rules\.txt not for bookings days before$/] }),
  notice('forbidden_prior_notice_start_day', 'ERROR', { reading: [/^booking_rules\.txt start day beside a duration$/] }),
  notice('forbidden_prior_notice_start_time', 'ERROR', { reading: [/^booking_rules\.txt start time without a day$/] }),
  notice('forbidden_real_time_booking_field_value', 'ERROR', { reading: [/^booking_rules\.txt not for bookings in real time$/] }),
  notice('forbidden_same_day_booking_field_value', 'ERROR', { reading: [/^booking_rules\.txt not for bookings on the same day$/] }),
  notice('forbidden_shape_dist_traveled', 'ERROR', { reading: [/^stop_times\.txt distance without a stop$/] }),
  notice('foreign_key_violation', 'ERROR', {
    rules: [213, 412, 501, 525, [601, /is not in this version/]],
    rulesAsRemarks: [309, 332],
    reading: [
      /^(?!translations\.txt).* names what is not there$/,
      / (trip|stop|shape|fare) is unknown$/,
      /^trips\.txt trip without a timetable: (no calendar has a service|routes\.txt has no route)$/,
    ],
    differs: 'Where the rest of the row can be used the remark is a warning.',
  }),
  notice('future_calendar', 'INFO', { rules: [139], differs: INFO }),
  notice('future_feed', 'INFO', { rules: [138], differs: INFO }),
  notice('geo_json_duplicated_element', 'ERROR', { none: 'Of an element that is given twice JSON has the last; the first is not seen.' }),
  notice('geo_json_unknown_element', 'INFO', { reading: [/^locations\.geojson further element$/] }),
  notice('inconsistent_agency_lang', 'WARNING', { rules: [137] }),
  notice('inconsistent_agency_timezone', 'ERROR', { rules: [114] }),
  notice('inconsistent_route_type_for_block_id', 'WARNING', { reading: [/^trips\.txt block of several route types$/] }),
  notice('inconsistent_route_type_for_in_seat_transfer', 'WARNING', { rules: [613] }),
  notice('invalid_character', 'ERROR', {
    rules: [
      [104, /could not be read/],
      [203, /could not be read/],
      [304, /could not be read/],
    ],
    reading: [/ not UTF-8$/],
    differs: 'A warning: the text is read as far as it can be.',
  }),
  notice('invalid_color', 'ERROR', { rules: [311] }),
  notice('invalid_currency', 'ERROR', { rules: [406, [432, /ISO 4217/]] }),
  notice('invalid_currency_amount', 'ERROR', { rules: [404, 434] }),
  notice('invalid_date', 'ERROR', { rulesAsRemarks: [316], reading: [/ date that is none$/] }),
  notice('invalid_email', 'ERROR', { rules: [111, [122, /mail/i]] }),
  notice('invalid_float', 'ERROR', { reading: [/ is no number$/], differs: READ }),
  notice('invalid_geometry', 'ERROR', {
    reading: [/^locations\.geojson broken polygon$/],
    differs: 'Rings that are too short or not closed; crossings of a ring are not looked for.',
  }),
  notice('invalid_input_files_in_subfolder', 'ERROR', {
    reading: [/ file elsewhere$/],
    differs: 'A feed in a folder of its own is read; files beside it are left out.',
  }),
  notice('invalid_integer', 'ERROR', { reading: [/ is not usable$/], differs: READ }),
  notice('invalid_language_code', 'ERROR', { rules: [116, 702], reading: [/ is no language$/] }),
  notice('invalid_phone_number', 'ERROR', { rules: [110], differs: LISTED }),
  notice('invalid_pickup_drop_off_window', 'ERROR', { reading: [/^stop_times\.txt window of no length$/] }),
  notice('invalid_prior_notice_duration_min', 'ERROR', { reading: [/^booking_rules\.txt notice of no length$/] }),
  notice('invalid_row_length', 'ERROR', { reading: [/ (short|long) row$/], differs: READ }),
  notice('invalid_time', 'ERROR', { rules: [410], reading: [/ not a time$/], differs: READ }),
  notice('invalid_timezone', 'ERROR', { rules: [113] }),
  notice('invalid_url', 'ERROR', { rules: [108, 109, 223, 313, [122, /address|url/i]], reading: [/ is no web address$/] }),
  notice('leading_or_trailing_whitespaces', 'WARNING', {
    rules: [
      [104, /begins or ends/],
      [203, /begins or ends/],
      [304, /begins or ends/],
    ],
    differs: NAMES,
  }),
  notice('location_with_unexpected_stop_time', 'ERROR', { rules: [333] }),
  notice('location_without_parent_station', 'ERROR', { rules: [215] }),
  notice('malformed_json', 'ERROR', { reading: [/^locations\.geojson no JSON$/] }),
  notice('missing_bike_allowance', 'WARNING', { rules: [374] }),
  notice('missing_calendar_and_calendar_date_files', 'ERROR', { reading: [/^refused calendar\.txt and calendar_dates\.txt are both missing/] }),
  notice('missing_feed_contact_email_and_url', 'WARNING', { rules: [133] }),
  notice('missing_feed_info_date', 'WARNING', { rules: [134] }),
  notice('missing_level_id', 'ERROR', { rules: [226], differs: LISTED }),
  notice('missing_pickup_drop_off_booking_rule_id', 'WARNING', { reading: [/^stop_times\.txt booking rule not named$/] }),
  notice('missing_pickup_or_drop_off_window', 'ERROR', { reading: [/^stop_times\.txt half a window$/] }),
  notice('missing_prior_notice_duration_min', 'ERROR', { reading: [/^booking_rules\.txt prior_notice_duration_min not given$/] }),
  notice('missing_prior_notice_last_day', 'ERROR', { reading: [/^booking_rules\.txt prior_notice_last_day not given$/] }),
  notice('missing_prior_notice_last_time', 'ERROR', { reading: [/^booking_rules\.txt prior_notice_last_time not given$/] }),
  notice('missing_prior_notice_start_time', 'ERROR', { reading: [/^booking_rules\.txt prior_notice_start_time not given$/] }),
  notice('missing_recommended_column', 'WARNING', { none: 'A column that is not there is a field that is not given: missing_recommended_field.' }),
  notice('missing_recommended_field', 'WARNING', { rules: [135] }),
  notice('missing_recommended_file', 'WARNING', {
    reading: [/^feed_info\.txt file missing$/],
    differs: 'For information, unless translations.txt needs its language.',
  }),
  notice('missing_required_agency_id', 'ERROR', {
    rules: [101, [309, /has no agency/]],
    reading: [/^fare_attributes\.txt agency_id is blank$/],
  }),
  notice('missing_required_column', 'ERROR', { reading: [/ columns missing$/, /^refused .*required columns? (is|are) missing/] }),
  notice('missing_required_element', 'ERROR', { reading: [/^locations\.geojson element not given$/] }),
  notice('missing_required_field', 'ERROR', {
    rules: [103, 107, 112, 118, 307, 402, 405, 433, [432, /has no/], 523, [601, /has no/], 604, 701, 704],
    reading: [
      /^(?!fare_attributes\.txt agency_id|agency\.txt agency\.txt).* is (blank|missing)$/,
      /^translations\.txt translation of nothing$/,
      / transfer between nothing$/,
      /: service_id is blank$/,
    ],
    differs: 'Blank fields of feed_info.txt are warnings: nothing else needs them.',
  }),
  notice('missing_required_file', 'ERROR', {
    reading: [/^agency\.txt agency\.txt is missing$/, /^refused (stops|routes|trips|stop_times)\.txt is missing/],
  }),
  notice('missing_stop_name', 'ERROR', { rules: [202] }),
  notice('missing_stop_times_record', 'ERROR', { reading: [/^stop_times\.txt one row of an area$/] }),
  notice('missing_timepoint_value', 'WARNING', { reading: [/^stop_times\.txt timepoint not said$/] }),
  notice('missing_trip_edge', 'ERROR', {
    rules: [352],
    reading: [/^trips\.txt trip without a timetable: its first stop has no time$/],
    differs: KEPT,
  }),
  notice('mixed_case_recommended_field', 'WARNING', { rules: [204] }),
  notice('more_than_one_entity', 'WARNING', { reading: [/^feed_info\.txt more than one row$/], differs: 'An error: the other rows are left out.' }),
  notice('new_line_in_value', 'ERROR', {
    rules: [
      [104, /line break/],
      [203, /line break/],
      [304, /line break/],
    ],
    differs: NAMES,
  }),
  notice('non_ascii_or_non_printable_char', 'WARNING', { rules: [102, 201, 301, 401] }),
  notice('number_out_of_range', 'ERROR', {
    rules: [403, 509, 512, 605],
    rulesAsRemarks: [207],
    reading: [/ not a place on earth$/, / is not above 0$/],
    differs: 'A stop without a usable place is kept; the rules report it as an error.',
  }),
  notice('overlapping_frequency', 'ERROR', { rules: [369] }),
  notice('overlapping_zone_and_pickup_drop_off_window', 'ERROR', { none: 'The polygons of areas are not intersected.' }),
  notice('pathway_dangling_generic_node', 'WARNING', { rules: [521] }),
  notice('pathway_loop', 'WARNING', { rules: [505] }),
  notice('pathway_to_platform_with_boarding_areas', 'ERROR', { rules: [503] }),
  notice('pathway_to_stop_with_access_outside_of_station_pathways', 'ERROR', { rules: [526] }),
  notice('pathway_to_wrong_location_type', 'ERROR', { rules: [502] }),
  notice('pathway_unreachable_location', 'ERROR', { rules: [522] }),
  notice('platform_without_parent_station', 'INFO', { rules: [217], differs: INFO }),
  notice('point_near_origin', 'ERROR', { rules: [208] }),
  notice('point_near_pole', 'ERROR', { rules: [228] }),
  notice('prior_notice_last_day_after_start_day', 'ERROR', { reading: [/^booking_rules\.txt last day before the first$/] }),
  notice('route_both_short_and_long_name_missing', 'ERROR', { rules: [302] }),
  notice('route_color_contrast', 'WARNING', { rules: [312] }),
  notice('route_long_name_contains_short_name', 'WARNING', { rules: [305] }),
  notice('route_networks_specified_in_more_than_one_file', 'ERROR', { reading: [/^routes\.txt network_id is given twice$/] }),
  notice('route_short_name_too_long', 'WARNING', { rules: [303] }),
  notice('same_name_and_description_for_route', 'WARNING', { reading: [/^routes\.txt route_desc repeats the name$/] }),
  notice('same_name_and_description_for_stop', 'WARNING', { reading: [/^stops\.txt stop_desc repeats the name$/] }),
  notice('same_route_and_agency_url', 'WARNING', { reading: [/^routes\.txt route_url is that of an agency$/] }),
  notice('same_stop_and_agency_url', 'WARNING', { reading: [/^stops\.txt stop_url is that of an agency$/] }),
  notice('same_stop_and_route_url', 'WARNING', { reading: [/^stops\.txt stop_url is that of a route$/] }),
  notice('service_extends_far_in_the_future', 'INFO', { rules: [318], differs: INFO }),
  notice('service_has_no_active_day_of_the_week', 'WARNING', { rules: [348], differs: 'Reported where no exception makes it run either.' }),
  notice('service_window_outside_feed_period', 'INFO', { rules: [140], differs: INFO }),
  notice('single_shape_point', 'WARNING', { rules: [341], differs: LISTED }),
  notice('start_and_end_range_equal', 'ERROR', { rules: [410, [367, /from (\S+) to \1$/]] }),
  notice('start_and_end_range_out_of_order', 'ERROR', {
    rules: [408, [367, /from (\S+) to (?!\1$)/]],
    rulesAsRemarks: [317],
    reading: [/^feed_info\.txt feed_end_date is before feed_start_date$/, / end before start$/],
    differs: 'A calendar that ends before it starts is a warning of the reading and an error of rule 317.',
  }),
  notice('station_with_parent_station', 'ERROR', { rules: [216] }),
  notice('stop_access_specified_for_incorrect_location', 'ERROR', { reading: [/^stops\.txt stop_access is not allowed$/] }),
  notice('stop_access_specified_for_stop_with_no_parent_station', 'ERROR', { reading: [/^stops\.txt stop_access without a station$/] }),
  notice('stop_has_too_many_matches_for_shape', 'WARNING', {
    none: 'Stops are placed on the shape in their order along it, so that a shape that passes a stop often is no trouble.',
  }),
  notice('stop_time_timepoint_without_times', 'ERROR', { rules: [354] }),
  notice('stop_time_with_arrival_before_previous_departure_time', 'ERROR', { rules: [353] }),
  notice('stop_time_with_only_arrival_or_departure_time', 'ERROR', { reading: [/^stop_times\.txt one time only$/] }),
  notice('stop_too_far_from_shape', 'WARNING', { rules: [344] }),
  notice('stop_too_far_from_shape_using_user_distance', 'WARNING', {
    none: 'Stops are placed on the shape by their coordinates; rule 344 measures from there.',
  }),
  notice('stop_without_location', 'ERROR', { rules: [206] }),
  notice('stop_without_stop_time', 'WARNING', { rules: [221] }),
  notice('stop_without_zone_id', 'INFO', { rules: [224], differs: INFO }),
  notice('stops_match_shape_out_of_order', 'WARNING', {
    rulesAsRemarks: [347],
    reading: [/^trips\.txt stops in another order than on the shape$/],
    differs: LISTED,
  }),
  notice('timeframe_only_start_or_end_time_specified', 'ERROR', { reading: [/^timeframes\.txt half a timeframe$/] }),
  notice('timeframe_overlap', 'ERROR', { reading: [/^timeframes\.txt timeframes overlap$/] }),
  notice('timeframe_start_or_end_time_greater_than_twenty_four_hours', 'ERROR', { reading: [/^timeframes\.txt time after 24:00:00$/] }),
  notice('too_many_rows', 'ERROR', { none: 'Files are read as streams: there is no limit of rows.' }),
  notice('transfer_distance_above_2_km', 'INFO', { rules: [608], differs: INFO }),
  notice('transfer_distance_too_large', 'WARNING', { rules: [609], differs: LISTED }),
  notice('transfer_with_invalid_stop_location_type', 'ERROR', { rules: [602] }),
  notice('transfer_with_invalid_trip_and_route', 'ERROR', { reading: [/^transfers\.txt trip of another route$/] }),
  notice('transfer_with_invalid_trip_and_stop', 'ERROR', { rules: [612] }),
  notice('transfer_with_suspicious_mid_trip_in_seat', 'WARNING', { rules: [614] }),
  notice('translation_foreign_key_violation', 'ERROR', { reading: [/^translations\.txt .* names what is not there$/] }),
  notice('translation_unexpected_value', 'ERROR', { reading: [/^translations\.txt record beside a value$/] }),
  notice('translation_unknown_table_name', 'WARNING', { rules: [705], differs: LISTED }),
  notice('trip_coverage_not_active_for_next7_days', 'WARNING', { rules: [142, 139] }),
  notice('trip_distance_exceeds_shape_distance', 'ERROR', {
    reading: [/^stop_times\.txt shape_dist_traveled is beyond the end of the shape$/],
    differs: 'A warning beyond a thousandth of the length: producers round.',
  }),
  notice('trip_distance_exceeds_shape_distance_below_threshold', 'WARNING', {
    none: 'Less than a thousandth of the length is rounding of the producer.',
  }),
  notice('trip_headsign_matches_intermediate_stop', 'INFO', { rules: [375], differs: INFO }),
  notice('trip_with_shape_dist_traveled_but_no_shape_distances', 'INFO', {
    reading: [/^stop_times\.txt shape_dist_traveled has nothing to compare with on the shape$/],
  }),
  notice('unexpected_enum_value', 'WARNING', {
    rules: [310, 507, 603],
    rulesAsRemarks: [205],
    reading: [/^stops\.txt (location_type|stop_access) is unknown$/, / exception_type is not 1 or 2$/],
    differs: 'An error where nothing can be made of the value.',
  }),
  notice('unknown_column', 'INFO', { none: 'Further columns stay with their rows, are shown there and exported again.' }),
  notice('unknown_file', 'INFO', {
    reading: [/^(?!(booking_rules|location_groups|location_group_stops|timeframes)\.txt|locations\.geojson)\S+ file kept$/],
  }),
  notice('unsorted_stop_times', 'INFO', { reading: [/^stop_times\.txt not sorted$/] }),
  notice('unsupported_feature_type', 'ERROR', { reading: [/^locations\.geojson no feature$/] }),
  notice('unsupported_geo_json_type', 'ERROR', { reading: [/^locations\.geojson no collection$/] }),
  notice('unsupported_geometry_type', 'ERROR', { reading: [/^locations\.geojson other geometry$/] }),
  notice('unusable_trip', 'WARNING', {
    rulesAsRemarks: [331],
    reading: [/^trips\.txt trip without a timetable: it has only one stop time$/],
    differs: LISTED,
  }),
  notice('unused_shape', 'WARNING', { reading: [/^shapes\.txt shape without a timetable$/], differs: KEPT }),
  notice('unused_station', 'INFO', { rules: [220], differs: INFO }),
  notice('unused_trip', 'WARNING', { reading: [/^trips\.txt trip without a timetable: it has no stop times$/] }),
  notice('wrong_parent_location_type', 'ERROR', { rules: [214] }),
];
