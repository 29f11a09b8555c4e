import { expect, test } from 'vitest';
import { nextPick } from './pickMoves.ts';

test('up and down move the focus of a version list and wrap around at the ends [H055 H056]', () => {
  expect(nextPick('ArrowDown', 0, 3)).toBe(1);
  expect(nextPick('ArrowDown', 2, 3)).toBe(0);
  expect(nextPick('ArrowUp', 1, 3)).toBe(0);
  expect(nextPick('ArrowUp', 0, 3)).toBe(2);
  expect(nextPick('ArrowDown', 0, 0)).toBeUndefined();
  expect(nextPick('x', 0, 3)).toBeUndefined();
});
