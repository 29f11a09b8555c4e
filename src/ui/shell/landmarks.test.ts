import { expect, test } from 'vitest';
import { neighbour } from './landmarks.ts';

test('F6 goes round the parts of the screen, Shift+F6 the other way', () => {
  expect([0, 1, 2, 3].map((at) => neighbour(at, 4, 1))).toEqual([1, 2, 3, 0]);
  expect([0, 1, 2, 3].map((at) => neighbour(at, 4, -1))).toEqual([3, 0, 1, 2]);
  expect([neighbour(-1, 4, 1), neighbour(-1, 4, -1)]).toEqual([0, 3]);
});
