/** What becomes of timetables when stops are added to a track, moved in it or taken out of it. */
import type { PositionInterval, Timetable } from '../model/timetable.ts';
import { startingAt, startOf } from './departures.ts';
import { anchorOf, intervalsOf, kindAt, movedProfile, profileOf, withProfile } from './profile.ts';
import { interpolated } from './sheet.ts';

/**
 * How a stop gets its times where it has none of its own there: as the stop before it (or after it, for the first), between
 * its neighbours by distance, or none.
 */
export type TimeFill = 'copied' | 'interpolated' | 'blank';

/** The stops of a track after a change, each with its place before it; null for one that is new. */
export type StopOrder = readonly (number | null)[];

/**
 * The timetable for other stops. Times of stops that keep their order among each other stay as they are; a stop that is new or
 * that jumped over others gets its times as `fill` says. Departures begin with their first stop, so they move when that changes.
 * `metres`: the distance to each stop of the new order, null where it is not known.
 */
export function restopped(timetable: Timetable, order: StopOrder, fill: TimeFill, metres: readonly number[] | null): Timetable {
  const keeps = stayingPlaces(order);
  const offsets = (list: readonly (number | null)[]): (number | null)[] =>
    order.map((from, at) => (from === null || !keeps.has(at) ? null : (list[from] ?? null)));
  const arrivals = offsets(timetable.ArrivalOffsets);
  const departures = offsets(timetable.DepartureOffsets);
  const open = order.flatMap((_, at) => (keeps.has(at) ? [] : [at]));
  if (fill === 'copied') for (const at of open) copyTime(arrivals, departures, at);
  if (fill === 'interpolated') {
    const filled = interpolated(
      departures.map((leaves, at) => leaves ?? arrivals[at] ?? null),
      metres,
    );
    for (const at of open) arrivals[at] = departures[at] = filled[at] ?? null;
  }
  const list = (key: IntervalKey, usual: number): PositionInterval[] | undefined =>
    intervalsOf(
      order.map((from) => (from === null ? usual : kindAt(timetable[key], from, usual))),
      usual,
    );
  const next: Timetable = { ...timetable, ArrivalOffsets: arrivals, DepartureOffsets: departures };
  for (const [key, usual] of INTERVALS) {
    const kinds = list(key, usual);
    if (kinds) next[key] = kinds;
    else delete next[key];
  }
  if (timetable.Timepoints) next.Timepoints = order.map((from) => (from === null ? null : (timetable.Timepoints?.[from] ?? null)));
  const by = (anchorOf(next)?.offset ?? 0) - (anchorOf(timetable)?.offset ?? 0);
  if (by === 0) return next;
  return { ...withProfile(next, movedProfile(profileOf(next), -by)), Departures: next.Departures.map((one) => startingAt(one, startOf(one) + by)) };
}

/** Places in the new order whose stops kept their order among each other: the most that do. */
export function stayingPlaces(order: StopOrder): ReadonlySet<number> {
  // longest rising run of former places, by the length of the best run that ends at each
  const length = order.map(() => 0);
  const previous = order.map(() => -1);
  let best = -1;
  order.forEach((from, at) => {
    if (from === null) return;
    length[at] = 1;
    for (let before = 0; before < at; before++) {
      const was = order[before];
      if (was !== null && was !== undefined && was < from && (length[before] ?? 0) + 1 > (length[at] ?? 0)) {
        length[at] = (length[before] ?? 0) + 1;
        previous[at] = before;
      }
    }
    if (best < 0 || (length[at] ?? 0) > (length[best] ?? 0)) best = at;
  });
  const kept = new Set<number>();
  for (let at = best; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

type IntervalKey = 'PickupIntervals' | 'DropOffIntervals' | 'ContinuousPickupIntervals' | 'ContinuousDropOffIntervals';
const INTERVALS: readonly (readonly [IntervalKey, number])[] = [
  ['PickupIntervals', 0],
  ['DropOffIntervals', 0],
  ['ContinuousPickupIntervals', 1],
  ['ContinuousDropOffIntervals', 1],
];

function copyTime(arrivals: (number | null)[], departures: (number | null)[], at: number): void {
  const near = [
    ...Array.from({ length: at }, (_, nth) => at - 1 - nth),
    ...Array.from({ length: arrivals.length - at - 1 }, (_, nth) => at + 1 + nth),
  ];
  const from = near.find((one) => (departures[one] ?? arrivals[one] ?? null) !== null);
  const time = from === undefined ? null : from < at ? (departures[from] ?? arrivals[from] ?? null) : (arrivals[from] ?? departures[from] ?? null);
  arrivals[at] = departures[at] = time;
}
