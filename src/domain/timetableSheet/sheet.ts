/** The sheet of a track: rows are its stops by position, columns all departures of the timetables of the chosen days. */
import type { Departure, Timetable } from '../model/timetable.ts';
import type { Track, TrackStop } from '../model/track.ts';
import { type DepartureRef, refsOf, startOf } from './departures.ts';
import { anchorOf, cellAt, type CellValue, sidesOf } from './profile.ts';

/** A column: one departure, exact or an interval. */
export interface SheetColumn {
  /** Stays the same while the sheet is open, whatever is edited. */
  readonly key: number;
  readonly ref: DepartureRef;
  readonly timetable: Timetable;
  readonly departure: Departure;
  /** Seconds of the service day that the offsets of its timetable count from. */
  readonly start: number;
  /** Seconds of the service day at the first stop with a time. */
  readonly first: number;
}

/** A row: a stop of the track by position. */
export interface SheetRow {
  readonly position: number;
  readonly stop: TrackStop;
  /** Arrival and departure are shown in rows of their own. */
  readonly side: 'both' | 'arrival' | 'departure';
}

export interface Sheet {
  readonly track: Track;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
  /** Some column comes before one that departs earlier: the order of an earlier look was kept. */
  readonly unsorted: boolean;
}

export interface SheetOptions {
  /** Timetables that run on one of these days are shown; 127 shows all, also those of no day. */
  readonly days: number;
  /** Arrival and departure of every stop in rows of their own; otherwise only where they differ. */
  readonly split: boolean;
  /** The sheet shown before: its columns keep their places. */
  readonly before?: Sheet | undefined;
}

/** The sheet of a track. */
export function sheetOf(track: Track, timetables: readonly Timetable[], { days, split, before }: SheetOptions): Sheet {
  const shown = days === 127 ? timetables : timetables.filter(({ Days }) => (Days & days) !== 0);
  const fresh = shown.flatMap(columnsOf).toSorted((a, b) => a.first - b.first || a.timetable.Number - b.timetable.Number);
  const columns =
    before && before.track.Id === track.Id && before.columns.length > 0
      ? inFormerOrder(before.columns, fresh)
      : fresh.map((column, key) => ({ ...column, key }));
  return {
    track,
    columns,
    rows: rowsOf(track, shown, split),
    unsorted: columns.some(({ first }, at) => at > 0 && first < (columns[at - 1]?.first ?? first)),
  };
}

/** What a cell of the sheet shows. */
export type ShownCell =
  | { readonly kind: 'time'; readonly time: number }
  /** Served, and without a time in the source: `estimate` lies between its neighbours, in seconds. */
  | { readonly kind: 'untimed'; readonly estimate: number | null }
  | { readonly kind: 'notServed' }
  /** The departure's timetable does not reach this stop. */
  | { readonly kind: 'outside' };

/** What is in a row of a column. */
export function shownCell(row: SheetRow, column: SheetColumn, estimates?: readonly (number | null)[]): ShownCell {
  const { timetable, start } = column;
  if (row.position >= timetable.DepartureOffsets.length) return { kind: 'outside' };
  const cell = cellAt(timetable, row.position, start);
  if (cell === '-') return { kind: 'notServed' };
  const time = sideOf(cell, row.side);
  if (time !== null) return { kind: 'time', time };
  const estimate = estimates?.[row.position] ?? null;
  return { kind: 'untimed', estimate: estimate === null ? null : start + estimate };
}

/** The cell of a column at a position, arrival and departure together. */
export function cellOfColumn({ timetable, start }: SheetColumn, position: number): CellValue {
  return cellAt(timetable, position, start);
}

/** What a row shows of a cell. */
export function sideOf(cell: CellValue, side: SheetRow['side']): number | null {
  const [arrival, departure] = sidesOf(cell);
  if (side === 'arrival') return arrival;
  return side === 'departure' ? departure : (departure ?? arrival);
}

/** The cell when another time is written into the row of one of its sides. */
export function withSide(cell: CellValue, side: SheetRow['side'], time: number | null | '-'): CellValue {
  if (time === '-' || side === 'both') return time;
  const [arrival, departure] = sidesOf(cell);
  const [to, from] = side === 'arrival' ? [time, departure] : [arrival, time];
  return to === from ? to : [to, from];
}

/** Bands above the columns: runs of neighbours of one timetable. */
export function bandsOf(columns: readonly SheetColumn[]): readonly { readonly timetable: Timetable; readonly from: number; readonly to: number }[] {
  const bands: { timetable: Timetable; from: number; to: number }[] = [];
  columns.forEach(({ timetable }, at) => {
    const last = bands.at(-1);
    if (last?.timetable.Number === timetable.Number) last.to = at + 1;
    else bands.push({ timetable, from: at, to: at + 1 });
  });
  return bands;
}

