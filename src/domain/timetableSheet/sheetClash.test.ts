import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import { clashesOf, ontoPresent } from './sheetClash.ts';
import { sheetEditError } from './sheetEdit.ts';

const NINE = 32_400;
const present: Timetable = {
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 240, 600],
  DepartureOffsets: [0, 240, 600],
  Departures: [
    { Type: 'Exact', Time: NINE, TripId: 'T9' },
    { Type: 'Exact', Time: NINE + 3900, TripId: 'T10' },
  ],
};
const T9 = { timetable: 1, time: NINE, trip: 'T9' };

test('cells that changed meanwhile are listed, theirs and mine; the others are not', () => {
  const edit = {
    columns: [
      {
        of: T9,
        cells: [
          [1, NINE + 120, NINE + 180],
          [2, NINE + 600, NINE + 660],
        ] as [number, number, number][],
      },
    ],
  };
  expect(clashesOf([present], edit)).toEqual([{ what: 'Departure 09:00, stop 2', theirs: '09:04', mine: '09:03' }]);
  expect(sheetEditError([present], edit, 3)).toBe('Stop 2 reads 09:04 by now, not 09:02');
  expect(sheetEditError([present], ontoPresent([present], edit), 3)).toBeUndefined();
});

test('a departure that was shifted meanwhile is found by its trip', () => {
  const edit = { columns: [{ of: { timetable: 1, time: NINE + 3600, trip: 'T10' }, by: 60 }] };
  expect(clashesOf([present], edit)).toEqual([{ what: 'Departure 10:00', theirs: '10:05', mine: '10:01' }]);
  expect(ontoPresent([present], edit)).toEqual({ columns: [{ of: { timetable: 1, time: NINE + 3900, trip: 'T10' }, by: 60 }] });
});
