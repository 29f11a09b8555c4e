/** Windows of flexible trips as a sheet: trips side by side, and for each place two rows of times. */
import type { FlexCall, FlexTrip } from './model/flexTrips.ts';

/** A row of times of a sheet: those of the call at one place in one field. */
export interface WindowRow {
  /** Place of the call in its trip, from 0. */
  readonly at: number;
  readonly field: TimeField;
}

export type TimeField = 'WindowStart' | 'WindowEnd' | 'ArrivalTime' | 'DepartureTime';

/** Flexible trips of one schedule that call at the same places in the same order. */
export interface WindowSheet<T extends FlexTrip = FlexTrip> {
  readonly key: string;
  readonly scheduleId: string;
  /** The place of each call, as the first trip has it. */
  readonly places: readonly FlexCall[];
  readonly rows: readonly WindowRow[];
  /** By the first time, then by id. */
  readonly trips: readonly T[];
}

/** What becomes of one cell: the typed time, or '' for none. */
export interface WindowCell {
  readonly tripId: string;
  readonly sequence: number;
  readonly field: TimeField;
  readonly value: string;
}

const WINDOW = ['WindowStart', 'WindowEnd'] as const;
const TIMES = ['ArrivalTime', 'DepartureTime'] as const;

/** The sheets of trips, by schedule and places. A trip without calls is in none. */
export function windowSheets<T extends FlexTrip>(trips: readonly T[]): readonly WindowSheet<T>[] {
  const groups = new Map<string, T[]>();
  for (const trip of trips) {
    if (trip.Calls.length === 0) continue;
    const key = JSON.stringify([trip.ScheduleId, ...trip.Calls.map(placeOf)]);
    groups.set(key, [...(groups.get(key) ?? []), trip]);
  }
  return [...groups]
    .map(([key, unordered]): WindowSheet<T> => {
      const ordered = unordered.toSorted((a, b) => order(firstTime(a), firstTime(b)) || order(a.Id, b.Id));
      const [first] = ordered;
      const places = first?.Calls ?? [];
      return { key, scheduleId: first?.ScheduleId ?? '', places, rows: places.flatMap((_, at) => rowsOf(ordered, at)), trips: ordered };
    })
    .toSorted((a, b) => order(a.scheduleId, b.scheduleId) || b.trips.length - a.trips.length || order(a.key, b.key));
}

/** The stored time of a cell; '' where there is none. */
export function cellValue(trip: FlexTrip, { at, field }: WindowRow): string {
  return trip.Calls[at]?.[field] ?? '';
}

/**
 * The cells that a pasted block gives other values, from the cell at `row` and `column` to the right and down: lines are rows, tabs
 * separate trips. `outside` counts the values that lie beyond the sheet.
 */
export function pastedCells(
  sheet: WindowSheet,
  from: { readonly row: number; readonly column: number },
  text: string,
): { readonly cells: readonly WindowCell[]; readonly outside: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  let outside = 0;
  const cells = lines.flatMap((line, down) =>
    line.split('\t').flatMap((typed, right): WindowCell[] => {
      const row = sheet.rows[from.row + down];
      const trip = sheet.trips[from.column + right];
      const call = row && trip?.Calls[row.at];
      const value = typed.trim();
      if (row && trip && call) return [{ tripId: trip.Id, sequence: call.Sequence, field: row.field, value }];
      if (value !== '') outside += 1;
      return [];
    }),
  );
  return { cells, outside };
}

/** A window, and fixed times where a trip has them: only a stop can. */
function rowsOf(trips: readonly FlexTrip[], at: number): readonly WindowRow[] {
  const has = (fields: readonly TimeField[]): boolean => trips.some(({ Calls }) => fields.some((field) => Calls[at]?.[field] !== undefined));
  const timed = has(TIMES);
  return [...(timed && !has(WINDOW) ? [] : WINDOW), ...(timed ? TIMES : [])].map((field) => ({ at, field }));
}

function placeOf({ ZoneId, LocationGroupId, StopId }: FlexCall): string {
  if (ZoneId !== undefined) return `Zone ${ZoneId}`;
  return LocationGroupId === undefined ? `Stop ${StopId ?? ''}` : `LocationGroup ${LocationGroupId}`;
}

function firstTime({ Calls }: FlexTrip): string {
  const [first] = Calls;
  return first?.WindowStart ?? first?.DepartureTime ?? first?.ArrivalTime ?? '';
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
