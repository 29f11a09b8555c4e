/** What a GTFS zip means, in texts that compare: a trip is one text, a row of another file is one. Shares no code with the product. */
import { activeDates, byId, plainFiles, plainTrips, type ListBook, type PlainFile, type PlainTrip, type Row } from './plainFeed.ts';

/** A feed in comparable form. */
export interface FeedDigest {
  readonly trips: ReadonlyMap<string, { readonly meaning: string; readonly service: string; readonly shape: string }>;
  /** Every file but stop_times, frequencies and shapes, which are in the trips. */
  readonly files: ReadonlyMap<string, { readonly header: readonly string[]; readonly rows: ReadonlyMap<string, number> }>;
  /** What this feed has that a version cannot hold. */
  readonly losses: readonly Loss[];
}

/** A loss by its name in docs/gtfs-losses.md. */
export interface Loss {
  readonly name: string;
  readonly file: string;
  readonly count: number;
}

/** Files whose rows are the trips: they are not compared once more row by row, only their columns. */
const IN_TRIPS = ['trips.txt', 'stop_times.txt', 'frequencies.txt', 'shapes.txt', 'calendar.txt', 'calendar_dates.txt'];

/** Reads a zip. Equal lists of numbers get equal numbers in the same book. */
export async function digestFeed(path: string, book: ListBook): Promise<FeedDigest> {
  const files = await plainFiles(path);
  const losses: Loss[] = [];
  const lose = (name: string, file: string, count: number): void => {
    if (count > 0) losses.push({ name, file, count });
  };
  const trips = digestTrips(files, book, lose);
  const digests = new Map<string, { header: readonly string[]; rows: Map<string, number> }>();
  const agencies = files.get('agency.txt')?.rows() ?? [];
  const onlyAgency = agencies.length === 1 ? (agencies[0]?.['agency_id'] ?? '1') : undefined;
  for (const [name, file] of files) {
    if (!MODELLED.has(name)) {
      digests.set(name, {
        header: [],
        rows: new Map([[name.endsWith('.geojson') ? sortedJson(file.bytes.toString('utf8')) : file.bytes.toString('latin1'), 1]]),
      });
      continue;
    }
    const old = name === 'translations.txt' && file.header().includes('trans_id');
    const rows = old ? presentTranslations(file.rows(), files) : IN_TRIPS.includes(name) ? [] : file.rows();
    if (old) lose('old translations', name, file.rows().length);
    const texts = new Map<string, number>();
    for (const row of rows) {
      const text = textOf(name, row, onlyAgency);
      texts.set(text, (texts.get(text) ?? 0) + 1);
    }
    digests.set(name, { header: old ? [] : namesOf(file), rows: texts });
  }
  for (const [name, row] of furtherColumnsOfServices(files, trips)) digests.get(name)?.rows.set(row, 1);
  return { trips, files: digests, losses };
}

/** Files that the product takes apart; all others are kept word for word. */
const MODELLED = new Set([
  'timeframes.txt',
  'agency.txt',
  'stops.txt',
  'levels.txt',
  'routes.txt',
  'transfers.txt',
  'pathways.txt',
  'fare_attributes.txt',
  'fare_rules.txt',
  'attributions.txt',
  'feed_info.txt',
  'translations.txt',
  'vehicle_categories.txt',
  'vehicle_boardings.txt',
  'vehicle_couplings.txt',
  'ticketing_deep_links.txt',
  'ticketing_identifiers.txt',
  'areas.txt',
  'stop_areas.txt',
  'networks.txt',
  'route_networks.txt',
  'rider_categories.txt',
  'fare_media.txt',
  'fare_products.txt',
  'fare_leg_rules.txt',
  'fare_leg_join_rules.txt',
  'fare_transfer_rules.txt',
  ...IN_TRIPS,
]);

/** Column names, without blank ones and the second of two alike: nothing can be read from those. */
function namesOf(file: PlainFile): string[] {
  const seen = new Set(['']);
  return file.header().filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** GTFS says that a blank is the same as this. */
const BLANKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'stops.txt': { location_type: '0', wheelchair_boarding: '0' },
  'transfers.txt': { transfer_type: '0' },
};

