import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { seasonOf } from './season.ts';
import { playTune } from './sounds.ts';

let played: number[];
beforeEach(() => {
  played = [];
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => void vi.unstubAllGlobals());

/** As much of the browser's sound as a tune needs. */
class FakeAudio {
  readonly currentTime = 0;
  readonly destination = {};
  createGain = () => ({ gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }, connect: () => undefined });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (next: unknown) => next,
      start: () => played.push(frequency.value),
      stop: () => undefined,
      addEventListener: () => undefined,
    };
  };
  close = () => Promise.resolve();
}

describe('seasonal sounds', () => {
  test('each season of the year has a tune of its own, and a day without a season has none [E354 R038]', () => {
    const tunes = [
      [12, 24],
      [10, 31],
      [6, 21],
    ].map(([month = 0, day = 0]) => {
      const season = seasonOf(month, day);
      played = [];
      if (season) playTune(season);
      return played.join(' ');
    });
    expect(tunes.every((tune) => tune !== '')).toBe(true);
    expect(new Set(tunes).size).toBe(3);
    expect(seasonOf(3, 3)).toBeUndefined();
  });

  test('nothing sounds where motion is unwanted', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }));
    playTune('winter');
    expect(played).toEqual([]);
  });

  test('a browser without sound stays silent', () => {
    vi.stubGlobal('AudioContext', undefined);
    expect(() => playTune('winter')).not.toThrow();
  });
});
