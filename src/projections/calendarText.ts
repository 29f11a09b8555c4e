/** A schedule's calendar in words. */
import { formatDays } from '../domain/days.ts';
import type { Calendar, CalendarException } from '../domain/model/schedule.ts';

/** When a schedule is valid, both dates included. */
export function calendarInterval({ fromDate, toDate }: Pick<Calendar, 'fromDate' | 'toDate'>): string {
  return fromDate === toDate ? fromDate : `${fromDate} – ${toDate}`;
}

/** What runs on a day that differs from the weekly pattern. */
export function exceptionText({ RunAs }: Pick<CalendarException, 'RunAs'>): string {
  if (RunAs === 0) return 'No service';
  return RunAs === 127 ? 'All timetables run' : `Runs as on ${formatDays(RunAs)}`;
}

/** Exceptions in order of their dates. */
export function exceptionsByDate(calendar: Calendar): readonly CalendarException[] {
  return calendar.Exceptions.toSorted((a, b) => (a.Date < b.Date ? -1 : a.Date > b.Date ? 1 : 0));
}
