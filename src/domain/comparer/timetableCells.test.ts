import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import { timetableSheet } from './timetableCells.ts';

const timetable = (departures: Timetable['Departures'], offsets: number[]): Timetable => ({
  ScheduleId: 's',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: offsets,
  DepartureOffsets: offsets,
  Departures: departures,
});

test('a sheet marks the cells that differ, and departures that came and went', () => {
  const before = timetable(
    [
      { Type: 'Exact', Time: 28_800, TripId: 't1' },
      { Type: 'Exact', Time: 32_400 },
    ],
    [0, 600],
  );
  const after = timetable(
    [
      { Type: 'Exact', Time: 28_800, TripId: 't1' },
      { Type: 'Exact', Time: 36_000 },
    ],
    [0, 660],
  );
  expect(timetableSheet(before, after)).toEqual([
    {
      key: 't1',
      label: 't1',
      state: 'changed',
      cells: [
        { before: '08:00', after: '08:00' },
        { before: '08:10', after: '08:11' },
      ],
    },
    {
      key: 'Exact 32400',
      label: '',
      state: 'removed',
      cells: [
        { before: '09:00', after: '' },
        { before: '09:10', after: '' },
      ],
    },
    {
      key: 'Exact 36000',
      label: '',
      state: 'added',
      cells: [
        { before: '', after: '10:00' },
        { before: '', after: '10:11' },
      ],
    },
  ]);
  expect(timetableSheet(before, before).map(({ state }) => state)).toEqual(['same', 'same']);
});
