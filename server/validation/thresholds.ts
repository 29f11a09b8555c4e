/**
 * Every number that a rule compares with, with where it comes from. "GTFS" is the reference of gtfs.org, "MobilityData" the
 * thresholds of its canonical validator (gtfs-validator 8), "product" a choice of this product.
 */
export const THRESHOLDS = {
  /** Stops: metres. Duplicates and stops too close: product (half a platform edge); stations: product. */
  duplicateMetres: 2,
  duplicateStationMetres: 100,
  tooCloseMetres: 2,
  /** MobilityData: stop_too_far_from_shape and platform_without_parent use 100 m as the size of a station. */
  farFromParentMetres: 100,
  tooFarFromParentMetres: 1000,
  stopCodeMetres: 50,
  /** Degrees around the region's bounds, and around 0,0: MobilityData point_near_origin uses 1 degree. */
  regionMargin: 0.1,
  nearOrigin: 1,
  /** MobilityData point_near_pole: 1 degree from a pole. */
  nearPole: 89,
  /** Outliers: product. */
  outlierStops: 20,
  outlierFactor: 5,
  outlierMetres: 50_000,
  /** Least number of cased letters at which a name in one case is reported. Source: product. */
  casedLetters: 4,

  /** MobilityData: route_short_name_too_long. */
  shortNameLength: 12,
  /** MobilityData: route_color_contrast, after the luma of ITU-R BT.601. */
  colorContrast: 72,
  /** Days. Calendars: product; expiry: the specification (1 week and 2 weeks). */
  longestCalendar: 731,
  oneWeek: 7,
  twoWeeks: 14,
  /** MobilityData: feed_expiration_date7_days, feed_expiration_date30_days, feed_valid_beyond_total_service_window. */
  feedEndsSoon: 7,
  feedEnds: 30,
  feedBeyond: 14,
  largestGap: 60,
  serviceGap: 13,

  /** Tracks: metres. */
  trackStopsTooCloseMetres: 10,
  detourMetres: 2000,
  detourFactor: 5,
  usualHopMetres: 2000,
  shapeSegmentMetres: 10_000,
  shapeSegmentFactor: 3,
  reversedMetres: 100,
  /** MobilityData: stop_too_far_from_shape. */
  stopToShapeMetres: 100,

  /** Timetables: metres, seconds and km/h. */
  zeroHopMetres: 500,
  /** MobilityData: fast_travel_between_far_stops looks at stops more than 10 km apart. */
  farMetres: 10_000,
  /** Times on whole minutes may be a minute off. MobilityData does the same. */
  minuteSlack: 60,
  slowHopMetres: 200,
  slowKmh: 1,
  dwell: 30 * 60,
  longDwell: 3 * 3600,
  shortestTrip: 60,
  shortestTripMetres: 500,
  /** Start times: GTFS lets service days pass midnight; 48 hours: product. */
  latestStart: 48 * 3600,
  /** Levels of vehicle couplings: the specification. */
  couplingLevels: 3,

  /** Pathways: metres, seconds, ratios. Slopes: GTFS names 1:12 (0.083) as the limit for wheelchairs. */
  pathwayLengthShare: 0.8,
  pathwayLengthSlack: 5,
  pathwayMetres: 1000,
  pathwaySpeed: 3,
  steepSlope: 0.083,
  narrowMetres: 0.3,
  wideMetres: 50,

  /** Transfers: metres and seconds. Distances: MobilityData transfer_distance_above_2_km and _too_large. */
  transferSeconds: 2 * 3600,
  transferMetres: 2000,
  transferTooFarMetres: 10_000,
  transferWalk: 2,
  transferSlack: 120,
} as const;

/** The numbers that apply in a region: those above, and what its profile says otherwise. */
export type Thresholds = Readonly<Record<keyof typeof THRESHOLDS, number>>;

/** Fastest speeds in km/h by GTFS basic vehicle type: MobilityData, fast_travel_between_consecutive_stops. */
const SPEEDS: Readonly<Record<number, number>> = { 0: 100, 1: 150, 2: 500, 3: 150, 4: 80, 5: 30, 6: 50, 7: 50, 11: 150, 12: 150 };

/** Fastest speed in km/h of a vehicle type, basic or extended. */
export function fastestOf(type: number | undefined): number {
  const basic = basicType(type);
  return (basic === undefined ? undefined : SPEEDS[basic]) ?? 200;
}

/** Longest duration of a trip in seconds: product. Rail runs for days, a bus does not. */
export function longestOf(type: number | undefined): number {
  const basic = basicType(type);
  if (type !== undefined && type >= 200 && type < 300) return 36 * 3600;
  if (basic === 2) return 96 * 3600;
  if (basic === 4) return 36 * 3600;
  return basic !== undefined && [0, 1, 3, 11].includes(basic) ? 6 * 3600 : 36 * 3600;
}

/** The basic GTFS type of an extended one; undefined where there is none (air, taxi, miscellaneous). */
export function basicType(type: number | undefined): number | undefined {
  if (type === undefined || type < 0) return undefined;
  if (type < 100) return type;
  const hundred = Math.floor(type / 100);
  return EXTENDED[type] ?? EXTENDED_HUNDREDS[hundred];
}

const EXTENDED: Readonly<Record<number, number>> = { 405: 12, 1501: 3 };
/** https://developers.google.com/transit/gtfs/reference/extended-route-types */
const EXTENDED_HUNDREDS: Readonly<Record<number, number>> = { 1: 2, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1, 7: 3, 8: 11, 9: 0, 10: 4, 12: 4, 13: 6, 14: 7 };

/** Whether vehicles of a type leave the ground or the land, where a straight line is a possible path. */
export function isAirOrFerry(type: number | undefined): boolean {
  return basicType(type) === 4 || (type !== undefined && type >= 1100 && type < 1200);
}
