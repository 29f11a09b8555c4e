import { expect, test } from 'vitest';
import { type Cursor, FIRST_CELL, moved, rangeOf, stepped } from './cursor.ts';

const SHEET = { rows: 5, columns: 8, page: { row: 3, column: 4 } };

function at(row: number, column: number): Cursor {
  return { active: { row, column }, anchor: { row, column } };
}

test('arrows move, Ctrl goes to the edge, Shift extends, and nothing leaves the sheet', () => {
  expect(moved(at(1, 1), { key: 'ArrowDown', ctrl: false, shift: false }, SHEET)).toEqual(at(2, 1));
  expect(moved(at(1, 1), { key: 'ArrowRight', ctrl: true, shift: false }, SHEET)).toEqual(at(1, 7));
  expect(moved(at(1, 1), { key: 'PageDown', ctrl: false, shift: false }, SHEET)).toEqual(at(4, 1));
  expect(moved(FIRST_CELL, { key: 'ArrowUp', ctrl: false, shift: false }, SHEET)).toEqual(FIRST_CELL);
  const extended = moved(at(1, 1), { key: 'End', ctrl: true, shift: true }, SHEET);
  expect(extended && rangeOf(extended)).toEqual({ top: 1, bottom: 4, left: 1, right: 7 });
  expect(moved(at(1, 1), { key: 'a', ctrl: false, shift: false }, SHEET)).toBeUndefined();
});

test('Enter goes down and Tab right; in a selection of several they go round in it', () => {
  expect(stepped(at(1, 1), { row: 1, column: 0 }, SHEET)).toEqual(at(2, 1));
  expect(stepped(at(1, 1), { row: 0, column: -1 }, SHEET)).toEqual(at(1, 0));
  let cursor: Cursor = { active: { row: 1, column: 1 }, anchor: { row: 1, column: 1 }, corner: { row: 2, column: 2 } };
  const seen = [1, 2, 3, 4].map(() => (cursor = stepped(cursor, { row: 1, column: 0 }, SHEET)).active);
  expect(seen).toEqual([
    { row: 2, column: 1 },
    { row: 1, column: 2 },
    { row: 2, column: 2 },
    { row: 1, column: 1 },
  ]);
  expect(rangeOf(cursor)).toEqual({ top: 1, bottom: 2, left: 1, right: 2 });
});
