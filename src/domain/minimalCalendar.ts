/** The calendar with the fewest exceptions for departures whose dates are given, and what a date has to run as to run some of them. */
import { dateOfDays, weekdayOf } from './date.ts';
import type { Calendar, CalendarException } from './model/schedule.ts';

/** A calendar, and the weekdays of each departure in it. */
export interface MinimalCalendar {
  readonly calendar: Calendar;
  /** Bitmasks, in the order of the departures. */
  readonly days: readonly number[];
}

/**
 * The calendar with the fewest exceptions for departures that run on these dates (days from 1970-01-01): weekdays of each departure, first
 * and last day, and exceptions, of which one speaks for all departures. Of several such the one that leaves the fewest dates outside of its
 * interval, then the one whose interval begins first, whatever the order of the departures. Undefined where nothing runs, or no calendar can
 * hold all of them: seven weekdays do not tell everything apart.
 *
 * Exact up to four different departures, and wherever the most frequent pattern of each weekday can be had; else the best of what is tried.
 */
export function minimalCalendar(departures: readonly (readonly number[])[]): MinimalCalendar | undefined {
  const table = tableOf(departures);
  if (table === undefined) return undefined;
  const { running, rows } = table;
  let best: Found | undefined;
  let fewest = Infinity;
  // An interval that begins or ends on a date on which nothing runs is no better than a shorter one.
  for (let outside = 0; outside < Math.min(running.length, fewest); outside++) {
    for (let before = 0; before <= outside && outside < fewest; before++) {
      const [from, to] = [running[before], running[running.length - 1 - (outside - before)]];
      if (from === undefined || to === undefined || outside + leastBetween(table, from, to) >= fewest) continue;
      const found = bestWeek(table, from, to, outside, fewest);
      if (found) [best, fewest] = [{ from, to, masks: found.masks }, found.exceptions];
    }
  }
  if (!best) return undefined;
  const { from, to, masks } = best;
  const days = rows.map((row) => masks[row] ?? 0);
  const Exceptions = exceptionsBetween(table, from, to, masks);
  return Exceptions && { calendar: { fromDate: dateOfDays(from), toDate: dateOfDays(to), Exceptions }, days };
}

/** The exceptions that departures with these dates and weekdays need in an interval; undefined where no exceptions can say it. */
export function exceptionsFor(
  departures: readonly (readonly number[])[],
  from: number,
  to: number,
  days: readonly number[],
): readonly CalendarException[] | undefined {
  const table = tableOf(departures);
  if (table === undefined) return undefined;
  const masks: number[] = [];
  for (const [at, row] of table.rows.entries()) masks[row] = days[at] ?? 0;
  return exceptionsBetween(table, from, to, masks);
}

/** What a date has to run as so that exactly the running timetables meet it, of the weekdays of those that run and of those that rest. */
export function runAsFor(running: readonly number[], resting: readonly number[]): number | undefined {
  if (running.length === 0) return 0;
  if (resting.length === 0) return EVERY;
  let runAs = EVERY;
  for (const mask of resting) runAs &= ~mask;
  // 127 would also run what rests here with no weekday of its own: name only the weekdays of those that run, and not all of them.
  if (runAs === EVERY) runAs = running.reduce((all, mask) => all | mask, 0);
  if (runAs === EVERY) runAs = WEEK.map((weekday) => EVERY & ~(1 << weekday)).find((most) => running.every((mask) => mask & most)) ?? EVERY;
  return runAs !== EVERY && running.every((mask) => mask & runAs) ? runAs : undefined;
}

const EVERY = 127;
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** Departures that run on the same dates are one row; a pattern is the rows that run on a date. */
interface Table {
  /** Dates on which anything runs, ascending. */
  readonly running: readonly number[];
  /** The row of each departure. */
  readonly rows: readonly number[];
  readonly rowCount: number;
  /** Place in `patterns`, by date; 0, nothing, where a date is not named. */
  readonly patternOf: ReadonlyMap<number, number>;
  readonly patterns: readonly Pattern[];
  /** Place of a pattern by its rows with spaces between. */
  readonly placeOf: ReadonlyMap<string, number>;
}

/** The rows that run, ascending. */
type Pattern = readonly number[];

interface Found {
  readonly from: number;
  readonly to: number;
  /** By row. */
  readonly masks: readonly number[];
}

function tableOf(departures: readonly (readonly number[])[]): Table | undefined {
  const distinct = new Map<string, readonly number[]>();
  const keys = departures.map((dates) => {
    const sorted = [...new Set(dates)].toSorted((a, b) => a - b);
    const key = sorted.join(' ');
    distinct.set(key, sorted);
    return key;
  });
  // an order that does not hang on that of the departures
  const ordered = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rowOf = new Map(ordered.map(([key], row) => [key, row]));
  const byDate = new Map<number, number[]>();
  for (const [row, [, dates]] of ordered.entries()) {
    for (const date of dates) {
      const rows = byDate.get(date);
      if (rows) rows.push(row);
      else byDate.set(date, [row]);
    }
  }
  if (byDate.size === 0) return undefined;
  const patterns: Pattern[] = [[]];
  const known = new Map([['', 0]]);
  const patternOf = new Map<number, number>();
  const running = [...byDate.keys()].toSorted((a, b) => a - b);
  for (const date of running) {
    const rows = byDate.get(date) ?? [];
    const key = rows.join(' ');
    let at = known.get(key);
    if (at === undefined) {
      at = patterns.push(rows) - 1;
      known.set(key, at);
    }
    patternOf.set(date, at);
  }
  return { running, rows: keys.map((key) => rowOf.get(key) ?? 0), rowCount: ordered.length, patternOf, patterns, placeOf: known };
}

