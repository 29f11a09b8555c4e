import { describe, expect, test } from 'vitest';
import { droppedTrips, dropWords, fileWords } from './importReport.ts';

const never = (id: string): string => `the service "${id}" never runs`;

describe('what an import drops', () => {
  test.each<[what: string, trips: number, reasons: string[], routes: string[], limit: number, words: string | undefined]>([
    ['one trip in a hundred, at 1 %', 100, ['it has no stop times'], [], 1, undefined],
    [
      'two trips in a hundred, at 1 %',
      100,
      [never('A'), never('B')],
      [],
      1,
      '2 of 100 trips (2 %) are in no timetable, for example because the service "A" never runs. The limit is 1 %.',
    ],
    ['two trips in a hundred, at 2 %', 100, [never('A'), never('B')], [], 2, undefined],
    [
      'one trip, at 0 %',
      100,
      [never('A')],
      [],
      0,
      '1 of 100 trips (1 %) is in no timetable, for example because the service "A" never runs. The limit is 0 %.',
    ],
    [
      'all trips of a route, however few',
      1000,
      ['it has no stop times'],
      ['7'],
      1,
      '1 of 1,000 trips (0.1 %) is in no timetable, for example because it has no stop times. The route 7 has no trip left.',
    ],
    ['all trips of a route, at 100 %', 1000, ['it has no stop times'], ['7'], 100, undefined],
    [
      'the more frequent reason is shown',
      10,
      ['it has no stop times', never('A'), never('B')],
      ['1', '2'],
      1,
      '3 of 10 trips (30 %) are in no timetable, for example because the service "A" never runs. 2 routes 1, 2 have no trip left.',
    ],
    [
      'every trip',
      2,
      [never('A'), never('A')],
      ['1'],
      1,
      'No trip will ever run: none of the 2 trips is in a timetable, for example because the service "A" never runs.',
    ],
    ['no trip at all', 0, [], [], 1, 'No trip will ever run: trips.txt has no rows.'],
  ])('%s', (_what, trips, reasons, routes, limit, words) => {
    expect(dropWords(droppedTrips(trips, reasons, routes), limit)).toBe(words);
  });

  test('names 20 routes at most', () => {
    const routes = Array.from({ length: 22 }, (_, i) => `R${i + 1}`);
    const words = dropWords(droppedTrips(100, ['it has no stop times'], routes), 1);
    expect(words).toContain('22 routes R1, R2,');
    expect(words).toMatch(/R20 and 2 more have no trip left\.$/);
  });
});

test('a file is summed up in one line', () => {
  const first = { kept: [], changed: [], refused: [] };
  expect(fileWords({ file: 'trips.txt', read: 1234, kept: 2, changed: 0, refused: 1, first })).toBe(
    'trips.txt: 1,234 rows read, 2 kept as they are, 1 refused',
  );
  expect(fileWords({ file: 'agency.txt', read: 1, kept: 0, changed: 0, refused: 0, first })).toBe('agency.txt: 1 row read');
});
