import { describe, expect, it } from 'vitest';
import { createRate, createShares } from './rates.ts';

describe('a rate', () => {
  it('lets a burst through, then so many a second, for each by itself', () => {
    let now = 0;
    const rate = createRate({ burst: 3, perSecond: 2 }, { now: () => now });
    expect([rate.take('a'), rate.take('a'), rate.take('a'), rate.take('a'), rate.take('b')]).toEqual([0, 0, 0, 1, 0]);
    now = 500;
    expect([rate.take('a'), rate.take('a')]).toEqual([0, 1]);
    now = 60_000;
    expect([rate.take('a', 3), rate.take('a', 3)]).toEqual([0, 2]);
  });
  it('that is overspent gives nothing until it is made up for', () => {
    let at = 0;
    const rate = createRate({ burst: 10, perSecond: 1 }, { now: () => at });
    rate.spend('a', 15);
    expect([rate.take('a', 0), rate.take('b', 0)]).toEqual([5, 0]);
    at = 5000;
    expect([rate.take('a', 0), rate.take('a', 1)]).toEqual([0, 1]);
  });

  it('forgets those who were not there for longest, and no others', () => {
    const rate = createRate({ burst: 1, perSecond: 0.001 }, { now: () => 0, keys: 2 });
    expect([rate.take('a'), rate.take('b'), rate.take('b'), rate.take('c'), rate.take('b'), rate.take('a')]).toEqual([0, 0, 1000, 0, 1000, 0]);
  });
});

describe('shares', () => {
  it('are bounded for each and for all, and given back once', () => {
    const shares = createShares({ each: 2, all: 3 });
    const first = shares.take('a');
    expect([shares.take('a') !== undefined, shares.take('a'), shares.take('b') !== undefined, shares.take('c')]).toEqual([
      true,
      undefined,
      true,
      undefined,
    ]);
    first?.();
    first?.();
    expect([shares.take('c') !== undefined, shares.take('c')]).toEqual([true, undefined]);
  });
});
