/** What is wrong with the times of a sheet, found while they are typed and before anything is sent. */
import type { Timetable } from '../model/timetable.ts';
import { vehicleMode } from '../vehicleTypes.ts';
import type { SheetColumn } from './sheet.ts';

/** A fault at a stop of a timetable. */
export interface CellFault {
  readonly position: number;
  readonly kind: 'decreasing' | 'tooFast';
  readonly message: string;
}

/**
 * Speeds that a vehicle does not exceed between two stops, in km/h, by GTFS route type: the limits of the canonical GTFS
 * validator (rule fast_travel_between_consecutive_stops).
 */
const TOP_SPEEDS: Readonly<Record<number, number>> = { 0: 100, 1: 150, 2: 500, 3: 150, 4: 80, 5: 30, 6: 50, 7: 50, 11: 150, 12: 150 };
const TOP_SPEED_ELSE = 200;

/** The fastest that a vehicle type goes, in km/h; extended route types count as their hundred's basic type. */
export function topSpeed(vehicleType: number | undefined): number {
  if (vehicleType === undefined) return TOP_SPEED_ELSE;
  return TOP_SPEEDS[vehicleMode(vehicleType)] ?? TOP_SPEED_ELSE;
}

/** Faults of a timetable's running times. `metres`: the distance from the first stop to each, null where it is not known. */
export function faultsOf(timetable: Timetable, metres: readonly number[] | null, kmPerHour: number): readonly CellFault[] {
  const faults: CellFault[] = [];
  let last: { readonly position: number; readonly leaves: number } | undefined;
  for (let position = 0; position < timetable.DepartureOffsets.length; position++) {
    const leaves = timetable.DepartureOffsets[position] ?? timetable.ArrivalOffsets[position] ?? null;
    const arrives = timetable.ArrivalOffsets[position] ?? leaves;
    if (leaves === null || arrives === null) continue;
    if (leaves < arrives) faults.push({ position, kind: 'decreasing', message: 'Departs before it arrives' });
    else if (last && arrives < last.leaves) faults.push({ position, kind: 'decreasing', message: `Earlier than stop ${last.position + 1}` });
    else if (last && metres) {
      const distance = (metres[position] ?? 0) - (metres[last.position] ?? 0);
      // times of whole minutes may be off by up to one
      const slack = arrives % 60 === 0 && last.leaves % 60 === 0 ? 60 : 0;
      const seconds = arrives - last.leaves + slack;
      const speed = seconds > 0 ? (distance / seconds) * 3.6 : Infinity;
      if (distance > 0 && speed > kmPerHour)
        faults.push({
          position,
          kind: 'tooFast',
          message: `Too fast: ${(distance / 1000).toFixed(1)} km in ${Math.round((arrives - last.leaves) / 6) / 10} min`,
        });
    }
    last = { position, leaves };
  }
  return faults;
}

/** Columns that run at the same time as another one on a common day, with what is wrong; by place in the sheet. */
export function overlapsOf(columns: readonly SheetColumn[]): ReadonlyMap<number, string> {
  const order = columns.map((column, place) => ({ column, place })).toSorted((a, b) => a.column.first - b.column.first);
  const faults = new Map<number, string>();
  const open: { readonly end: number; readonly days: number; readonly place: number }[] = [];
  let previous: { readonly first: number; readonly of: { readonly days: number; readonly place: number }[] } = { first: NaN, of: [] };
  for (const { column, place } of order) {
    const { timetable, departure, first } = column;
    const days = timetable.Days;
    if (previous.first !== first) previous = { first, of: [] };
    if (previous.of.some((one) => (one.days & days) !== 0)) faults.set(place, 'Another departure begins at the same time on the same days');
    previous.of.push({ days, place });
    for (let at = open.length - 1; at >= 0; at--) if ((open[at]?.end ?? 0) <= first) open.splice(at, 1);
    if (open.some((one) => (one.days & days) !== 0)) faults.set(place, 'An interval on the same days goes on at this time');
    if (departure.Type === 'Interval' && departure.ToTime !== undefined) open.push({ end: first + departure.ToTime - column.start, days, place });
  }
  return faults;
}
