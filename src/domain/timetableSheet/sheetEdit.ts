/**
 * One edit of a timetable sheet, and what becomes of the timetables. Every act on the sheet (a typed time, a shift, a paste)
 * is said as one of these, so that one function has to keep the promise: each departure has exactly the times that the sheet
 * shows, and nothing else of it changes.
 */
import { z } from 'zod';
import { Days } from '../days.ts';
import { formatServiceTime, LAST_SECOND } from '../time.ts';
import { nextTimetableNumber } from '../timetableNumbers.ts';
import { Departure, type Timetable } from '../model/timetable.ts';
import { departureIndex, DepartureRef, type FoundDeparture, startingAt, startOf } from './departures.ts';
import {
  anchorOf,
  cellAt,
  CellValue,
  movedCell,
  movedProfile,
  type Profile,
  profileOf,
  sameCell,
  sidesOf,
  withCells,
  withProfile,
} from './profile.ts';

/** A cell before and after. */
export const CellEdit = z
  .tuple([z.int().min(0), CellValue, CellValue])
  .describe('Position of the stop, counted from 0; the value before; the value after');
export type CellEdit = z.infer<typeof CellEdit>;

/** What can be said of a departure beside its times; null takes it away. */
export const DepartureFields = z.object({
  TripId: z.string().min(1).nullable().optional(),
  tripShortName: z.string().min(1).nullable().optional(),
  blockId: z.string().min(1).nullable().optional(),
  wheelchairAccessibility: z.int().min(0).max(2).nullable().optional(),
  bikesAllowed: z.int().min(0).max(2).nullable().optional(),
  isFrequencyScheduled: z.boolean().nullable().optional(),
});
export type DepartureFields = z.infer<typeof DepartureFields>;

/** What becomes of one departure: it begins `by` seconds later, some cells of its own change, fields change. */
export const ColumnEdit = z.object({
  of: DepartureRef,
  by: z.int().optional(),
  cells: z.array(CellEdit).optional(),
  fields: DepartureFields.optional(),
});
export type ColumnEdit = z.infer<typeof ColumnEdit>;

/** Cells of all departures of a timetable, in seconds from their start. */
export const BandEdit = z.object({ timetable: z.int().min(1), cells: z.array(CellEdit) });
export type BandEdit = z.infer<typeof BandEdit>;

/** A departure to be added: days, what stands at each stop, and the timetable whose other values it takes over. */
export const NewColumn = z.object({
  days: Days,
  cells: z.array(CellValue),
  like: z.int().min(1).optional(),
  /** An interval from the time of the first cell until before `to`, every `frequency` seconds. */
  every: z.object({ to: z.int(), frequency: z.int().positive() }).optional(),
  fields: DepartureFields.optional(),
});
export type NewColumn = z.infer<typeof NewColumn>;

/** The most departures that one edit adds. */
export const MOST_NEW_DEPARTURES = 2000;

/** Everything one act changes. */
export const SheetEdit = z.object({
  bands: z.array(BandEdit).optional(),
  columns: z.array(ColumnEdit).optional(),
  add: z.array(NewColumn).optional(),
  remove: z.array(DepartureRef).optional(),
});
export type SheetEdit = z.infer<typeof SheetEdit>;

/** Whether an edit changes nothing at all. */
export function isNoEdit({ bands = [], columns = [], add = [], remove = [] }: SheetEdit): boolean {
  return bands.length === 0 && columns.length === 0 && add.length === 0 && remove.length === 0;
}

