import { describe, expect, test } from 'vitest';
import { clampShare, moveShare } from './divider.ts';

describe('the divider between content and map', () => {
  test('leaves both sides room to be used', () => {
    expect(clampShare(0.5, 1400)).toBe(0.5);
    expect(clampShare(0.05, 1400)).toBe(0.257);
    expect(clampShare(0.99, 1400)).toBe(0.786);
    expect(clampShare(0.05, 4000)).toBe(0.2);
    expect(clampShare(0.99, 4000)).toBe(0.8);
  });

  test('stays where it can be remembered even in a window too narrow for both', () => {
    const share = clampShare(0.5, 400);
    expect(share).toBeGreaterThanOrEqual(0.2);
    expect(share).toBeLessThanOrEqual(0.8);
  });

  test('moves by arrows, Home and End', () => {
    expect(moveShare('ArrowRight', 0.5, 2000)).toBe(0.52);
    expect(moveShare('ArrowLeft', 0.5, 2000)).toBe(0.48);
    expect(moveShare('Home', 0.5, 2000)).toBe(0.2);
    expect(moveShare('End', 0.5, 2000)).toBe(0.8);
    expect(moveShare('a', 0.5, 2000)).toBeUndefined();
  });
});
