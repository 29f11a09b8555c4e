/** Rows of stop_times.txt: what is alike in all trips of a timetable is put together once, trips add their id and times. */
import { z } from 'zod';
import type { Extra } from '../../../../src/domain/extra.ts';
import type { PositionInterval, Timetable } from '../../../../src/domain/model/timetable.ts';
import { csvField, csvLine, decimal, timeText } from './csvText.ts';
import type { Line } from './lines.ts';
import type { TrackOfTrips } from './shapes.ts';

/** Columns of every stop_times.txt. */
export const STOP_TIME_COLUMNS = ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'];

/** Prefix of the keys under which the reading keeps lists by stop. */
const LIST = 'stop_times/';

/** What stands in each column at a stop, apart from the trip and its times; blank where there is nothing to say. */
type Cells = Readonly<Record<string, string>>;

/** The columns of the file: those of the source in their order, then others that are needed. */
export class StopTimeColumns {
  readonly #names: string[];
  readonly #known: Set<string>;

  constructor(given: readonly string[] | undefined) {
    this.#names = [...(given ?? [])];
    this.#known = new Set(this.#names.map((name) => name.toLowerCase()));
    for (const column of STOP_TIME_COLUMNS) this.need(column);
  }

  /** Adds a column unless the file has it. */
  need(column: string): void {
    if (this.#known.has(column.toLowerCase())) return;
    this.#known.add(column.toLowerCase());
    this.#names.push(column);
  }

  /** Adds the columns that the rows of a timetable need. */
  needFor(timetable: Timetable, track: TrackOfTrips, line: Line): void {
    const needs: Readonly<Record<string, boolean>> = {
      stop_headsign: track.stops.some((stop) => stop.headsign !== ''),
      pickup_type: (timetable.PickupIntervals ?? []).length > 0,
      drop_off_type: (timetable.DropOffIntervals ?? []).length > 0,
      continuous_pickup: continuousOf(timetable.ContinuousPickupIntervals, track, line.continuousPickup).some((text) => text !== ''),
      continuous_drop_off: continuousOf(timetable.ContinuousDropOffIntervals, track, line.continuousDropOff).some((text) => text !== ''),
      shape_dist_traveled: track.stops.some((stop) => stop.distance !== undefined),
      timepoint: (timetable.Timepoints ?? []).some((kind) => kind !== null),
    };
    for (const [column, needed] of Object.entries(needs)) if (needed) this.need(column);
    // Lists have a value at some stop, or they would not be there.
    for (const { Extra } of [timetable, ...timetable.Departures])
      for (const key of Object.keys(Extra ?? {})) if (key.startsWith(LIST)) this.need(key.slice(LIST.length));
  }

  /** A row of the source that no timetable holds. */
  kept(row: Readonly<Record<string, string>>): string {
    return `${csvLine(this.#names.map((name) => row[name.toLowerCase()] ?? ''))}\n`;
  }

  header(): string {
    return `${csvLine(this.#names)}\n`;
  }

  /** The rows of a timetable's trips, ready for their ids and times. */
  rowsOf(timetable: Timetable, track: TrackOfTrips, line: Line, extra: Extra | undefined): StopTimeRows {
    const names = this.#names.map((name) => name.toLowerCase());
    const open = [names.indexOf('trip_id'), names.indexOf('arrival_time'), names.indexOf('departure_time')];
    const order = open.map((_, i) => i).toSorted((a, b) => (open[a] ?? 0) - (open[b] ?? 0));
    const cuts = open.toSorted((a, b) => a - b);
    const rows = cellsOf(timetable, track, line, extra).flatMap((cells, i): StopTimeRow[] => {
      if (track.stops[i]?.ignored === true) return [];
      const fields = this.#names.map((name) => csvField(cells[name.toLowerCase()] || (USUAL[name.toLowerCase()] ?? '')));
      const part = (from: number, to: number): string => fields.slice(from, to).join(',');
      const [a = 0, b = 0, c = 0] = cuts;
      const behind = (text: string): string => (text === '' && c === fields.length - 1 ? '' : `,${text}`);
      return [
        {
          before: a === 0 ? '' : `${part(0, a)},`,
          first: b === a + 1 ? ',' : `,${part(a + 1, b)},`,
          second: c === b + 1 ? ',' : `,${part(b + 1, c)},`,
          after: `${behind(part(c + 1, fields.length))}\n`,
          arrival: timetable.ArrivalOffsets[i] ?? null,
          departure: timetable.DepartureOffsets[i] ?? null,
        },
      ];
    });
    return new StopTimeRows(rows, order);
  }
}

/** Texts around the three open fields, and the offsets in seconds that fill two of them. */
interface StopTimeRow {
  readonly before: string;
  readonly first: string;
  readonly second: string;
  readonly after: string;
  readonly arrival: number | null;
  readonly departure: number | null;
}

/** The rows of one trip after the other. */
export class StopTimeRows {
  readonly #rows: readonly StopTimeRow[];
  /** Which of trip id (0), arrival (1) and departure (2) comes first, second, third. */
  readonly #order: readonly number[];
  /** Seconds; a trip must not start so early that this takes it below 0. */
  readonly earliest: number;

