/** On which days timetables run: the weekly pattern of their schedule with its exceptions. */
import { daysOf, weekdayOf } from '../../src/domain/date.ts';
import type { Calendar } from '../../src/domain/model/schedule.ts';
import type { Network, Node } from './network.ts';

/** Days from `first` on, one byte each: 1 where it runs. Empty where a date of the interval is none. */
export interface RunningDays {
  readonly first: number;
  readonly days: Uint8Array;
  readonly count: number;
}

/** No calendar is looked at for longer than this; a longer one has a rule of its own. */
const LONGEST = 366 * 20;

/** Whether a timetable with these days runs on a day that is an exception: 0 none run, 127 all, else those whose days meet it. */
export function runsAs(runAs: number, mask: number): boolean {
  return runAs === 127 || (runAs & mask) !== 0;
}

/** The days on which timetables with a days bitmask run. */
export function runningDays(net: Network, schedule: Node<'Schedule'>, mask: number): RunningDays {
  return net.cached(schedule, `days ${mask}`, () => computeDays(schedule.doc.Calendar, mask));
}

/** The days on which any timetable of a schedule runs. */
export function serviceDays(net: Network, schedule: Node<'Schedule'>): RunningDays {
  const masks = net.daysOfTimetables(schedule.id);
  return masks.length === 0
    ? EMPTY
    : runningDays(
        net,
        schedule,
        masks.reduce((all, mask) => all | mask, 0),
      );
}

/** Whether two run on a common day. */
export function meet(a: RunningDays, b: RunningDays): boolean {
  return firstCommonDay(a, b) !== undefined;
}

/** The first day on which both run. */
export function firstCommonDay(a: RunningDays, b: RunningDays): number | undefined {
  const from = Math.max(a.first, b.first);
  const to = Math.min(a.first + a.days.length, b.first + b.days.length);
  for (let day = from; day < to; day++) if (a.days[day - a.first] === 1 && b.days[day - b.first] === 1) return day;
  return undefined;
}

const EMPTY: RunningDays = { first: 0, days: new Uint8Array(0), count: 0 };

function computeDays({ fromDate, toDate, Exceptions }: Calendar, mask: number): RunningDays {
  const [from, to] = [daysOf(fromDate), daysOf(toDate)];
  if (from === undefined || to === undefined) return EMPTY;
  const exceptions = Exceptions.flatMap(({ Date, RunAs }) => {
    const day = daysOf(Date);
    return day === undefined ? [] : [[day, RunAs] as const];
  });
  const first = exceptions.reduce((least, [day]) => Math.min(least, day), from);
  const last = Math.min(
    first + LONGEST,
    exceptions.reduce((most, [day]) => Math.max(most, day), to),
  );
  const days = new Uint8Array(Math.max(0, last - first + 1));
  for (let day = from; day <= Math.min(to, last); day++) if (mask & (1 << weekdayOf(day))) days[day - first] = 1;
  for (const [day, runAs] of exceptions) if (day <= last) days[day - first] = runsAs(runAs, mask) ? 1 : 0;
  let count = 0;
  for (const one of days) count += one;
  return { first, days, count };
}
