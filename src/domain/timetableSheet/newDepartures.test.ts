import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { departureAt, seriesOf } from './newDepartures.ts';
import { sheetOf } from './sheet.ts';
import { interpolateRange } from './sheetActs.ts';

const TRACK: Track = {
  ScheduleId: '4',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Stops: ['S1', 'S2', 'S3'].map((StopId) => ({ StopId })),
};
const timetable = (number: number, days: number, time: number, offsets: readonly (number | null)[]): Timetable => ({
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: number,
  Days: days,
  ArrivalOffsets: [...offsets],
  DepartureOffsets: [...offsets],
  Departures: [{ Type: 'Exact', Time: time, TripId: `T${number}` }],
});
const HOW = { days: 31, metres: null, kmPerHour: 20 };
const SHEET = sheetOf(
  TRACK,
  [timetable(1, 31, 28_800, [0, 300, 600]), timetable(2, 31, 43_200, [0, 400, 900]), timetable(3, 32, 30_000, [0, 100, 200])],
  { days: 127, split: false },
);

test('a new departure has the running times of the nearest one of its days', () => {
  // timetable 3 is nearer, and runs on Saturdays
  expect(departureAt(SHEET, 0, 30_600, HOW)).toEqual({ days: 31, like: 1, cells: [30_600, 30_900, 31_200] });
  expect(departureAt(SHEET, 2, 42_000, HOW)).toEqual({ days: 31, like: 2, cells: [41_100, 41_500, 42_000] });
});

test('each departure of a series has the running times of its own nearest one', () => {
  expect(seriesOf(SHEET, { from: 28_800, to: 43_200, every: 14_400 }, HOW)).toEqual({
    add: [
      { days: 31, like: 1, cells: [28_800, 29_100, 29_400] },
      { days: 31, like: 2, cells: [43_200, 43_600, 44_100] },
    ],
  });
});

test('in an empty track the times follow from distance and speed, on full minutes', () => {
  const empty = sheetOf(TRACK, [], { days: 127, split: false });
  expect(departureAt(empty, 0, 28_800, { days: 64, metres: [0, 1000, 2100], kmPerHour: 20 })).toEqual({ days: 64, cells: [28_800, 28_980, 29_160] });
  expect(departureAt(empty, 0, 28_800, { days: 64, metres: null, kmPerHour: 20 })).toEqual({ days: 64, cells: [28_800, null, null] });
});

test('interpolated times are rounded to the step, and stay between their neighbours', () => {
  const sheet = sheetOf(TRACK, [timetable(1, 31, 28_800, [0, null, 250])], { days: 127, split: false });
  const range = { top: 0, bottom: 2, left: 0, right: 0 };
  const cells = (step: number) => interpolateRange(sheet, range, null, step).columns?.[0]?.cells;
  expect(cells(1)).toEqual([[1, null, 28_925]]);
  expect(cells(60)).toEqual([[1, null, 28_920]]);
  expect(cells(15)).toEqual([[1, null, 28_920]]);
});
