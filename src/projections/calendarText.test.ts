import { expect, test } from 'vitest';
import { calendarInterval, exceptionsByDate, exceptionText } from './calendarText.ts';
import { vehicleMode, vehicleTypeLabel } from '../domain/vehicleTypes.ts';

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

test('a mode is a basic type, that of the hundred of an extended one, or the hundred', () => {
  expect([0, 3, 11, 109, 200, 401, 704, 900, 1501, 1100, 9999].map(vehicleMode)).toEqual([0, 3, 11, 2, 3, 1, 3, 0, 1500, 1100, 9900]);
});
