import { expect, test } from 'vitest';
import type { Timetable } from '../domain/model/timetable.ts';
import { timetableChoices, timetableMeant } from './timetableChoices.ts';

const timetable = (Number: number, Days: number, ...times: readonly number[]): Timetable => ({
  ScheduleId: '1',
  TrackId: 'a-b',
  Number,
  Days,
  ArrivalOffsets: [0],
  DepartureOffsets: [0],
  Departures: times.map((Time) => ({ Type: 'Exact', Time })),
});

test('timetables are grouped by days and listed by their first departure', () => {
  expect(
    timetableChoices([timetable(1, 32, 36_000), timetable(2, 31, 28_800, 30_600), timetable(3, 31, 27_300), timetable(4, 31), timetable(5, 31)]),
  ).toEqual([
    {
      group: 'Mon–Fri (4)',
      items: [
        { value: '3', label: '3 · Mon–Fri · 07:35, 1 departure' },
        { value: '2', label: '2 · Mon–Fri · 08:00–08:30, 2 departures' },
        { value: '4', label: '4 · Mon–Fri · no departure' },
        { value: '5', label: '5 · Mon–Fri · no departure' },
      ],
    },
    { group: 'Sat (1)', items: [{ value: '1', label: '1 · Sat · 10:00, 1 departure' }] },
  ]);
});

test('a typed text means the first timetable that is listed for it', () => {
  const choices = timetableChoices([timetable(1, 32, 36_000), timetable(2, 31, 28_800), timetable(3, 31, 27_300)]);
  expect(timetableMeant(choices, ' 07:35')).toBe(3);
  expect(timetableMeant(choices, 'sat')).toBe(1);
  expect(timetableMeant(choices, 'departure')).toBe(3);
  expect(timetableMeant(choices, '23:59')).toBeUndefined();
});
