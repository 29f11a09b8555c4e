/** Chance that can be had again: the same seed gives the same run. */
export interface Chance {
  readonly seed: number;
  /** From 0 to just under 1. */
  next(): number;
  /** A whole number from 0 to just under `below`. */
  below(below: number): number;
  pick<T>(items: readonly T[]): T | undefined;
}

/** mulberry32 by Tommy Ettinger (public domain). */
export function chanceOf(seed: number): Chance {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { seed, next, below, pick: (items) => items[below(items.length)] };
}
