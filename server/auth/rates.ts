import { timeNow } from '../surroundings.ts';

/** How often somebody may do something: a bucket of tokens for each, filled again as time goes by. */
export interface Rate {
  /** Takes so many; answers 0, or the seconds after which it may be retried. */
  take(key: string, count?: number): number;
  /** Takes so many that are used already: where there are not enough, nothing more can be taken until they are made up for. */
  spend(key: string, count: number): void;
}

export interface RateLimit {
  /** How many at once. */
  readonly burst: number;
  readonly perSecond: number;
}

/** Buckets that start full. Of many keys the ones used longest ago are forgotten. */
export function createRate({ burst, perSecond }: RateLimit, { now = timeNow, keys = 20_000 } = {}): Rate {
  const buckets = new Map<string, { left: number; at: number }>();
  const leftOf = (key: string, at: number): number => {
    const known = buckets.get(key) ?? { left: burst, at };
    return Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond);
  };
  const keep = (key: string, left: number, at: number): void => {
    buckets.delete(key);
    for (const oldest of buckets.keys()) {
      if (buckets.size < keys) break;
      buckets.delete(oldest);
    }
    buckets.set(key, { left, at });
  };
  return {
    spend(key, count) {
      const at = now();
      keep(key, leftOf(key, at) - count, at);
    },
    take(key, count = 1) {
      const at = now();
      const left = leftOf(key, at);
      const taken = left >= count;
      keep(key, taken ? left - count : left, at);
      return taken ? 0 : Math.max(1, Math.ceil((Math.min(count, burst) - left) / perSecond));
    },
  };
}

/** How many of something each may have at a time. */
export interface Shares {
  /** Returns how to give it back; undefined where there is none left. */
  take(key: string): (() => void) | undefined;
}

/** Shares of `all`, at most `each` for one. */
export function createShares({ each, all }: { readonly each: number; readonly all: number }): Shares {
  const held = new Map<string, number>();
  let total = 0;
  return {
    take(key) {
      const own = held.get(key) ?? 0;
      if (own >= each || total >= all) return undefined;
      held.set(key, own + 1);
      total += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        total -= 1;
        const left = (held.get(key) ?? 1) - 1;
        if (left === 0) held.delete(key);
        else held.set(key, left);
      };
    },
  };
}
