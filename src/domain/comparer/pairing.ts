/**
 * Pairs what is the same in two versions under different ids: a feed of the next season gives its schedules, tracks and timetables new ids.
 * Each function takes what is left over on both sides and answers pairs, each side at most once, the same ones for the same input.
 */
import { metresBetween } from '../coordinate.ts';
import type { Schedule } from '../model/schedule.ts';
import type { Stop } from '../model/stop.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { scheduleFamily } from '../scheduleFamily.ts';
import type { PairRule } from './paired.ts';

/** Two things that are the same: the id in the first version and in the second, why, and how sure that is (0 to 1). */
export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly rule: PairRule;
  readonly certainty: number;
}

/** A schedule as far as pairing looks at it. `stops` are the ids of the second version where a stop has one. */
export interface PairedSchedule {
  readonly doc: Pick<Schedule, 'Id' | 'Name' | 'LongName' | 'ExternalTransportId' | 'AgencyId' | 'Calendar'>;
  readonly stops: ReadonlySet<string>;
}

/** Stops of one name and type within this distance are one stop. */
const SAME_PLACE_METRES = 100;

/** Stops that only changed their id: of one name, type and platform, nearest first. */
export function pairStops(before: readonly Stop[], after: readonly Stop[]): readonly Pair[] {
  const named = groups(after, stopKey);
  return greedy(
    before.flatMap((one) =>
      (named.get(stopKey(one)) ?? []).flatMap((other): readonly Candidate[] => {
        if (!one.Coordinate || !other.Coordinate) return [];
        const metres = metresBetween(one.Coordinate, other.Coordinate);
        return metres > SAME_PLACE_METRES ? [] : [{ from: one.Id, to: other.Id, rule: 'place', score: 1 - metres / (2 * SAME_PLACE_METRES) }];
      }),
    ),
  );
}

