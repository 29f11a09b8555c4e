import { describe, expect, test } from 'vitest';
import { seasonOf } from './season.ts';

describe('the badge', () => {
  test('wears a small icon on some days of the year and none on the others [R037]', () => {
    expect(seasonOf(12, 1)).toBe('winter');
    expect(seasonOf(12, 31)).toBe('winter');
    expect(seasonOf(10, 31)).toBe('halloween');
    expect(seasonOf(10, 28)).toBeUndefined();
    expect(seasonOf(6, 21)).toBe('midsummer');
    expect(seasonOf(11, 21)).toBeUndefined();
  });
});