/**
 * Offsets at stops without a time, between their timed neighbours by distance. `metres` is the distance from the first stop to
 * each; null counts stops instead. Stops before the first and after the last time stay null.
 */
export function estimatesOf(timetable: Timetable, metres: readonly number[] | null): readonly (number | null)[] {
  const offsets = timetable.DepartureOffsets.map((departure, at) => departure ?? timetable.ArrivalOffsets[at] ?? null);
  return interpolated(offsets, metres);
}

/** Fills in what is null between two numbers, by distance; every value a whole number. */
export function interpolated(values: readonly (number | null)[], metres: readonly number[] | null): (number | null)[] {
  const all = [...values];
  let from = -1;
  for (let at = 0; at < all.length; at++) {
    const end = all[at] ?? null;
    if (end === null) continue;
    const begin = from < 0 ? null : (all[from] ?? null);
    if (begin !== null) {
      const distance = (stop: number): number => metres?.[stop] ?? stop;
      const length = distance(at) - distance(from);
      for (let stop = from + 1; stop < at; stop++) {
        const part = length > 0 ? (distance(stop) - distance(from)) / length : (stop - from) / (at - from);
        all[stop] = Math.round(begin + (end - begin) * part);
      }
    }
    from = at;
  }
  return all;
}

function columnsOf(timetable: Timetable): SheetColumn[] {
  const refs = refsOf(timetable);
  const anchor = anchorOf(timetable)?.offset ?? 0;
  return timetable.Departures.map((departure, place) => {
    const start = startOf(departure);
    return { key: 0, ref: refs[place] ?? { timetable: timetable.Number, time: start }, timetable, departure, start, first: start + anchor };
  });
}

function rowsOf(track: Track, timetables: readonly Timetable[], split: boolean): SheetRow[] {
  return track.Stops.flatMap((stop, position): SheetRow[] => {
    const two = split || timetables.some((one) => waitsAt(one, position));
    if (!two) return [{ position, stop, side: 'both' }];
    return [
      { position, stop, side: 'arrival' },
      { position, stop, side: 'departure' },
    ];
  });
}

function waitsAt({ ArrivalOffsets, DepartureOffsets, Departures }: Timetable, position: number): boolean {
  const [arrival, departure] = [ArrivalOffsets[position] ?? null, DepartureOffsets[position] ?? null];
  return arrival !== null && departure !== null && arrival !== departure && Departures.length > 0;
}

/**
 * The columns in the order in which they were shown before, so that nothing jumps under the hand that edits. Who is who is
 * found by the trip, then by the departure itself where it was not touched, then by the time; those that are left are taken in
 * order, for that is what an edit of several departures without trip ids leaves. New ones go where their time belongs.
 */
function inFormerOrder(before: readonly SheetColumn[], fresh: readonly SheetColumn[]): SheetColumn[] {
  const place = new Map<SheetColumn, number>();
  let old: number[] = before.map((_, at) => at);
  let open = [...fresh];
  for (const nameOf of NAMES) {
    const byName = new Map<unknown, number[]>();
    for (const at of old) {
      const name = nameOf(before[at] as SheetColumn);
      if (name === undefined) continue;
      const alike = byName.get(name);
      if (alike) alike.push(at);
      else byName.set(name, [at]);
    }
    if (byName.size === 0) continue;
    const left: SheetColumn[] = [];
    const taken = new Set<number>();
    for (const column of open) {
      const name = nameOf(column);
      const at = name === undefined ? undefined : byName.get(name)?.shift();
      if (at === undefined) left.push(column);
      else {
        place.set(column, at);
        taken.add(at);
      }
    }
    open = left;
    if (taken.size > 0) old = old.filter((at) => !taken.has(at));
    if (open.length === 0) break;
  }
  // as many are left on both sides: an edit of departures that have no trip ids
  if (open.length === old.length) {
    open.forEach((column, at) => place.set(column, old[at] ?? 0));
    open = [];
  }
  const kept = [...place].toSorted(([, a], [, b]) => a - b).map(([column, at]) => ({ ...column, key: before[at]?.key ?? 0 }));
  let next = Math.max(...before.map(({ key }) => key)) + 1;
  for (const column of open) {
    const found = kept.findIndex(({ first }) => first > column.first);
    kept.splice(found < 0 ? kept.length : found, 0, { ...column, key: next++ });
  }
  return kept;
}

// the trip comes first: one that went to another timetable stands in both of them until the old one has been read again
const NAMES: readonly ((column: SheetColumn) => unknown)[] = [
  ({ departure: { TripId, Type } }) => (TripId === undefined || Type === 'Interval' ? undefined : TripId),
  ({ departure }) => departure,
  ({ timetable, start }) => `${timetable.Number} ${start}`,
  ({ start }) => start,
];
