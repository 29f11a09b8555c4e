/** Dates of services as sets, their day types, and how they are said. */
import { dateOfDays, weekdayOf } from '../../../src/domain/date.ts';
import type { DaysText } from './lineBook.ts';

/** Days since 1970-01-01, in order. */
export type Days = readonly number[];

/** The dates of `days`, which are some of `all`, in words as few as there are. */
export function sayDays(days: Days, all: Days): DaysText {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { weekdays: 0, also: [], not: [] };
  const isIn = new Set(days);
  const within = all.filter((day) => day >= first && day <= last);
  let weekdays = 0;
  for (let weekday = 0; weekday < 7; weekday++) {
    const there = within.filter((day) => weekdayOf(day) === weekday);
    const taken = there.filter((day) => isIn.has(day)).length;
    // A single date is said as a date, but where there is only one week of them.
    if (taken * 2 > there.length && (taken > 1 || all.filter((day) => weekdayOf(day) === weekday).length === 1)) weekdays |= 1 << weekday;
  }
  const isOn = (day: number): boolean => ((weekdays >> weekdayOf(day)) & 1) === 1;
  const regular = days.filter(isOn);
  const [from = first, until = last] = [regular[0], regular.at(-1)];
  const inPeriod = all.filter((day) => day >= from && day <= until && isOn(day));
  const also = rangesOf(
    days.filter((day) => !isOn(day)),
    all,
  );
  const not = rangesOf(
    inPeriod.filter((day) => !isIn.has(day)),
    inPeriod,
  );
  const dated = rangesOf(days, all);
  if (weekdays === 0 || dated.length < Math.min(4, also.length + not.length)) return { weekdays: 0, also: dated, not: [] };
  const isCutBefore = all.some((day) => day < from && isOn(day));
  const isCutAfter = all.some((day) => day > until && isOn(day));
  return {
    weekdays: all.every((day) => isOn(day)) ? 127 : weekdays,
    ...(isCutBefore ? { from: dateOfDays(from) } : {}),
    ...(isCutAfter ? { until: dateOfDays(until) } : {}),
    also,
    not,
  };
}

/** Stretches of dates that follow each other in `all`. */
function rangesOf(days: Days, all: Days): [string, string][] {
  const place = new Map(all.map((day, at) => [day, at]));
  const ranges: [number, number][] = [];
  for (const day of days) {
    const open = ranges.at(-1);
    if (open !== undefined && place.get(day) === (place.get(open[1]) ?? NaN) + 1) open[1] = day;
    else ranges.push([day, day]);
  }
  return ranges.map(([from, to]) => [dateOfDays(from), dateOfDays(to)]);
}

/** Whether all dates of the list are meant. */
export function isAllDays({ weekdays, from, until, also, not }: DaysText): boolean {
  return weekdays === 127 && from === undefined && until === undefined && also.length === 0 && not.length === 0;
}

/** Share of trips that two dates have in common from which on they are one day type. */
const ALIKE = 0.7;

/** Dates on which nearly the same trips run, with the trips. */
export interface DayType {
  readonly days: Days;
  readonly runs: ReadonlySet<number>;
}

/** Groups dates by the trips that run on them: `active` holds the dates of each trip. */
export function dayTypesOf(active: readonly Days[]): readonly DayType[] {
  const onDay = new Map<number, number[]>();
  for (const [run, days] of active.entries())
    for (const day of days) {
      const runs = onDay.get(day);
      if (runs === undefined) onDay.set(day, [run]);
      else runs.push(run);
    }
  const alike = new Map<string, { days: number[]; runs: number[] }>();
  for (const [day, runs] of [...onDay].toSorted(([a], [b]) => a - b)) {
    const key = runs.join(',');
    const group = alike.get(key);
    if (group === undefined) alike.set(key, { days: [day], runs });
    else group.days.push(day);
  }
  const types: { days: number[]; core: ReadonlySet<number>; runs: Set<number> }[] = [];
  for (const { days, runs } of [...alike.values()].toSorted((a, b) => b.days.length - a.days.length)) {
    let best: (typeof types)[number] | undefined;
    let most = ALIKE;
    for (const type of types) {
      const common = runs.filter((run) => type.core.has(run)).length;
      const share = common / (type.core.size + runs.length - common);
      if (share < most) continue;
      most = share;
      best = type;
    }
    if (best === undefined) types.push({ days: [...days], core: new Set(runs), runs: new Set(runs) });
    else {
      best.days.push(...days);
      for (const run of runs) best.runs.add(run);
    }
  }
  return types.map(({ days, runs }) => ({ days: days.toSorted((a, b) => a - b), runs }));
}
