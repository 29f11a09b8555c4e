/** The day types that figures of service are made for, each by a typical date of the calendar. */
import { z } from 'zod';
import { runsOn } from '../activeDates.ts';
import { type CalendarDate, dateOfDays, daysOf, weekdayOf } from '../date.ts';
import type { Calendar } from '../model/schedule.ts';
import { changeOf, figuresOf, type FiguresChange, isNoChange, NO_SERVICE, runningGroups, ServiceFigures, type TripGroup } from './figures.ts';

/** Monday to Friday, Saturday, Sunday. */
export const DayTypeName = z.enum(['weekday', 'saturday', 'sunday']);
export type DayTypeName = z.infer<typeof DayTypeName>;
export const DAY_TYPES = DayTypeName.options;

/** Figures of a schedule on the typical date of a day type. */
export const DayFigures = ServiceFigures.extend({ DayType: DayTypeName, Date: z.string() });
export type DayFigures = z.infer<typeof DayFigures>;

/** Figures of one schedule, with their cost where its agency has rates. */
export const ScheduleFigures = z.object({
  ScheduleId: z.string(),
  /** Of the costs. */
  Currency: z.string().optional(),
  Days: z.array(DayFigures.extend({ Cost: z.number().min(0).optional() })),
});
export type ScheduleFigures = z.infer<typeof ScheduleFigures>;

/** The weekdays of each day type, 0 Monday. */
const WEEKDAYS: Readonly<Record<DayTypeName, readonly number[]>> = { weekday: [0, 1, 2, 3, 4], saturday: [5], sunday: [6] };

/**
 * The date of a day type with the most trips, the earliest of those. Dates with an exception count only where nothing runs on any other:
 * a calendar that is made of exceptions alone. Undefined where nothing runs.
 */
export function typicalDate(calendar: Calendar, groups: readonly TripGroup[], dayType: DayTypeName): CalendarDate | undefined {
  return busiest(calendar, groups, regularDates(calendar, dayType)) ?? busiest(calendar, groups, exceptionDates(calendar, dayType));
}

function busiest(calendar: Calendar, groups: readonly TripGroup[], dates: readonly CalendarDate[]): CalendarDate | undefined {
  let [found, most]: [CalendarDate | undefined, number] = [undefined, 0];
  for (const date of dates) {
    const trips = groups.reduce((sum, { days, starts }) => (runsOn(calendar, days, date) ? sum + starts.length : sum), 0);
    if (trips > most) [found, most] = [date, trips];
  }
  return found;
}

/** The first date of each weekday that is no exception: all others of that weekday run the same. */
function regularDates(calendar: Calendar, dayType: DayTypeName): readonly CalendarDate[] {
  const [from, to] = [daysOf(calendar.fromDate), daysOf(calendar.toDate)];
  if (from === undefined || to === undefined) return [];
  const exceptions = new Set(calendar.Exceptions.map(({ Date: date }) => date));
  const found: CalendarDate[] = [];
  for (const weekday of WEEKDAYS[dayType]) {
    for (let day = from + ((weekday - weekdayOf(from) + 7) % 7); day <= to; day += 7) {
      const date = dateOfDays(day);
      if (exceptions.has(date)) continue;
      found.push(date);
      break;
    }
  }
  return found.toSorted();
}

/** One date for each way in which exceptions of the day type run, the earliest. */
function exceptionDates(calendar: Calendar, dayType: DayTypeName): readonly CalendarDate[] {
  const byMask = new Map<number, CalendarDate>();
  for (const { Date: date, RunAs } of calendar.Exceptions) {
    const day = daysOf(date);
    if (day === undefined || !WEEKDAYS[dayType].includes(weekdayOf(day))) continue;
    const known = byMask.get(RunAs);
    if (known === undefined || date < known) byMask.set(RunAs, date);
  }
  return [...byMask.values()].toSorted();
}

/** Figures of a schedule for each day type on which it runs. */
export function dayFigures(calendar: Calendar, groups: readonly TripGroup[]): readonly DayFigures[] {
  return DAY_TYPES.flatMap((DayType) => {
    const date = typicalDate(calendar, groups, DayType);
    return date === undefined ? [] : [{ ...figuresOf(runningGroups(calendar, groups, date)), DayType, Date: date }];
  });
}

/** What changed on the days of a type. */
export interface DayChange extends FiguresChange {
  readonly dayType: DayTypeName;
}

/** From the figures of a schedule to others, by day type; day types that stay the same are left out. A schedule that is not there has none. */
export function dayChanges(from: readonly DayFigures[], to: readonly DayFigures[]): readonly DayChange[] {
  return DAY_TYPES.flatMap((dayType) => {
    const of = (all: readonly DayFigures[]): ServiceFigures => all.find(({ DayType }) => DayType === dayType) ?? NO_SERVICE;
    const change = changeOf(of(from), of(to));
    return isNoChange(change) ? [] : [{ dayType, ...change }];
  });
}
