/** The chaining of trips against trying every plan, and against a matching of all pairs. */
import { expect, it } from 'vitest';
import {
  type Chained,
  type ChainDepot,
  chainTrips,
  type ChainRules,
  type ChainTrip,
  type DeadRun,
  straightRuns,
} from '../../src/domain/service/chain.ts';
import { bestByTrying, deadMetresBetween, fewestByMatching } from '../builders/chainByTrying.ts';
import { serviceDay } from '../builders/serviceDay.ts';
import { type Chance, chanceOf } from './chance.ts';

it('needs as few vehicles and as little dead running as the best of all plans, on 10,000 small days', () => {
  const chance = chanceOf(216);
  const worse: number[] = [];
  for (let nth = 0; nth < 10_000; nth++) {
    const { trips, rules } = smallDay(chance);
    const { vehicles, deadMetres, next } = chainTrips(trips, rules);
    expect({ vehicles, deadMetres }).toEqual(sumsOf(trips, rules, next));
    const best = bestByTrying(trips, rules);
    if (vehicles !== best.vehicles || deadMetres !== best.deadMetres) worse.push(nth);
  }
  expect(worse).toEqual([]);
}, 60_000);

it('needs as many vehicles as trips are left by a matching of all pairs, on days of 400 trips', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { places, trips } = serviceDay(chanceOf(seed), 400, 3 + seed * 3);
    const rules = { deadRuns: straightRuns(places, { factor: 1.3, kmh: 30, longest: 1200 }), layover: (seed % 4) * 120 };
    const { vehicles, deadMetres, next } = chainTrips(trips, rules);
    expect({ vehicles, deadMetres }).toEqual(sumsOf(trips, rules, next));
    expect(vehicles).toBe(fewestByMatching(trips, rules));
  }
}, 60_000);

it('brings vehicles from and to depots with the least metres of all plans, on 6,000 small days', () => {
  const chance = chanceOf(217);
  const worse: number[] = [];
  for (let nth = 0; nth < 6000; nth++) {
    const { trips, rules } = smallDay(chance);
    const depots = smallDepots(chance, rules.deadRuns.length);
    const room = depots.reduce((sum, { vehicles }) => sum + vehicles, 0);
    const housed = { ...rules, depots };
    const chained = chainTrips(trips, housed);
    const fewest = chainTrips(trips, rules).vehicles;
    expect(chained.vehicles).toBe(fewest);
    expect(chained.withoutDepot).toBe(Math.max(0, fewest - room));
    const { vehicles, deadMetres } = sumsOf(trips, rules, chained.next);
    const pulls = pullsOf(trips, chained, depots);
    expect({ vehicles, deadMetres: deadMetres + pulls }).toEqual({ vehicles: chained.vehicles, deadMetres: chained.deadMetres });
    if (chained.withoutDepot === 0 && bestByTrying(trips, housed).deadMetres !== chained.deadMetres) worse.push(nth);
  }
  expect(worse).toEqual([]);
}, 60_000);

/** Metres from and to depots; NaN where a vehicle has one at one end alone, a depot is too full, or not as full in the evening as in the morning. */
function pullsOf(trips: readonly ChainTrip[], { next, pullOut, pullIn, withoutDepot }: Chained, depots: readonly ChainDepot[]): number {
  const followers = new Set(next);
  const firsts = trips.flatMap((_, nth) => (followers.has(nth) ? [] : [nth]));
  const lasts = trips.flatMap((_, nth) => (next[nth] === -1 ? [nth] : []));
  const [outs, ins] = [firsts.map((trip) => pullOut[trip] ?? -1), lasts.map((trip) => pullIn[trip] ?? -1)];
  const isHoused = [outs, ins].every((all) => all.filter((depot) => depot === -1).length === withoutDepot);
  const isInside = trips.every((_, nth) => (!followers.has(nth) || pullOut[nth] === -1) && (next[nth] === -1 || pullIn[nth] === -1));
  const isBalanced = depots.every(({ vehicles }, nth) => {
    const left = outs.filter((depot) => depot === nth).length;
    return left <= vehicles && left === ins.filter((depot) => depot === nth).length;
  });
  if (!isHoused || !isInside || !isBalanced) return NaN;
  const out = firsts.map((trip, nth) => depots[outs[nth] ?? -1]?.pullOuts[trips[trip]?.from ?? -1]?.metres ?? 0);
  const back = lasts.map((trip, nth) => depots[ins[nth] ?? -1]?.pullIns[trips[trip]?.to ?? -1]?.metres ?? 0);
  return [...out, ...back].reduce((sum, one) => sum + one, 0);
}

/** Up to 3 depots with room for up to 5 vehicles each. */
function smallDepots(chance: Chance, places: number): readonly ChainDepot[] {
  const ways = (): readonly DeadRun[] => Array.from({ length: places }, () => ({ seconds: 0, metres: chance.below(9) }));
  return Array.from({ length: 1 + chance.below(3) }, () => ({ vehicles: chance.below(6), pullOuts: ways(), pullIns: ways() }));
}

/** Vehicles and metres of a plan, each connection checked: NaN where a trip follows one that it cannot follow, or two follow the same. */
function sumsOf(trips: readonly ChainTrip[], rules: ChainRules, next: Int32Array): { readonly vehicles: number; readonly deadMetres: number } {
  const followers = [...next].filter((trip) => trip >= 0);
  const metres = trips.map((trip, nth) => {
    const follower = trips[next[nth] ?? -1];
    return follower ? (deadMetresBetween(trip, follower, rules) ?? NaN) : 0;
  });
  return {
    vehicles: new Set(followers).size === followers.length ? trips.length - followers.length : NaN,
    deadMetres: metres.reduce((sum, one) => sum + one, 0),
  };
}

/** Up to 8 trips of up to 3 modes between up to 4 places, close in time; dead runs need not be the same both ways, nor the straight way the shortest. */
function smallDay(chance: Chance): { readonly trips: readonly ChainTrip[]; readonly rules: ChainRules } {
  const [places, modes] = [1 + chance.below(4), 1 + chance.below(3)];
  const trips = Array.from({ length: 1 + chance.below(8) }, (): ChainTrip => {
    const starts = chance.below(12);
    return { starts, ends: starts + chance.below(5), from: chance.below(places), to: chance.below(places), mode: chance.below(modes) };
  });
  const deadRuns = Array.from({ length: places }, (_, from) => {
    const runs = new Map<number, DeadRun>();
    for (let to = 0; to < places; to++) if (to !== from && chance.below(4) > 0) runs.set(to, { seconds: chance.below(4), metres: chance.below(6) });
    return runs;
  });
  return { trips, rules: { deadRuns, layover: chance.below(3) } };
}
