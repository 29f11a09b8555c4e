/** Calendars that say the same with fewer exceptions, and calendars out of exceptions that schedules share: no trip runs on another date. */
import { datesOfTimetable, isValidOn } from './activeDates.ts';
import { type CalendarDate, daysOf, weekdayOf } from './date.ts';
import { exceptionsFor, minimalCalendar } from './minimalCalendar.ts';
import type { CalendarDay, NetworkCalendar } from './model/networkCalendar.ts';
import type { Calendar, CalendarException, Schedule } from './model/schedule.ts';
import { assignedDays } from './networkCalendar.ts';

/** What becomes of the weekdays of timetables. */
export interface DaysChange {
  readonly from: number;
  readonly to: number;
}

/** A schedule with fewer exceptions. */
export interface Simplified {
  readonly schedule: Schedule;
  readonly calendar: Calendar;
  /** Weekdays of timetables that are others in this calendar. */
  readonly days: readonly DaysChange[];
}

/**
 * A schedule with the fewest exceptions, of the weekdays of its timetables that have trips; undefined where it has no more than it needs, or
 * follows a calendar of the network, whose dates it has to have. First and last day, and weekdays, stay where they can.
 */
export function simplified(schedule: Schedule, masks: readonly number[]): Simplified | undefined {
  const { fromDate, toDate, Exceptions } = schedule.Calendar;
  if (Exceptions.length === 0 || schedule.FollowsCalendar !== undefined) return undefined;
  const own = [...new Set(masks)].toSorted((a, b) => a - b);
  const departures = own.map((mask) => datesOfTimetable(schedule.Calendar, mask));
  const found = minimalCalendar(departures);
  const [from, to] = [daysOf(fromDate), daysOf(toDate)];
  if (from === undefined || to === undefined) return undefined;
  let best: { readonly calendar: Calendar; readonly days: readonly number[] } | undefined;
  for (const days of [own, ...(found ? [found.days] : [])]) {
    const exceptions = exceptionsFor(departures, from, to, days);
    if (exceptions && exceptions.length < (best?.calendar.Exceptions ?? Exceptions).length)
      best = { calendar: { fromDate, toDate, Exceptions: [...exceptions] }, days };
  }
  if (found && found.calendar.Exceptions.length < (best?.calendar.Exceptions ?? Exceptions).length) best = found;
  if (!best) return undefined;
  const { days, calendar } = best;
  return { schedule, calendar, days: own.map((mask, at) => ({ from: mask, to: days[at] ?? mask })).filter((one) => one.from !== one.to) };
}

/** Whether timetables run on the same dates in another calendar, with other weekdays there. */
export function runsAlike(before: Calendar, mask: number, after: Calendar, days: number): boolean {
  const [was, is] = [datesOfTimetable(before, mask), datesOfTimetable(after, days)];
  return was.length === is.length && was.every((date, at) => date === is[at]);
}

/** A schedule that has the dates of a calendar in place of its own exceptions on them. */
export function takenOn(schedule: Schedule, calendar: NetworkCalendar): Schedule {
  const all = new Map(schedule.Calendar.Exceptions.map(({ Date: date, RunAs }) => [date, RunAs]));
  for (const [date, RunAs] of assignedDays(calendar, schedule.Calendar)) all.set(date, RunAs);
  const Exceptions = [...all].map(([date, RunAs]): CalendarException => ({ Date: date, RunAs })).toSorted((a, b) => (a.Date < b.Date ? -1 : 1));
  return { ...schedule, Calendar: { ...schedule.Calendar, Exceptions }, FollowsCalendar: calendar.Id };
}

/** Dates on which many schedules differ from their week in the same way. */
export interface SharedDates {
  readonly dates: readonly CalendarDay[];
  /** Schedules that have all of the dates within their validity, at least one of them, in the order they were given. */
  readonly scheduleIds: readonly string[];
}

/** A schedule as far as its dates matter. */
type Dated = Pick<Schedule, 'Id' | 'Calendar' | 'FollowsCalendar'>;

/** A schedule that follows no calendar, and the weekdays of its timetables that have trips. */
interface Candidate {
  readonly schedule: Dated;
  readonly masks: readonly number[];
  /** Its exceptions. */
  readonly runAs: ReadonlyMap<CalendarDate, number>;
  /** Those within its validity that change something. */
  readonly dates: ReadonlySet<CalendarDate>;
}

/** What a date may run as, the plainest first: nothing, Sunday to Monday, Monday to Friday, the weekend, everything. */
const PLAIN = [0, 64, 32, 16, 8, 4, 2, 1, 31, 96, 127];

