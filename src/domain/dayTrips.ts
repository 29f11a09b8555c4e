/** What runs on a date in the whole network: trips, first and last departure of each schedule. */
import { z } from 'zod';
import { runsOn } from './activeDates.ts';
import type { CalendarDate } from './date.ts';
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
