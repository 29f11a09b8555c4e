import { describe, expect, test } from 'vitest';
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import type { Cell, WorkbookSheet } from './cells.ts';
import { joinedStops, rowsOfCalls } from './joinedStops.ts';
import { planTimetables } from './readTimetables.ts';
import { timetableSheets } from './timetables.ts';

describe('stops of several tracks in one order', () => {
  test.each([
    [['ABCD', 'ACD'], 'ABCD'],
    [['ABCD', 'AXCD'], 'ABXCD'],
    [['ABC', 'CDE'], 'ABCDE'],
    [['ABA', 'BAB'], 'ABAB'],
    [['AB', 'XY'], 'ABXY'],
    [[], ''],
  ])('%j is %s', (tracks, joined) => expect(joinedStops(tracks.map((one) => one.split(''))).join('')).toBe(joined));

  test.each([
    ['ABA', 'AB', '', [0, 1]],
    ['ABA', 'A', '..A', [2]],
    ['ABA', 'BA', '', [1, 2]],
    ['AAA', 'AA', '.A.', [0, 1]],
    ['AB', 'AXB', 'AB', [0, -1, 1]],
    ['', 'A', '', [-1]],
  ])('in %s the calls %s with times at %s are in rows %j', (rows, stops, timed, at) => {
    const of = rows.split('').map((stop, nth) => ({ isOf: (id: string) => id === stop, timed: timed[nth] === stop }));
    expect(rowsOfCalls(stops.split(''), of)).toEqual(at);
  });
});

