import { describe, expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import {
  fillMatrix,
  inOrderOfDays,
  matrixText,
  onAllOfDays,
  pasteMatrix,
  setMatrix,
  spreadMatrix,
  type StopMatrix,
  stopMatrix,
  stopValuesFor,
} from './stopMatrix.ts';

const TRACK: Track = {
  ScheduleId: '1',
  Id: 'a-b',
  Name: '',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'C' }],
};

function timetable(Number: number, Days: number, hour: number, more: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: '1',
    TrackId: 'a-b',
    Number,
    Days,
    ArrivalOffsets: [0, 60, 120],
    DepartureOffsets: [0, 60, 120],
    Departures: [{ Type: 'Exact', Time: hour * 3600 }],
    ...more,
  };
}

// 3 on workdays at 6, 7 and 9 o'clock, one on Saturdays
const TIMETABLES = [
  timetable(1, 32, 5),
  timetable(2, 31, 7, { PickupIntervals: [[2, 3, 1]], DropOffIntervals: [[0, 1, 1]] }),
  timetable(3, 31, 6),
  timetable(4, 31, 9),
];
const ACCESS: StopMatrix = stopMatrix(TRACK, TIMETABLES, ['PickupIntervals', 'DropOffIntervals']);
const POINTS: StopMatrix = stopMatrix(TRACK, TIMETABLES, ['Timepoints']);
const cell = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column });

test('timetables stand together by days, those of most first, and by their first departure; rows are stops by field', () => {
  expect(inOrderOfDays(TIMETABLES).map(({ Number }) => Number)).toEqual([3, 2, 4, 1]);
  expect(ACCESS.rows.map(({ position, field }) => [position, field])).toEqual([
    [0, 'PickupIntervals'],
    [0, 'DropOffIntervals'],
    [1, 'PickupIntervals'],
    [1, 'DropOffIntervals'],
    [2, 'PickupIntervals'],
    [2, 'DropOffIntervals'],
  ]);
});

describe('what is written comes to as few values as there are different ones', () => {
  test('one value in a rectangle is one value of all its timetables; what reads so already is left out', () => {
    const cells = setMatrix(ACCESS, { top: 1, bottom: 1, left: 0, right: 2 }, 1);
    expect(stopValuesFor(ACCESS, cells)).toEqual([{ field: 'DropOffIntervals', to: 1, timetables: [3, 4], positions: [0] }]);
    expect(stopValuesFor(ACCESS, setMatrix(ACCESS, { top: 0, bottom: 5, left: 0, right: 3 }, undefined))).toEqual([
      { field: 'DropOffIntervals', to: 0, timetables: [2], positions: [0] },
      { field: 'PickupIntervals', to: 0, timetables: [2], positions: [2] },
    ]);
  });

  test('a number that a field has not leaves its cells', () => {
    expect(setMatrix(POINTS, cell(0, 0), 3)).toEqual([]);
    expect(stopValuesFor(POINTS, setMatrix(POINTS, { top: 0, bottom: 2, left: 0, right: 3 }, 1))).toEqual([
      { field: 'Timepoints', to: 1, timetables: [3, 2, 4, 1], positions: [0, 1, 2] },
    ]);
  });

  test('all of these days: the timetables of the days of the cell, and no others', () => {
    expect(stopValuesFor(ACCESS, onAllOfDays(ACCESS, setMatrix(ACCESS, cell(2, 1), 2)))).toEqual([
      { field: 'PickupIntervals', to: 2, timetables: [3, 2, 4], positions: [1] },
    ]);
    expect(stopValuesFor(ACCESS, onAllOfDays(ACCESS, setMatrix(ACCESS, cell(2, 3), 2)))).toEqual([
      { field: 'PickupIntervals', to: 2, timetables: [1], positions: [1] },
    ]);
  });
});

test('fill right takes the first column; fill down the first row of each field', () => {
  expect(stopValuesFor(ACCESS, fillMatrix(ACCESS, { top: 1, bottom: 4, left: 1, right: 3 }, 'right'))).toEqual([
    { field: 'DropOffIntervals', to: 1, timetables: [4, 1], positions: [0] },
    { field: 'PickupIntervals', to: 1, timetables: [4, 1], positions: [2] },
  ]);
  // from pick-up and drop-off of the first stop down to the last
  expect(stopValuesFor(ACCESS, fillMatrix(ACCESS, { top: 0, bottom: 5, left: 1, right: 1 }, 'down'))).toEqual([
    { field: 'DropOffIntervals', to: 1, timetables: [2], positions: [1, 2] },
    { field: 'PickupIntervals', to: 0, timetables: [2], positions: [2] },
  ]);
});

test('the handle repeats what it is dragged from, each field from its own rows', () => {
  const right = spreadMatrix(ACCESS, cell(1, 1), { top: 1, bottom: 1, left: 1, right: 3 });
  expect(stopValuesFor(ACCESS, right)).toEqual([{ field: 'DropOffIntervals', to: 1, timetables: [4, 1], positions: [0] }]);
  const left = spreadMatrix(ACCESS, cell(1, 1), { top: 1, bottom: 1, left: 0, right: 1 });
  expect(stopValuesFor(ACCESS, left)).toEqual([{ field: 'DropOffIntervals', to: 1, timetables: [3], positions: [0] }]);
  const down = spreadMatrix(ACCESS, cell(1, 1), { top: 1, bottom: 5, left: 1, right: 1 });
  expect(stopValuesFor(ACCESS, down)).toEqual([{ field: 'DropOffIntervals', to: 1, timetables: [2], positions: [1, 2] }]);
});

describe('a block of a spreadsheet', () => {
  test('is what was copied, and reads words, short words and numbers', () => {
    const range = { top: 0, bottom: 1, left: 0, right: 1 };
    expect(matrixText(ACCESS, range)).toBe('Regular\tRegular\nRegular\tNot available');
    expect(matrixText(POINTS, { top: 0, bottom: 1, left: 0, right: 0 })).toBe('\n');
    const pasted = pasteMatrix(ACCESS, cell(0, 0), [
      ['1', 'Phone the agency'],
      ['driver', ''],
    ]);
    expect(pasted.ok && stopValuesFor(ACCESS, pasted.cells)).toEqual([
      { field: 'PickupIntervals', to: 1, timetables: [3], positions: [0] },
      { field: 'PickupIntervals', to: 2, timetables: [2], positions: [0] },
      { field: 'DropOffIntervals', to: 3, timetables: [3], positions: [0] },
      { field: 'DropOffIntervals', to: 0, timetables: [2], positions: [0] },
    ]);
    expect(pasted.ok && pasted.range).toEqual(range);
  });

  test('is repeated over a selection that is a multiple of it', () => {
    const pasted = pasteMatrix(POINTS, { top: 0, bottom: 2, left: 0, right: 3 }, [['Exact']]);
    expect(pasted.ok && pasted.cells).toHaveLength(12);
  });

  test('with a bad cell, or larger than what is left, is not pasted at all', () => {
    expect(pasteMatrix(POINTS, cell(2, 3), [['1', '0'], ['']])).toEqual({
      ok: false,
      faults: [
        { row: 1, column: 0, text: '', message: '2 rows do not fit: 1 are left below this cell' },
        { row: 0, column: 1, text: '', message: '2 columns do not fit: 1 are left from this cell on' },
      ],
    });
    expect(pasteMatrix(POINTS, cell(0, 0), [['no']])).toEqual({
      ok: false,
      faults: [{ row: 0, column: 0, text: 'no', message: 'no is none of nothing, 1 Exact, 0 Approximate' }],
    });
  });
});
