/** Makes the timetable of a line of its trips. Pure: it knows no files. */
import { dateOfDays } from '../../../src/domain/date.ts';
import { joinedStops, rowsOfCalls } from '../../../src/domain/spreadsheet/joinedStops.ts';
import { dayTypesOf, isAllDays, sayDays, type Days } from './days.ts';
import { MARKS, type BookDirection, type BookRun, type DaysText, type LineBook } from './lineBook.ts';

/** A call of a trip. */
export interface Call {
  readonly stop: number;
  /** Seconds since the start of the service day; -1 where none is given. */
  readonly arrival: number;
  readonly departure: number;
  /** A sum of MARKS. */
  readonly marks: number;
  /** What the feed says of it: undefined where it says nothing. */
  readonly isTimepoint: boolean | undefined;
}

/** A trip, as the feed has it. */
export interface BookTrip {
  /** `direction_id`; empty where the feed gives none. */
  readonly direction: string;
  readonly headsign: string;
  readonly name: string;
  /** Index of its service. */
  readonly service: number;
  readonly calls: readonly Call[];
  readonly every: BookRun['every'];
}

export type LineOfBook = Pick<LineBook, 'id' | 'short' | 'long' | 'color' | 'agency' | 'onDemand'>;

interface Stop {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** `datesOf`: dates of a service. */
export function buildLine(
  line: LineOfBook,
  trips: readonly BookTrip[],
  stopOf: (index: number) => Stop,
  datesOf: (service: number) => Days,
): LineBook {
  const running = trips.filter(({ service, calls }) => datesOf(service).length > 0 && calls.length > 0);
  const drafts = directionsOf(running).map(({ trips: ofDirection }) => draftOf(ofDirection, datesOf));
  const all = drafts.flatMap(({ runs }) => runs);
  const types = dayTypesOf(all.map(({ days }) => days));
  const first = Math.min(...all.map(({ days }) => days[0] ?? Infinity));
  const last = Math.max(...all.map(({ days }) => days.at(-1) ?? -Infinity));
  const everyDay = Number.isFinite(first) ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [];
  const said = types
    .map((type) => ({ ...type, text: sayDays(type.days, everyDay) }))
    .toSorted((a, b) => placeOf(a.text) - placeOf(b.text) || (a.days[0] ?? 0) - (b.days[0] ?? 0));
  const notes: DaysText[] = [];
  const noteOf = new Map<string, number>();
  const noted = (days: Days, type: Days): number => {
    const isOfType = new Set(days);
    const text = sayDays(
      type.filter((day) => isOfType.has(day)),
      type,
    );
    if (isAllDays(text)) return -1;
    const key = JSON.stringify(text);
    const at = noteOf.get(key) ?? notes.push(text) - 1;
    noteOf.set(key, at);
    return at;
  };
  let next = 0;
  const directions = drafts.map(({ runs, patterns, stops, timepoints, title }): BookDirection => {
    const named = runs.map(({ days, ...run }): BookRun => {
      const index = next++;
      return { ...run, days: said.flatMap((type, at) => (type.runs.has(index) ? [[at, noted(days, type.days)] as [number, number]] : [])) };
    });
    return {
      title: title ?? stopOf(stops.at(-1) ?? 0).name,
      stops: stops.map((stop, row) => {
        const { id, name, code } = stopOf(stop);
        return { id, name, code, isTimepoint: timepoints.has(row) };
      }),
      patterns,
      runs: named,
    };
  });
  return {
    ...line,
    from: Number.isFinite(first) ? dateOfDays(first) : '',
    until: Number.isFinite(last) ? dateOfDays(last) : '',
    dayTypes: said.map(({ text }) => text),
    notes,
    directions,
  };
}

/** Monday first; single dates last. */
function placeOf({ weekdays }: DaysText): number {
  return weekdays === 0 ? 7 : 31 - Math.clz32(weekdays & -weekdays);
}

/** Trips by direction. Where the feed names no direction, the order of stops decides. */
function directionsOf(trips: readonly BookTrip[]): readonly { trips: BookTrip[] }[] {
  const named = new Map<string, BookTrip[]>();
  for (const trip of trips) {
    const ofOne = named.get(trip.direction);
    if (ofOne === undefined) named.set(trip.direction, [trip]);
    else ofOne.push(trip);
  }
  return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, ofOne]) => ({ trips: ofOne }));
}

