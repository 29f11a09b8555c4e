/** A schedule on the dates of road works: a schedule of its own for these dates, and the rest of the original one. */
import { z } from 'zod';
import { datesBetween, daysRunning } from './activeDates.ts';
import { type CalendarDate, CalendarDate as CalendarDateText, daysOf } from './date.ts';
import type { Calendar, Schedule } from './model/schedule.ts';
import { scheduleFamily } from './scheduleFamily.ts';

/** Days that works may last. */
export const LONGEST_WORKS = 366;

/** First and last day of works, both included. */
export const WorksDates = z
  .object({ from: CalendarDateText, to: CalendarDateText })
  .refine(({ from, to }) => worksError(from, to) === undefined, 'The works last 1 to 366 days');
export type WorksDates = z.infer<typeof WorksDates>;

/** Both days as typed. */
export interface WorksText {
  readonly from: string;
  readonly to: string;
}

/** Why two texts are no dates of works; undefined if they are. */
export function worksError(from: string, to: string): 'noDate' | 'ended' | 'tooLong' | undefined {
  const [first, last] = [daysOf(from), daysOf(to)];
  if (first === undefined || last === undefined) return 'noDate';
  if (last < first) return 'ended';
  return last - first >= LONGEST_WORKS ? 'tooLong' : undefined;
}

/** Ids for the schedule during works, best first: the family of the original one with the first, else with the last day of the works. */
export function idsDuringWorks(scheduleId: string, { from, to }: WorksDates): readonly string[] {
  return [...new Set([from, to])].map((date) => `${scheduleFamily(scheduleId)}_${date.replaceAll('-', '')}`);
}

/**
 * Splits a schedule at the dates of works. `during` has the service days in the works, `rest` all others. `rest` is absent if no service
 * day is outside the works. Undefined if the schedule has no service day in the works.
 */
export function splitForWorks(
  schedule: Schedule,
  works: WorksDates,
  newId: string,
): { readonly during: Schedule; readonly rest?: Schedule } | undefined {
  const { Calendar: calendar } = schedule;
  const dates = datesBetween(works.from, works.to).filter((date) => daysRunning(calendar, date) !== 0);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const isOutside = (date: CalendarDate): boolean => date < works.from || date > works.to;
  const hasOthers =
    calendar.Exceptions.some(({ Date: date, RunAs }) => isOutside(date) && RunAs !== 0) ||
    datesBetween(calendar.fromDate, calendar.toDate).some((date) => isOutside(date) && daysRunning(calendar, date) !== 0);
  if (!hasOthers) return { during: schedule };
  const inside = calendar.Exceptions.filter(({ Date: date }) => date >= first && date <= last);
  const running = new Set(dates);
  const closed = datesBetween(first, last).filter((date) => !running.has(date) && !inside.some((one) => one.Date === date));
  const during: Calendar = {
    fromDate: first,
    toDate: last,
    Exceptions: inOrder([...inside, ...closed.map((date) => ({ Date: date, RunAs: 0 }))]),
  };
  const rest: Calendar = {
    ...calendar,
    Exceptions: inOrder([...calendar.Exceptions.filter(({ Date: date }) => !running.has(date)), ...dates.map((date) => ({ Date: date, RunAs: 0 }))]),
  };
  return {
    during: { ...schedule, Id: newId, IsBaseSchedule: false, Calendar: during },
    rest: { ...schedule, Calendar: rest },
  };
}

function inOrder(exceptions: Calendar['Exceptions']): Calendar['Exceptions'] {
  return exceptions.toSorted((a, b) => (a.Date < b.Date ? -1 : 1));
}
