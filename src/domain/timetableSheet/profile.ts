/** What stands at each stop of a departure: the cells of the sheet, and the running-time profile they come from. */
import { z } from 'zod';
import type { PositionInterval, Timetable } from '../model/timetable.ts';

/**
 * A cell: seconds of the service day where arrival and departure are alike, both (arrival first) where they differ, null
 * untimed, `-` neither boarding nor alighting.
 */
export const CellValue = z.union([z.literal('-'), z.null(), z.int(), z.tuple([z.int().nullable(), z.int().nullable()])]);
export type CellValue = z.infer<typeof CellValue>;

/** Running times and which stops are served; everything else of a timetable stays when a departure changes its profile. */
export type Profile = Pick<Timetable, 'ArrivalOffsets' | 'DepartureOffsets' | 'PickupIntervals' | 'DropOffIntervals'>;

/** The pick-up and drop-off number of GTFS for "not available". */
const NOT_AVAILABLE = 1;

/** What stands at a position for a departure that begins at `start`. */
export function cellAt(profile: Profile, position: number, start: number): CellValue {
  if (isNotServed(profile, position)) return '-';
  const arrival = profile.ArrivalOffsets[position] ?? null;
  const departure = profile.DepartureOffsets[position] ?? null;
  if (arrival === departure) return arrival === null ? null : start + arrival;
  return [arrival === null ? null : start + arrival, departure === null ? null : start + departure];
}

/** Whether passengers can neither get on nor off there. */
export function isNotServed({ PickupIntervals, DropOffIntervals }: Profile, position: number): boolean {
  return kindAt(PickupIntervals, position, 0) === NOT_AVAILABLE && kindAt(DropOffIntervals, position, 0) === NOT_AVAILABLE;
}

/** The kind that holds at a position; `usual` where no interval names it. */
export function kindAt(intervals: readonly PositionInterval[] | undefined, position: number, usual: number): number {
  if (intervals) for (const [from, to, kind] of intervals) if (position >= from && position < to) return kind;
  return usual;
}

/** Runs of equal kinds as intervals; the usual kind is left out. Undefined where nothing is left. */
export function intervalsOf(kinds: readonly number[], usual: number): PositionInterval[] | undefined {
  const runs: PositionInterval[] = [];
  for (let from = 0; from < kinds.length;) {
    let to = from + 1;
    while (to < kinds.length && kinds[to] === kinds[from]) to++;
    if (kinds[from] !== usual) runs.push([from, to, kinds[from] ?? usual]);
    from = to;
  }
  return runs.length === 0 ? undefined : runs;
}

/** Seconds from the start to the first stop with a time (its departure, else its arrival); undefined without any. */
export function anchorOf(profile: Profile): { readonly position: number; readonly offset: number } | undefined {
  for (let position = 0; position < profile.DepartureOffsets.length; position++) {
    const offset = profile.DepartureOffsets[position] ?? profile.ArrivalOffsets[position] ?? null;
    if (offset !== null && !isNotServed(profile, position)) return { position, offset };
  }
  return undefined;
}

/** Arrival and departure of a cell. */
export function sidesOf(cell: CellValue): readonly [arrival: number | null, departure: number | null] {
  if (cell === null || cell === '-') return [null, null];
  return typeof cell === 'number' ? [cell, cell] : cell;
}

/** Whether two cells read alike. */
export function sameCell(a: CellValue, b: CellValue): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && a[0] === b[0] && a[1] === b[1];
}

/** The cell some seconds later (earlier when negative). */
export function movedCell(cell: CellValue, by: number): CellValue {
  if (cell === null || cell === '-') return cell;
  if (typeof cell === 'number') return cell + by;
  return [cell[0] === null ? null : cell[0] + by, cell[1] === null ? null : cell[1] + by];
}

/** The profile with other cells, given as offsets. A cell that gets a time, or is blanked, is served again. */
export function withCells(profile: Profile, cells: Iterable<readonly [position: number, cell: CellValue]>, stopCount: number): Profile {
  const arrivals = lengthened(profile.ArrivalOffsets, stopCount);
  const departures = lengthened(profile.DepartureOffsets, stopCount);
  let pickups: number[] | undefined;
  let dropOffs: number[] | undefined;
  for (const [position, cell] of cells) {
    [arrivals[position], departures[position]] = sidesOf(cell) as [number | null, number | null];
    if ((cell === '-') === isNotServed(profile, position)) continue;
    pickups ??= arrivals.map((_, at) => kindAt(profile.PickupIntervals, at, 0));
    dropOffs ??= arrivals.map((_, at) => kindAt(profile.DropOffIntervals, at, 0));
    pickups[position] = dropOffs[position] = cell === '-' ? NOT_AVAILABLE : 0;
  }
  return {
    ArrivalOffsets: arrivals,
    DepartureOffsets: departures,
    ...optional('PickupIntervals', pickups ? intervalsOf(pickups, 0) : profile.PickupIntervals),
    ...optional('DropOffIntervals', dropOffs ? intervalsOf(dropOffs, 0) : profile.DropOffIntervals),
  };
}

/** The profile with every time moved: what is left of it when its departures begin `by` seconds earlier. */
export function movedProfile(profile: Profile, by: number): Profile {
  if (by === 0) return profile;
  const moved = (offsets: readonly (number | null)[]): (number | null)[] => offsets.map((offset) => (offset === null ? null : offset + by));
  return { ...profile, ArrivalOffsets: moved(profile.ArrivalOffsets), DepartureOffsets: moved(profile.DepartureOffsets) };
}

/** The timetable with another profile; a list of intervals that is gone is gone from the document. */
export function withProfile(timetable: Timetable, profile: Profile): Timetable {
  const { PickupIntervals: _pickups, DropOffIntervals: _dropOffs, ...rest } = timetable;
  return { ...rest, ...profile };
}

/** Only what a profile is, of a timetable. */
export function profileOf({ ArrivalOffsets, DepartureOffsets, PickupIntervals, DropOffIntervals }: Profile): Profile {
  return { ArrivalOffsets, DepartureOffsets, ...optional('PickupIntervals', PickupIntervals), ...optional('DropOffIntervals', DropOffIntervals) };
}

function lengthened(offsets: readonly (number | null)[], length: number): (number | null)[] {
  const all = [...offsets];
  while (all.length < length) all.push(null);
  return all;
}

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: T });
}
