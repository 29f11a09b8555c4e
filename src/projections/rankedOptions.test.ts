import { expect, test } from 'vitest';
import { meantOption, rankedOptions } from './rankedOptions.ts';

const stop = (value: string, name: string) => ({ value, label: `${name} · ${value}` });
const STOPS = [
  stop('4661', 'Armenia Av @ 4021'),
  stop('5551', 'Kennedy Bl'),
  stop('4021', 'Zack St'),
  stop('551', 'Übersee Markt'),
  stop('40210', 'Bay'),
];
const ids = (typed: string, limit?: number): readonly string[] => rankedOptions(STOPS, typed, limit).map(({ value }) => value);

test('an exact id goes first, however the names are sorted', () => {
  expect(ids('4021')).toEqual(['4021', '40210', '4661']);
  expect(ids('551')).toEqual(['551', '5551']);
});

test('names that begin with the text go before words that do, accents aside', () => {
  expect(ids('ub')).toEqual(['551']);
  expect(ids('b')).toEqual(['40210', '5551', '551']);
  expect(ids('', 2)).toEqual(['4661', '5551']);
  expect(ids('nothing')).toEqual([]);
});

test('Enter means an exact id, or the only one that answers, and nothing else', () => {
  expect(meantOption(STOPS, '4021')?.value).toBe('4021');
  expect(meantOption(STOPS, 'markt')?.value).toBe('551');
  expect(meantOption(STOPS, 'b')).toBeUndefined();
  expect(meantOption(STOPS, '')).toBeUndefined();
});

test('a code at the stop goes right after an id', () => {
  const codeOf = ({ value }: { value: string }): string | undefined => (value === '5551' ? '4021' : undefined);
  expect(rankedOptions(STOPS, '4021', 2, codeOf).map(({ value }) => value)).toEqual(['4021', '5551']);
});
