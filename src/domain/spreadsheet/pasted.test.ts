import { describe, expect, test } from 'vitest';
import type { ScheduleDetails } from '../scheduleDetails.ts';
import { type Cell, printedOf } from './cells.ts';
import { pastedSheet } from './pasted.ts';
import { planTimetables } from './readTimetables.ts';
import { timetableSheets } from './timetables.ts';

const NAMES: Readonly<Record<string, string>> = { S1: 'Market', S2: 'Old Harbour', S3: 'Mill' };
const stopName = (id: string): string => NAMES[id] ?? id;
const line: ScheduleDetails = {
  Schedule: { Id: 'L1', Name: '1', IsBaseSchedule: false, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  Tracks: [
    {
      Track: {
        ScheduleId: 'L1',
        Id: 'a-b',
        Name: 'A - B',
        Direction: 'Forward',
        Visible: true,
        Stops: ['S1', 'S2', 'S3'].map((StopId) => ({ StopId })),
      },
      Timetables: [
        {
          ScheduleId: 'L1',
          TrackId: 'a-b',
          Number: 1,
          Days: 31,
          ArrivalOffsets: [0, 120, 240],
          DepartureOffsets: [0, 120, 240],
          Departures: [
            { Type: 'Exact', Time: 28_800, TripId: 'T8' },
            { Type: 'Exact', Time: 32_400 },
          ],
        },
      ],
    },
  ],
};
const plan = (text: string, assigned = {}) =>
  planTimetables({ details: line, trackId: 'a-b', stopName, assigned }, 'Pasted table', [pastedSheet('Pasted', text)]);

describe('a printed cell', () => {
  test.each<[Cell, unknown]>([
    ['8:05a', { written: 29_100, symbol: '' }],
    ['8:05 p.m.', { written: 72_300, symbol: '' }],
    ['x805', { written: 29_100, symbol: 'x' }],
    ['8.05†', { written: 29_100, symbol: '†' }],
    ['8.05 Uhr', { written: 29_100, symbol: '' }],
    ['–', { written: '-', symbol: '' }],
    ['↓', { written: '-', symbol: '' }],
    ['…', { written: '-', symbol: '' }],
    ['', { written: null, symbol: '' }],
    ['8.5h', undefined],
    ['on call', undefined],
    ['8:65', undefined],
  ])('%j', (cell, is) => expect(printedOf(cell)).toEqual(is));
});

describe('a pasted timetable', () => {
  test('of a PDF, without heads: departures are found by their first time, a symbol is listed, | is not served', () => {
    const found = plan('Mon–Fri\nMarket 8.00 9.00 10.05a\nOLD  HARBOUR x8.02 | 10:08\nMill 8.05 9.04 10.10\n');
    expect(found.faults).toEqual([]);
    expect(found).toMatchObject({ adds: 1, changes: 2, same: 0, absent: 0, ignored: [{ cell: 'B3', text: 'x' }] });
    expect(found.edit?.times?.tracks[0]?.edit).toEqual({
      columns: [
        { of: { timetable: 1, time: 28_800, trip: 'T8' }, cells: [[2, 29_040, 29_100]] },
        { of: { timetable: 1, time: 32_400 }, cells: [[1, 32_520, '-']] },
      ],
      add: [{ days: 31, like: 1, cells: [36_300, 36_480, 36_600] }],
    });
  });

  test('a cell that cannot be read, and a line with fewer times, are reported by row and column', () => {
    expect(plan('Stop\tT8\t\nMarket\t8.00\tsoon\nMill\t8.04\t9.10').faults).toEqual([{ sheet: 'Pasted', cell: 'C2', text: 'soon', why: 'time' }]);
    expect(plan('Market 8.00 9.00\nOld Harbour 8.02\nMill 8.04 9.04').faults).toEqual([]);
    expect(plan('Market 8.00 9.00 10.00\nOld Harbour 8.02 9.02\nMill 8.04 9.04 10.04').faults).toEqual([
      { sheet: 'Pasted', cell: 'B2', text: '8.02 9.02', why: 'time' },
    ]);
  });

  test('trip numbers above the times are heads, a note below the table is ignored, and 0:05 after 23:50 is of the night after', () => {
    const found = plan('\t701\t702\nMarket\t23:50\t8:00\nOld Harbour\t0:05\t8:02\nMill\t0:10\t8:04\nx = on school days\t\t');
    expect(found.edit?.times?.tracks[0]?.edit.add).toEqual([
      { days: 31, like: 1, cells: [85_800, 86_700, 87_000], fields: { TripId: '701' } },
      { days: 31, like: 1, cells: [28_800, 28_920, 29_040], fields: { TripId: '702' } },
    ]);
    expect(found.ignored).toEqual([{ sheet: 'Pasted', cell: 'A5', text: 'x = on school days' }]);
  });
});

describe('heads that are not known', () => {
  const text = 'Verkehrt\tMon–Fri\nNr.\tHaltepunkt\tkm\tT8\n1\tMarket\t0\t8.00\n2\tMill\t3.5\t8.05';

  test('are listed to be assigned', () => {
    const found = plan(text.replaceAll('Market', 'Unknown'));
    expect(found).toMatchObject({ edit: null, ignored: [{ cell: '' }] });
    expect(found.heads).toEqual([
      { sheet: 'Pasted', cell: 'A2', text: 'Nr.', to: '', of: 'column' },
      { sheet: 'Pasted', cell: 'B2', text: 'Haltepunkt', to: '', of: 'column' },
      { sheet: 'Pasted', cell: 'C2', text: 'km', to: '', of: 'column' },
      { sheet: 'Pasted', cell: 'D2', text: 'T8', to: '', of: 'column' },
    ]);
  });

  test('are read as they were assigned', () => {
    const found = plan(text, { haltepunkt: 'stop', km: '', verkehrt: 'days' });
    expect(found).toMatchObject({ adds: 0, changes: 1, faults: [], lines: [{ cell: 'D4', name: '08:00 (T8)' }] });
    expect(found.heads?.map(({ text: head, to, of }) => [head, to, of])).toEqual([
      ['Verkehrt', 'days', 'label'],
      ['Nr.', '', 'column'],
      ['Haltepunkt', 'stop', 'column'],
      ['km', '', 'column'],
    ]);
  });
});

test('a departure without a head of its own is found once', () => {
  const [sheet] = timetableSheets(line, { language: 'en', stopName });
  const rows = (sheet?.rows ?? []).map((row) => [...row, row[3] ?? null]);
  (rows[3] ?? [])[5] = '';
  const found = planTimetables({ details: line, stopName }, 'a.xlsx', [{ name: 'a', rows }]);
  expect(found).toMatchObject({ same: 2, adds: 1, lines: [{ act: 'add', cell: 'F4' }] });
});
