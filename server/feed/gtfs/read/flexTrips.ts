/** Reads flexible trips: they form no timetable, and their rows are read a second time. Costs nothing where a feed has none. */
import { CALL_FIELDS, FlexCall, type FlexTrip, flexTripProblem } from '../../../../src/domain/model/flexTrips.ts';
import { FeedNotes } from '../notes.ts';
import { FLEX } from './patterns.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { Trips } from './trips.ts';
import type { FeedFile } from './zip.ts';

/** A flexible trip without its schedule and days, which the calendars of its line give. */
export interface FlexTripRows {
  readonly doc: Omit<FlexTrip, 'ScheduleId' | 'Days'>;
  /** Lines of its rows in stop_times.txt. */
  readonly lines: readonly number[];
}

/** The flexible trips by their number. One that the product could not write again as it is stays a kept row. */
export async function readFlexTrips(
  find: (name: string) => FeedFile | undefined,
  trips: Trips,
  onBytes: OnBytes,
): Promise<ReadonlyMap<number, FlexTripRows>> {
  const wanted = new Map<string, number>();
  for (const [trip, reason] of trips.rejected) if (reason === FLEX && !trips.frequencies.has(trip)) wanted.set(trips.idOf(trip), trip);
  const found = new Map<number, FlexTripRows>();
  if (wanted.size === 0) return found;

  const calls = new Map<number, { call: FlexCall | undefined; line: number }[]>();
  await readAgain(find('stop_times.txt'), onBytes, wanted, (trip, cells, line) => {
    const known = calls.get(trip) ?? [];
    known.push({ call: callOf(cells), line });
    calls.set(trip, known);
  });
  await readAgain(find('trips.txt'), onBytes, wanted, (trip, cells) => {
    const rows = calls.get(trip) ?? [];
    const all = rows.flatMap(({ call }) => call ?? []).toSorted((a, b) => a.Sequence - b.Sequence);
    const doc = all.length < rows.length ? undefined : tripOf(cells, all);
    if (doc !== undefined && flexTripProblem(doc) === undefined) found.set(trip, { doc, lines: rows.map(({ line }) => line) });
  });
  return found;
}

/** Fields of a row by column in lower case; blank ones are left out. */
type Cells = ReadonlyMap<string, string>;

async function readAgain(
  file: FeedFile | undefined,
  onBytes: OnBytes,
  wanted: ReadonlyMap<string, number>,
  take: (trip: number, cells: Cells, line: number) => void,
): Promise<void> {
  if (file === undefined) return;
  // the remarks on these rows were made when they were read first
  const silent = new FeedNotes(() => undefined);
  await readTable(file, { columns: ['trip_id'], required: [] }, silent, onBytes, (row: TableRow) => {
    const trip = wanted.get(row.text('trip_id'));
    if (trip === undefined) return;
    const cells = row.header.flatMap((name, place) => (row.csv.isBlank(place) ? [] : [[name.toLowerCase(), row.csv.text(place)] as const]));
    take(trip, new Map(cells), row.line);
  });
}

/** A call of a row; undefined where a value could not be written again as it is. */
function callOf(cells: Cells): FlexCall | undefined {
  const left = new Map(cells);
  left.delete('trip_id');
  const doc: Record<string, unknown> = { Sequence: numberIn(take(left, 'stop_sequence')) };
  for (const [key, { gtfs, holds }] of Object.entries(CALL_FIELDS)) {
    const text = take(left, gtfs);
    if (text === undefined) continue;
    if (holds === 'clockTime' && !/^\d{1,2}:[0-5]\d:[0-5]\d$/.test(text)) return undefined;
    doc[key] = typeof holds === 'object' && 'oneOf' in holds ? numberIn(text) : text;
  }
  const places = [doc['ZoneId'], doc['LocationGroupId'], doc['StopId']].filter((id) => id !== undefined);
  const parsed = FlexCall.safeParse({ ...doc, ...extraOf(left) });
  return places.length === 1 && parsed.success ? parsed.data : undefined;
}

/** A trip of a row; undefined where a value could not be written again as it is. */
function tripOf(cells: Cells, Calls: FlexCall[]): FlexTripRows['doc'] | undefined {
  const left = new Map(cells);
  left.delete('route_id');
  left.delete('service_id');
  const Id = take(left, 'trip_id') ?? '';
  const texts = { Headsign: take(left, 'trip_headsign'), ShortName: take(left, 'trip_short_name') };
  const numbers = {
    Direction: take(left, 'direction_id'),
    WheelchairAccessibility: take(left, 'wheelchair_accessible'),
    BikesAllowed: take(left, 'bikes_allowed'),
    SafeDurationFactor: take(left, 'safe_duration_factor'),
    SafeDurationOffset: take(left, 'safe_duration_offset'),
  };
  const values = Object.entries(numbers).flatMap(([key, text]) => (text === undefined ? [] : [[key, numberIn(text)] as const]));
  const limits: Readonly<Record<string, number>> = { Direction: 1, WheelchairAccessibility: 2, BikesAllowed: 2 };
  for (const [key, value] of values) {
    const most = limits[key];
    if (value === undefined || (most !== undefined && (!Number.isInteger(value) || value < 0 || value > most))) return undefined;
  }
  const named = Object.entries(texts).filter(([, text]) => text !== undefined);
  return { Id, ...Object.fromEntries([...named, ...values]), Calls, ...extraOf(left) };
}

function take(left: Map<string, string>, column: string): string | undefined {
  const text = left.get(column);
  left.delete(column);
  return text;
}

/** The number of a text that is written as a number is; undefined for another. */
function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && String(Number(text)) === text ? Number(text) : undefined;
}

function extraOf(left: Cells): { Extra?: Record<string, string> } {
  return left.size === 0 ? {} : { Extra: Object.fromEntries(left) };
}
