import { expect, test } from 'vitest';
import type { StringRun } from '../../domain/timetableSheet/stringline.ts';
import { tipOf } from './stringlineHand.ts';

const run: StringRun = {
  column: 0,
  trackId: 'a-b',
  timetable: 1,
  days: 31,
  times: [28_800, 30_000],
  metres: [0, 500],
  positions: [0, 1],
  from: 28_800,
  to: 30_000,
};

test('the run under the pointer is named with its times, days, block and track', () => {
  expect(tipOf({ ...run, block: '7' }, 0)).toBe('08:00–08:20 · Mon–Fri · Block 7 · a-b');
  expect(tipOf(run, -120)).toBe('07:58–08:18 (−2 min) · Mon–Fri · a-b');
});
