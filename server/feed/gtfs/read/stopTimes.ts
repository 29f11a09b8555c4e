/** Reads stop_times.txt, the one file of a feed that is large, into columns of numbers. */
import { FloatColumn, IntColumn } from './columns.ts';
import { ABSENT, MALFORMED } from './csv.ts';
import { FlexRows } from './flexRows.ts';
import { ByteInterner } from './intern.ts';
import type { FeedNotes } from '../notes.ts';
import { bucketOrder, internField } from './shapes.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { Trips } from './trips.ts';
import type { FeedFile } from './zip.ts';

/** Rows of stop_times.txt in columns, and their order by trip and stop_sequence. */
export class StopTimes {
  readonly stops: ByteInterner;
  readonly trip: IntColumn;
  readonly sequence: IntColumn;
  /** Seconds, or ABSENT. */
  readonly arrival: IntColumn;
  readonly departure: IntColumn;
  readonly stop: IntColumn;
  /** Number among the headsigns of the trips; 0 none. */
  readonly headsign: IntColumn;
  /** See packAccess. */
  readonly access: IntColumn;
  /** shape_dist_traveled; empty where the file has no such column. */
  readonly distance: FloatColumn;
  /** Line in the file of a row with a distance column; empty where there is none. */
  readonly line: IntColumn;
  /** Columns the model does not name: number of the text in `extraTexts`, 0 blank. */
  readonly extra: { name: string; values: IntColumn }[] = [];
  readonly extraTexts = new ByteInterner();
  /** Lines of rows that name an area or a group of stops in place of a stop: no timetable holds them, they are kept as they are. */
  readonly withoutStop = new Set<number>();
  /** Trips that have such rows. */
  readonly flexTrips = new Set<number>();
  /** What is known of rows with the columns of GTFS Flex. */
  readonly flex = new FlexRows();
  order: Int32Array = new Int32Array(0);
  starts: Int32Array = new Int32Array(1);

  constructor(stops: ByteInterner, capacity: number) {
    this.stops = stops;
    this.trip = new IntColumn(capacity);
    this.sequence = new IntColumn(capacity);
    this.arrival = new IntColumn(capacity);
    this.departure = new IntColumn(capacity);
    this.stop = new IntColumn(capacity);
    this.headsign = new IntColumn(capacity);
    this.access = new IntColumn(capacity);
    this.distance = new FloatColumn(1);
    this.line = new IntColumn(1);
    this.extraTexts.internText('');
  }

  /** Rows of all trips. */
  get size(): number {
    return this.trip.length;
  }
}

/** How a stop time says who may get on and off. Continuous values are -1 where the row does not say. */
export interface Access {
  readonly pickup: number;
  readonly dropOff: number;
  readonly continuousPickup: number;
  readonly continuousDropOff: number;
  /** 1 exact, 0 approximate, -1 not said. */
  readonly timepoint: number;
}

/** The access of a stop time in 12 bits, so that whole running-time profiles compare as numbers. */
export function packAccess(access: Access): number {
  return (
    access.pickup |
    (access.dropOff << 2) |
    ((access.timepoint + 1) << 4) |
    ((access.continuousPickup + 1) << 6) |
    ((access.continuousDropOff + 1) << 9)
  );
}

/** Reads it back. */
export function unpackAccess(packed: number): Access {
  return {
    pickup: packed & 3,
    dropOff: (packed >> 2) & 3,
    timepoint: ((packed >> 4) & 3) - 1,
    continuousPickup: ((packed >> 6) & 7) - 1,
    continuousDropOff: ((packed >> 9) & 7) - 1,
  };
}

const COLUMNS = [
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
] as const;
type Places = Record<(typeof COLUMNS)[number], number>;

