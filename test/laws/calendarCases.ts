/** Small departures that a calendar is looked for: weekly patterns with dates that differ, and some without any order. */
import type { Chance } from './chance.ts';

/** 2026-01-05, a Monday, in days from 1970-01-01. */
const MONDAY = 20_458;

/** The dates of one to three departures, each ascending; those of many departures lie within fewer days, so that everything can be tried. */
export function smallDepartures(chance: Chance, n: number): number[][] {
  const count = n % 50 === 0 ? 3 : n % 4 === 0 ? 2 : 1;
  const span = 1 + chance.below(count === 1 ? 24 : count === 2 ? 12 : 9);
  const first = MONDAY + chance.below(7);
  const noise = chance.pick([0, 0.1, 0.3, 1]) ?? 0;
  return Array.from({ length: count }, () => {
    const mask = chance.below(128);
    const dates = Array.from({ length: span }, (_, at) => first + at);
    return dates.filter((date) => (chance.next() < noise ? chance.next() < 0.5 : (mask & (1 << ((date + 3) % 7))) !== 0));
  });
}
