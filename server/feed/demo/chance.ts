/** Chance that is the same on every machine and in every run: a 32-bit generator (mulberry32) started from a seed. */
export class Chance {
  #state: number;

  constructor(...seed: readonly number[]) {
    this.#state = seed.reduce((state, part) => Math.imul(state ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (state >>> 13), 0x2545f491) >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A number from `low` up to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  /** One of the list. Throws where it is empty. */
  pick<T>(list: readonly T[]): T {
    const one = list[this.int(0, list.length - 1)];
    if (one === undefined) throw new RangeError('Nothing to pick from');
    return one;
  }
}
