import { describe, expect, test } from 'vitest';
import { categoryOf, mixingError, SearchCondition, SearchMatch, searchTime, searchValue } from './searchTags.ts';

test('a Trip ID has four characters or more [E157, E333]', () => {
  const tripId = categoryOf('schedules', 'TripId');
  expect(searchValue(tripId, 'T10')).toEqual({ message: 'Min 4 symbols and press ENTER to search.' });
  expect(searchValue(tripId, ' T100 ')).toEqual({ value: 'T100' });
});

test('integer categories take digits only [E158]', () => {
  const tracks = categoryOf('schedules', 'TrackCount');
  for (const text of ['1a', '1.5', '-1', ''])
    expect(searchValue(tracks, text)).toEqual({ message: 'Only numeric values are available for this category.' });
  expect(searchValue(tracks, '12')).toEqual({ value: '12' });
});

describe('times', () => {
  test.each([
    ['8:05', '08:05'],
    ['08:05', '08:05'],
    ['805', '08:05'],
    ['0805', '08:05'],
    ['0:00', '00:00'],
    ['2359', '23:59'],
    ['80530', '08:05:30'],
    ['08:05:30', '08:05:30'],
  ])('%s is %s [E159, E160, H233]', (typed, shown) => {
    expect(searchTime(typed)).toBe(shown);
  });

  test.each(['24:00', '8:60', '8:5', '85', '8', '', '8:05pm', '1234567', '25:10'])('%s is none [E161, H232]', (typed) => {
    expect(searchValue(categoryOf('schedules', 'Departure'), typed)).toHaveProperty('message');
  });
});

test('a coordinate must be one [R257]', () => {
  const at = categoryOf('stops', 'Coordinate');
  expect(searchValue(at, '52.1, 5.25')).toEqual({ value: '52.1,5.25' });
  for (const text of ['91,0', '0,181', '52.1N,5.2E', '52.1']) expect(searchValue(at, text)).toHaveProperty('message');
});

test('guided and regular tags cannot be mixed [E145]', () => {
  const guided = [{ field: 'TripId', value: 'T100' }];
  const regular = [{ field: 'query', value: 'night' }];
  expect(mixingError('schedules', regular, categoryOf('schedules', 'TripId'))).toBe('Guided search tags cannot be used together with regular tags');
  expect(mixingError('schedules', guided, categoryOf('schedules', 'Name'))).toBe('Regular tags cannot be used together with guided search tags');
  expect(mixingError('schedules', guided, undefined)).toBe('Regular tags cannot be used together with guided search tags');
  expect(mixingError('schedules', guided, categoryOf('schedules', 'Departure'))).toBeUndefined();
});

test('a guided search has at most 20 tags [E352]', () => {
  const tags = Array.from({ length: 20 }, (_, i) => ({ field: 'TripId', value: `T10${i}` }));
  expect(mixingError('schedules', tags.slice(1), categoryOf('schedules', 'TripId'))).toBeUndefined();
  expect(mixingError('schedules', tags, categoryOf('schedules', 'TripId'))).toBe('At most 20 guided search tags can be used at once');
});

test('tags go together by And (0) or Or (1), values are matched by Contains (0) or Exact (1) [E090 E091 H241 H242]', () => {
  expect([...SearchCondition.options]).toEqual(['And', 'Or']);
  expect([...SearchMatch.options]).toEqual(['Contains', 'Exact']);
});
