/** Depots in the chaining of trips: the ways from and to them, and which depots the vehicles of given blocks come from and go to. */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import type { Depot } from '../model/depot.ts';
import { type ChainDepot, type ChainRules, type ChainTrip, chainTrips, type DeadRun, type StraightRules } from './chain.ts';

/** The way from a depot to the first trip of a vehicle, or from its last trip to one. */
export interface Pull extends DeadRun {
  /** Place of the depot among those of the rules. */
  readonly depot: number;
}

/** Where the work of a vehicle begins and ends, by places. */
export interface Work {
  readonly from: number;
  readonly to: number;
}

/** Depots with the ways to all places by the straight line; to a place that is not known the way counts as nothing. */
export function straightDepots(
  depots: readonly Pick<Depot, 'Lat' | 'Lng' | 'Vehicles'>[],
  places: readonly (Coordinate | null)[],
  { factor, kmh }: Pick<StraightRules, 'factor' | 'kmh'>,
): readonly ChainDepot[] {
  return depots.map(({ Vehicles = Infinity, ...at }) => {
    const ways = places.map((place): DeadRun => {
      const metres = place ? Math.round(metresBetween(at, place) * factor) : 0;
      return { metres, seconds: Math.ceil((metres * 3.6) / kmh) };
    });
    return { vehicles: Vehicles, pullOuts: ways, pullIns: ways };
  });
}

/** Vehicles whose work is given, among those that are chained: each has a first and a last place of its own, where no other trip is. */
export function withFixedWork(
  trips: readonly ChainTrip[],
  rules: ChainRules,
  works: readonly Work[],
): { trips: readonly ChainTrip[]; rules: ChainRules } {
  const first = rules.deadRuns.length;
  const extended = (ways: readonly DeadRun[]): readonly DeadRun[] => [
    ...ways,
    ...works.flatMap(({ from, to }) => [ways[from] ?? NO_WAY, ways[to] ?? NO_WAY]),
  ];
  return {
    trips: [...trips, ...works.map((_, nth) => ({ starts: 0, ends: 1, from: first + 2 * nth, to: first + 2 * nth + 1 }))],
    rules: {
      layover: rules.layover,
      deadRuns: [...rules.deadRuns, ...works.flatMap(() => [NO_RUNS, NO_RUNS])],
      ...(rules.depots && {
        depots: rules.depots.map(({ vehicles, pullOuts, pullIns }) => ({ vehicles, pullOuts: extended(pullOuts), pullIns: extended(pullIns) })),
      }),
    },
  };
}

export interface Housed {
  /** By vehicle; undefined where no depot has room. */
  readonly pullOuts: readonly (Pull | undefined)[];
  readonly pullIns: readonly (Pull | undefined)[];
  readonly withoutDepot: number;
}

/** The depots of vehicles whose work is given: the least metres, each depot as full in the evening as in the morning. */
export function housed(works: readonly Work[], { depots = [] }: Pick<ChainRules, 'depots'>): Housed {
  if (depots.length === 0) return { pullOuts: works.map(() => undefined), pullIns: works.map(() => undefined), withoutDepot: 0 };
  // at the same second no vehicle can drive two trips
  const trips = works.map(({ from, to }): ChainTrip => ({ starts: 0, ends: 1, from, to }));
  const places = Math.max(0, ...depots.map(({ pullOuts }) => pullOuts.length));
  const { pullOut, pullIn, withoutDepot } = chainTrips(trips, { deadRuns: Array.from({ length: places }, () => NO_RUNS), layover: 0, depots });
  const pulls = (at: Int32Array, way: (depot: ChainDepot, work: Work) => DeadRun | undefined): readonly (Pull | undefined)[] =>
    works.map((work, nth) => {
      const depot = at[nth] ?? -1;
      const of = depots[depot];
      const run = of && way(of, work);
      return run && { ...run, depot };
    });
  return {
    pullOuts: pulls(pullOut, ({ pullOuts }, { from }) => pullOuts[from]),
    pullIns: pulls(pullIn, ({ pullIns }, { to }) => pullIns[to]),
    withoutDepot,
  };
}

const NO_WAY: DeadRun = { seconds: 0, metres: 0 };
const NO_RUNS: ReadonlyMap<number, DeadRun> = new Map();