/** Why an edit cannot be made on these timetables, in words; undefined when it can. */
export function sheetEditError(timetables: readonly Timetable[], edit: SheetEdit, stopCount: number): string | undefined {
  const find = departureIndex(timetables);
  for (const { timetable, cells } of edit.bands ?? []) {
    const found = timetables.find(({ Number }) => Number === timetable);
    if (!found) return `There is no timetable ${timetable} any more`;
    const wrong = cellsError(found, 0, cells, stopCount);
    if (wrong !== undefined) return wrong;
    for (const departure of found.Departures) for (const [, , after] of cells) if (!inDay(movedCell(after, startOf(departure)))) return OUT_OF_DAY;
  }
  for (const { of, by = 0, cells = [], fields } of edit.columns ?? []) {
    const found = find(of);
    if (!found) return `The departure at ${formatServiceTime(of.time)} is not there any more`;
    const start = startOf(found.departure);
    const wrong = cellsError(found.timetable, start, cells, stopCount);
    if (wrong !== undefined) return wrong;
    if (cells.some(([, , after]) => !inDay(after)) || (by !== 0 && !fitsDay(found, by))) return OUT_OF_DAY;
    if (typeof fields?.TripId === 'string' && isTripTaken(timetables, edit, fields.TripId))
      return `Trip id ${fields.TripId} is in use on this track already`;
  }
  for (const ref of edit.remove ?? []) if (!find(ref)) return `The departure at ${formatServiceTime(ref.time)} is not there any more`;
  return addError(timetables, edit, stopCount);
}

/** The timetables after an edit: those that changed, by number; null where one went away. */
export function applySheetEdit(
  timetables: readonly Timetable[],
  edit: SheetEdit,
  stopCount: number,
  track?: TrackNames,
): ReadonlyMap<number, Timetable | null> {
  const work = new Work(timetables, stopCount, nextTimetableNumber(timetables, track));
  const find = departureIndex(timetables);
  const columns = (edit.columns ?? []).flatMap((column) => {
    const found = find(column.of);
    return found ? [{ ...column, found }] : [];
  });
  const removed = (edit.remove ?? []).flatMap((ref) => find(ref) ?? []);
  for (const { timetable, cells } of edit.bands ?? []) work.editBand(timetable, cells);
  for (const column of columns) work.editColumn(column.found, column);
  for (const found of removed) work.remove(found);
  const names = track ?? timetables[0];
  if (names) for (const column of edit.add ?? []) work.add(column, names);
  return work.result();
}

/** The ids that a new timetable of the track carries, and the highest number that was given and is gone. */
export type TrackNames = Pick<Timetable, 'ScheduleId' | 'TrackId'> & { readonly LastTimetable?: number | undefined };

const OUT_OF_DAY = 'A time lies outside 00:00 to 99:59:59';

/** What two timetables must agree in for a departure to belong to either. */
function bandKey(timetable: Timetable): string {
  const known = bandKeys.get(timetable);
  if (known !== undefined) return known;
  const { Number: _number, Departures: _departures, ScheduleId: _schedule, TrackId: _track, ...rest } = timetable;
  const key = JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  bandKeys.set(timetable, key);
  return key;
}

/** Each edit of a sheet asks for the keys of all its timetables, nearly all of which are the objects of the edit before. */
const bandKeys = new WeakMap<Timetable, string>();

/** Timetables under change: each is copied when it is first touched, and looked up by what it is. */
class Work {
  readonly #before: ReadonlyMap<number, Timetable>;
  readonly #now: Map<number, Timetable>;
  readonly #lists = new Map<number, (Departure | null)[]>();
  readonly #numbers = new Map<string, number>();
  readonly #stopCount: number;
  #next: number;

  constructor(timetables: readonly Timetable[], stopCount: number, next: number) {
    this.#before = new Map(timetables.map((timetable) => [timetable.Number, timetable]));
    this.#now = new Map(this.#before);
    this.#stopCount = stopCount;
    this.#next = next;
  }

