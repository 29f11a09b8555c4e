import { describe, expect, test } from 'vitest';
import { applySheetEdit } from '../timetableSheet/sheetEdit.ts';
import type { ScheduleDetails } from '../scheduleDetails.ts';
import { sameJson } from '../sameJson.ts';
import { addressOf, type Cell, dateCell, dateOf, writtenOf } from './cells.ts';
import { dayWords, daysOfWords } from './dayWords.ts';
import { headOf, TIMETABLE_HEADS } from './heads.ts';
import { planTimetables } from './readTimetables.ts';
import { timetableSheets } from './timetables.ts';

const EIGHT_FIVE = 29_100;

describe('a cell of a timetable', () => {
  test.each<[Cell, number | null | '-' | undefined]>([
    ['8.05', EIGHT_FIVE],
    ['8:05am', EIGHT_FIVE],
    ['8h05', EIGHT_FIVE],
    ['805', EIGHT_FIVE],
    ['0805', EIGHT_FIVE],
    [' 08:05 ', EIGHT_FIVE],
    ['25:10', 90_600],
    [805, EIGHT_FIVE],
    [8.05, EIGHT_FIVE],
    [8.5, 31_800],
    [29_100 / 86_400, EIGHT_FIVE],
    [{ seconds: 29_100 }, EIGHT_FIVE],
    [{ seconds: 90_600.0001 }, 90_600],
    ['', null],
    [null, null],
    ['-', '-'],
    ['|', '-'],
    ['8.5h', undefined],
    [0.25, undefined],
    [true, undefined],
    ['25:61', undefined],
    [{ seconds: 46_000 * 86_400 }, undefined],
  ])('%j is %j', (cell, written) => expect(writtenOf(cell)).toBe(written));

  test('addresses', () => {
    expect([addressOf(13, 3), addressOf(0, 25), addressOf(0, 26), addressOf(9, 701), addressOf(9, 702)]).toEqual([
      'D14',
      'Z1',
      'AA1',
      'ZZ10',
      'AAA10',
    ]);
  });

  test('dates', () => {
    expect(['2026-12-25', '20261225', '25.12.2026', 20_261_225, dateCell('2026-12-25')].map(dateOf)).toEqual(Array(5).fill('2026-12-25'));
    expect(['2026-02-30', 'soon', null, true, { seconds: 29_100 }].map(dateOf)).toEqual(Array(5).fill(undefined));
  });
});

describe('words', () => {
  test('heads are known in several languages and as GTFS calls them', () => {
    expect(
      ['Stop id', 'STOP_ID', 'Haltestellen-ID', 'haltestelle', 'stop name', 'Dep.', 'ab', 'T12'].map((text) => headOf(TIMETABLE_HEADS, text)),
    ).toEqual(['stopId', 'stopId', 'stopId', 'stop', 'stop', 'departure', 'departure', undefined]);
  });

  test('days are read as they are written, in every language', () => {
    for (let mask = 0; mask < 128; mask++) for (const language of ['en', 'de'] as const) expect(daysOfWords(dayWords(mask, language))).toBe(mask);
    expect(['Mo-Fr', 'Saturday', 'Sa+So', 'Fr–Mo', 'werktags', 'Sheet1', ''].map(daysOfWords)).toEqual([31, 32, 96, 113, 31, undefined, undefined]);
  });
});