/** 48.00 and 48 are one number. */
const NUMBERS = new Set([
  'stop_lat',
  'stop_lon',
  'location_type',
  'wheelchair_boarding',
  'route_type',
  'transfer_type',
  'min_transfer_time',
  'level_index',
  'length',
  'traversal_time',
  'stair_count',
  'max_slope',
  'min_width',
  'pathway_mode',
  'is_bidirectional',
  'transfers',
  'transfer_duration',
  'is_producer',
  'is_operator',
  'is_authority',
]);

function textOf(file: string, row: Row, onlyAgency: string | undefined): string {
  const fields = Object.entries(row).flatMap(([column, value]) => {
    const number = NUMBERS.has(column) && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value);
    const plain = number ? String(Number(value)) : value;
    if (BLANKS[file]?.[column] === plain) return [];
    // Where there is one agency its id may be left out everywhere.
    if (column === 'agency_id' && value === onlyAgency && (file === 'agency.txt' || file === 'routes.txt')) return [];
    return [[column, plain]];
  });
  return JSON.stringify(fields.toSorted(byColumn));
}

function byColumn([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return a < b ? -1 : 1;
}

const TRIP_COLUMNS = new Set([
  'route_id',
  'service_id',
  'trip_id',
  'trip_headsign',
  'trip_short_name',
  'direction_id',
  'block_id',
  'shape_id',
  'wheelchair_accessible',
  'bikes_allowed',
]);
const STOP_TIME_COLUMNS = new Set([
  'trip_id',
  'arrival_time',
  'departure_time',
  'stop_id',
  'stop_sequence',
  'stop_headsign',
  'pickup_type',
  'drop_off_type',
  'shape_dist_traveled',
  'timepoint',
  'continuous_pickup',
  'continuous_drop_off',
]);
const FREQUENCY_COLUMNS = new Set(['trip_id', 'start_time', 'end_time', 'headway_secs', 'exact_times']);
const SHAPE_COLUMNS = new Set(['shape_id', 'shape_pt_lat', 'shape_pt_lon', 'shape_pt_sequence', 'shape_dist_traveled']);

/** Columns of a row that are not among these. */
function further(row: Row, known: ReadonlySet<string>): [string, string][] {
  return Object.entries(row).filter(([column]) => !known.has(column));
}

function digestTrips(
  files: ReadonlyMap<string, PlainFile>,
  book: ListBook,
  lose: (name: string, file: string, count: number) => void,
): Map<string, { meaning: string; service: string; shape: string }> {
  const rows = (name: string): Row[] => files.get(name)?.rows() ?? [];
  const plain = plainTrips(files, book);
  const never = book.numberOf([]);
  const routes = new Set(rows('routes.txt').map((row) => row['route_id']));
  const points = byId(rows('shapes.txt'), 'shape_id', (row) => Number(row['shape_pt_sequence']));
  const travelled = new Map([...points].map(([id, all]) => [id, book.numberOf(all.map((point) => Number(point['shape_dist_traveled'] ?? NaN)))]));
  lose('further columns of shapes', 'shapes.txt', rows('shapes.txt').filter((row) => further(row, SHAPE_COLUMNS).length > 0).length);
  const stopTimes = byId(rows('stop_times.txt'), 'trip_id', (row) => Number(row['stop_sequence']));
  const frequencies = byId(rows('frequencies.txt'), 'trip_id', (row) => Number(row['start_time']?.replaceAll(':', '')));
  const trips = new Map<string, { meaning: string; service: string; shape: string }>();
  const used = { shapes: new Set<string>(), services: new Set<string>() };
  let rejected = 0;
  for (const row of rows('trips.txt')) {
    const id = row['trip_id'] ?? '';
    const trip = plain.get(id);
    if (trip === undefined) continue;
    if (cannotRun(trip, never) || !routes.has(trip.route)) {
      rejected++;
      continue;
    }
    used.shapes.add(row['shape_id'] ?? '');
    used.services.add(row['service_id'] ?? '');
    const stops = (stopTimes.get(id) ?? []).map((time) => [
      Number(time['stop_sequence']),
      Number(time['shape_dist_traveled'] ?? NaN),
      ...further(time, STOP_TIME_COLUMNS),
    ]);
    const headways = (frequencies.get(id) ?? []).map((one) => further(one, FREQUENCY_COLUMNS));
    trips.set(id, {
      meaning: JSON.stringify([
        { ...trip, frequencies: trip.frequencies.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]) },
        further(row, TRIP_COLUMNS).toSorted(byColumn),
        stops,
        headways,
        travelled.get(row['shape_id'] ?? ''),
      ]),
      service: row['service_id'] ?? '',
      shape: row['shape_id'] ?? '',
    });
  }
  lose('rejected trips', 'trips.txt', rejected);
  lose('ways without trips', 'shapes.txt', [...points.keys()].filter((id) => !used.shapes.has(id)).length);
  const services = activeDates(rows('calendar.txt'), rows('calendar_dates.txt'));
  lose('services without trips', 'calendar.txt', [...services.keys()].filter((id) => !used.services.has(id)).length);
  return trips;
}