  /** The profile of a whole timetable. Times of the anchor move the departures, for a departure begins with it. */
  editBand(number: number, cells: readonly CellEdit[]): void {
    const timetable = this.#now.get(number);
    if (!timetable) return;
    const { profile, by } = anchored(timetable, withCells(profileOf(timetable), after(cells), this.#stopCount));
    this.#now.set(number, withProfile(timetable, profile));
    if (by !== 0)
      this.#lists.set(
        number,
        this.#list(number).map((one) => one && startingAt(one, startOf(one) + by)),
      );
  }

  editColumn({ timetable: { Number: number }, place }: FoundDeparture, { by = 0, cells = [], fields }: Omit<ColumnEdit, 'of'>): void {
    const list = this.#list(number);
    const timetable = this.#now.get(number);
    let departure = list[place];
    if (!timetable || !departure) return;
    if (fields) departure = withFields(departure, fields);
    if (by !== 0) departure = startingAt(departure, startOf(departure) + by);
    const start = startOf(departure);
    const wanted = withCells(profileOf(timetable), after(cells, -start), this.#stopCount);
    const { profile, by: later } = anchored(timetable, wanted);
    departure = startingAt(departure, start + later);
    list[place] = departure;
    if (cells.length === 0 || bandKey(withProfile(timetable, profile)) === bandKey(timetable)) return;
    const target = withProfile(timetable, profile);
    const home = this.#numberOf(bandKey(target));
    if (home === undefined && this.#isAlone(number, place)) {
      this.#now.set(number, target);
      this.#numbers.clear();
      return;
    }
    list[place] = null;
    this.#list(home ?? this.#make(target)).push(departure);
  }

  remove({ timetable, place }: FoundDeparture): void {
    this.#list(timetable.Number)[place] = null;
  }

  add({ days, cells, like, every, fields }: NewColumn, { ScheduleId, TrackId }: TrackNames): void {
    const pattern = like === undefined ? undefined : (this.#now.get(like) ?? this.#before.get(like));
    const empty: Timetable = { ScheduleId, TrackId, Number: 0, Days: days, ArrivalOffsets: [], DepartureOffsets: [], Departures: [] };
    const blank: Timetable = pattern ? { ...pattern, Number: 0, Days: days, Departures: [] } : empty;
    const start = cells.map((cell) => sidesOf(cell)[1] ?? sidesOf(cell)[0]).find((time) => time !== null) ?? 0;
    const offsets = cells.map((cell, position) => [position, movedCell(cell, -start)] as const);
    const target = withProfile(blank, withCells(profileOf(blank), offsets, this.#stopCount));
    const departure = withFields(
      every ? { Type: 'Interval', FromTime: start, ToTime: every.to, Frequency: every.frequency } : { Type: 'Exact', Time: start },
      fields ?? {},
    );
    this.#list(this.#numberOf(bandKey(target)) ?? this.#make(target)).push(departure);
  }

  result(): ReadonlyMap<number, Timetable | null> {
    const changes = new Map<number, Timetable | null>();
    for (const [number, timetable] of this.#now) {
      const before = this.#before.get(number);
      const list = this.#lists.get(number);
      const departures = list ? inOrder(list.filter((one) => one !== null)) : timetable.Departures;
      if (timetable === before && departures === timetable.Departures) continue;
      if (departures.length === 0 && (before === undefined || before.Departures.length > 0)) {
        if (before) changes.set(number, null);
      } else changes.set(number, { ...timetable, Departures: departures });
    }
    return changes;
  }

  /** The list of a timetable under change; a place that was emptied holds null, so that places stay what they are. */
  #list(number: number): (Departure | null)[] {
    let list = this.#lists.get(number);
    if (!list) this.#lists.set(number, (list = [...(this.#now.get(number)?.Departures ?? [])]));
    return list;
  }

  /** Whether the timetable has no other departure: it may change as it stands. */
  #isAlone(number: number, place: number): boolean {
    return this.#list(number).every((one, at) => at === place || one === null);
  }

  #numberOf(key: string): number | undefined {
    if (this.#numbers.size === 0)
      for (const [number, timetable] of this.#now) if (!this.#numbers.has(bandKey(timetable))) this.#numbers.set(bandKey(timetable), number);
    return this.#numbers.get(key);
  }

  #make(target: Timetable): number {
    const number = this.#next++;
    this.#now.set(number, { ...target, Number: number, Departures: [] });
    this.#numbers.set(bandKey(target), number);
    return number;
  }
}

/**
 * The profile as counted from where its departures begin: when the first timed cell becomes another, they begin that much
 * later (`by`), and all offsets are that much less.
 */
function anchored(before: Profile, profile: Profile): { readonly profile: Profile; readonly by: number } {
  const now = anchorOf(profile);
  const by = now === undefined ? 0 : now.offset - (anchorOf(before)?.offset ?? 0);
  return { profile: movedProfile(profile, -by), by };
}

function withFields(departure: Departure, fields: DepartureFields): Departure {
  const next: Record<string, unknown> = { ...departure };
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) delete next[key];
    else if (value !== undefined) next[key] = value;
  }
  return next as Departure;
}

/** By their beginning; those that begin alike stay as they stand. */
function inOrder(departures: readonly Departure[]): Departure[] {
  return departures.toSorted((a, b) => startOf(a) - startOf(b));
}

function* after(cells: readonly CellEdit[], by = 0): Iterable<readonly [number, CellValue]> {
  for (const [position, , to] of cells) yield [position, movedCell(to, by)];
}

function cellsError(timetable: Timetable, start: number, cells: readonly CellEdit[], stopCount: number): string | undefined {
  for (const [position, before] of cells) {
    if (position >= stopCount) return `There is no stop ${position + 1} any more`;
    const present = cellAt(timetable, position, start);
    if (!sameCell(present, before)) return `Stop ${position + 1} reads ${cellText(present)} by now, not ${cellText(before)}`;
  }
  return undefined;
}

/** A cell in words: `08:05`, `08:05-08:07`, `no time`, `not served`. */
export function cellText(cell: CellValue): string {
  if (cell === '-') return 'not served';
  const times = [...new Set(sidesOf(cell))].filter((time) => time !== null);
  return times.length === 0 ? 'no time' : times.map(formatServiceTime).join('-');
}

function addError(timetables: readonly Timetable[], edit: SheetEdit, stopCount: number): string | undefined {
  const added = edit.add ?? [];
  if (added.length > MOST_NEW_DEPARTURES)
    return `${added.length.toLocaleString('en-GB')} departures are more than can be added at once (${MOST_NEW_DEPARTURES.toLocaleString('en-GB')})`;
  for (const { cells, every, fields } of added) {
    if (cells.length > stopCount) return `The track has ${stopCount} stops, not ${cells.length}`;
    if (cells.some((cell) => !inDay(cell))) return OUT_OF_DAY;
    const start = cells.map((cell) => sidesOf(cell)[1] ?? sidesOf(cell)[0]).find((time) => time !== null);
    if (start === undefined || start === null) return 'A departure needs a time at one stop at least';
    if (every && every.to <= start) return 'An interval has to end after it begins';
    if (typeof fields?.TripId === 'string' && isTripTaken(timetables, edit, fields.TripId))
      return `Trip id ${fields.TripId} is in use on this track already`;
  }
  return undefined;
}

/** Whether a trip id would stand on two departures after the edit. */
function isTripTaken(timetables: readonly Timetable[], edit: SheetEdit, tripId: string): boolean {
  let count = 0;
  for (const { Departures } of timetables) for (const { TripId } of Departures) if (TripId === tripId) count++;
  for (const { of, fields } of edit.columns ?? []) if (of.trip === tripId && fields?.TripId !== undefined) count--;
  for (const { trip } of edit.remove ?? []) if (trip === tripId) count--;
  for (const { fields } of [...(edit.columns ?? []), ...(edit.add ?? [])]) if (fields?.TripId === tripId) count++;
  return count > 1;
}

function inDay(cell: CellValue): boolean {
  return sidesOf(cell).every((time) => time === null || (time >= 0 && time <= LAST_SECOND));
}

/** Whether all times of a departure stay within the service day when it moves. */
function fitsDay({ timetable, departure }: FoundDeparture, by: number): boolean {
  const start = startOf(departure) + by;
  const offsets = [0, ...timetable.ArrivalOffsets, ...timetable.DepartureOffsets].filter((offset) => offset !== null);
  const end = departure.Type === 'Interval' ? (departure.ToTime ?? start) + by : start;
  return start + Math.min(...offsets) >= 0 && end + Math.max(...offsets) <= LAST_SECOND;
}
