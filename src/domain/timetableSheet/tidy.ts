/** Joining timetables of a track: those that differ in their departures alone, or whose running times differ by some seconds at most. */
import type { Departure, Timetable } from '../model/timetable.ts';
import { runsOf, startOf } from './departures.ts';

/** Timetables that become one. */
export interface TidyJoin {
  /** The timetables, by number. */
  readonly from: readonly Timetable[];
  /** What they become: the lowest number, with the running times of the one with the most departures. */
  readonly to: Timetable;
}

/** A departure of a join, and by how many seconds its times change. */
export interface TidyMove {
  readonly departure: Departure;
  readonly from: Timetable;
  readonly to: Timetable;
  /** Stops at which a time changes. */
  readonly stops: number;
  /** The earliest and the latest change; 0 where none changes. */
  readonly least: number;
  readonly most: number;
}

/** What joining makes of a track's timetables. No time changes by more than `within` seconds. */
export function tidyJoins(timetables: readonly Timetable[], within = 0): readonly TidyJoin[] {
  const ordered = timetables
    .map((timetable) => ({ timetable, runs: timetable.Departures.reduce((sum, departure) => sum + runsOf(departure), 0) }))
    .toSorted((a, b) => b.runs - a.runs || a.timetable.Number - b.timetable.Number);
  const groups = new Map<string, Timetable[][]>();
  for (const { timetable } of ordered) {
    const key = keyWithoutTimes(timetable);
    const alike = groups.get(key);
    // the first of a group keeps its times: the others are compared with it and not with each other
    const home = alike?.find(([first]) => first && farthest(timetable, first) <= within);
    if (home) home.push(timetable);
    else if (alike) alike.push([timetable]);
    else groups.set(key, [[timetable]]);
  }
  return [...groups.values()]
    .flat()
    .filter((of) => of.length > 1)
    .map(joined)
    .toSorted((a, b) => a.to.Number - b.to.Number);
}

/** The timetables that change, by number; null where one goes. */
export function tidied(timetables: readonly Timetable[], within = 0): ReadonlyMap<number, Timetable | null> {
  const changes = new Map<number, Timetable | null>();
  for (const { from, to } of tidyJoins(timetables, within)) for (const { Number } of from) changes.set(Number, Number === to.Number ? to : null);
  return changes;
}

/** The departures of joins, in order of time: what becomes of the times of each. */
export function tidyMoves(joins: readonly TidyJoin[]): readonly TidyMove[] {
  return joins.flatMap(({ from, to }) =>
    from
      .flatMap((timetable) => {
        const changes = changesOf(timetable, to);
        const change = { stops: changes.size, least: Math.min(0, ...changes.values()), most: Math.max(0, ...changes.values()) };
        return timetable.Departures.map((departure): TidyMove => ({ departure, from: timetable, to, ...change }));
      })
      .toSorted((a, b) => startOf(a.departure) - startOf(b.departure)),
  );
}

function joined(group: readonly Timetable[]): TidyJoin {
  const [times] = group;
  const from = group.toSorted((a, b) => a.Number - b.Number);
  const [first] = from;
  if (!first || !times) throw new Error('A group of timetables has at least one');
  const Departures = from.flatMap((timetable) => timetable.Departures).toSorted((a, b) => startOf(a) - startOf(b));
  return { from, to: { ...first, ArrivalOffsets: times.ArrivalOffsets, DepartureOffsets: times.DepartureOffsets, Departures } };
}

/** What two timetables must agree in beside their running times; a stop without a time in one has none in the other. */
function keyWithoutTimes(timetable: Timetable): string {
  const { Number: _number, Departures: _departures, ScheduleId: _schedule, TrackId: _track, ArrivalOffsets, DepartureOffsets, ...rest } = timetable;
  const timed = [ArrivalOffsets, DepartureOffsets].map((offsets) => offsets.map((offset) => (offset === null ? 0 : 1)).join(''));
  return JSON.stringify([timed, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The most seconds between two times of two timetables. */
function farthest(a: Timetable, b: Timetable): number {
  let most = 0;
  for (let at = 0; at < a.DepartureOffsets.length; at++) {
    most = Math.max(
      most,
      Math.abs((a.ArrivalOffsets[at] ?? 0) - (b.ArrivalOffsets[at] ?? 0)),
      Math.abs((a.DepartureOffsets[at] ?? 0) - (b.DepartureOffsets[at] ?? 0)),
    );
  }
  return most;
}

/** By how many seconds the time at each stop changes: the larger of arrival and departure. */
function changesOf(from: Timetable, to: Timetable): ReadonlyMap<number, number> {
  const changes = new Map<number, number>();
  from.DepartureOffsets.forEach((departure, at) => {
    const arrives = (to.ArrivalOffsets[at] ?? 0) - (from.ArrivalOffsets[at] ?? 0);
    const leaves = (to.DepartureOffsets[at] ?? 0) - (departure ?? 0);
    const change = Math.abs(arrives) > Math.abs(leaves) ? arrives : leaves;
    if (change !== 0) changes.set(at, change);
  });
  return changes;
}
