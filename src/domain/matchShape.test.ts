import { expect, test } from 'vitest';
import { matchStopsToShape } from './matchShape.ts';

/** Once around a square and back to its first corner, in units of 1e-5 degree. */
const SQUARE = Int32Array.from([0, 0, 0, 100, 0, 200, 100, 200, 200, 200, 200, 100, 200, 0, 100, 0, 0, 0]);

test('a loop that ends where it begins has its first stop at both ends of the way', () => {
  expect(matchStopsToShape([0, 0.002, 0], [0, 0.002, 0], SQUARE)).toEqual([0, 4, 8]);
});

test('places along the way never fall, also where a stop lies nearer to an earlier part', () => {
  const outAndBack = Int32Array.from([0, 0, 0, 100, 0, 200, 1, 100, 1, 0]);
  expect(matchStopsToShape([0, 0, 0, 0], [0, 0.002, 0.001, 0], outAndBack)).toEqual([0, 2, 3, 4]);
});

test('a stop without a place has none on the way, the others keep theirs', () => {
  expect(matchStopsToShape([0, NaN, 0.002], [0, NaN, 0.002], SQUARE)).toEqual([0, undefined, 4]);
  expect(matchStopsToShape([0], [0], Int32Array.from([]))).toEqual([undefined]);
});
