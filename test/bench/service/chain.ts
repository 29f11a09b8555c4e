import { chainTrips, straightRuns } from '../../../src/domain/service/chain.ts';
import { serviceDay } from '../../builders/serviceDay.ts';
import { chanceOf } from '../../laws/chance.ts';

const TRIPS = 10_000;
const TERMINALS = 120;

/** `chain_10k_s`: the vehicles of a day of 10,000 trips between 120 terminals, dead runs of 20 minutes at most; the median of five. */
export function chain(): Promise<Record<string, number>> {
  const all: number[] = [];
  let [vehicles, metres] = [0, 0];
  for (let nth = 0; nth <= 5; nth++) {
    const { places, trips } = serviceDay(chanceOf(nth + 1), TRIPS, TERMINALS);
    const began = performance.now();
    const chained = chainTrips(trips, { deadRuns: straightRuns(places, { factor: 1.3, kmh: 30, longest: 1200 }), layover: 180 });
    if (nth > 0) all.push((performance.now() - began) / 1000);
    [vehicles, metres] = [chained.vehicles, chained.deadMetres];
  }
  const chain_10k_s = all.toSorted((a, b) => a - b)[2] ?? 0;
  return Promise.resolve({ chain_10k_s, chain_vehicles: vehicles, chain_dead_km: Math.round(metres / 1000), chain_trips: TRIPS });
}
