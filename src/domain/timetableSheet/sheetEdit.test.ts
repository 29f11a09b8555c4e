import { describe, expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import { type DepartureRef, refsOf, startOf } from './departures.ts';
import { cellAt, type CellValue } from './profile.ts';
import { applySheetEdit, sheetEditError, type SheetEdit } from './sheetEdit.ts';
import { tidied } from './tidy.ts';

const H = 3600;
const M = 60;

function timetable(more: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: '4',
    TrackId: 'a-b',
    Number: 1,
    Days: 31,
    ArrivalOffsets: [0, 120, 300, 600],
    DepartureOffsets: [0, 120, 360, 600],
    Departures: [8, 9, 10].map((hour) => ({ Type: 'Exact' as const, Time: hour * H, TripId: `T${hour}`, blockId: 'B' })),
    ...more,
  };
}

function after(timetables: readonly Timetable[], edit: SheetEdit): Timetable[] {
  const changes = applySheetEdit(timetables, edit, 4);
  const kept = timetables.filter(({ Number }) => !changes.has(Number));
  return [...kept, ...[...changes.values()].filter((one) => one !== null)].toSorted((a, b) => a.Number - b.Number);
}

/** Everything that is shown of a departure, by its trip. */
function shown(timetables: readonly Timetable[]): Record<string, unknown> {
  return Object.fromEntries(
    timetables.flatMap((one) =>
      one.Departures.map((departure) => [departure.TripId ?? '', [one.Days, ...[0, 1, 2, 3].map((at) => cellAt(one, at, startOf(departure)))]]),
    ),
  );
}

const T9: DepartureRef = { timetable: 1, time: 9 * H, trip: 'T9' };

