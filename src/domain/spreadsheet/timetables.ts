/** The timetables of a line as a workbook: a sheet for each track and its days, stops down, departures across. */
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import { scheduleName } from '../schedules.ts';
import { formatServiceTime } from '../time.ts';
import { type DepartureRef, refsOf } from '../timetableSheet/departures.ts';
import { type Sheet, sheetOf } from '../timetableSheet/sheet.ts';
import { type Written, writtenAt } from '../timetableSheet/sheetActs.ts';
import type { Cell, WorkbookSheet } from './cells.ts';
import { dayWords } from './dayWords.ts';
import { headIn, type HeadLanguage, TIMETABLE_HEADS as HEADS } from './heads.ts';

/** Words of the writer: the language of the heads, and what stops are called. */
export interface WorkbookWords {
  readonly language: HeadLanguage;
  stopName(id: string): string;
}

/** The workbook of a line. A departure is on one sheet: that of its track and of the days of its timetable. */
export function timetableSheets({ Schedule, Tracks }: ScheduleDetails, words: WorkbookWords): WorkbookSheet[] {
  const names = new Set<string>();
  return Tracks.flatMap(({ Track, Timetables }) => {
    const keys = keysOf(Timetables);
    const masks = [...new Set(Timetables.filter(({ Departures }) => Departures.length > 0).map(({ Days }) => Days))];
    return masks.map((mask): WorkbookSheet => {
      const sheet = sheetOf(
        Track,
        Timetables.filter(({ Days }) => Days === mask),
        { days: 127, split: false },
      );
      const label = (head: keyof typeof HEADS): string => headIn(HEADS[head], words.language);
      const intervals = sheet.columns.some(({ departure }) => departure.Type === 'Interval');
      const above: Cell[][] = [
        [label('line'), scheduleName(Schedule)],
        [label('track'), Track.Id],
        [label('days'), dayWords(mask, words.language)],
        ...(intervals ? [intervalRow(sheet, label('every'), 'every'), intervalRow(sheet, label('until'), 'until')] : []),
      ];
      const heads = [label('stopId'), label('stop'), label('side'), ...sheet.columns.map(({ ref }) => keys.get(keyOf(ref)) ?? '')];
      const rows = sheet.rows.map(({ stop, side }, row): Cell[] => [
        stop.StopId,
        words.stopName(stop.StopId),
        side === 'both' ? '' : label(side),
        ...sheet.columns.map((_, column) => cellOfWritten(writtenAt(sheet, row, column))),
      ]);
      const name = sheetName(`${dayWords(mask, words.language)} ${Track.Name || Track.Id}`, names);
      return { name, rows: [...above, heads, ...rows], heads: { rows: above.length + 1, columns: 3 } };
    });
  });
}

function intervalRow(sheet: Sheet, label: string, of: 'every' | 'until'): Cell[] {
  const cells = sheet.columns.map(({ departure: { Type, Frequency, ToTime } }): Cell => {
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

/** At most 31 characters without those that sheets forbid, and no two alike. */
function sheetName(wanted: string, taken: Set<string>): string {
  const clean =
    wanted
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || 'Sheet';
  for (let nth = 1; ; nth++) {
    const end = nth === 1 ? '' : ` (${nth})`;
    const name = `${clean.slice(0, 31 - end.length).trim()}${end}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
