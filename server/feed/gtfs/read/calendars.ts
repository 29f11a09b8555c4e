/**
 * Services as sets of active dates, and how the services of one line become schedules. Service ids say nothing: real feeds
 * name one calendar fifty times, and one weekly pattern is split into a service per weekday group.
 */
import { dateOfDays, weekdayOf } from '../../../../src/domain/date.ts';
import { runAsFor } from '../../../../src/domain/minimalCalendar.ts';
import type { Calendar, CalendarException } from '../../../../src/domain/model/schedule.ts';
import { compareText } from '../order.ts';

/** A service as the source wrote it. Days are counted from 1970-01-01. */
export interface SourceService {
  /** The row of calendar.txt: both dates included, weekdays as a bitmask from Monday. */
  readonly week: { readonly from: number; readonly to: number; readonly mask: number } | undefined;
  /** The rows of calendar_dates.txt. */
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/** A service brought to one form: runs on the weekdays of `mask` from..to, and the other way round on the dates of `flipped`. */
export interface Service {
  readonly from: number;
  readonly to: number;
  readonly mask: number;
  /** Dates on which it runs against its weekly pattern, or does not run although it would; ascending. */
  readonly flipped: readonly number[];
}

/** Dates on which a service runs, ascending. A date that is both added and removed runs not. */
export function activeDates(source: SourceService): number[] {
  const dates = new Set<number>();
  if (source.week !== undefined && source.week.mask !== 0) {
    for (let day = source.week.from; day <= source.week.to; day++) if (source.week.mask & (1 << weekdayOf(day))) dates.add(day);
  }
  for (const day of source.added) dates.add(day);
  for (const day of source.removed) dates.delete(day);
  return [...dates].toSorted((a, b) => a - b);
}

/**
 * Brings a service to from, to, weekdays and exceptions; undefined where it never runs. Where calendar.txt says nothing, the
 * weekdays are those active on at least half of their dates between the first and the last active date.
 */
export function normaliseService(source: SourceService): Service | undefined {
  const active = activeDates(source);
  const [first] = active;
  const last = active.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const runs = new Set(active);
  const { week } = source;
  const given = week !== undefined && week.mask !== 0 && week.from <= week.to;
  const [from, to] = given ? [week.from, week.to] : [first, last];
  const mask = given ? week.mask : usualWeekdays(runs, from, to);
  const flipped = new Set(active.filter((day) => !runsWeekly(from, to, mask, day)));
  for (let day = from; day <= to; day++) if (mask & (1 << weekdayOf(day)) && !runs.has(day)) flipped.add(day);
  return { from, to, mask, flipped: [...flipped].toSorted((a, b) => a - b) };
}

/** Whether a service in that form runs on a day. */
export function serviceRuns(service: Service, day: number): boolean {
  return runsWeekly(service.from, service.to, service.mask, day) !== service.flipped.includes(day);
}

/** A calendar of a schedule and the services (by place in the list) whose timetables it can hold. */
export interface SharedCalendar {
  readonly from: number;
  readonly to: number;
  readonly exceptions: readonly { readonly day: number; readonly runAs: number }[];
  readonly members: readonly number[];
}

/**
 * The fewest calendars for the services of one line: services of the same interval share one where exceptions can say which
 * of them run on each date; where they cannot, those with the same exceptions share one.
 */
export function shareCalendars(services: readonly Service[]): SharedCalendar[] {
  const calendars: SharedCalendar[] = [];
  for (const group of groupBy(
    services.map((_, i) => i),
    (i) => intervalKey(services, i),
  )) {
    const together = calendarOf(services, group);
    if (together !== undefined) calendars.push(together);
    else {
      // Services with the same exceptions all run or all rest on each of those dates, so they can always share.
      for (const alike of groupBy(group, (i) => exceptionsKey(services, i))) calendars.push(calendarOf(services, alike) ?? failNever());
    }
  }
  return calendars.toSorted((a, b) => a.from - b.from || a.to - b.to || compareMembers(a, b, services));
}

/** The calendar as the model writes it. */
export function calendarDocument(calendar: Pick<SharedCalendar, 'from' | 'to' | 'exceptions'>): Calendar {
  const exceptions: CalendarException[] = calendar.exceptions.map(({ day, runAs }) => ({ Date: dateOfDays(day), RunAs: runAs }));
  return { fromDate: dateOfDays(calendar.from), toDate: dateOfDays(calendar.to), Exceptions: exceptions };
}

/** One calendar for all members, or undefined where no bitmask tells the running ones from the others on some date. */
function calendarOf(services: readonly Service[], members: readonly number[]): SharedCalendar | undefined {
  const all = members.flatMap((i) => services[i] ?? []);
  const [first] = all;
  if (first === undefined) return undefined;
  const days = [...new Set(all.flatMap((service) => service.flipped))].toSorted((a, b) => a - b);
  const flips = all.map((service) => new Set(service.flipped));
  const exceptions: { day: number; runAs: number }[] = [];
  for (const day of days) {
    const running: number[] = [];
    const resting: number[] = [];
    for (const [i, service] of all.entries()) {
      const runs = runsWeekly(service.from, service.to, service.mask, day) !== flips[i]?.has(day);
      (runs ? running : resting).push(service.mask);
    }
    const runAs = runAsFor(running, resting);
    if (runAs === undefined) return undefined;
    exceptions.push({ day, runAs });
  }
  return { from: first.from, to: first.to, exceptions, members };
}

function usualWeekdays(runs: ReadonlySet<number>, from: number, to: number): number {
  const active = [0, 0, 0, 0, 0, 0, 0];
  const all = [0, 0, 0, 0, 0, 0, 0];
  for (let day = from; day <= to; day++) {
    const weekday = weekdayOf(day);
    all[weekday] = (all[weekday] ?? 0) + 1;
    if (runs.has(day)) active[weekday] = (active[weekday] ?? 0) + 1;
  }
  return active.reduce((mask, count, weekday) => (count > 0 && count * 2 >= (all[weekday] ?? 0) ? mask | (1 << weekday) : mask), 0);
}

function runsWeekly(from: number, to: number, mask: number, day: number): boolean {
  return day >= from && day <= to && (mask & (1 << weekdayOf(day))) !== 0;
}

function intervalKey(services: readonly Service[], i: number): string {
  return `${services[i]?.from} ${services[i]?.to}`;
}

function exceptionsKey(services: readonly Service[], i: number): string {
  const service = services[i];
  return service === undefined
    ? ''
    : service.flipped.map((day) => `${runsWeekly(service.from, service.to, service.mask, day) ? '-' : '+'}${day}`).join(' ');
}

function groupBy(indexes: readonly number[], keyOf: (index: number) => string): number[][] {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const key = keyOf(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}

/** Calendars of one interval in an order that does not hang on the order of the file: by their weekdays, then exceptions. */
function compareMembers(a: SharedCalendar, b: SharedCalendar, services: readonly Service[]): number {
  const masks = (calendar: SharedCalendar): number => calendar.members.reduce((mask, i) => mask | (services[i]?.mask ?? 0), 0);
  const text = (calendar: SharedCalendar): string => calendar.exceptions.map(({ day, runAs }) => `${day}:${runAs}`).join(' ');
  const lowest = (mask: number): number => (mask === 0 ? 128 : mask & -mask);
  return lowest(masks(a)) - lowest(masks(b)) || masks(b) - masks(a) || compareText(text(a), text(b));
}

function failNever(): never {
  throw new Error('Services with the same exceptions always share a calendar');
}
