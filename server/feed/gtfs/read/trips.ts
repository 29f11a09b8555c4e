/** Reads trips.txt and frequencies.txt. */
import type { Extra } from '../../../../src/domain/extra.ts';
import { ByteColumn, IntColumn } from './columns.ts';
import { ByteInterner } from './intern.ts';
import type { FeedNotes } from '../notes.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import { internField } from './shapes.ts';
import type { FeedFile } from './zip.ts';
import { ABSENT, MALFORMED } from './csv.ts';
import { timeText } from '../write/csvText.ts';

/** A row of frequencies.txt. */
export interface Frequency {
  readonly from: number;
  readonly to: number;
  readonly headway: number;
  readonly scheduled: boolean;
}

/** Trips by number, in the order of the file. -1 says that there is none. */
export class Trips {
  readonly ids = new ByteInterner();
  readonly routes: ByteInterner;
  readonly services = new ByteInterner();
  /** Headsigns of trips and of stop times; 0 is the blank one. */
  readonly headsigns = new ByteInterner();
  readonly shortNames = new ByteInterner();
  readonly blocks = new ByteInterner();
  readonly shapes: ByteInterner;
  readonly line = new IntColumn();
  readonly route = new IntColumn();
  readonly service = new IntColumn();
  readonly headsign = new IntColumn();
  readonly shortName = new IntColumn();
  readonly block = new IntColumn();
  readonly shape = new IntColumn();
  /** 0 forward, 1 backward, 2 not said. */
  readonly direction = new ByteColumn();
  /** 0 to 2; 255 not said. */
  readonly wheelchair = new ByteColumn();
  readonly bikes = new ByteColumn();
  /** Columns the model does not name. */
  readonly extra = new Map<number, Record<string, string>>();
  readonly frequencies = new Map<number, Frequency[]>();
  /** Columns of frequencies.txt that the model does not name, by trip id and start time (`HH:MM:SS`). */
  readonly furtherFrequencies: Record<string, Record<string, Extra>> = {};
  /** Why a trip cannot be in the version. */
  readonly rejected = new Map<number, string>();

  constructor(routes: ByteInterner, shapes: ByteInterner) {
    this.routes = routes;
    this.shapes = shapes;
    this.headsigns.internText('');
  }

  get size(): number {
    return this.ids.size;
  }

  idOf(trip: number): string {
    return this.ids.texts[trip] ?? '';
  }
}

const TRIPS = [
  'trip_id',
  'route_id',
  'service_id',
  'trip_headsign',
  'trip_short_name',
  'direction_id',
  'block_id',
  'shape_id',
  'wheelchair_accessible',
  'bikes_allowed',
];

/** Reads trips.txt; routes must be known, shapes and services are looked up later. */
export async function readTrips(file: FeedFile, trips: Trips, notes: FeedNotes, onBytes: OnBytes): Promise<readonly string[]> {
  return readTable(file, { columns: TRIPS, required: ['trip_id', 'route_id', 'service_id'] }, notes, onBytes, (row) => {
    const { csv } = row;
    const id = row.place('trip_id');
    if (csv.isBlank(id)) return row.reject('trip_id is blank');
    if (trips.ids.find(csv.bytes, csv.startOf(id), csv.endOf(id)) >= 0)
      return row.reject('trip_id is used twice', `The trip ${csv.text(id)} has a row already`);
    const route = row.place('route_id');
    const trip = internField(row, trips.ids, id);
    trips.line.push(row.line);
    trips.route.push(csv.isBlank(route) ? -1 : trips.routes.find(csv.bytes, csv.startOf(route), csv.endOf(route)));
    if (trips.route.at(trip) < 0) trips.rejected.set(trip, csv.isBlank(route) ? 'route_id is blank' : `routes.txt has no route "${csv.text(route)}"`);
    trips.service.push(csv.isBlank(row.place('service_id')) ? -1 : internField(row, trips.services, row.place('service_id')));
    trips.headsign.push(internField(row, trips.headsigns, row.place('trip_headsign')));
    trips.shortName.push(optionalText(row, trips.shortNames, 'trip_short_name'));
    trips.block.push(optionalText(row, trips.blocks, 'block_id'));
    trips.shape.push(shapeOf(row, trips));
    trips.direction.push(row.int('direction_id', 0, 1) ?? 2);
    trips.wheelchair.push(row.int('wheelchair_accessible', 0, 2) ?? 255);
    trips.bikes.push(row.int('bikes_allowed', 0, 2) ?? 255);
    const { Extra } = row.extra();
    if (Extra !== undefined) trips.extra.set(trip, Extra);
    return undefined;
  });
}

const FREQUENCIES = ['trip_id', 'start_time', 'end_time', 'headway_secs', 'exact_times'];

/** Reads frequencies.txt; rows that cannot be used are reported. */
export async function readFrequencies(file: FeedFile, trips: Trips, notes: FeedNotes, onBytes: OnBytes): Promise<readonly string[]> {
  return readTable(file, { columns: FREQUENCIES, required: FREQUENCIES.slice(0, 4) }, notes, onBytes, (row) => {
    const { csv } = row;
    const place = row.place('trip_id');
    const trip = trips.ids.find(csv.bytes, csv.startOf(place), csv.endOf(place));
    if (csv.isBlank(place) || trip < 0) return row.reject('trip is unknown', `trips.txt has no trip "${csv.text(place)}"`, 'trip_id');
    const from = csv.time(row.place('start_time'));
    const to = csv.time(row.place('end_time'));
    const headway = csv.int(row.place('headway_secs'));
    if (from === ABSENT || from === MALFORMED || to === ABSENT || to === MALFORMED) {
      return row.reject('not a time', `"${row.text('start_time')}" to "${row.text('end_time')}" is not a pair of times`, 'start_time');
    }
    if (headway === ABSENT || headway === MALFORMED || headway <= 0) {
      return row.reject('headway_secs is not above 0', `headway_secs "${row.text('headway_secs')}" is not a whole number above 0`);
    }
    const { Extra } = row.extra();
    if (Extra !== undefined) (trips.furtherFrequencies[trips.idOf(trip)] ??= {})[timeText(from)] = Extra;
    const rows = trips.frequencies.get(trip);
    const frequency = { from, to, headway, scheduled: row.int('exact_times', 0, 1) === 1 };
    if (rows === undefined) trips.frequencies.set(trip, [frequency]);
    else rows.push(frequency);
    return undefined;
  });
}

function optionalText(row: TableRow, interner: ByteInterner, column: string): number {
  const place = row.place(column);
  return row.csv.isBlank(place) ? -1 : internField(row, interner, place);
}

function shapeOf(row: TableRow, trips: Trips): number {
  const place = row.place('shape_id');
  const { csv } = row;
  if (csv.isBlank(place)) return -1;
  const shape = trips.shapes.find(csv.bytes, csv.startOf(place), csv.endOf(place));
  if (shape < 0)
    row.changed('shape is unknown', `shapes.txt has no shape "${csv.text(place)}"; the trip ${row.text('trip_id')} has no shape`, 'shape_id');
  return shape;
}