type DraftRun = Omit<BookRun, 'days'> & { days: Days };

interface Draft {
  readonly title: string | undefined;
  /** Index of the stop of each row. */
  readonly stops: readonly number[];
  readonly timepoints: ReadonlySet<number>;
  readonly patterns: { rows: number[]; marks: number[] }[];
  readonly runs: readonly DraftRun[];
}

/** Rows, patterns and runs of a direction. */
function draftOf(trips: readonly BookTrip[], datesOf: (service: number) => Days): Draft {
  const lists = new Map<string, readonly string[]>();
  for (const { calls } of trips) {
    const stops = calls.map(({ stop }) => String(stop));
    lists.set(stops.join(','), stops);
  }
  const joined = joinedStops([...lists.values()]);
  const rowsOf = new Map(
    [...lists].map(
      ([key, stops]) =>
        [
          key,
          rowsOfCalls(
            stops,
            joined.map((id) => ({ isOf: (stop: string) => stop === id, timed: false })),
          ),
        ] as const,
    ),
  );
  const patterns: { rows: number[]; marks: number[] }[] = [];
  const patternOf = new Map<string, number>();
  const runs: DraftRun[] = [];
  const runsOf = new Map<string, DraftRun[]>();
  const timepoints = new Set<number>();
  const headsigns = new Map<string, number>();
  const saysTimepoints = trips.some(({ calls }) => calls.some(({ isTimepoint }) => isTimepoint === false));
  const leavesTimesOut = trips.some(({ calls }) => calls.some(({ arrival, departure }) => arrival < 0 && departure < 0));
  for (const { calls, headsign, name, every, service } of trips) {
    const rows = [...(rowsOf.get(calls.map(({ stop }) => stop).join(',')) ?? [])];
    // Nobody gets off where a trip begins, or on where it ends: that is not said.
    const marks = calls.map((call, at) => call.marks & ~(at === 0 ? MARKS.noDropOff : 0) & ~(at === calls.length - 1 ? MARKS.noPickup : 0));
    for (const [at, { isTimepoint, arrival, departure }] of calls.entries()) {
      const isTimed = arrival >= 0 || departure >= 0;
      const isEnd = at === 0 || at === calls.length - 1;
      if (isEnd || (saysTimepoints ? isTimepoint === true : leavesTimesOut ? isTimed : true)) timepoints.add(rows[at] ?? 0);
    }
    const patternKey = `${rows.join(',')}/${marks.join(',')}`;
    const pattern = patternOf.get(patternKey) ?? patterns.push({ rows, marks }) - 1;
    patternOf.set(patternKey, pattern);
    const times = calls.flatMap(({ arrival, departure }) => [arrival, departure]);
    const days = datesOf(service);
    headsigns.set(headsign, (headsigns.get(headsign) ?? 0) + 1);
    const key = JSON.stringify([pattern, times, headsign, name, every]);
    const same = runsOf.get(key) ?? [];
    runsOf.set(key, same);
    const isFree = new Set(days);
    const free = same.find((run) => !run.days.some((day) => isFree.has(day)));
    if (free !== undefined) {
      free.days = [...free.days, ...days].toSorted((a, b) => a - b);
      continue;
    }
    const run = { pattern, times, headsign, name, ...(every === undefined ? {} : { every }), days };
    same.push(run);
    runs.push(run);
  }
  const [[title] = ['']] = [...headsigns].toSorted(([, a], [, b]) => b - a);
  return { title: title === '' ? undefined : title, stops: joined.map(Number), timepoints, patterns, runs };
}
