import { expect, it } from 'vitest';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { axesOf } from './axes.ts';

const sheet = { rows: [1, 2, 3], columns: [1, 2] } as unknown as Sheet;

it('a transposed sheet has departures down and stops across, and places, ranges and tables turn with it', () => {
  const axes = axesOf(sheet, true);
  expect([axes.rows, axes.columns]).toEqual([2, 3]);
  expect(axes.place({ row: 1, column: 2 })).toEqual({ row: 2, column: 1 });
  expect(axes.range({ top: 0, bottom: 1, left: 2, right: 4 })).toEqual({ top: 2, bottom: 4, left: 0, right: 1 });
  expect(axes.text('8:00\t9:00\t10:00\n8:05\t9:05\t\n')).toBe('8:00\t8:05\n9:00\t9:05\n10:00\t');
  expect(axes.text(axes.text('1\t2\n3\t4'))).toBe('1\t2\n3\t4');
  expect([axes.key('fillDown'), axes.key('selectRows'), axes.key('later')]).toEqual(['fillRight', 'selectColumns', 'later']);
});

it('turning twice is not turning', () => {
  const axes = axesOf(sheet, true);
  const cursor = { active: { row: 0, column: 1 }, anchor: { row: 2, column: 1 }, corner: { row: 1, column: 1 } };
  expect(axes.cursor(axes.cursor(cursor))).toEqual(cursor);
  expect(axesOf(sheet, false).cursor(cursor)).toBe(cursor);
});
