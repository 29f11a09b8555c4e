/** On which dates a timetable runs: the only place that derives it from a calendar. */
import { type CalendarDate, dateOfDays, daysOf, weekdayOf } from './date.ts';
import type { Calendar, CalendarException } from './model/schedule.ts';

/** Every date, 127 also those timetables that have no weekday. */
const EVERY = 127;

/** Dates on which timetables of these weekdays run in a schedule with this calendar; days from 1970-01-01, ascending. */
export function datesOfTimetable(calendar: Calendar, mask: number): number[] {
  const from = daysOf(calendar.fromDate) ?? 0;
  const to = daysOf(calendar.toDate) ?? -1;
  const dates = new Set<number>();
  for (let day = from; day <= to; day++) if (mask & (1 << weekdayOf(day))) dates.add(day);
  for (const { Date: date, RunAs } of calendar.Exceptions) {
    const day = daysOf(date);
    if (day === undefined) continue;
    if (RunAs === EVERY || (RunAs & mask) !== 0) dates.add(day);
    else dates.delete(day);
  }
  return [...dates].toSorted((a, b) => a - b);
}

/** What a date runs as: the bitmask of its exception, else of its weekday, 0 outside the interval. */
export function daysRunning(calendar: Calendar, date: CalendarDate): number {
  const exception = calendar.Exceptions.findLast((one) => one.Date === date);
  if (exception) return exception.RunAs;
  const day = daysOf(date);
  return day === undefined || date < calendar.fromDate || date > calendar.toDate ? 0 : 1 << weekdayOf(day);
}

/** Whether timetables of these weekdays run on a date. */
export function runsOn(calendar: Calendar, mask: number, date: CalendarDate): boolean {
  const days = daysRunning(calendar, date);
  return (days & mask) !== 0 || (days === EVERY && calendar.Exceptions.some((one) => one.Date === date));
}

/** Whether a date lies between the first and the last day of a calendar, both included. */
export function isValidOn({ fromDate, toDate }: Pick<Calendar, 'fromDate' | 'toDate'>, date: CalendarDate): boolean {
  return fromDate <= date && date <= toDate;
}

/** A date that shall run as on some days; null runs as its weekday does. */
export interface PaintedDate {
  readonly Date: CalendarDate;
  readonly RunAs: number | null;
}

/** The exceptions with some dates painted, in order of their dates. */
export function paintedExceptions(exceptions: readonly CalendarException[], painted: readonly PaintedDate[]): CalendarException[] {
  const all = new Map(exceptions.map((one) => [one.Date, one.RunAs]));
  for (const { Date: date, RunAs } of painted) {
    if (RunAs === null) all.delete(date);
    else all.set(date, RunAs);
  }
  return [...all].map(([date, RunAs]) => ({ Date: date, RunAs })).toSorted((a, b) => (a.Date < b.Date ? -1 : 1));
}

/** Every date from one to another, both included; the other way round when the second comes first. */
export function datesBetween(one: CalendarDate, other: CalendarDate): CalendarDate[] {
  const [a, b] = [daysOf(one), daysOf(other)];
  if (a === undefined || b === undefined) return [];
  return Array.from({ length: Math.abs(b - a) + 1 }, (_, nth) => dateOfDays(Math.min(a, b) + nth));
}
