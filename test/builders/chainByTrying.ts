/** Plain references for the chaining of trips: every plan tried, and the fewest vehicles by a matching of all pairs. */
import { type ChainDepot, type ChainRules, type ChainTrip, readyAt } from '../../src/domain/service/chain.ts';

/** Metres of the dead run between two trips; undefined where the second cannot follow the first. */
export function deadMetresBetween(a: ChainTrip, b: ChainTrip, { deadRuns, layover }: ChainRules): number | undefined {
  if (a.mode !== b.mode) return undefined;
  const run = a.to === b.from ? { seconds: 0, metres: 0 } : deadRuns[a.to]?.get(b.from);
  return run && readyAt(a, layover) + run.seconds <= b.starts ? run.metres : undefined;
}

/** The fewest vehicles and, among plans of as many, the least metres of dead runs: each trip is given each vehicle that could drive it.
 * With depots, metres from and to them count; metres are Infinity where they have no room for so many vehicles. */
export function bestByTrying(trips: readonly ChainTrip[], rules: ChainRules): { readonly vehicles: number; readonly deadMetres: number } {
  const order = trips.toSorted((a, b) => a.starts - b.starts || a.ends - b.ends);
  let best = { vehicles: Infinity, deadMetres: Infinity };
  const [firsts, lasts]: [ChainTrip[], ChainTrip[]] = [[], []];
  const place = (nth: number, metres: number): void => {
    const trip = order[nth];
    if (lasts.length > best.vehicles || (lasts.length === best.vehicles && metres >= best.deadMetres)) return;
    if (!trip) {
      const whole = metres + pullsByTrying(firsts, lasts, rules.depots ?? []);
      if (lasts.length < best.vehicles || whole < best.deadMetres) best = { vehicles: lasts.length, deadMetres: whole };
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
    firsts.push(trip);
    lasts.push(trip);
    place(nth + 1, metres);
    firsts.pop();
    lasts.pop();
  };
  place(0, 0);
  return best;
}

/** The least metres from depots to the first trips of vehicles and from the last ones to depots, each depot as full in the evening as in the morning. */
function pullsByTrying(firsts: readonly ChainTrip[], lasts: readonly ChainTrip[], depots: readonly ChainDepot[]): number {
  if (depots.length === 0) return 0;
  /** By how many vehicles each depot has. */
  const least = (metres: readonly (readonly number[])[]): ReadonlyMap<string, number> => {
    let known = new Map([[depots.map(() => 0).join(' '), 0]]);
    for (const ways of metres) {
      const more = new Map<string, number>();
      for (const [counts, sum] of known)
        ways.forEach((way, depot) => {
          const next = counts.split(' ').map((count, nth) => Number(count) + (nth === depot ? 1 : 0));
          if ((next[depot] ?? 0) > (depots[depot]?.vehicles ?? 0)) return;
          const key = next.join(' ');
          more.set(key, Math.min(more.get(key) ?? Infinity, sum + way));
        });
      known = more;
    }
    return known;
  };
  const mornings = least(firsts.map(({ from }) => depots.map(({ pullOuts }) => pullOuts[from]?.metres ?? Infinity)));
  const evenings = least(lasts.map(({ to }) => depots.map(({ pullIns }) => pullIns[to]?.metres ?? Infinity)));
  return Math.min(...[...mornings].map(([counts, metres]) => metres + (evenings.get(counts) ?? Infinity)));
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