/** Schedules by their family, else by their line; of several the one with the most stops and days in common. */
export function pairSchedules(before: readonly PairedSchedule[], after: readonly PairedSchedule[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let [left, right] = [before, after];
  for (const [rule, keyOf] of SCHEDULE_RULES) {
    const keyed = groups(right, ({ doc }) => keyOf(doc) ?? '');
    const found = greedy(
      left.flatMap((one) => {
        const key = keyOf(one.doc);
        if (key === undefined) return [];
        return (keyed.get(key) ?? []).map((other): Candidate => ({
          from: one.doc.Id,
          to: other.doc.Id,
          rule,
          score: scheduleScore(one, other),
          certainty: 0.5 + 0.5 * share(one.stops, other.stops),
        }));
      }),
    );
    pairs.push(...found);
    const [taken, given] = [new Set(found.map(({ from }) => from)), new Set(found.map(({ to }) => to))];
    left = left.filter(({ doc }) => !taken.has(doc.Id));
    right = right.filter(({ doc }) => !given.has(doc.Id));
  }
  return pairs;
}

const SCHEDULE_RULES: readonly (readonly [PairRule, (doc: PairedSchedule['doc']) => string | undefined])[] = [
  ['family', ({ Id }) => scheduleFamily(Id)],
  ['line', ({ ExternalTransportId: id }) => (id === undefined || id === '' ? undefined : `id ${id}`)],
  [
    'line',
    ({ Name, LongName = '', AgencyId = '' }) => (Name === '' && LongName === '' ? undefined : `name ${AgencyId}|${Name === '' ? LongName : Name}`),
  ],
];

/** Tracks of two paired schedules: of one direction and the same stops, else with the most stops in common, in their order. */
export function pairTracks(before: readonly Track[], after: readonly Track[], idsHold: boolean): readonly Pair[] {
  const candidates = before.flatMap((one) =>
    after.flatMap((other): readonly Candidate[] => {
      const alike = sequenceLikeness(
        one.Stops.map(({ StopId }) => StopId),
        other.Stops.map(({ StopId }) => StopId),
      );
      const sameId = one.Id === other.Id;
      const sameWay = one.Direction === other.Direction;
      const score = alike * (sameWay ? 1 : 0.5);
      if (score < LEAST_ALIKE && !(idsHold && sameId)) return [];
      return [{ from: one.Id, to: other.Id, rule: score < LEAST_ALIKE ? 'id' : 'stops', score, gap: sameId ? 0 : 1 }];
    }),
  );
  return greedy(candidates);
}

/** Tracks with less than this share of their stops in common are two tracks. */
const LEAST_ALIKE = 0.5;

/** Timetables of two paired tracks, by number: the same trips, else the same departures, else the same running times on the same days. */
export function pairTimetables(before: readonly Timetable[], after: readonly Timetable[]): readonly Pair[] {
  const [byTrip, byTime, byRun] = [new Map<string, Timetable[]>(), new Map<string, Timetable[]>(), new Map<string, Timetable[]>()];
  for (const other of after) {
    for (const key of keysOf(other, tripKey)) put(byTrip, key, other);
    for (const key of keysOf(other, timeKey)) put(byTime, key, other);
    put(byRun, runKey(other), other);
  }
  const candidates: Candidate[] = [];
  for (const one of before) {
    const [trips, times] = [shared(one, byTrip, tripKey), shared(one, byTime, timeKey)];
    const run = new Set(byRun.get(runKey(one)));
    for (const other of new Set([...trips.keys(), ...times.keys(), ...run])) {
      const most = Math.max(one.Departures.length, other.Departures.length, 1);
      const [trip, time] = [(trips.get(other) ?? 0) / most, (times.get(other) ?? 0) / most];
      const [from, to] = [String(one.Number), String(other.Number)];
      const gap = (one.Days === other.Days ? 0 : 1) + (run.has(other) ? 0 : 0.5) + (from === to ? 0 : 0.25);
      // trips say more than times, and times more than that both run alike
      if (trip > 0) candidates.push({ from, to, rule: 'departures', score: 2 + trip, certainty: trip, gap });
      else if (time > 0) candidates.push({ from, to, rule: 'times', score: 1 + time, certainty: time * 0.9, gap });
      else candidates.push({ from, to, rule: 'times', score: 0.5, certainty: 0.5, gap });
    }
  }
  return greedy(candidates);
}

const keysOf = (timetable: Timetable, keyOf: typeof tripKey): readonly string[] => timetable.Departures.flatMap((one) => keyOf(one, timetable) ?? []);
const tripKey = ({ TripId }: Timetable['Departures'][number], _of: Timetable): string | undefined => TripId;
const timeKey = ({ Time }: Timetable['Departures'][number], { Days }: Timetable): string | undefined => `${Days} ${Time}`;
const runKey = ({ Days, ArrivalOffsets, DepartureOffsets }: Timetable): string => JSON.stringify([Days, ArrivalOffsets, DepartureOffsets]);

function shared(one: Timetable, index: ReadonlyMap<string, readonly Timetable[]>, keyOf: typeof tripKey): Map<Timetable, number> {
  const counts = new Map<Timetable, number>();
  for (const key of keysOf(one, keyOf)) for (const other of index.get(key) ?? []) counts.set(other, (counts.get(other) ?? 0) + 1);
  return counts;
}

interface Candidate extends Omit<Pair, 'certainty'> {
  /** Greater goes before. */
  readonly score: number;
  /** 0 to 1; the score where it is not said. */
  readonly certainty?: number;
  /** Of equal scores the smaller goes before. */
  readonly gap?: number;
}

/** The best pairs first, each side once. Equal ones go by their ids, so that the order of the input says nothing. */
function greedy(candidates: readonly Candidate[]): readonly Pair[] {
  const [taken, given] = [new Set<string>(), new Set<string>()];
  const ordered = candidates.toSorted(
    (a, b) => b.score - a.score || (a.gap ?? 0) - (b.gap ?? 0) || collator.compare(a.from, b.from) || collator.compare(a.to, b.to),
  );
  const pairs: Pair[] = [];
  for (const { from, to, rule, score, certainty = score } of ordered) {
    if (taken.has(from) || given.has(to)) continue;
    taken.add(from);
    given.add(to);
    pairs.push({ from, to, rule, certainty: Math.min(1, Math.max(0, certainty)) });
  }
  return pairs;
}

const collator = new Intl.Collator('en', { numeric: true });

function stopKey({ Name, Type, PlatformCode = '' }: Stop): string {
  return JSON.stringify([Name.trim().toLowerCase(), Type, PlatformCode]);
}

/** How alike two schedules of one line are: their stops, and their days; of seasons without a day in common the time of the year. */
function scheduleScore(one: PairedSchedule, other: PairedSchedule): number {
  const days = dayShare(one.doc.Calendar, other.doc.Calendar);
  const season = days > 0 ? 0.5 + 0.5 * days : 0.5 * yearShare(one.doc.Calendar, other.doc.Calendar);
  return 0.6 * share(one.stops, other.stops) + 0.4 * season;
}

/** 1 where both begin on the same day of the year, 0 where half a year lies between. */
function yearShare(a: Schedule['Calendar'], b: Schedule['Calendar']): number {
  const apart = Math.abs(dayOf(a.fromDate) - dayOf(b.fromDate)) % YEAR;
  return 1 - Math.min(apart, YEAR - apart) / (YEAR / 2) || 0;
}

const YEAR = 365.25;

function dayShare(a: Schedule['Calendar'], b: Schedule['Calendar']): number {
  const both = Math.min(dayOf(a.toDate), dayOf(b.toDate)) - Math.max(dayOf(a.fromDate), dayOf(b.fromDate)) + 1;
  const either = Math.max(dayOf(a.toDate), dayOf(b.toDate)) - Math.min(dayOf(a.fromDate), dayOf(b.fromDate)) + 1;
  return both > 0 && either > 0 ? both / either : 0;
}

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000;
}

/** The share of what either has that both have. */
function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both++;
  const either = a.size + b.size - both;
  return either === 0 ? 0 : both / either;
}

/** The share of two sequences that they have in common in the same order: twice the longest common part over both lengths. */
function sequenceLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === b.length && a.every((id, i) => id === b[i])) return 1;
  if (share(new Set(a), new Set(b)) === 0) return 0;
  let before = new Uint16Array(b.length + 1);
  for (const id of a) {
    const row = new Uint16Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) row[j] = id === b[j - 1] ? (before[j - 1] ?? 0) + 1 : Math.max(before[j] ?? 0, row[j - 1] ?? 0);
    before = row;
  }
  // an equal sequence is the only one of 1
  return Math.min(0.999, (2 * (before[b.length] ?? 0)) / (a.length + b.length));
}

function groups<T>(things: readonly T[], keyOf: (thing: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) put(found, keyOf(thing), thing);
  return found;
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