const line: ScheduleDetails = {
  Schedule: { Id: 'L1', Name: '1', IsBaseSchedule: false, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  Tracks: [
    {
      Track: {
        ScheduleId: 'L1',
        Id: 'a-b',
        Name: 'A/B: loop',
        Direction: 'Forward',
        Visible: true,
        Stops: ['S1', 'S2', 'S1'].map((StopId) => ({ StopId })),
      },
      Timetables: [
        {
          ScheduleId: 'L1',
          TrackId: 'a-b',
          Number: 1,
          Days: 31,
          ArrivalOffsets: [0, 120, 240],
          DepartureOffsets: [0, 150, 240],
          Departures: [
            { Type: 'Exact', Time: 28_800 },
            { Type: 'Exact', Time: 28_800 },
            { Type: 'Exact', Time: 90_000, TripId: 'T10' },
          ],
        },
        {
          ScheduleId: 'L1',
          TrackId: 'a-b',
          Number: 2,
          Days: 96,
          ArrivalOffsets: [0, null, 240],
          DepartureOffsets: [0, null, 240],
          Departures: [{ Type: 'Interval', FromTime: 50_400, ToTime: 54_000, Frequency: 600 }],
        },
      ],
    },
  ],
};
const words = { language: 'en', stopName: (id: string) => `Stop ${id}` } as const;
const into = { details: line, trackId: 'a-b', stopName: words.stopName };
const rowsOf = (nth = 0): Cell[][] => (timetableSheets(line, words)[nth]?.rows ?? []).map((row) => [...row]);
const planOf = (rows: readonly (readonly Cell[])[], name = 'Weekday') => planTimetables(into, 'line.xlsx', [{ name, rows }]);

describe('the workbook of a line', () => {
  test('is one sheet for each track and days, stops down and departures across', () => {
    const sheets = timetableSheets(line, words);
    expect(sheets.map(({ name }) => name)).toEqual(['Mon–Fri A B loop', 'Sat, Sun A B loop']);
    expect(sheets[0]?.rows).toEqual([
      ['Line', '1'],
      ['Track', 'a-b'],
      ['Days', 'Mon–Fri'],
      ['Stop id', 'Stop', 'Arr./Dep.', '#1 08:00', '#1 08:00 (2)', 'T10'],
      ['S1', 'Stop S1', '', { seconds: 28_800 }, { seconds: 28_800 }, { seconds: 90_000 }],
      ['S2', 'Stop S2', 'Arr.', { seconds: 28_920 }, { seconds: 28_920 }, { seconds: 90_120 }],
      ['S2', 'Stop S2', 'Dep.', { seconds: 28_950 }, { seconds: 28_950 }, { seconds: 90_150 }],
      ['S1', 'Stop S1', '', { seconds: 29_040 }, { seconds: 29_040 }, { seconds: 90_240 }],
    ]);
    expect(sheets[1]?.rows.slice(2, 6)).toEqual([
      ['Days', 'Sat, Sun'],
      ['Every (min)', null, null, 10],
      ['Until', null, null, { seconds: 54_000 }],
      ['Stop id', 'Stop', 'Arr./Dep.', '#2 14:00'],
    ]);
  });

  test.each(['en', 'de'] as const)('comes back without a difference, written in %s', (language) => {
    const plan = planTimetables(into, 'line.xlsx', timetableSheets(line, { ...words, language }));
    expect(plan).toMatchObject({ adds: 0, changes: 0, same: 4, absent: 0, lines: [], ignored: [], faults: [], edit: null });
  });

  test('a changed cell changes that cell alone, also the first', () => {
    const rows = rowsOf();
    (rows[4] ?? [])[5] = '24:58';
    (rows[6] ?? [])[3] = 803;
    const plan = planOf(rows);
    expect(plan.lines.map(({ act, cell, name, changes }) => [act, cell, name, changes])).toEqual([
      ['change', 'D7', '08:00', [{ field: 'Stop S2', from: '08:02 / 08:02:30', to: '08:02 / 08:03' }]],
      ['change', 'F5', '25:00 (T10)', [{ field: 'Stop S1', from: '25:00', to: '24:58' }]],
    ]);
    expect(plan).toMatchObject({ changes: 2, same: 1, absent: 1 });
    const [track] = line.Tracks;
    const after = applySheetEdit(track?.Timetables ?? [], plan.edit?.times?.tracks[0]?.edit ?? {}, 3);
    const trip = [...after.values()].find((one) => one?.Departures.some(({ TripId }) => TripId === 'T10'));
    expect(trip).toMatchObject({ ArrivalOffsets: [0, 240, 360], DepartureOffsets: [0, 270, 360], Departures: [{ Time: 89_880, TripId: 'T10' }] });
  });

  test('a column that is not there is a new departure, on the days of the sheet', () => {
    const rows = rowsOf();
    [['T77'], ['9.05'], ['-'], ['-'], [{ seconds: 33_000 }]].forEach(([cell = null], nth) => rows[3 + nth]?.push(cell));
    const plan = planOf(rows);
    expect(plan.lines).toMatchObject([{ act: 'add', cell: 'G4', name: '09:05, Mon–Fri' }]);
    expect(plan.edit?.times?.tracks).toEqual([
      { trackId: 'a-b', edit: { add: [{ days: 31, like: 1, cells: [32_700, '-', 33_000], fields: { TripId: 'T77' } }] } },
    ]);
  });

  test('broken cells are reported by their address, and then nothing is applied', () => {
    const rows = rowsOf();
    (rows[4] ?? [])[3] = '8.5h';
    (rows[7] ?? [])[0] = 'S9';
    (rows[3] ?? [])[4] = '#1 07:00';
    (rows[2] ?? [])[1] = 'now and then';
    const plan = planOf(rows);
    expect(plan.faults).toEqual([
      { sheet: 'Weekday', cell: 'B3', text: 'now and then', why: 'days' },
      { sheet: 'Weekday', cell: 'A8', text: 'S9', why: 'stop' },
      { sheet: 'Weekday', cell: 'D5', text: '8.5h', why: 'time' },
      { sheet: 'Weekday', cell: 'E4', text: '#1 07:00', why: 'gone' },
    ]);
    expect(plan.edit).toBeNull();
  });

  test('a sheet of staff: names of stops, no track, days from its name; rows and departures it lacks stay', () => {
    const plan = planOf([['Winter 2026'], [], ['Haltestelle', 'T10', ''], ['Stop S1', 25.05, '9:00']], 'Sa, So');
    expect(plan.ignored).toEqual([{ sheet: 'Sa, So', cell: 'A1', text: 'Winter 2026' }]);
    expect(plan).toMatchObject({ adds: 1, changes: 1, absent: 3, faults: [] });
    expect(plan.edit?.times?.tracks[0]?.edit.add).toEqual([{ days: 96, like: 2, cells: [32_400, null, null] }]);
    expect(plan.edit?.times?.tracks[0]?.edit.columns).toEqual([{ of: { timetable: 1, time: 90_000, trip: 'T10' }, cells: [[0, 90_000, 90_300]] }]);
  });

  test('a stop that is called at twice is its first and its second call, waiting or not', () => {
    const [track] = line.Tracks;
    const twice = {
      ...line,
      Tracks: line.Tracks.map(({ Track, Timetables }) => ({
        Track,
        Timetables: Timetables.slice(0, 1).map((one) => ({ ...one, ArrivalOffsets: [0, 120, 240], DepartureOffsets: [30, 120, 240] })),
      })),
    };
    expect(track?.Track.Stops.map(({ StopId }) => StopId)).toEqual(['S1', 'S2', 'S1']);
    const plan = planTimetables({ ...into, details: twice }, 'line.xlsx', timetableSheets(twice, words));
    expect(plan).toMatchObject({ same: 3, lines: [], faults: [] });
  });

  test('other sheets are ignored; a track that is not there is reported', () => {
    const rows = rowsOf();
    (rows[1] ?? [])[1] = 'b-c';
    expect(planOf(rows).faults).toEqual([{ sheet: 'Weekday', cell: 'B2', text: 'b-c', why: 'track' }]);
    expect(planOf([['Notes'], ['of the planner']]).ignored).toEqual([{ sheet: 'Weekday', cell: '', text: '' }]);
  });

  test('how often an interval runs is not changed by a file', () => {
    const rows = rowsOf(1);
    (rows[3] ?? [])[3] = 15;
    expect(planOf(rows).faults).toEqual([{ sheet: 'Weekday', cell: 'D4', text: '15', why: 'interval' }]);
    rows[3]?.push(20);
    (rows[3] ?? [])[3] = 10;
    rows[4]?.push('17:00');
    rows[6]?.push('16:00');
    expect(planOf(rows).edit?.times?.tracks[0]?.edit.add?.[0]?.every).toEqual({ to: 61_200, frequency: 1200 });
  });

  test('a plan says the same each time', () => {
    expect(sameJson(planOf(rowsOf()), planOf(rowsOf()))).toBe(true);
  });
});
