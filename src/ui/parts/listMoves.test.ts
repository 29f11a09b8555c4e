import { describe, expect, test } from 'vitest';
import { nextIndex, typeAhead } from './listMoves.ts';

describe('keys in a list', () => {
  test('arrows stop at the ends, Home and End go there', () => {
    expect(nextIndex('next', 3, 5, 10)).toBe(4);
    expect(nextIndex('next', 4, 5, 10)).toBe(4);
    expect(nextIndex('previous', 0, 5, 10)).toBe(0);
    expect(nextIndex('first', 4, 5, 10)).toBe(0);
    expect(nextIndex('last', 0, 5, 10)).toBe(4);
  });

  test('with no row yet, down begins at the top and up at the bottom', () => {
    expect(nextIndex('next', -1, 5, 10)).toBe(0);
    expect(nextIndex('previous', -1, 5, 10)).toBe(4);
    expect(nextIndex('next', -1, 0, 10)).toBe(-1);
  });

  test('pages do not run over the ends', () => {
    expect(nextIndex('pageDown', 0, 100, 20)).toBe(20);
    expect(nextIndex('pageDown', 95, 100, 20)).toBe(99);
    expect(nextIndex('pageUp', 5, 100, 20)).toBe(0);
  });

  test('letters go to the next row that begins with them, round the end', () => {
    const rows = ['Anchor Road', 'Bridge', 'Market Street', 'Market Square', 'Quay'];
    const find = (typed: string, from: number) => typeAhead(rows, (row) => row, typed, from);
    expect(find('m', 0)).toBe(2);
    expect(find('m', 2)).toBe(3);
    expect(find('market s', 2)).toBe(2);
    expect(find('market sq', 2)).toBe(3);
    expect(find('a', 3)).toBe(0);
    expect(find('mm', 2)).toBe(3);
    expect(find('x', 0)).toBeUndefined();
  });
});
