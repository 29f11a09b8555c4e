import { expect, test } from 'vitest';
import { chanceOf } from '../../test/laws/chance.ts';
import { datesBetween, datesOfTimetable, daysRunning, paintedExceptions, runsOn } from './activeDates.ts';
import { dateOfDays, daysOf, weekdayOf } from './date.ts';
import type { Calendar } from './model/schedule.ts';

const DECEMBER: Calendar = {
  fromDate: '2026-12-01',
  toDate: '2026-12-31',
  Exceptions: [
    { Date: '2026-12-24', RunAs: 64 },
    { Date: '2026-12-25', RunAs: 0 },
    { Date: '2026-12-31', RunAs: 127 },
    { Date: '2027-01-01', RunAs: 64 },
  ],
};

test('an exception goes before the weekday, inside and outside the interval [E099]', () => {
  // 2026-12-24 is a Thursday
  expect([31, 64, 0].map((mask) => runsOn(DECEMBER, mask, '2026-12-24'))).toEqual([false, true, false]);
  expect([31, 64, 0].map((mask) => runsOn(DECEMBER, mask, '2026-12-25'))).toEqual([false, false, false]);
  expect([31, 64, 0].map((mask) => runsOn(DECEMBER, mask, '2026-12-31'))).toEqual([true, true, true]);
  expect([31, 64, 0].map((mask) => runsOn(DECEMBER, mask, '2027-01-01'))).toEqual([false, true, false]);
  expect(daysRunning(DECEMBER, '2026-12-07')).toBe(1);
  expect(daysRunning(DECEMBER, '2026-11-30')).toBe(0);
});

test('painting a date and painting it back leaves the calendar unchanged', () => {
  const painted = paintedExceptions(DECEMBER.Exceptions, [{ Date: '2026-12-10', RunAs: 64 }]);
  expect(painted.map(({ Date }) => Date)).toEqual(['2026-12-10', '2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01']);
  expect(paintedExceptions(painted, [{ Date: '2026-12-10', RunAs: null }])).toEqual(DECEMBER.Exceptions);
  expect(datesBetween('2027-01-01', '2026-12-30')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});

test('the dates of a timetable are those on which it runs, whatever the calendar', () => {
  const chance = chanceOf(11);
  const first = daysOf('2026-01-01') ?? 0;
  for (let round = 0; round < 200; round++) {
    const from = first + chance.below(60);
    const calendar: Calendar = {
      fromDate: dateOfDays(from),
      toDate: dateOfDays(from + chance.below(60) - 3),
      Exceptions: paintedExceptions(
        [],
        Array.from({ length: chance.below(10) }, () => ({
          Date: dateOfDays(first + chance.below(140)),
          RunAs: chance.pick([0, 127, 64, 31, 1 << chance.below(7)]) ?? 0,
        })),
      ),
    };
    const mask = chance.pick([0, 127, 31, 96, 1 << chance.below(7)]) ?? 0;
    const dates = new Set(datesOfTimetable(calendar, mask));
    for (let day = first - 10; day < first + 150; day++) {
      const exception = calendar.Exceptions.find(({ Date }) => Date === dateOfDays(day));
      const within = dateOfDays(day) >= calendar.fromDate && dateOfDays(day) <= calendar.toDate;
      const runs = exception ? exception.RunAs === 127 || (exception.RunAs & mask) !== 0 : within && (mask & (1 << weekdayOf(day))) !== 0;
      expect([dateOfDays(day), dates.has(day), runsOn(calendar, mask, dateOfDays(day))]).toEqual([dateOfDays(day), runs, runs]);
    }
  }
});
