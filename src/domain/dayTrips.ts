/** What runs on a date in the whole network: trips, first and last departure of each schedule. */
import { z } from 'zod';
import { runsOn } from './activeDates.ts';
import { type CalendarDate, daysOf, weekdayOf } from './date.ts';
import { Days } from './days.ts';
import type { Schedule } from './model/schedule.ts';

/** The timetables of a schedule that have the same weekdays: trips, and seconds of the first and the last departure of the service day. */
export const DayTrips = z.object({ ScheduleId: z.string(), Days, Trips: z.int().min(0), First: z.number(), Last: z.number() });
export type DayTrips = z.infer<typeof DayTrips>;

/** What a schedule runs on a date. */
export interface Running {
  readonly trips: number;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

const NOTHING: Running = { trips: 0, first: undefined, last: undefined };

/** What runs of a schedule on a date, of its own day trips. */
export function runningOn({ Calendar }: Pick<Schedule, 'Calendar'>, own: readonly DayTrips[], date: CalendarDate): Running {
  let running = NOTHING;
  for (const { Days: days, Trips, First, Last } of own) {
    if (!runsOn(Calendar, days, date)) continue;
    running = {
      trips: running.trips + Trips,
      first: Math.min(running.first ?? First, First),
      last: Math.max(running.last ?? Last, Last),
    };
  }
  return running;
}

/** How many trips of a schedule run on each of some dates: `runningOn` for many dates of many schedules. */
export function tripsOnDates({ Calendar }: Pick<Schedule, 'Calendar'>, own: readonly DayTrips[], dates: readonly CalendarDate[]): number[] {
  const exceptions = new Map(Calendar.Exceptions.map(({ Date, RunAs }) => [Date, RunAs]));
  const byDays = new Map<number, number>();
  const tripsAs = (days: number, isAll: boolean): number => {
    const key = isAll ? -1 : days;
    let trips = byDays.get(key);
    if (trips === undefined) {
      trips = own.reduce((sum, { Days: mask, Trips }) => (isAll || (mask & days) !== 0 ? sum + Trips : sum), 0);
      byDays.set(key, trips);
    }
    return trips;
  };
  return dates.map((date) => {
    const runAs = exceptions.get(date);
    if (runAs !== undefined) return tripsAs(runAs, runAs === 127);
    return date < Calendar.fromDate || date > Calendar.toDate ? 0 : tripsAs(1 << weekdayOf(daysOf(date) ?? 0), false);
  });
}
