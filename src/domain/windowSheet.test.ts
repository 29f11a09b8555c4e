import { describe, expect, test } from 'vitest';
import { FlexTrip } from './model/flexTrips.ts';
import { cellValue, pastedCells, windowSheets } from './windowSheet.ts';

const trip = (id: string, schedule: string, calls: readonly object[]): FlexTrip =>
  FlexTrip.parse({ Id: id, ScheduleId: schedule, Days: 31, Calls: calls.map((call, at) => ({ Sequence: (at + 1) * 10, ...call })) });
const ride = (id: string, from: string, until: string): FlexTrip =>
  trip(id, 'L1', [
    { ZoneId: 'Z1', WindowStart: from, WindowEnd: until },
    { ZoneId: 'Z1', WindowStart: from, WindowEnd: until },
  ]);

describe('sheets of windows', () => {
  test('trips of a line with the same places are side by side, the earliest first; others have a sheet of their own', () => {
    const late = ride('T2', '13:00:00', '17:00:00');
    const early = ride('T1', '08:00:00', '12:00:00');
    const school = trip('T3', 'L1', [
      { StopId: 'S1', DepartureTime: '07:30:00' },
      { ZoneId: 'Z1', WindowStart: '08:00:00', WindowEnd: '09:00:00' },
    ]);
    const sheets = windowSheets([school, late, early, trip('T4', 'L0', [])]);
    expect(sheets.map(({ trips }) => trips.map(({ Id }) => Id))).toEqual([['T1', 'T2'], ['T3']]);
    expect(sheets[0]?.rows).toEqual([
      { at: 0, field: 'WindowStart' },
      { at: 0, field: 'WindowEnd' },
      { at: 1, field: 'WindowStart' },
      { at: 1, field: 'WindowEnd' },
    ]);
    // a stop with a fixed time has no window
    expect(sheets[1]?.rows.map(({ field }) => field)).toEqual(['ArrivalTime', 'DepartureTime', 'WindowStart', 'WindowEnd']);
    expect(cellValue(school, { at: 0, field: 'DepartureTime' })).toBe('07:30:00');
    expect(cellValue(school, { at: 0, field: 'ArrivalTime' })).toBe('');
  });

  test('a pasted block goes right and down; what lies beyond the sheet is counted', () => {
    const [sheet] = windowSheets([ride('T1', '08:00:00', '12:00:00'), ride('T2', '13:00:00', '17:00:00')]);
    if (!sheet) throw new Error('no sheet');
    expect(pastedCells(sheet, { row: 1, column: 1 }, '18:00\t19:00\r\n9.30\t\r\n')).toEqual({
      cells: [
        { tripId: 'T2', sequence: 10, field: 'WindowEnd', value: '18:00' },
        { tripId: 'T2', sequence: 20, field: 'WindowStart', value: '9.30' },
      ],
      outside: 1,
    });
  });
});
