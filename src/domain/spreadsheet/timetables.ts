/** The timetables of a line as a workbook: a sheet for each direction and its days, stops down, departures across. */
import type { Departure, Timetable } from '../model/timetable.ts';
import type { Track, TrackDirection } from '../model/track.ts';
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import { scheduleName } from '../schedules.ts';
import { formatServiceTime } from '../time.ts';
import { type DepartureRef, refsOf } from '../timetableSheet/departures.ts';
import { cellOfColumn, type Sheet, sheetOf, type SheetRow, sideOf } from '../timetableSheet/sheet.ts';
import type { Written } from '../timetableSheet/sheetActs.ts';
import type { Cell, WorkbookSheet } from './cells.ts';
import { dayWords } from './dayWords.ts';
import { headIn, type HeadLanguage, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { joinedStops, rowsOfCalls } from './joinedStops.ts';

/** Words of the writer: the language of the heads, and what stops are called. */
export interface WorkbookWords {
  readonly language: HeadLanguage;
  stopName(id: string): string;
}

/** Words for the directions of tracks, in the names of sheets. */
const DIRECTIONS: Readonly<Record<HeadLanguage, Readonly<Record<TrackDirection, string>>>> = {
  en: { Unknown: '', Forward: 'Forward', Backward: 'Backward' },
  de: { Unknown: '', Forward: 'Hinrichtung', Backward: 'Gegenrichtung' },
};

/**
 * The workbook of a line: a sheet for each direction and its days, stops down, departures across. Tracks of no direction have sheets
 * of their own. A departure is on one sheet: that of its track and of the days of its timetable.
 */
export function timetableSheets({ Schedule, Tracks }: ScheduleDetails, words: WorkbookWords): WorkbookSheet[] {
  const names = new Set<string>();
  return groupsOf(Tracks).flatMap((group) => {
    const masks = [...new Set(group.flatMap(({ Timetables }) => Timetables.filter(hasDepartures).map(({ Days }) => Days)))];
    return masks.map((mask): WorkbookSheet => {
      const parts = group.flatMap((details) => partOf(details, mask) ?? []);
      const joined = sheetRows(parts);
      const columns = parts
        .flatMap((part) => part.sheet.columns.map((column) => ({ part, column })))
        .toSorted((a, b) => a.column.first - b.column.first);
      const [only] = parts;
      const isOne = parts.length === 1 && only !== undefined;
      const label = (head: keyof typeof HEADS): string => headIn(HEADS[head], words.language);
      const departures = columns.map(({ column: { departure } }) => departure);
      const intervals = departures.some(({ Type }) => Type === 'Interval');
      const above: Cell[][] = [
        [label('line'), scheduleName(Schedule)],
        [label('track'), ...(isOne ? [only.track.Id] : [null, null, ...columns.map(({ part }) => part.track.Id)])],
        [label('days'), dayWords(mask, words.language)],
        ...(intervals ? [intervalRow(departures, label('every'), 'every'), intervalRow(departures, label('until'), 'until')] : []),
      ];
      const heads = [label('stopId'), label('stop'), label('side'), ...columns.map(({ part, column }) => part.keys.get(keyOf(column.ref)) ?? '')];
      const rows = joined.map(({ stopId, side, calls }): Cell[] => [
        stopId,
        words.stopName(stopId),
        side === 'both' ? '' : label(side),
        ...columns.map(({ part, column }) => {
          const position = calls.get(part);
          const cell = position === undefined ? null : cellOfColumn(column, position);
          return cellOfWritten(cell === '-' ? '-' : sideOf(cell, side));
        }),
      ]);
      const track = only?.track;
      const of = (isOne ? undefined : track && DIRECTIONS[words.language][track.Direction]) || track?.Name || track?.Id || '';
      const name = sheetName(`${dayWords(mask, words.language)} ${of}`, names);
      return { name, rows: [...above, heads, ...rows], heads: { rows: above.length + 1, columns: 3 } };
    });
  });
}

/** The departures of a track on some days. */
interface Part {
  readonly track: Track;
  readonly sheet: Sheet;
  readonly keys: ReadonlyMap<string, string>;
}

function partOf({ Track: track, Timetables }: TrackDetails, mask: number): Part | undefined {
  const timetables = Timetables.filter(({ Days }) => Days === mask);
  if (!timetables.some(hasDepartures)) return undefined;
  return { track, sheet: sheetOf(track, timetables, { days: 127, split: false }), keys: keysOf(Timetables) };
}

function hasDepartures({ Departures }: Timetable): boolean {
  return Departures.length > 0;
}

/** Tracks of one direction together, each of no direction alone. */
function groupsOf(tracks: readonly TrackDetails[]): readonly (readonly TrackDetails[])[] {
  const groups = new Map<string, TrackDetails[]>();
  for (const details of tracks) {
    const { Direction, Id } = details.Track;
    const key = Direction === 'Unknown' ? `/${Id}` : Direction;
    groups.set(key, [...(groups.get(key) ?? []), details]);
  }
  return [...groups.values()];
}

interface JoinedRow {
  readonly stopId: string;
  readonly side: SheetRow['side'];
  /** Position of the stop on the tracks that call there. */
  readonly calls: ReadonlyMap<Part, number>;
}

/** The rows of a sheet: a stop that some departure waits at has two. */
function sheetRows(parts: readonly Part[]): readonly JoinedRow[] {
  const stopsOf = ({ track }: Part): readonly string[] => track.Stops.map(({ StopId }) => StopId);
  const stops = joinedStops(parts.map(stopsOf));
  const rows = stops.map((stopId) => ({ isOf: (id: string) => id === stopId, timed: false }));
  const calls = stops.map(() => new Map<Part, number>());
  for (const part of parts) rowsOfCalls(stopsOf(part), rows).forEach((row, position) => calls[row]?.set(part, position));
  return stops.flatMap((stopId, row): JoinedRow[] => {
    const here = calls[row] ?? new Map<Part, number>();
    const two = [...here].some(([{ sheet }, position]) => sheet.rows.some((one) => one.position === position && one.side !== 'both'));
    const sides: readonly SheetRow['side'][] = two ? ['arrival', 'departure'] : ['both'];
    return sides.map((side) => ({ stopId, side, calls: here }));
  });
}

function intervalRow(departures: readonly Departure[], label: string, of: 'every' | 'until'): Cell[] {
  const cells = departures.map(({ Type, Frequency, ToTime }): Cell => {
    if (Type !== 'Interval') return null;
    return of === 'every' ? (Frequency ?? 0) / 60 : cellOfWritten(ToTime ?? null);
  });
  return [label, null, null, ...cells];
}

function cellOfWritten(written: Written): Cell {
  return typeof written === 'number' ? { seconds: written } : written;
}

/** What departures are called in a workbook: by their trip id where that names one alone, else by timetable and time. */
export function keysOf(timetables: TrackDetails['Timetables']): ReadonlyMap<string, string> {
  const refs = timetables.flatMap((timetable) => [...refsOf(timetable)]);
  const counts = new Map<string, number>();
  for (const { trip } of refs) if (trip !== undefined) counts.set(trip, (counts.get(trip) ?? 0) + 1);
  return new Map(
    refs.map((ref) => {
      const alone = ref.trip !== undefined && counts.get(ref.trip) === 1 && !MADE.test(ref.trip);
      return [keyOf(ref), alone ? (ref.trip ?? '') : nameOf(ref)];
    }),
  );
}

function nameOf({ timetable, time, trip, nth }: DepartureRef): string {
  return [`#${timetable}`, formatServiceTime(time), ...(nth === undefined ? [] : [`(${nth + 1})`]), ...(trip === undefined ? [] : [trip])].join(' ');
}

/** A name that was made, not a trip id. */
export const MADE = /^#\d+ \d/;

export function keyOf({ timetable, time, trip, nth }: DepartureRef): string {
  return JSON.stringify([timetable, time, trip, nth]);
}

/** A text as the name of a sheet can hold it, however long. */
export function inSheetName(text: string): string {
  return text
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** At most 31 characters, and no two alike. */
function sheetName(wanted: string, taken: Set<string>): string {
  const clean = inSheetName(wanted) || 'Sheet';
  for (let nth = 1; ; nth++) {
    const end = nth === 1 ? '' : ` (${nth})`;
    const name = `${clean.slice(0, 31 - end.length).trim()}${end}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
