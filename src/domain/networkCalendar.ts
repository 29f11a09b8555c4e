/**
 * Following a calendar of the network: the only place that makes exceptions of a schedule out of it. They are stored with the schedule, so
 * export and validation know nothing of calendars. Where a schedule differs from its calendar the difference is its own and stays.
 */
import { z } from 'zod';
import { isValidOn } from './activeDates.ts';
import { type CalendarDate, CalendarDate as CalendarDateText, dateOfDays, daysOf, weekdayOf } from './date.ts';
import { CalendarDay, CalendarPeriod, type NetworkCalendar } from './model/networkCalendar.ts';
import type { Calendar, CalendarException, Schedule } from './model/schedule.ts';

/** What dates run as; a date that runs as its weekday does is not among them. */
export type Assigned = ReadonlyMap<CalendarDate, number>;

export type Interval = Pick<Calendar, 'fromDate' | 'toDate'>;

const NOTHING: Assigned = new Map();

/** What a calendar makes of the dates of an interval. Periods come first, in the order of their list; single dates win. */
export function assignedDays(calendar: NetworkCalendar | null | undefined, interval: Interval): Assigned {
  if (!calendar) return NOTHING;
  const all = allAssigned(calendar);
  const inside = new Map<CalendarDate, number>();
  for (const [date, runAs] of all) if (isValidOn(interval, date)) inside.set(date, runAs);
  return inside;
}

/** Many schedules ask the same calendar. */
const known = new WeakMap<NetworkCalendar, Assigned>();

function allAssigned(calendar: NetworkCalendar): Assigned {
  const before = known.get(calendar);
  if (before) return before;
  const all = new Map<CalendarDate, number>();
  const put = (date: CalendarDate, runAs: number | undefined): void => {
    const day = daysOf(date);
    if (runAs === undefined || day === undefined || runAs === 1 << weekdayOf(day)) all.delete(date);
    else all.set(date, runAs);
  };
  for (const period of calendar.Periods) for (const date of datesOfPeriod(period)) put(date, period.RunAs);
  for (const { Date: date, RunAs } of calendar.Dates) put(date, RunAs);
  known.set(calendar, all);
  return all;
}

/** The dates of a period that it speaks of. */
export function datesOfPeriod({ From, To, Days = 127 }: CalendarPeriod): CalendarDate[] {
  const dates: CalendarDate[] = [];
  const [from = 0, to = -1] = [daysOf(From), daysOf(To)];
  for (let day = from; day <= to; day++) if (Days & (1 << weekdayOf(day))) dates.push(dateOfDays(day));
  return dates;
}

/**
 * The exceptions of a follower once its dates have gone over from `before` to `after`: where they are those of `before` they become
 * those of `after`, and what differs from `before` is its own.
 */
export function followedExceptions(exceptions: readonly CalendarException[], before: Assigned, after: Assigned): readonly CalendarException[] {
  const own = new Map(exceptions.map(({ Date: date, RunAs }) => [date, RunAs]));
  let changed = false;
  for (const date of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(date), after.get(date)];
    if (was === is || own.get(date) !== was) continue;
    changed = true;
    if (is === undefined) own.delete(date);
    else own.set(date, is);
  }
  return changed ? inOrder(own) : exceptions;
}

/** A schedule that follows a calendar, or another state of it, or none; `was` is its interval before where that changes too. */
export function followed(
  schedule: Schedule,
  before: NetworkCalendar | null | undefined,
  after: NetworkCalendar | null | undefined,
  was: Interval = schedule.Calendar,
): Schedule {
  const Exceptions = followedExceptions(schedule.Calendar.Exceptions, assignedDays(before, was), assignedDays(after, schedule.Calendar));
  return Exceptions === schedule.Calendar.Exceptions ? schedule : { ...schedule, Calendar: { ...schedule.Calendar, Exceptions: [...Exceptions] } };
}

/** A schedule with the exceptions of a calendar and none of its own. */
export function withoutOwn(schedule: Schedule, calendar: NetworkCalendar): Schedule {
  return { ...schedule, Calendar: { ...schedule.Calendar, Exceptions: inOrder(assignedDays(calendar, schedule.Calendar)) } };
}

function inOrder(dates: Assigned): CalendarException[] {
  return [...dates].map(([date, RunAs]) => ({ Date: date, RunAs })).toSorted((a, b) => (a.Date < b.Date ? -1 : 1));
}

/** A date on which a schedule is not as its calendar has it; undefined is as usual. */
export interface Difference {
  readonly date: CalendarDate;
  readonly own: number | undefined;
  readonly calendar: number | undefined;
}

