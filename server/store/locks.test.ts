import { expect, test } from 'vitest';
import { LOCKS } from './locks.ts';

test('no two kinds of lock have the same number', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length);
});
