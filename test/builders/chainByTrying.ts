/** Plain references for the chaining of trips: every plan tried, and the fewest vehicles by a matching of all pairs. */
import { type ChainRules, type ChainTrip, readyAt } from '../../src/domain/service/chain.ts';

/** Metres of the dead run between two trips; undefined where the second cannot follow the first. */
export function deadMetresBetween(a: ChainTrip, b: ChainTrip, { deadRuns, layover }: ChainRules): number | undefined {
  const run = a.to === b.from ? { seconds: 0, metres: 0 } : deadRuns[a.to]?.get(b.from);
  return run && readyAt(a, layover) + run.seconds <= b.starts ? run.metres : undefined;
}

/** The fewest vehicles and, among plans of as many, the least metres of dead runs: each trip is given each vehicle that could drive it. */
export function bestByTrying(trips: readonly ChainTrip[], rules: ChainRules): { readonly vehicles: number; readonly deadMetres: number } {
  const order = trips.toSorted((a, b) => a.starts - b.starts || a.ends - b.ends);
  let best = { vehicles: Infinity, deadMetres: Infinity };
  const lasts: ChainTrip[] = [];
  const place = (nth: number, metres: number): void => {
    const trip = order[nth];
    if (lasts.length > best.vehicles || (lasts.length === best.vehicles && metres >= best.deadMetres)) return;
    if (!trip) {
      best = { vehicles: lasts.length, deadMetres: metres };
      return;
    }
    for (let vehicle = 0; vehicle < lasts.length; vehicle++) {
      const last = lasts[vehicle];
      const more = last && deadMetresBetween(last, trip, rules);
      if (!last || more === undefined) continue;
      lasts[vehicle] = trip;
      place(nth + 1, metres + more);
      lasts[vehicle] = last;
    }
    lasts.push(trip);
    place(nth + 1, metres);
    lasts.pop();
  };
  place(0, 0);
  return best;
}

/** The trips less a maximum matching of all pairs that can follow each other (Hopcroft and Karp, 1973). */
export function fewestByMatching(trips: readonly ChainTrip[], rules: ChainRules): number {
  const after = trips.map((a) => trips.flatMap((b, nth) => (deadMetresBetween(a, b, rules) === undefined ? [] : [nth])));
  const nextOf = trips.map(() => -1);
  const beforeOf = trips.map(() => -1);
  let matched = 0;
  for (;;) {
    const level = trips.map((_, nth): number => (nextOf[nth] === -1 ? 0 : -1));
    const queue = level.flatMap((one, nth) => (one === 0 ? [nth] : []));
    let isFound = false;
    for (let at = 0; at < queue.length; at++) {
      const trip = queue[at] ?? 0;
      for (const next of after[trip] ?? []) {
        const owner = beforeOf[next] ?? -1;
        if (owner === -1) isFound = true;
        else if (level[owner] === -1) {
          level[owner] = (level[trip] ?? 0) + 1;
          queue.push(owner);
        }
      }
    }
    if (!isFound) return trips.length - matched;
    const augment = (trip: number): boolean => {
      for (const next of after[trip] ?? []) {
        const owner = beforeOf[next] ?? -1;
        if (owner === -1 || (level[owner] === (level[trip] ?? 0) + 1 && augment(owner))) {
          beforeOf[next] = trip;
          nextOf[trip] = next;
          return true;
        }
      }
      level[trip] = -2;
      return false;
    };
    trips.forEach((_, nth) => {
      if (nextOf[nth] === -1 && augment(nth)) matched += 1;
    });
  }
}