  constructor(rows: readonly StopTimeRow[], order: readonly number[]) {
    this.#rows = rows;
    this.#order = order;
    this.earliest = rows.reduce((least, row) => Math.min(least, row.arrival ?? 0, row.departure ?? 0), 0);
  }

  /** Seconds from the start of a trip to its first departure and to its last arrival. */
  get span(): { readonly starts: number; readonly ends: number } {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)];
    return { starts: first?.departure ?? first?.arrival ?? 0, ends: last?.arrival ?? last?.departure ?? 0 };
  }

  /** Stops at which the trips call. */
  get count(): number {
    return this.#rows.length;
  }

  /** The rows of a trip that starts at `start`, seconds of the service day. */
  text(tripId: string, start: number): string {
    const trip = csvField(tripId);
    const [x = 0, y = 1, z = 2] = this.#order;
    const open = [trip, '', ''];
    let text = '';
    for (const row of this.#rows) {
      open[1] = row.arrival === null ? '' : timeText(start + row.arrival);
      open[2] = row.departure === null ? '' : timeText(start + row.departure);
      text += `${row.before}${open[x]}${row.first}${open[y]}${row.second}${open[z]}${row.after}`;
    }
    return text;
  }
}

/** Written where the file has such a column and a row says nothing else. */
const USUAL: Cells = { pickup_type: '0', drop_off_type: '0' };

function cellsOf(timetable: Timetable, track: TrackOfTrips, line: Line, extra: Extra | undefined): Cells[] {
  const count = track.stops.length;
  const pickups = kinds(timetable.PickupIntervals, count, 0, 0);
  const dropOffs = kinds(timetable.DropOffIntervals, count, 0, 0);
  const continuousPickups = continuousOf(timetable.ContinuousPickupIntervals, track, line.continuousPickup);
  const continuousDropOffs = continuousOf(timetable.ContinuousDropOffIntervals, track, line.continuousDropOff);
  const lists = listsOf(extra, count);
  const distances = lists['shape_dist_traveled'];
  const sequence = sequenceOf(extra?.[`${LIST}stop_sequence`], count);
  return track.stops.map((stop, i) => {
    const cells: Record<string, string> = {
      stop_id: stop.id,
      stop_sequence: sequence[i] ?? '',
      stop_headsign: stop.headsign,
      pickup_type: pickups[i] ?? '',
      drop_off_type: dropOffs[i] ?? '',
      continuous_pickup: continuousPickups[i] ?? '',
      continuous_drop_off: continuousDropOffs[i] ?? '',
      shape_dist_traveled: distances === undefined && stop.distance !== undefined ? decimal(stop.distance) : '',
      timepoint: String(timetable.Timepoints?.[i] ?? ''),
    };
    for (const [column, list] of Object.entries(lists)) cells[column] = list[i] ?? '';
    return cells;
  });
}

/** Riding on between stops, 1 not at all; blank where the line says the same. What is said at the last stop would concern travel after it. */
function continuousOf(intervals: readonly PositionInterval[] | undefined, track: TrackOfTrips, ofLine: number): string[] {
  return kinds(intervals, track.stops.length - 1, 1, ofLine);
}

/** The kind at each stop as text, blank where it is what a blank stands for. */
function kinds(intervals: readonly PositionInterval[] | undefined, count: number, usual: number, blank: number): string[] {
  const values = Array.from({ length: Math.max(count, 0) }, () => usual);
  for (const [from, to, kind] of intervals ?? []) values.fill(kind, from, to);
  return values.map((kind) => (kind === blank ? '' : String(kind)));
}

const List = z.array(z.union([z.string(), z.number(), z.null()]));

/** The lists by stop that were kept from the source, by column in lower case; one that no longer fits the stops is dropped. */
function listsOf(extra: Extra | undefined, count: number): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const [key, text] of Object.entries(extra ?? {})) {
    if (!key.startsWith(LIST) || key === `${LIST}stop_sequence`) continue;
    const list = List.parse(JSON.parse(text));
    if (list.length === count)
      lists[key.slice(LIST.length).toLowerCase()] = list.map((value) => (typeof value === 'number' ? decimal(value) : (value ?? '')));
  }
  return lists;
}

/** stop_sequence at each stop: as the source had it (`first+step`, or a list), else 1, 2, 3 ... */
function sequenceOf(text: string | undefined, count: number): string[] {
  const even = /^(-?\d+)\+(-?\d+)$/.exec(text ?? '1+1');
  if (even !== null) return Array.from({ length: count }, (_, i) => String(Number(even[1]) + i * Number(even[2])));
  const list = List.parse(JSON.parse(text ?? '[]'));
  return list.length === count ? list.map(String) : sequenceOf(undefined, count);
}
