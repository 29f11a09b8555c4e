import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import { restopped } from './restop.ts';

const TIMETABLE: Timetable = {
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 300, 600, 900],
  DepartureOffsets: [0, 360, 600, 900],
  Timepoints: [1, 0, 0, 1],
  PickupIntervals: [[3, 4, 1]],
  Departures: [{ Type: 'Exact', Time: 8 * 3600 }],
};

test.each([
  ['copied', [0, 300, 300, 600, 900].with(2, 360), 360],
  ['interpolated', [0, 300, 540, 600, 900], 540],
  ['blank', [0, 300, null, 600, 900], null],
] as const)('a stop that is added gets its times %s', (fill, arrivals, departure) => {
  const next = restopped(TIMETABLE, [0, 1, null, 2, 3], fill, [0, 1000, 1750, 2000, 3000]);
  expect(next.ArrivalOffsets).toEqual(arrivals);
  expect(next.DepartureOffsets[2]).toBe(departure);
  expect(next.PickupIntervals).toEqual([[4, 5, 1]]);
  expect(next.Timepoints).toEqual([1, 0, null, 0, 1]);
  expect(next.Departures).toEqual(TIMETABLE.Departures);
});

test('without its first stop a departure begins at the next one, and every other time stays', () => {
  const next = restopped(TIMETABLE, [1, 2, 3], 'blank', null);
  expect(next.ArrivalOffsets).toEqual([-60, 240, 540]);
  expect(next.DepartureOffsets).toEqual([0, 240, 540]);
  expect(next.Departures).toEqual([{ Type: 'Exact', Time: 8 * 3600 + 360 }]);
});

test('a stop that is moved leaves the times of the others alone', () => {
  const next = restopped(TIMETABLE, [0, 2, 1, 3], 'interpolated', null);
  expect([next.DepartureOffsets[0], next.DepartureOffsets[3]]).toEqual([0, 900]);
  const kept = next.DepartureOffsets.filter((offset) => [0, 360, 600, 900].includes(offset ?? -1));
  expect(kept).toHaveLength(3);
  expect(next.DepartureOffsets).toEqual(next.DepartureOffsets.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
});