/**
 * The dates that make the most exceptions of schedules those of one calendar, so that every trip keeps its dates: on a Thursday that runs as
 * Sunday a line without trips on Sundays rests, whatever number its exception has. Undefined where no two schedules share a date.
 */
export function sharedDates<S extends Dated>(schedules: readonly S[], masksOf: (schedule: S) => readonly number[]): SharedDates | undefined {
  const candidates = schedules.flatMap((schedule) => candidateOf(schedule, masksOf(schedule)));
  const having = new Map<CalendarDate, Candidate[]>();
  for (const candidate of candidates) {
    for (const date of candidate.dates) {
      const all = having.get(date);
      if (all) all.push(candidate);
      else having.set(date, [candidate]);
    }
  }
  const order = [...having].toSorted(([a, many], [b, few]) => few.length - many.length || (a < b ? -1 : 1));
  let chosen: { readonly dates: readonly CalendarDay[]; readonly lines: readonly Candidate[]; readonly saved: number } | undefined;
  for (const [date] of order) {
    const lines = chosen?.lines ?? candidates;
    const dates = chosen?.dates ?? [];
    const best = mostAccepted(date, lines);
    if (!best) continue;
    const saved = savedOf([...dates.map((one) => one.Date), date], best.lines);
    if (saved > (chosen?.saved ?? 0)) chosen = { dates: [...dates, { Date: date, RunAs: best.runAs }], lines: best.lines, saved };
  }
  const all = chosen?.dates.map((one) => one.Date) ?? [];
  const lines = (chosen?.lines ?? []).filter((one) => all.some((date) => one.dates.has(date)));
  if (!chosen || lines.length < 2) return undefined;
  return { dates: chosen.dates.toSorted((a, b) => (a.Date < b.Date ? -1 : 1)), scheduleIds: lines.map(({ schedule }) => schedule.Id) };
}

function candidateOf(schedule: Dated, all: readonly number[]): readonly Candidate[] {
  const masks = [...new Set(all)];
  const { Calendar: calendar } = schedule;
  if (schedule.FollowsCalendar !== undefined || masks.length === 0) return [];
  const runAs = new Map(calendar.Exceptions.map((one) => [one.Date, one.RunAs]));
  const dates = new Set<CalendarDate>();
  for (const [date, days] of runAs) {
    const weekday = weekdayBit(date);
    if (isValidOn(calendar, date) && masks.some((mask) => meets(days, mask) !== ((mask & weekday) !== 0))) dates.add(date);
  }
  return dates.size === 0 ? [] : [{ schedule, masks, runAs, dates }];
}

/** Whether timetables of these weekdays run on a date that is an exception. */
function meets(runAs: number, mask: number): boolean {
  return runAs === 127 || (runAs & mask) !== 0;
}

function weekdayBit(date: CalendarDate): number {
  return 1 << weekdayOf(daysOf(date) ?? 0);
}

/** What a date runs as so that the most lines keep their trips, and those lines; a line that is not valid on it keeps them anyway. */
function mostAccepted(date: CalendarDate, lines: readonly Candidate[]): { readonly runAs: number; readonly lines: readonly Candidate[] } | undefined {
  const weekday = weekdayBit(date);
  const states = lines.map((line) => {
    if (!isValidOn(line.schedule.Calendar, date)) return { line, running: undefined };
    const own = line.runAs.get(date);
    return { line, running: line.masks.map((mask) => (own === undefined ? (mask & weekday) !== 0 : meets(own, mask))) };
  });
  const own = new Set(lines.flatMap(({ runAs }) => runAs.get(date) ?? []));
  let best: { readonly runAs: number; readonly lines: readonly Candidate[] } | undefined;
  for (const runAs of new Set([...PLAIN, ...[...own].toSorted((a, b) => a - b)])) {
    // such a date runs as usual: nothing is an exception then
    if (runAs === weekday) continue;
    const accepting = states.filter(({ line, running }) => running?.every((runs, at) => runs === meets(runAs, line.masks[at] ?? 0)) ?? true);
    if (accepting.length > (best?.lines.length ?? 0)) best = { runAs, lines: accepting.map(({ line }) => line) };
  }
  return best;
}

function savedOf(dates: readonly CalendarDate[], lines: readonly Candidate[]): number {
  return lines.length < 2 ? 0 : lines.reduce((sum, line) => sum + dates.filter((date) => line.dates.has(date)).length, 0);
}
