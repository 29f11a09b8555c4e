import { expect, test } from 'vitest';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { inShownFamily, scheduleFamilies, searchWithScheduleFamily } from './scheduleFamilies.ts';

const row = (Id: string): ScheduleRow => ({ Id, Name: Id, IsBaseSchedule: true, FromDate: '2026-01-01', ToDate: '2026-12-31', TrackCount: 1 });

test('schedules whose ids differ by a trailing date alone are one family, shown together', () => {
  const rows = ['4_20260101', '4_20260601', '4b', '5_2026'].map(row);
  expect([...scheduleFamilies(rows)]).toEqual([
    ['4', 2],
    ['4b', 1],
    ['5_2026', 1],
  ]);
  const search = searchWithScheduleFamily('?Name=x', '4');
  expect(search).toBe('?Name=x&Family=4');
  expect(inShownFamily(rows, search).map(({ Id }) => Id)).toEqual(['4_20260101', '4_20260601']);
  expect(searchWithScheduleFamily(search, '')).toBe('?Name=x');
});
