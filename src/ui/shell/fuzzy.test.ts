import { describe, expect, test } from 'vitest';
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts';

describe('finding by a few letters', () => {
  const items = ['Go to schedules', 'Go to stops', 'Move stop', 'Begin edit', 'Report a problem'];

  test('letters at the beginnings of words find an action', () => {
    expect(fuzzyFilter('gst', items, (item) => item)[0]).toBe('Go to stops');
    expect(fuzzyFilter('be', items, (item) => item)[0]).toBe('Begin edit');
    expect(fuzzyFilter('rap', items, (item) => item)[0]).toBe('Report a problem');
  });

  test('a piece of a word beats scattered letters', () => {
    expect(fuzzyFilter('stop', items, (item) => item)).toEqual(['Move stop', 'Go to stops']);
  });

  test('a letter that is nowhere finds nothing, nothing typed finds all', () => {
    expect(fuzzyFilter('zz', items, (item) => item)).toEqual([]);
    expect(fuzzyFilter('  ', items, (item) => item)).toEqual(items);
    expect(fuzzyScore('x', 'stop')).toBeUndefined();
  });

  test('the small print is found by whole words and beginnings of words, not by scattered letters', () => {
    const lines = [
      { title: 'Velmar City', more: 'Database in Demo region' },
      { title: 'Demo City', more: 'Database in Isola' },
    ];
    const found = (typed: string): readonly string[] =>
      fuzzyFilter(
        typed,
        lines,
        (one) => one.title,
        (one) => one.more,
      ).map((one) => one.title);
    expect(found('demo')).toEqual(['Demo City', 'Velmar City']);
    expect(found('data reg')).toEqual(['Velmar City']);
    expect(found('dtb')).toEqual([]);
  });

  test('a jump to a later word does not lose a text that has the letters in order', () => {
    expect(fuzzyScore('mst', 'Master plan')).toBeDefined();
  });
});
