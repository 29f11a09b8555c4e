import { expect, test } from 'vitest';
import { byStorey, levelMoved, newLevelId } from './levels.ts';

const levels = [
  { Id: 'U', Index: -1 },
  { Id: 'P', Index: 1 },
  { Id: 'G', Index: 0 },
];

test('the highest level stands first', () => {
  expect(levels.toSorted(byStorey).map(({ Id }) => Id)).toEqual(['P', 'G', 'U']);
});

test('a level that is moved changes places with its neighbour', () => {
  expect(levelMoved(levels, 'G', 'up')).toEqual([
    { levelId: 'G', index: 1 },
    { levelId: 'P', index: 0 },
  ]);
  expect(levelMoved(levels, 'G', 'down')).toEqual([
    { levelId: 'G', index: -1 },
    { levelId: 'U', index: 0 },
  ]);
});

test('the ends stay where they are, and of two at one height one goes half a storey beyond', () => {
  expect([levelMoved(levels, 'P', 'up'), levelMoved(levels, 'U', 'down'), levelMoved(levels, 'X', 'up')]).toEqual([[], [], []]);
  const both = [...levels, { Id: 'H', Index: 0 }];
  expect(levelMoved(both, 'H', 'up')).toEqual([{ levelId: 'H', index: 0.5 }]);
});

test('a new level is named after its index', () => {
  expect(newLevelId(2, new Set())).toBe('L2');
  expect(newLevelId(0, new Set(['L0', 'L0-2']))).toBe('L0-3');
});
