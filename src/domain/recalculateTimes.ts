/** Times of a timetable after its track's shape has changed. */
import type { Timetable } from './model/timetable.ts';

/**
 * Spreads the running time of a timetable over its stops by distance. Times at timepoints (1) and at both ends stay; between two
 * of them the time under way is shared out by metres, and stays at stops keep their length. `metres` is the place of each stop
 * along the shape, null where it is not known: such a stop keeps its place in time between its neighbours. Whole seconds.
 */
export function recalculateTimes(timetable: Timetable, metres: readonly (number | null)[]): Timetable {
  const arrivals = [...timetable.ArrivalOffsets];
  const departures = [...timetable.DepartureOffsets];
  const fixed = metres.flatMap((at, i) => {
    const isEnd = i === 0 || i === metres.length - 1;
    const isKnown = at !== null && arrivals[i] != null && departures[i] != null;
    return isKnown && (isEnd || timetable.Timepoints?.[i] === 1) ? [i] : [];
  });
  for (const [nth, from] of fixed.entries()) {
    const to = fixed[nth + 1];
    if (to === undefined) break;
    shareOut(arrivals, departures, metres, from, to);
  }
  return { ...timetable, ArrivalOffsets: arrivals, DepartureOffsets: departures };
}

function shareOut(arrivals: (number | null)[], departures: (number | null)[], metres: readonly (number | null)[], from: number, to: number): void {
  const [start, end] = [departures[from] ?? 0, arrivals[to] ?? 0];
  const [first, last] = [metres[from] ?? 0, metres[to] ?? 0];
  const between = Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).filter((i) => metres[i] !== null);
  const stays = between.map((i) => Math.max(0, (departures[i] ?? 0) - (arrivals[i] ?? 0)));
  const underWay = end - start - stays.reduce((sum, stay) => sum + stay, 0);
  if (last <= first || underWay < 0) return;
  let stayed = 0;
  for (const [nth, i] of between.entries()) {
    const stay = stays[nth] ?? 0;
    const at = start + stayed + Math.round((underWay * ((metres[i] ?? 0) - first)) / (last - first));
    if (arrivals[i] != null) arrivals[i] = at;
    if (departures[i] != null) departures[i] = at + stay;
    stayed += stay;
  }
}
