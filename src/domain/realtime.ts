/** Vehicle positions: date ranges with their rules, and what is known of where vehicles were. */
import { z } from 'zod';
import { addDays, CalendarDate, daysOf, isCalendarDate } from './date.ts';

/** Days of a range at most, both dates included counted as the time between them. */
const RANGE_DAYS = 14;

export const NO_POINTS = 'No realtime historical points have been found in this date range. Try increasing it.';

/** Dates (UTC) from the first to the second, both included. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Errors of a typed range by field; `range` if each date is valid by itself. */
export interface RangeErrors {
  readonly from?: string;
  readonly to?: string;
  readonly range?: string;
}

/** Checks a range; no keys where it is right. */
export function rangeErrors({ from, to }: DateRange): RangeErrors {
  const wrong: RangeErrors = {
    ...(isCalendarDate(from) ? {} : { from: 'Wrong first date' }),
    ...(isCalendarDate(to) ? {} : { to: 'Wrong second date' }),
  };
  if (wrong.from !== undefined || wrong.to !== undefined) return wrong;
  const days = (daysOf(to) ?? 0) - (daysOf(from) ?? 0);
  if (days < 0) return { to: 'Wrong second date' };
  return days > RANGE_DAYS ? { range: 'Range must not exceed 2 weeks' } : {};
}

/** The last 2 days through today. */
export function defaultRange(today: CalendarDate): DateRange {
  return { from: addDays(today, -2), to: today };
}

/** `[at, latitude, longitude, bearing, speed]`: unix seconds, degrees, degrees clockwise from north, metres per second; null where the feed is silent. */
export const VehiclePoint = z.tuple([z.int(), z.number(), z.number(), z.number().nullable(), z.number().nullable()]);
export type VehiclePoint = z.infer<typeof VehiclePoint>;

/** One vehicle on one trip of one service day, with its points in the order of time. */
export const VehicleRun = z.object({
  Id: z.int(),
  VehicleId: z.string(),
  /** What is written on the vehicle. */
  Label: z.string().nullable(),
  TripId: z.string(),
  ScheduleId: z.string(),
  TrackId: z.string(),
  Points: z.array(VehiclePoint),
});
export type VehicleRun = z.infer<typeof VehicleRun>;

/** Vehicle positions of a range. `Every`: one point of so many is answered, because there are more than one answer holds. */
export const VehiclePositions = z.object({ Runs: z.array(VehicleRun), Every: z.int().min(1) });
export type VehiclePositions = z.infer<typeof VehiclePositions>;

/** One trip of a service day: when its vehicle passed each stop of the track, in seconds of that day; null where the positions do not tell. */
export const DrivenTrip = z.object({ TripId: z.string(), Date: CalendarDate, Passed: z.array(z.int().nullable()) });
export type DrivenTrip = z.infer<typeof DrivenTrip>;

/** Trips of a schedule as they were driven, by track. `Every`: one position of so many was looked at, because there are many. */
export const DrivenTimes = z.object({ Tracks: z.array(z.object({ TrackId: z.string(), Trips: z.array(DrivenTrip) })), Every: z.int().min(1) });
export type DrivenTimes = z.infer<typeof DrivenTimes>;
