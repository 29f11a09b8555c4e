import { expect, it } from 'vitest';
import type { DayTrip } from '../../domain/service/day.ts';
import { ganttRows, lanesOf, spanOfBlocks, tripBeside } from './ganttLayout.ts';

const trip = (key: string, starts: number, ends: number, block: string | null = null): DayTrip => ({
  key,
  line: 0,
  from: 0,
  to: 1,
  starts,
  ends,
  block,
  scheduleId: 'L1',
  trackId: 'a-b',
  ref: { timetable: 1, time: starts },
  isRun: false,
});
const LOOSE = [trip('a', 3700, 5000), trip('b', 4000, 6000), trip('c', 5000, 7000)];
const OWN = [trip('d', 4100, 5000, '7'), trip('e', 9000, 9100, '7')];
const BLOCKS = {
  unassigned: { block: null, trips: LOOSE, gaps: [undefined, undefined, undefined] },
  rows: [{ block: '7', trips: OWN, gaps: [undefined, undefined] }],
  overlaps: 0,
  mixed: 0,
  tooShort: 0,
  tooFar: 0,
  deadMetres: 0,
  withoutDepot: 0,
};

it('puts trips without a vehicle on as many lines as it takes for none to lie on another', () => {
  expect(lanesOf(LOOSE).map((lane) => lane.map(({ key }) => key))).toEqual([['a', 'c'], ['b']]);
  expect(ganttRows(BLOCKS, true).map(({ id, isFirst }) => [id, isFirst])).toEqual([
    ['none 0', true],
    ['none 1', false],
    ['block 7', false],
  ]);
  expect(ganttRows(BLOCKS, false).map(({ id }) => id)).toEqual(['block 7']);
});

it('begins and ends at full hours, the ways from and to depots included', () => {
  const housed = BLOCKS.rows.map((row) => ({
    ...row,
    pullOut: { depot: 0, metres: 1, seconds: 4200 },
    pullIn: { depot: 0, metres: 1, seconds: 900_000 },
  }));
  expect(spanOfBlocks({ ...BLOCKS, rows: housed })).toEqual({ from: -3600, to: 18_000 });
  expect(spanOfBlocks(BLOCKS)).toEqual({ from: 3600, to: 10_800 });
  expect(spanOfBlocks({ ...BLOCKS, unassigned: { ...BLOCKS.unassigned, trips: [] }, rows: [] })).toEqual({ from: 0, to: 86_400 });
});

it('leads by the arrows along a line, and to the nearest trip of the line above or below', () => {
  const rows = ganttRows(BLOCKS, true);
  expect(tripBeside(rows, 'a', 'right')?.key).toBe('c');
  expect(tripBeside(rows, 'a', 'left')).toBeUndefined();
  expect(tripBeside(rows, 'c', 'down')?.key).toBe('b');
  expect(tripBeside(rows, 'b', 'down')?.key).toBe('d');
  expect(tripBeside(rows, 'e', 'up')?.key).toBe('b');
  expect(tripBeside(rows, 'd', 'down')).toBeUndefined();
});