describe('an edit of one departure', () => {
  test('an inner cell gives that departure alone another profile, on the same days', () => {
    const result = after([timetable()], { columns: [{ of: T9, cells: [[1, 9 * H + 120, 9 * H + 180]] }] });
    expect(shown(result)).toEqual({
      T8: [31, 8 * H, 8 * H + 120, [8 * H + 300, 8 * H + 360], 8 * H + 600],
      T9: [31, 9 * H, 9 * H + 180, [9 * H + 300, 9 * H + 360], 9 * H + 600],
      T10: [31, 10 * H, 10 * H + 120, [10 * H + 300, 10 * H + 360], 10 * H + 600],
    });
    expect(result.map(({ Number, Departures }) => [Number, Departures.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(result[1]?.Departures[0]).toEqual({ Type: 'Exact', Time: 9 * H, TripId: 'T9', blockId: 'B' });
  });

  test('a departure goes home when its times are those of the others again, and its timetable goes away', () => {
    const away = after([timetable()], { columns: [{ of: T9, cells: [[1, 9 * H + 120, 9 * H + 180]] }] });
    const home = after(away, { columns: [{ of: { ...T9, timetable: 2 }, cells: [[1, 9 * H + 180, 9 * H + 120]] }] });
    expect(home).toEqual([timetable()]);
  });

  test('a shift moves the whole departure, an interval with both its ends', () => {
    const every = timetable({ Departures: [{ Type: 'Interval', FromTime: 6 * H, ToTime: 9 * H, Frequency: 600, TemplateStart: 5 * H }] });
    const [result] = after([every], { columns: [{ of: { timetable: 1, time: 6 * H }, by: 5 * M }] });
    expect(result?.Departures).toEqual([{ Type: 'Interval', FromTime: 6 * H + 300, ToTime: 9 * H + 300, Frequency: 600, TemplateStart: 5 * H }]);
    expect(result?.ArrivalOffsets).toEqual([0, 120, 300, 600]);
  });

  test('a blanked first cell makes the departure begin at the next one', () => {
    const result = after([timetable()], { columns: [{ of: T9, cells: [[0, 9 * H, null]] }] });
    expect(shown(result)['T9']).toEqual([31, null, 9 * H + 120, [9 * H + 300, 9 * H + 360], 9 * H + 600]);
    expect(result[1]?.Departures[0]?.Time).toBe(9 * H + 120);
  });

  test('a stop that is not served has neither boarding nor alighting, and is served again once it has a time', () => {
    const off = after([timetable()], { columns: [{ of: T9, cells: [[1, 9 * H + 120, '-']] }] });
    expect(shown(off)['T9']).toEqual([31, 9 * H, '-', [9 * H + 300, 9 * H + 360], 9 * H + 600]);
    expect(off[1]?.PickupIntervals).toEqual([[1, 2, 1]]);
    expect(off[1]?.DropOffIntervals).toEqual([[1, 2, 1]]);
    expect(after(off, { columns: [{ of: { ...T9, timetable: 2 }, cells: [[1, '-', 9 * H + 120]] }] })).toEqual([timetable()]);
  });

  test('a timetable of one departure changes as it stands and keeps its number', () => {
    const single = timetable({ Number: 7, Departures: [{ Type: 'Exact', Time: 9 * H }] });
    const result = after([single], { columns: [{ of: { timetable: 7, time: 9 * H }, cells: [[3, 9 * H + 600, 9 * H + 900]] }] });
    expect(result).toEqual([{ ...single, ArrivalOffsets: [0, 120, 300, 900], DepartureOffsets: [0, 120, 360, 900] }]);
  });
});

describe('an edit of a whole band', () => {
  test('every departure of the timetable moves at that stop', () => {
    const result = after([timetable()], { bands: [{ timetable: 1, cells: [[3, 600, 720]] }] });
    expect(result).toHaveLength(1);
    expect(Object.values(shown(result)).map((cells) => (cells as CellValue[])[4])).toEqual([8 * H + 720, 9 * H + 720, 10 * H + 720]);
  });
});

describe('departures added and removed', () => {
  test('new ones join the timetable of their days and running times, others get one of their own', () => {
    const result = after([timetable()], {
      add: [
        { days: 31, like: 1, cells: [11 * H, 11 * H + 120, [11 * H + 300, 11 * H + 360], 11 * H + 600] },
        { days: 64, like: 1, cells: [11 * H, null, '-', 11 * H + 500], every: { to: 12 * H, frequency: 600 } },
      ],
    });
    expect(result.map(({ Number, Days, Departures }) => [Number, Days, Departures.length])).toEqual([
      [1, 31, 4],
      [2, 64, 1],
    ]);
    expect(result[1]?.Departures[0]).toEqual({ Type: 'Interval', FromTime: 11 * H, ToTime: 12 * H, Frequency: 600 });
  });

  test('a timetable goes away with its last departure', () => {
    expect(after([timetable()], { remove: refsOf(timetable()) as DepartureRef[] })).toEqual([]);
  });
});

describe('what cannot be done is said', () => {
  test.each<[string, SheetEdit, string]>([
    ['a departure that is gone', { remove: [{ timetable: 1, time: 7 * H }] }, 'The departure at 07:00 is not there any more'],
    ['a cell that reads otherwise', { columns: [{ of: T9, cells: [[1, 9 * H, null]] }] }, 'Stop 2 reads 09:02 by now, not 09:00'],
    ['a stop that is gone', { columns: [{ of: T9, cells: [[4, null, 9 * H]] }] }, 'There is no stop 5 any more'],
    ['a time before the day', { columns: [{ of: T9, by: -10 * H }] }, 'A time lies outside 00:00 to 99:59:59'],
    ['a trip id twice', { columns: [{ of: T9, fields: { TripId: 'T8' } }] }, 'Trip id T8 is in use on this track already'],
    [
      'an interval that ends before it begins',
      { add: [{ days: 1, cells: [9 * H], every: { to: 8 * H, frequency: 60 } }] },
      'An interval has to end after it begins',
    ],
    ['no time at all', { add: [{ days: 1, cells: [null] }] }, 'A departure needs a time at one stop at least'],
    [
      '10,000 departures by mistake',
      { add: Array.from({ length: 10_000 }, () => ({ days: 1, cells: [9 * H] })) },
      '10,000 departures are more than can be added at once (2,000)',
    ],
  ])('%s', (_what, edit, message) => {
    expect(sheetEditError([timetable()], edit, 4)).toBe(message);
  });
});

test('tidying joins timetables that differ in their departures alone', () => {
  const other = timetable({ Number: 2, Departures: [{ Type: 'Exact', Time: 9 * H + 60, TripId: 'X' }] });
  const changes = tidied([timetable(), other, timetable({ Number: 3, Days: 64 })]);
  expect([...changes].map(([number, one]) => [number, one?.Departures.map(({ TripId }) => TripId)])).toEqual([
    [1, ['T8', 'T9', 'X', 'T10']],
    [2, undefined],
  ]);
});
