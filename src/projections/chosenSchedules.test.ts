import { expect, test } from 'vitest';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { agreedInterval, agreedText, intervalsOf, validOnAny, valuesOf } from './chosenSchedules.ts';

const row = (Id: string, FromDate: string, ToDate: string, more: Partial<ScheduleRow> = {}): ScheduleRow => ({
  Id,
  Name: Id,
  IsBaseSchedule: false,
  TrackCount: 1,
  FromDate,
  ToDate,
  ...more,
});
const rows = [
  row('1', '2026-01-01', '2026-12-31', { AgencyId: 'A', VehicleType: 3 }),
  row('2', '2026-01-01', '2026-12-31', { AgencyId: 'A' }),
  row('3', '2026-01-01', '2026-06-30', { AgencyId: 'A', VehicleType: 3 }),
];

test('a form is filled in where all chosen schedules agree, and empty where they differ', () => {
  expect(agreedInterval(rows)).toEqual({ from: '2026-01-01', to: '' });
  expect(agreedInterval(rows.slice(0, 2))).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(agreedText(rows, 'AgencyId')).toBe('A');
  expect(agreedText(rows, 'VehicleType')).toBeUndefined();
  expect(agreedText(rows, 'Url')).toBeUndefined();
  expect([valuesOf(rows, 'VehicleType'), valuesOf(rows, 'AgencyId'), valuesOf(rows, 'TextColor')]).toEqual([2, 1, undefined]);
});

test('their validities are counted, the most frequent first', () => {
  expect(intervalsOf(rows)).toEqual([
    { text: '2026-01-01 – 2026-12-31', count: 2 },
    { text: '2026-01-01 – 2026-06-30', count: 1 },
  ]);
});

test('schedules that are not valid on a date are marked', () => {
  const ids = (list: readonly ScheduleRow[]): readonly string[] => list.map(({ Id }) => Id);
  const at = (from: string, to: string): readonly (readonly string[])[] => {
    const { inside, outside } = validOnAny(rows, from, to);
    return [ids(inside), ids(outside)];
  };
  expect(at('2026-12-25', '2026-12-25')).toEqual([['1', '2'], ['3']]);
  expect(at('2026-06-30', '2026-07-05')).toEqual([['1', '2', '3'], []]);
  expect(at('2027-01-01', '2027-01-01')).toEqual([[], ['1', '2', '3']]);
});
