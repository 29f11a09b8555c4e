/** Rules of holidays of one's own, written as `date-holidays` writes them: `12-25`, `3rd monday in January`, `easter 39`. */
import { z } from 'zod';
import { type CalendarDate, dateOfDays, daysOf, weekdayOf } from './date.ts';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Which weekday of a month; 0 is the last one. */
const NTH = ['last', '1st', '2nd', '3rd', '4th'] as const;

const Month = z.int().min(1).max(12);

/** Months count from 1, weekdays from 0 for Monday; the offset is in days. */
export const HolidayRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), month: Month, day: z.int().min(1).max(31) }),
  z.object({ kind: z.literal('weekday'), nth: z.int().min(0).max(4), weekday: z.int().min(0).max(6), month: Month }),
  z.object({ kind: z.literal('easter'), offset: z.int().min(-100).max(250) }),
]);
export type HolidayRule = z.infer<typeof HolidayRule>;

/** A rule as text. */
export function ruleText(rule: HolidayRule): string {
  if (rule.kind === 'fixed') return `${two(rule.month)}-${two(rule.day)}`;
  if (rule.kind === 'easter') return `easter ${rule.offset}`;
  return `${NTH[rule.nth]} ${NAMES[rule.weekday]} in ${MONTHS[rule.month - 1]}`;
}

/** The date of a rule in a year; undefined where it has none: 29 February. */
export function dateOfRule(rule: HolidayRule, year: number): CalendarDate | undefined {
  if (rule.kind === 'easter') return dateOfDays(easterOf(year) + rule.offset);
  if (rule.kind === 'fixed') {
    const date = `${year}-${two(rule.month)}-${two(rule.day)}`;
    return daysOf(date) === undefined ? undefined : date;
  }
  const next = rule.month === 12 ? `${year + 1}-01-01` : `${year}-${two(rule.month + 1)}-01`;
  const [first, end] = [daysOf(`${year}-${two(rule.month)}-01`) ?? 0, daysOf(next) ?? 0];
  if (rule.nth === 0) return dateOfDays(end - 1 - ((weekdayOf(end - 1) - rule.weekday + 7) % 7));
  return dateOfDays(first + ((rule.weekday - weekdayOf(first) + 7) % 7) + 7 * (rule.nth - 1));
}

/** Easter Sunday of the western churches, in days from 1970-01-01: the anonymous Gregorian computus (Meeus, Astronomical Algorithms). */
function easterOf(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return daysOf(`${year}-${two(Math.floor(n / 31))}-${two((n % 31) + 1)}`) ?? 0;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
