/** What goes wrong in a sheet by mistake: each is refused as a whole, with what is wrong and where. */
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { parseWritten, pasteText, writtenError } from './clipboard.ts';
import { sheetOf } from './sheet.ts';
import { interpolateRange, shiftRange, writeCells } from './sheetActs.ts';
import { isNoEdit, type SheetEdit, sheetEditError } from './sheetEdit.ts';

const track = (stops: number): Track => ({
  ScheduleId: '4',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Stops: Array.from({ length: stops }, (_, at) => ({ StopId: `S${at + 1}` })),
});
/** Departures at 08:00 (trip T1) and 09:00 (trip T2), five minutes from stop to stop. */
const timetable = (stops: number): Timetable => ({
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: Array.from({ length: stops }, (_, at) => at * 300),
  DepartureOffsets: Array.from({ length: stops }, (_, at) => at * 300),
  Departures: [
    { Type: 'Exact', Time: 28_800, TripId: 'T1' },
    { Type: 'Exact', Time: 32_400, TripId: 'T2' },
  ],
});
const THREE = [timetable(3)];
const sheet = sheetOf(track(3), THREE, { days: 127, split: false });
const FIRST = { top: 0, bottom: 0, left: 0, right: 0 };
const of = { timetable: 1, time: 28_800, trip: 'T1' };

describe('a text typed into a cell', () => {
  test.each([
    ['25:61', '25:61 is not a time'],
    ['2561', '2561 is not a time'],
    ['8:5', '8:5 is not a time'],
    ['100:00', '100:00 is not a time'],
    ['noon', 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served'],
    ['08:05h', 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served'],
    ['-8:05', 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served'],
  ])('%s: %s', (text, message) => {
    expect(parseWritten(text)).toBeUndefined();
    expect(writtenError(text)).toBe(message);
  });
});

describe('a paste is refused as a whole', () => {
  test.each<[string, string, { row: number; column: number; text?: string; message: string }[]]>([
    [
      'two cells are no times',
      '8:00\t9:00\n8:05\t25:61\nnoon\t9:10',
      [
        { row: 1, column: 1, text: '25:61', message: '25:61 is not a time' },
        { row: 2, column: 0, text: 'noon', message: 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served' },
      ],
    ],
    [
      'it has more rows than the track has stops',
      '8:00\n8:05\n8:10\n8:15',
      [{ row: 3, column: 0, message: '4 rows do not fit: 3 are left below this cell' }],
    ],
    [
      '10,000 departures by mistake',
      Array.from({ length: 10_000 }, () => '8:00').join('\t'),
      [{ row: 0, column: 0, message: '9,998 new departures are more than can be added at once (2,000)' }],
    ],
    [
      'a new departure without a time',
      '8:00\t9:00\t\n8:05\t9:05\t',
      [{ row: 0, column: 2, message: 'A departure needs a time at one stop at least' }],
    ],
  ])('%s', (_what, text, faults) => {
    const paste = pasteText(sheet, FIRST, text);
    expect(paste).toMatchObject({ ok: false, faults });
    expect(paste.ok ? [] : paste.faults).toHaveLength(faults.length);
  });
});

describe('an edit is refused with a sentence', () => {
  test.each<[string, SheetEdit, string]>([
    ['a trip id that another departure has', { columns: [{ of, fields: { TripId: 'T2' } }] }, 'Trip id T2 is in use on this track already'],
    [
      'a new departure with such a trip id',
      { add: [{ days: 127, cells: [30_000, null, null], fields: { TripId: 'T1' } }] },
      'Trip id T1 is in use on this track already',
    ],
    [
      'an interval that ends before it starts',
      { add: [{ days: 127, cells: [30_000, null, null], every: { to: 29_000, frequency: 600 } }] },
      'An interval has to end after it begins',
    ],
    [
      'a departure that somebody removed',
      { columns: [{ of: { timetable: 1, time: 50_000 }, by: 60 }] },
      'The departure at 13:53:20 is not there any more',
    ],
    [
      'the removal of a departure that somebody removed',
      { remove: [{ timetable: 1, time: 36_000 }] },
      'The departure at 10:00 is not there any more',
    ],
    ['a timetable that somebody removed', { bands: [{ timetable: 4, cells: [[1, 300, 360]] }] }, 'There is no timetable 4 any more'],
    ['a stop that somebody removed', { columns: [{ of, cells: [[3, 29_700, 29_760]] }] }, 'There is no stop 4 any more'],
    ['a cell that somebody wrote', { columns: [{ of, cells: [[1, 29_400, 29_460]] }] }, 'Stop 2 reads 08:05 by now, not 08:10'],
  ])('%s', (_what, edit, words) => {
    expect(sheetEditError(THREE, edit, 3)).toBe(words);
  });

  test('times before the service day begins and after it has ended', () => {
    const early = shiftRange(sheet, { top: 0, bottom: 2, left: 0, right: 1 }, -30_000);
    const late = writeCells(sheet, [{ row: 2, column: 0, to: 360_000 }]);
    for (const edit of [early, late]) expect(sheetEditError(THREE, edit, 3)).toMatch(/0:00.*99:59:59/);
  });
});

describe('a track of one stop', () => {
  const one = sheetOf(track(1), [timetable(1)], { days: 127, split: false });

  test('has a sheet of one row, whose departures are shifted and typed', () => {
    expect(one.rows).toHaveLength(1);
    expect(one.columns.map(({ first }) => first)).toEqual([28_800, 32_400]);
    const typed = writeCells(one, [{ row: 0, column: 0, to: 28_860 }]);
    expect(isNoEdit(typed)).toBe(false);
    expect(sheetEditError([timetable(1)], typed, 1)).toBeUndefined();
  });

  test('has nothing to interpolate, and takes no second row', () => {
    expect(isNoEdit(interpolateRange(one, FIRST, null))).toBe(true);
    expect(pasteText(one, FIRST, '8:00\n8:05')).toMatchObject({ ok: false, faults: [{ message: '2 rows do not fit: 1 are left below this cell' }] });
  });
});

describe('a time as people write it', () => {
  test.each([
    ['8.05', 29_100],
    ['8h05', 29_100],
    ['8:05am', 29_100],
    ['8:05 PM', 72_300],
    ['12:10am', 600],
    ['1230pm', 45_000],
    ['8am', 28_800],
    ['25.10', 90_600],
  ])('%s', (text, seconds) => {
    expect(parseWritten(text)).toBe(seconds);
  });

  test.each(['13:00pm', '0:10am', '8', '8.5', '8h', '8:05xm'])('%s is none', (text) => {
    expect(parseWritten(text)).toBeUndefined();
  });
});
