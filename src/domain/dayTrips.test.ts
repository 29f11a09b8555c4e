import { expect, test } from 'vitest';
import { datesBetween } from './activeDates.ts';
import { runningOn, tripsOnDates } from './dayTrips.ts';

const OWN = [
  { ScheduleId: 'L1', Days: 31, Trips: 40, First: 1, Last: 2 },
  { ScheduleId: 'L1', Days: 96, Trips: 12, First: 1, Last: 2 },
  { ScheduleId: 'L1', Days: 0, Trips: 3, First: 1, Last: 2 },
];
const Calendar = {
  fromDate: '2026-12-07',
  toDate: '2027-01-10',
  Exceptions: [
    { Date: '2026-12-25', RunAs: 64 },
    { Date: '2026-12-26', RunAs: 0 },
    { Date: '2026-12-28', RunAs: 127 },
    { Date: '2027-01-12', RunAs: 1 },
  ],
};

test('trips of many dates are those of each date, 127 also those of no weekday', () => {
  const dates = datesBetween('2026-12-01', '2027-01-31');
  const trips = tripsOnDates({ Calendar }, OWN, dates);
  expect(trips).toEqual(dates.map((date) => runningOn({ Calendar }, OWN, date).trips));
  const on = (date: string): number | undefined => trips[dates.indexOf(date)];
  expect([on('2026-12-06'), on('2026-12-24'), on('2026-12-25'), on('2026-12-26'), on('2026-12-28'), on('2027-01-12')]).toEqual([
    0, 40, 12, 0, 55, 40,
  ]);
});

test('3,000 schedules of 20 exceptions over 92 dates take less than a second', () => {
  const dates = datesBetween('2026-11-01', '2027-01-31');
  const many = { ...Calendar, Exceptions: datesBetween('2026-12-07', '2026-12-26').map((date) => ({ Date: date, RunAs: 64 })) };
  const began = performance.now();
  for (let nth = 0; nth < 3000; nth++) tripsOnDates({ Calendar: many }, OWN, dates);
  expect(performance.now() - began).toBeLessThan(1000);
});