const times = (first: number, ...offsets: (number | null)[]) => ({
  ArrivalOffsets: offsets,
  DepartureOffsets: offsets.map((one, at) => (at === 1 && one !== null ? one + 30 : one)),
  Departures: [{ Type: 'Exact' as const, Time: first, TripId: `T${first / 60}` }],
});
const track = (
  id: string,
  stops: string,
  direction: 'Forward' | 'Backward' | 'Unknown',
  ...timetables: [days: number, ReturnType<typeof times>][]
): TrackDetails => ({
  Track: { ScheduleId: 'L1', Id: id, Name: `way ${id}`, Direction: direction, Visible: true, Stops: stops.split('').map((StopId) => ({ StopId })) },
  Timetables: timetables.map(([Days, one], nth) => ({ ScheduleId: 'L1', TrackId: id, Number: nth + 1, Days, ...one })),
});
const line: ScheduleDetails = {
  Schedule: { Id: 'L1', Name: '1', IsBaseSchedule: false, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  Tracks: [
    track('long', 'ABCD', 'Forward', [31, times(28_800, 0, 60, 120, 180)], [96, times(36_000, 0, 60, 120, 180)]),
    track('short', 'ACD', 'Forward', [31, times(25_200, 0, 90, null)]),
    track('back', 'DCBA', 'Backward', [31, times(30_000, 0, 60, 120, 180)]),
    track('depot', 'AX', 'Unknown', [31, times(18_000, 0, 60)]),
  ],
};
const words = { language: 'en', stopName: (id: string) => `Stop ${id}` } as const;
const into = { details: line, stopName: words.stopName };
const sheets = timetableSheets(line, words);
const time = (seconds: number): Cell => ({ seconds });

/** The first sheet with another value in some cells. */
function forward(...cells: readonly [row: number, column: number, to: Cell][]): WorkbookSheet[] {
  const [first] = sheets;
  const rows = (first?.rows ?? []).map((row) => [...row]);
  for (const [row, column, to] of cells) (rows[row] ?? [])[column] = to;
  return [{ name: first?.name ?? '', rows }, ...sheets.slice(1)];
}

describe('the workbook of a line with directions', () => {
  test('has a sheet for each direction and its days; departures name their track', () => {
    expect(sheets.map(({ name }) => name)).toEqual(['Mon–Fri Forward', 'Sat, Sun way long', 'Mon–Fri way back', 'Mon–Fri way depot']);
    expect(sheets[0]?.rows).toEqual([
      ['Line', '1'],
      ['Track', null, null, 'short', 'long'],
      ['Days', 'Mon–Fri'],
      ['Stop id', 'Stop', 'Arr./Dep.', 'T420', 'T480'],
      ['A', 'Stop A', '', time(25_200), time(28_800)],
      ['B', 'Stop B', 'Arr.', null, time(28_860)],
      ['B', 'Stop B', 'Dep.', null, time(28_890)],
      ['C', 'Stop C', 'Arr.', time(25_290), time(28_920)],
      ['C', 'Stop C', 'Dep.', time(25_320), time(28_920)],
      ['D', 'Stop D', '', null, time(28_980)],
    ]);
    expect(timetableSheets(line, { ...words, language: 'de' })[0]?.name).toBe('Mo–Fr Hinrichtung');
  });

  test('comes back without a difference', () => {
    expect(planTimetables(into, 'line.xlsx', sheets)).toMatchObject({ same: 5, absent: 0, lines: [], ignored: [], faults: [], edit: null });
  });

  test('cells of all sheets are one edit, each on the track of its departure', () => {
    const [one, two, ...others] = forward([9, 3, '7:05'], [9, 4, '8.04']);
    const saturday = { name: two?.name ?? '', rows: (two?.rows ?? []).map((row, at) => (at === 4 ? [...row.slice(0, 3), 1005] : row)) };
    const plan = planTimetables(into, 'line.xlsx', [...(one ? [one] : []), saturday, ...others]);
    expect(plan).toMatchObject({ changes: 3, adds: 0, same: 2, absent: 0, faults: [] });
    expect(plan.edit?.times?.tracks.map(({ trackId, edit }) => [trackId, edit.columns?.map(({ of, cells }) => [of.trip, cells])])).toEqual([
      [
        'long',
        [
          ['T480', [[3, 28_980, 29_040]]],
          ['T600', [[0, 36_000, 36_300]]],
        ],
      ],
      ['short', [['T420', [[2, null, 25_500]]]]],
    ]);
  });

  test('a new departure without a track is of the one that calls where it has times', () => {
    const plan = planTimetables(
      into,
      'line.xlsx',
      forward([3, 5, 'N1'], [4, 5, '9:00'], [8, 5, '9:02'], [9, 5, '9:04'], [5, 5, '-'], [3, 6, 'N2'], [4, 6, '9:30'], [6, 6, '9:31']),
    );
    expect(plan.faults).toEqual([]);
    expect(plan.edit?.times?.tracks.map(({ trackId, edit }) => [trackId, edit.add?.map(({ fields, cells }) => [fields?.TripId, cells])])).toEqual([
      ['long', [['N2', [34_200, [null, 34_260], null, null]]]],
      ['short', [['N1', [32_400, [null, 32_520], 32_640]]]],
    ]);
  });

  test('broken cells are reported by sheet and address', () => {
    const faults = (...cells: readonly [row: number, column: number, to: Cell][]) => {
      const plan = planTimetables(into, 'line.xlsx', forward(...cells));
      expect(plan.edit).toBeNull();
      return plan.faults.map(({ cell, text, why }) => [cell, text, why]);
    };
    expect(faults([9, 4, '8.5h'])).toEqual([['E10', '8.5h', 'time']]);
    // the short way does not call there
    expect(faults([5, 3, '7:01'])).toEqual([['D6', 'B', 'stop']]);
    expect(faults([9, 0, 'Z'])).toEqual([['A10', 'Z', 'stop']]);
    expect(faults([1, 3, 'gone'])).toEqual([['D2', 'gone', 'track']]);
  });

  test('a track or a sheet that is not known can be assigned', () => {
    const lost = forward([1, 3, 'old short']);
    const plan = planTimetables(into, 'line.xlsx', lost);
    expect(plan.heads).toEqual([{ sheet: 'Mon–Fri Forward', cell: 'D2', text: 'old short', to: '', of: 'sheet', isOpen: true }]);
    expect(planTimetables({ ...into, sheetTracks: { oldshort: 'short' } }, 'line.xlsx', lost)).toMatchObject({
      same: 5,
      faults: [],
      heads: [{ text: 'old short', to: 'short', of: 'sheet' }],
    });
    // left out by the user: its departures stay
    expect(planTimetables({ ...into, sheetTracks: { oldshort: '' } }, 'line.xlsx', lost)).toMatchObject({ same: 4, faults: [], lines: [] });

    const staff = (name: string) => [
      {
        name,
        rows: [
          ['Stop id', 'T480'],
          ['A', '8:10'],
        ],
      },
      { name: 'Notes', rows: [] },
    ];
    expect(planTimetables(into, 'x', staff('Outbound')).faults).toEqual([{ sheet: 'Outbound', cell: 'A1', text: 'Outbound', why: 'track' }]);
    expect(planTimetables(into, 'x', staff('Mon-Fri way long')).edit?.times?.tracks[0]?.trackId).toBe('long');
    expect(planTimetables({ ...into, sheetTracks: { outbound: 'long' } }, 'x', staff('Outbound')).edit?.times?.tracks[0]?.trackId).toBe('long');
    expect(planTimetables({ ...into, trackId: 'back' }, 'x', staff('Outbound'))).toMatchObject({
      heads: [{ text: 'Outbound', to: 'back', of: 'sheet' }],
    });
  });
});
