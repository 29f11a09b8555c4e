import { expect, test } from 'vitest';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { calendarInterval, exceptionsByDate, exceptionText } from './calendarText.ts';
import { filterSchedules, scheduleFilterOf, searchWithScheduleName } from './scheduleList.ts';
import { vehicleTypeLabel } from './vehicleTypes.ts';

const row = (Id: string, Name: string, LongName?: string): ScheduleRow => ({
  Id,
  Name,
  IsBaseSchedule: true,
  FromDate: '2026-01-01',
  ToDate: '2026-12-31',
  TrackCount: 2,
  ...(LongName === undefined ? {} : { LongName }),
});
const ROWS = [row('a', '2', 'Harbour – Mill'), row('b', '10', 'Märkte'), row('c', 'Night 2')];
const found = (search: string): string[] => filterSchedules(ROWS, scheduleFilterOf(search)).map(({ Id }) => Id);

test('schedules are found by name or long name, in the order of the list', () => {
  expect(found('')).toEqual(['a', 'b', 'c']);
  expect(found('?Name=2')).toEqual(['a', 'c']);
  expect(found('?Name=markte')).toEqual(['b']);
  expect(found('?Id=b')).toEqual(['b']);
  expect(found('?Name=none')).toEqual([]);
});

test('typing keeps what else the address asks for', () => {
  expect(searchWithScheduleName('?rule=schedules.3&Id=a', ' 10 ')).toBe('?rule=schedules.3&Name=10');
  expect(searchWithScheduleName('?Name=10', '')).toBe('');
});

test('exceptions stand by ISO date and say what runs', () => {
  const calendar = {
    fromDate: '2026-01-01',
    toDate: '2026-12-31',
    Exceptions: [
      { Date: '2026-12-25', RunAs: 0 },
      { Date: '2026-04-27', RunAs: 64 },
      { Date: '2026-11-02', RunAs: 127 },
    ],
  };
  expect(exceptionsByDate(calendar).map((one) => `${one.Date} ${exceptionText(one)}`)).toEqual([
    '2026-04-27 Runs as on Sun',
    '2026-11-02 All timetables run',
    '2026-12-25 No service',
  ]);
  expect(calendarInterval(calendar)).toBe('2026-01-01 – 2026-12-31');
  expect(calendarInterval({ fromDate: '2026-01-01', toDate: '2026-01-01' })).toBe('2026-01-01');
});

test('what runs is named, also by the extended route types', () => {
  expect([0, 3, 11, 109, 700, 9999, 8].map(vehicleTypeLabel)).toEqual([
    'Tram',
    'Bus',
    'Trolleybus',
    'Rail',
    'Bus',
    'Unknown vehicle type 9999',
    'Unknown vehicle type 8',
  ]);
});