/** Exceptions that an interval needs at least: those of the most frequent pattern of each weekday. */
function leastBetween({ patternOf, patterns }: Table, from: number, to: number): number {
  const counts = new Int32Array(7 * patterns.length);
  const most = [0, 0, 0, 0, 0, 0, 0];
  for (let date = from; date <= to; date++) {
    const weekday = weekdayOf(date);
    const place = weekday * patterns.length + (patternOf.get(date) ?? 0);
    const count = (counts[place] ?? 0) + 1;
    counts[place] = count;
    if (count > (most[weekday] ?? 0)) most[weekday] = count;
  }
  return most.reduce((rest, count) => rest - count, to - from + 1);
}

/** Rows up to which all that a weekday may run is tried, not only what it does run on some date. */
const ALL_PATTERNS = 4;
/** Weeks that are tried in one interval. */
const MOST_WEEKS = 200_000;

/** What a weekday may run, and how many of its dates are exceptions then. */
interface Choice {
  readonly rows: Pattern;
  readonly cost: number;
  /** Patterns of its dates that are exceptions then. */
  readonly others: readonly number[];
}

/** The weekdays of the rows with the fewest exceptions in an interval, where those are less than `most`. */
function bestWeek(
  table: Table,
  from: number,
  to: number,
  outside: number,
  most: number,
): { readonly masks: readonly number[]; readonly exceptions: number } | undefined {
  const { patternOf, patterns, running, rowCount } = table;
  const counts = WEEK.map(() => new Map<number, number>());
  for (let date = from; date <= to; date++) {
    const own = counts[weekdayOf(date)];
    const pattern = patternOf.get(date) ?? 0;
    own?.set(pattern, (own.get(pattern) ?? 0) + 1);
  }
  const options = counts.map((own) => choicesOf(own, patterns, rowCount));
  const least = options.map(([first]) => first?.cost ?? 0);
  const rest = WEEK.map((weekday) => least.slice(weekday).reduce((sum, cost) => sum + cost, 0));
  const apart = new Set(running.flatMap((date) => (date < from || date > to ? [patternOf.get(date) ?? 0] : [])));
  const bound = outside + (rest[0] ?? 0);
  let fewest = most;
  let masks: readonly number[] | undefined;
  let tried = 0;
  const chosen: Choice[] = [];
  const search = (weekday: number, cost: number): void => {
    if (weekday === 7) {
      tried += 1;
      const week = masksOf(chosen, rowCount);
      const exceptions = new Set(apart);
      for (const { others } of chosen) for (const one of others) exceptions.add(one);
      for (const one of exceptions) if (runAsOf(patterns[one] ?? [], week) === undefined) return;
      [masks, fewest] = [week, cost];
      return;
    }
    for (const choice of options[weekday] ?? []) {
      if (cost + choice.cost + (rest[weekday + 1] ?? 0) >= fewest || tried >= MOST_WEEKS || (masks && fewest === bound)) return;
      chosen[weekday] = choice;
      search(weekday + 1, cost + choice.cost);
    }
  };
  search(0, outside);
  return masks && { masks, exceptions: fewest };
}

/** What a weekday may run, the cheapest first. */
function choicesOf(counts: ReadonlyMap<number, number>, patterns: readonly Pattern[], rowCount: number): readonly Choice[] {
  const dates = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const seen = [...counts].toSorted(([a, many], [b, few]) => few - many || a - b);
  const choices = seen.map(([pattern, count]): Choice => ({
    rows: patterns[pattern] ?? [],
    cost: dates - count,
    others: [...counts.keys()].filter((other) => other !== pattern),
  }));
  const known = new Set(choices.map(({ rows }) => rows.join(' ')));
  const others = [...counts.keys()];
  const all = rowCount <= ALL_PATTERNS ? 1 << rowCount : 1;
  for (let bits = 0; bits < all; bits++) {
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter((row) => bits & (1 << row));
    if (!known.has(rows.join(' '))) choices.push({ rows, cost: dates, others });
  }
  return choices;
}

function masksOf(week: readonly Choice[], rowCount: number): number[] {
  const masks = Array.from({ length: rowCount }, () => 0);
  for (const [weekday, { rows }] of week.entries()) for (const row of rows) masks[row] = (masks[row] ?? 0) | (1 << weekday);
  return masks;
}

function runAsOf(pattern: Pattern, masks: readonly number[]): number | undefined {
  const running = new Set(pattern);
  return runAsFor(
    pattern.map((row) => masks[row] ?? 0),
    masks.filter((_, row) => !running.has(row)),
  );
}

function exceptionsBetween(
  { running, patternOf, patterns, placeOf }: Table,
  from: number,
  to: number,
  masks: readonly number[],
): CalendarException[] | undefined {
  // -1 is a pattern that no date has
  const usual = WEEK.map((weekday) => placeOf.get(masks.flatMap((mask, row) => (mask & (1 << weekday) ? [row] : [])).join(' ')) ?? -1);
  const differing = running.filter((date) => date < from || date > to);
  for (let date = from; date <= to; date++) if ((patternOf.get(date) ?? 0) !== usual[weekdayOf(date)]) differing.push(date);
  const known = new Map<number, number | undefined>();
  const exceptions: CalendarException[] = [];
  for (const date of differing.toSorted((a, b) => a - b)) {
    const place = patternOf.get(date) ?? 0;
    if (!known.has(place)) known.set(place, runAsOf(patterns[place] ?? [], masks));
    const runAs = known.get(place);
    if (runAs === undefined) return undefined;
    exceptions.push({ Date: dateOfDays(date), RunAs: runAs });
  }
  return exceptions;
}
