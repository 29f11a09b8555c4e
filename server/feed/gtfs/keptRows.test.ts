import { expect, test } from 'vitest';
import { keptRowsText, readKeptRows } from './keptRows.ts';

test('kept rows are read as they were written, whatever stands in them', () => {
  const rows = [
    ['F1', 'a,b', '"q"', 'two\nlines', ''],
    ['', ' blank ', '=1+1', 'é', 'x'],
  ];
  expect(readKeptRows(keptRowsText(['trip_id', 'A', 'b', 'c', 'd'], rows))).toEqual([
    { trip_id: 'F1', a: 'a,b', b: '"q"', c: 'two\nlines' },
    { a: ' blank ', b: '=1+1', c: 'é', d: 'x' },
  ]);
  expect(readKeptRows('')).toEqual([]);
});