/** Whether a trip cannot be in any timetable: it never runs, calls at one stop at most, or nobody knows when it starts. */
function cannotRun(trip: PlainTrip, never: number): boolean {
  const [first] = trip.stops;
  return trip.dates === never || trip.stops.length < 2 || first === undefined || (first[1] === null && first[2] === null);
}

/** Rows of both calendar files that say more than when a service runs, of services that kept trips run on. The weekdays are in the trips. */
function furtherColumnsOfServices(files: ReadonlyMap<string, PlainFile>, trips: FeedDigest['trips']): [file: string, row: string][] {
  const used = new Set([...trips.values()].map(({ service }) => service));
  const rowsOf = (name: string, known: ReadonlySet<string>, key: readonly string[]): [string, string][] =>
    (files.get(name)?.rows() ?? []).flatMap((row) => {
      const more = further(row, known);
      return more.length === 0 || !used.has(row['service_id'] ?? '')
        ? []
        : [[name, JSON.stringify([...key.map((column) => row[column]), ...more.toSorted(byColumn)])]];
    });
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  return [
    ...rowsOf('calendar.txt', new Set(['service_id', ...weekdays, 'start_date', 'end_date']), ['service_id']),
    ...rowsOf('calendar_dates.txt', new Set(['service_id', 'date', 'exception_type']), ['service_id', 'date']),
  ];
}

/** Translations of the old form (trans_id, lang, translation) in the present one: every name that reads like the trans_id. */
function presentTranslations(rows: readonly Row[], files: ReadonlyMap<string, PlainFile>): Row[] {
  const valuesOf = (file: string, column: string): Set<string> => new Set((files.get(file)?.rows() ?? []).flatMap((row) => row[column] ?? []));
  const headsigns = valuesOf('trips.txt', 'trip_headsign');
  const fields: [string, string, Set<string>][] = [
    ['agency', 'agency_name', valuesOf('agency.txt', 'agency_name')],
    ['stops', 'stop_name', valuesOf('stops.txt', 'stop_name')],
    ['routes', 'route_short_name', valuesOf('routes.txt', 'route_short_name')],
    ['routes', 'route_long_name', valuesOf('routes.txt', 'route_long_name')],
    ['trips', 'trip_headsign', headsigns],
    ['stop_times', 'stop_headsign', new Set([...valuesOf('stop_times.txt', 'stop_headsign')].filter((text) => !headsigns.has(text)))],
  ];
  return rows.flatMap(({ trans_id: value = '', lang = '', translation = '', ...rest }) =>
    fields
      .filter(([, , values]) => values.has(value))
      .map(([table, field]) => ({ table_name: table, field_name: field, language: lang, translation, field_value: value, ...rest })),
  );
}

/** JSON with the members of each object in one order and no space; a text that is none stays. */
export function sortedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}