/** Where a schedule differs from a calendar, in the order of the dates. */
export function differences({ Calendar: own }: Pick<Schedule, 'Calendar'>, calendar: NetworkCalendar): readonly Difference[] {
  const assigned = assignedDays(calendar, own);
  const exceptions = new Map(own.Exceptions.map(({ Date: date, RunAs }) => [date, RunAs]));
  return [...new Set([...assigned.keys(), ...exceptions.keys()])]
    .map((date): Difference => ({ date, own: exceptions.get(date), calendar: assigned.get(date) }))
    .filter((one) => one.own !== one.calendar)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** What a change of a calendar comes to for its followers. */
export interface FollowPreview {
  /** Schedules that change, and the dates on which any of them does. */
  readonly lines: number;
  readonly dates: number;
  /** Schedules that differ on a date that the calendar changes, and keep theirs. */
  readonly keeping: readonly Schedule[];
}

/** Says what becomes of schedules whose calendar goes over from one state to another. */
export function previewFollowing(
  schedules: Iterable<Schedule>,
  before: (schedule: Schedule) => NetworkCalendar | null | undefined,
  after: NetworkCalendar | null,
): FollowPreview {
  const dates = new Set<CalendarDate>();
  const keeping: Schedule[] = [];
  let lines = 0;
  for (const schedule of schedules) {
    const own = new Map(schedule.Calendar.Exceptions.map(({ Date: date, RunAs }) => [date, RunAs]));
    const [was, is] = [assignedDays(before(schedule), schedule.Calendar), assignedDays(after, schedule.Calendar)];
    let [changes, keeps] = [false, false];
    for (const date of new Set([...was.keys(), ...is.keys()])) {
      if (was.get(date) === is.get(date)) continue;
      if (own.get(date) === was.get(date)) {
        changes = true;
        dates.add(date);
      } else if (own.get(date) !== is.get(date)) keeps = true;
    }
    if (changes) lines += 1;
    if (keeps) keeping.push(schedule);
  }
  return { lines, dates: dates.size, keeping };
}

/** What of some calendars is of a day type. */
export interface DayTypeUse {
  readonly dates: number;
  readonly periods: number;
  readonly calendars: readonly NetworkCalendar[];
}

/** Where calendars name a day type. */
export function usesOfDayType(calendars: readonly NetworkCalendar[], dayTypeId: string): DayTypeUse {
  const isOf = ({ DayTypeId }: { readonly DayTypeId?: string | undefined }): boolean => DayTypeId === dayTypeId;
  const using = calendars.filter(({ Dates, Periods }) => Dates.some(isOf) || Periods.some(isOf));
  const count = (parts: (calendar: NetworkCalendar) => readonly { readonly DayTypeId?: string | undefined }[]): number =>
    using.reduce((sum, calendar) => sum + parts(calendar).filter(isOf).length, 0);
  return { dates: count(({ Dates }) => Dates), periods: count(({ Periods }) => Periods), calendars: using };
}

/** A calendar whose dates and periods of a day type run as other weekdays. */
export function withDayType(calendar: NetworkCalendar, dayTypeId: string, runAs: number): NetworkCalendar {
  const turned = <T extends { DayTypeId?: string | undefined; RunAs?: number | undefined }>(one: T): T =>
    one.DayTypeId === dayTypeId ? { ...one, RunAs: runAs } : one;
  return { ...calendar, Dates: calendar.Dates.map(turned), Periods: calendar.Periods.map(turned) };
}

/** A change of the dates and periods of a calendar: a date or period that is put takes the place of the one with its key. */
export const CalendarChange = z.object({
  put: z.array(CalendarDay).max(4000).optional(),
  /** Dates that run as usual again. */
  clear: z.array(CalendarDateText).max(4000).optional(),
  putPeriods: z.array(CalendarPeriod).max(200).optional(),
  /** Periods to take away, as `2026-07-01 Summer`: first day and name. */
  clearPeriods: z.array(z.string()).max(200).optional(),
});
export type CalendarChange = z.infer<typeof CalendarChange>;

/** One change after another, as one: in order, without what has no effect. */
export function joinedChange(one: CalendarChange, other: CalendarChange): CalendarChange {
  const dates = new Map<string, CalendarDay | null>();
  const periods = new Map<string, CalendarPeriod | null>();
  for (const { put = [], clear = [], putPeriods = [], clearPeriods = [] } of [one, other]) {
    for (const date of clear) dates.set(date, null);
    for (const day of put) dates.set(day.Date, day);
    for (const key of clearPeriods) periods.set(key, null);
    for (const period of putPeriods) periods.set(periodKey(period), period);
  }
  const inOrderOf = <T>(all: ReadonlyMap<string, T | null>) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const keysOf = <T>(all: ReadonlyMap<string, T | null>) => inOrderOf(all).flatMap(([key, value]) => (value === null ? [key] : []));
  const valuesOf = <T>(all: ReadonlyMap<string, T | null>) => inOrderOf(all).flatMap(([, value]) => (value === null ? [] : [value]));
  const parts = { put: valuesOf(dates), clear: keysOf(dates), putPeriods: valuesOf(periods), clearPeriods: keysOf(periods) };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part.length > 0));
}

/** What tells a period from the others of its calendar. */
export function periodKey({ From, Name }: Pick<CalendarPeriod, 'From' | 'Name'>): string {
  return `${From} ${Name}`;
}

/** A calendar after a change. */
export function changedCalendar(
  calendar: NetworkCalendar,
  { put = [], clear = [], putPeriods = [], clearPeriods = [] }: CalendarChange,
): NetworkCalendar {
  const dates = new Map(calendar.Dates.map((one) => [one.Date, one]));
  for (const date of clear) dates.delete(date);
  for (const one of put) dates.set(one.Date, one);
  const periods = new Map(calendar.Periods.map((one) => [periodKey(one), one]));
  for (const key of clearPeriods) periods.delete(key);
  for (const one of putPeriods) periods.set(periodKey(one), one);
  return {
    ...calendar,
    Dates: [...dates.values()].toSorted((a, b) => (a.Date < b.Date ? -1 : 1)),
    Periods: [...periods.values()].toSorted((a, b) => (a.From === b.From ? (a.To < b.To ? 1 : -1) : a.From < b.From ? -1 : 1)),
  };
}
