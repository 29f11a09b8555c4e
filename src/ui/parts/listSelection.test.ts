import { expect, test } from 'vitest';
import { toggled, toggledTo } from './listSelection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const set = (...ids: string[]): ReadonlySet<string> => new Set(ids);

test('a box changes its own row, also one that the list does not show', () => {
  expect(toggled(set('x'), 'b')).toEqual(set('x', 'b'));
  expect(toggled(set('x', 'b'), 'b')).toEqual(set('x'));
});

test('with Shift all rows from the one before to this one get the state of this one, in either direction', () => {
  expect(toggledTo(set('b'), rows, 'b', 'd')).toEqual(set('b', 'c', 'd'));
  expect(toggledTo(set('d'), rows, 'd', 'b')).toEqual(set('b', 'c', 'd'));
  expect(toggledTo(set('a', 'b', 'c', 'd'), rows, 'a', 'c')).toEqual(set('d'));
  expect(toggledTo(set('x'), rows, undefined, 'c')).toEqual(set('x', 'c'));
  expect(toggledTo(set('x'), rows, 'gone', 'c')).toEqual(set('x', 'c'));
});