/** Reads stop_times.txt. Rows of unknown trips, without a stop or without an order are reported and left out. */
export async function readStopTimes(
  file: FeedFile,
  times: StopTimes,
  trips: Trips,
  knownStops: number,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  let places: Places | undefined;
  let extras: readonly { place: number; values: IntColumn }[] = [];
  let withDistance = false;
  let withFlex = false;
  let unsaid = 0;
  const header = await readTable(
    file,
    { columns: COLUMNS, required: ['trip_id', 'stop_id', 'stop_sequence'] },
    notes,
    onBytes,
    (row) => {
      if (places === undefined) return undefined;
      const { csv } = row;
      const trip = csv.isBlank(places.trip_id) ? -1 : trips.ids.find(csv.bytes, csv.startOf(places.trip_id), csv.endOf(places.trip_id));
      if (trip < 0) return row.reject('trip is unknown', `trips.txt has no trip "${csv.text(places.trip_id)}"`, 'trip_id');
      if (csv.isBlank(places.stop_id)) {
        if (!['location_id', 'location_group_id'].some((column) => !csv.isBlank(row.header.indexOf(column)))) return row.reject('stop_id is blank');
        times.flex.look(row, trip, true);
        times.withoutStop.add(row.line);
        times.flexTrips.add(trip);
        return undefined;
      }
      const sequence = sequenceOf(row, places.stop_sequence);
      if (sequence === ABSENT || sequence === MALFORMED)
        return row.reject('stop_sequence is no number', `stop_sequence "${csv.text(places.stop_sequence)}" is not a whole number`);
      const stop = internField(row, times.stops, places.stop_id);
      if (stop >= knownStops) row.warn('stop is unknown', `stops.txt has no stop "${csv.text(places.stop_id)}"`, 'stop_id');
      if (withFlex) times.flex.look(row, trip, false);
      if (places.timepoint >= 0 && csv.isBlank(places.timepoint) && !csv.isBlank(places.arrival_time)) unsaid++;
      times.trip.push(trip);
      times.sequence.push(sequence);
      if (csv.isBlank(places.arrival_time) !== csv.isBlank(places.departure_time))
        row.fault(
          'one time only',
          'Only one of arrival_time and departure_time is given',
          csv.isBlank(places.arrival_time) ? 'departure_time' : 'arrival_time',
        );
      times.arrival.push(timeOf(row, places.arrival_time, 'arrival_time'));
      times.departure.push(timeOf(row, places.departure_time, 'departure_time'));
      times.stop.push(stop);
      times.headsign.push(csv.isBlank(places.stop_headsign) ? 0 : internField(row, trips.headsigns, places.stop_headsign));
      times.access.push(accessOf(row, places));
      if (withDistance) {
        times.distance.push(csv.float(places.shape_dist_traveled));
        times.line.push(row.line);
      }
      for (const { place, values } of extras) values.push(csv.isBlank(place) ? 0 : internField(row, times.extraTexts, place));
      return undefined;
    },
    (row) => {
      // Object.fromEntries forgets which keys it was given.
      const found: Partial<Places> = {};
      for (const column of COLUMNS) found[column] = row.place(column);
      places = { ...NO_PLACES, ...found };
      withDistance = row.has('shape_dist_traveled');
      withFlex = times.flex.begin(row);
      extras = row.extraColumns.map(({ name, place }) => {
        const values = new IntColumn();
        times.extra.push({ name, values });
        return { place, values };
      });
    },
  );
  Object.assign(times, bucketOrder(times.trip, times.sequence, trips.size));
  if (unsaid > 0)
    notes.add(
      'warning',
      file.name,
      null,
      'timepoint not said',
      `${unsaid.toLocaleString('en')} stop times have times and do not say whether they are exact (timepoint)`,
      { rows: unsaid },
    );
  const unsorted = unsortedTrips(times, trips.size);
  if (unsorted > 0)
    notes.add(
      'info',
      file.name,
      null,
      'not sorted',
      `The rows of ${unsorted.toLocaleString('en')} trips do not stand together in the order of stop_sequence`,
      { rows: unsorted },
    );
  return header;
}

/** Trips whose rows are scattered over the file, or in another order than their stop_sequence. */
function unsortedTrips({ order, starts }: StopTimes, trips: number): number {
  let found = 0;
  for (let trip = 0; trip < trips; trip++) {
    for (let i = (starts[trip] ?? 0) + 1; i < (starts[trip + 1] ?? 0); i++) {
      if (order[i] === (order[i - 1] ?? 0) + 1) continue;
      found++;
      break;
    }
  }
  return found;
}

const NO_PLACES: Places = {
  trip_id: -1,
  arrival_time: -1,
  departure_time: -1,
  stop_id: -1,
  stop_sequence: -1,
  stop_headsign: -1,
  pickup_type: -1,
  drop_off_type: -1,
  shape_dist_traveled: -1,
  timepoint: -1,
  continuous_pickup: -1,
  continuous_drop_off: -1,
};

/** A stop_sequence; one that spreadsheets have written as 3.0 is 3. */
function sequenceOf({ csv }: TableRow, place: number): number {
  const value = csv.int(place);
  if (value !== MALFORMED) return value;
  const decimal = csv.float(place);
  return Number.isInteger(decimal) && Math.abs(decimal) < 1e9 ? decimal : MALFORMED;
}

function timeOf(row: TableRow, place: number, column: string): number {
  const value = row.csv.time(place);
  if (value !== MALFORMED) return value;
  row.changed('not a time', `"${row.csv.text(place)}" is not a time (H:MM:SS); taken as not given`, column);
  return ABSENT;
}

function accessOf(row: TableRow, places: Places): number {
  const { csv } = row;
  const pickup = kind(row, places.pickup_type, 'pickup_type', 3, 0);
  const dropOff = kind(row, places.drop_off_type, 'drop_off_type', 3, 0);
  const timepoint = csv.isBlank(places.timepoint) ? -1 : kind(row, places.timepoint, 'timepoint', 1, -1);
  const continuousPickup = csv.isBlank(places.continuous_pickup) ? -1 : kind(row, places.continuous_pickup, 'continuous_pickup', 3, -1);
  const continuousDropOff = csv.isBlank(places.continuous_drop_off) ? -1 : kind(row, places.continuous_drop_off, 'continuous_drop_off', 3, -1);
  return packAccess({ pickup, dropOff, timepoint, continuousPickup, continuousDropOff });
}

function kind(row: TableRow, place: number, column: string, max: number, none: number): number {
  const value = row.csv.int(place);
  if (value === ABSENT) return none;
  if (value >= 0 && value <= max) return value;
  row.changed(`${column} is not usable`, `${column} "${row.csv.text(place)}" is not a whole number from 0 to ${max}; taken as not given`);
  return none;
}
