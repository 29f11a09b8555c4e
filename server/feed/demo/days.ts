/** The days of the demo country: weeks, holidays, school holidays, all counted from the first date of the feed. */
import { addDays, dateOfDays, daysOf, weekdayOf, type CalendarDate } from '../../../src/domain/date.ts';
import type { Calendar, CalendarException } from '../../../src/domain/model/schedule.ts';

export const WEEKDAYS = 31;
export const SATURDAY = 32;
export const SUNDAY = 64;

/** Valid from..to with Sunday service on public holidays; `school` rests in the school holidays. */
export function demoCalendar(from: CalendarDate, to: CalendarDate, school = false): Calendar {
  const holidays = publicHolidays(from, to);
  const rest = school ? schoolHolidays(from, to) : [];
  const exceptions = new Map<CalendarDate, CalendarException>();
  for (const date of rest) exceptions.set(date, { Date: date, RunAs: 0 });
  for (const date of holidays) exceptions.set(date, { Date: date, RunAs: school ? 0 : SUNDAY });
  return { fromDate: from, toDate: to, Exceptions: [...exceptions.values()].toSorted((a, b) => (a.Date < b.Date ? -1 : 1)) };
}

/** New Year, Easter Monday, 1 May, Christmas: those within from..to. */
export function publicHolidays(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, i) => yearOf(from) + i);
  return years
    .flatMap((year) => [`${year}-01-01`, addDays(easterSunday(year), 1), `${year}-05-01`, `${year}-12-25`, `${year}-12-26`])
    .filter((date) => date >= from && date <= to);
}

/** Six weeks from mid July and two around New Year, Monday to Friday. */
function schoolHolidays(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let day = daysOf(from) ?? 0; day <= (daysOf(to) ?? -1); day++) {
    const date = dateOfDays(day);
    const inYear = date.slice(5);
    const free = (inYear >= '07-15' && inYear <= '08-26') || inYear >= '12-22' || inYear <= '01-06';
    if (free && weekdayOf(day) < 5) dates.push(date);
  }
  return dates;
}

/** Easter Sunday of the Gregorian calendar (the rule of Meeus, Jones and Butcher). */
export function easterSunday(year: number): CalendarDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}
