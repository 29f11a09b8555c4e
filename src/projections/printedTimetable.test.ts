import { expect, test } from 'vitest';
import type { Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { printedTimetable } from './printedTimetable.ts';

const track: Track = {
  ScheduleId: '4',
  Id: 'a-b',
  Name: 'Harbour - Airport',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'X', Ignored: true }, { StopId: 'C' }],
};
const weekdays: Timetable = {
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 120, 180, 600],
  DepartureOffsets: [0, 180, 180, 600],
  Departures: [
    { Type: 'Interval', FromTime: 32_400, ToTime: 36_000, Frequency: 450 },
    { Type: 'Exact', Time: 28_800 },
  ],
};

test('passengers read departures in order, an interval once, and the clock after midnight', () => {
  const late: Timetable = { ...weekdays, Number: 2, Days: 64, Departures: [{ Type: 'Exact', Time: 86_340 }] };
  const printed = printedTimetable(track, [late, weekdays]);
  expect(printed.map(({ days }) => days)).toEqual(['Mon–Fri', 'Sun']);
  expect(printed[0]?.tables[0]?.stops.map(({ stopId }) => stopId)).toEqual(['A', 'B', 'C']);
  expect(printed[0]?.tables[0]?.columns).toEqual([
    { every: '', cells: ['08:00', '08:03', '08:10'] },
    { every: 'every 7.5 min until 10:00', cells: ['09:00', '09:03', '09:10'] },
  ]);
  expect(printed[1]?.tables[0]?.columns[0]?.cells).toEqual(['23:59', '00:02', '00:09']);
});

test('a stop that is passed has a sign, and where one can only get on or off it is said', () => {
  const fast: Timetable = {
    ...weekdays,
    Number: 2,
    PickupIntervals: [[1, 2, 1]],
    DropOffIntervals: [[1, 2, 1]],
    Departures: [{ Type: 'Exact', Time: 30_000 }],
  };
  const boarding: Timetable = { ...weekdays, Number: 3, DropOffIntervals: [[1, 2, 1]], Departures: [{ Type: 'Exact', Time: 31_200 }] };
  const [printed] = printedTimetable(track, [{ ...weekdays, Departures: [] }, fast, boarding]);
  expect(printed?.tables[0]?.columns.map(({ cells }) => cells[1])).toEqual(['|', '08:43 u']);
  expect(printed?.signs).toEqual(['| does not stop here', 'u boarding only']);
});

test('departures that do not fit beside each other go on in another table', () => {
  const many = { ...weekdays, Departures: Array.from({ length: 5 }, (_, at) => ({ Type: 'Exact' as const, Time: 28_800 + at * 600 })) };
  expect(printedTimetable(track, [many], 2)[0]?.tables.map(({ columns }) => columns.length)).toEqual([2, 2, 1]);
});
