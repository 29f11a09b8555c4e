/** Calendar dates as `YYYY-MM-DD`, in UTC, without a clock. */
import { z } from 'zod';

/** A calendar date `YYYY-MM-DD` that exists (2026-02-30 does not), years 1900 to 2999. */
export const CalendarDate = z.string().refine(isCalendarDate, 'Not a valid date (YYYY-MM-DD)');
export type CalendarDate = string;

/** Whether the text is a real date in the strict form `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return daysOf(text) !== undefined;
}

/** Days since 1970-01-01 of a strict date, or undefined where it is none. */
export function daysOf(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2999) return undefined;
  const ms = Date.UTC(year, month - 1, day);
  return dateOfDays(ms / 86_400_000) === text ? ms / 86_400_000 : undefined;
}

/** The date `days` after 1970-01-01 as `YYYY-MM-DD`. */
export function dateOfDays(days: number): CalendarDate {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** The date `days` later (earlier when negative). Throws on a text that is no date. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const from = daysOf(date);
  if (from === undefined) throw new RangeError(`Not a date: ${date}`);
  return dateOfDays(from + days);
}

/** Weekday of a date: 0 Monday ... 6 Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

/** Shows a moment as ISO date and minute in UTC: `2026-11-21 08:05`. */
export function formatMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
