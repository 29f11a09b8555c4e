import { expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../../test/laws/chance.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { type CellValue, kindAt, movedCell } from './profile.ts';
import { cellOfColumn, type Sheet, sheetOf } from './sheet.ts';
import { duplicateColumns } from './newDepartures.ts';
import {
  fillOn,
  fillRange,
  interpolateRange,
  type Range,
  shiftColumns,
  shiftRange,
  writeBand,
  writeCells,
  writeOnward,
  writeRange,
} from './sheetActs.ts';
import { applySheetEdit, sheetEditError, type SheetEdit } from './sheetEdit.ts';
import { tidied } from './tidy.ts';

const STOPS = 6;
const TRACK: Track = {
  ScheduleId: '4',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Stops: Array.from({ length: STOPS }, (_, i) => ({ StopId: `S${i}` })),
};

/** What the law compares: everything about a departure but where it is kept. */
interface Kept {
  readonly cells: CellValue[];
  readonly rest: unknown;
}

function keptOf(timetables: readonly Timetable[]): Map<string, Kept> {
  const all = new Map<string, Kept>();
  for (const column of sheetOf(TRACK, timetables, { days: 127, split: false }).columns) {
    const { timetable, departure } = column;
    const { Time: _time, FromTime: from, ToTime: to, ...fields } = departure;
    const { Number: _n, Departures: _d, ArrivalOffsets: _a, DepartureOffsets: _b, PickupIntervals, DropOffIntervals, ...flags } = timetable;
    const cells = Array.from({ length: STOPS }, (_, at) => cellOfColumn(column, at));
    // a stop that is not served has its kinds for that reason; elsewhere they must stay
    const kinds = cells.map((cell, at) => (cell === '-' ? '-' : [kindAt(PickupIntervals, at, 0), kindAt(DropOffIntervals, at, 0)]));
    const length = from === undefined || to === undefined ? undefined : to - from;
    all.set(departure.TripId ?? '', { cells, rest: { fields, flags, kinds, length } });
  }
  return all;
}

/** What an edit says must become of the cells, by trip: read from the edit alone, knowing nothing of profiles. */
function expected(timetables: readonly Timetable[], edit: SheetEdit): Map<string, CellValue[]> {
  const cells = new Map([...keptOf(timetables)].map(([trip, { cells }]) => [trip, [...cells]]));
  for (const { timetable, cells: edits } of edit.bands ?? [])
    for (const { TripId = '', Time, FromTime } of timetables.find(({ Number }) => Number === timetable)?.Departures ?? [])
      for (const [position, , to] of edits) cells.get(TripId)?.splice(position, 1, movedCell(to, Time ?? FromTime ?? 0));
  for (const { of, by = 0, cells: edits = [] } of edit.columns ?? []) {
    const column = cells.get(of.trip ?? '');
    column?.forEach((cell, at) => (column[at] = movedCell(cell, by)));
    for (const [position, , to] of edits) column?.splice(position, 1, to);
  }
  for (const { trip = '' } of edit.remove ?? []) cells.delete(trip);
  return cells;
}

function network(chance: Chance): Timetable[] {
  let trip = 0;
  return [1, 2, 3].map((number): Timetable => {
    const offsets = Array.from({ length: STOPS }, (_, at) => (at > 0 && chance.next() < 0.2 ? null : at * 120 + chance.below(3) * 30));
    return {
      ScheduleId: '4',
      TrackId: 'a-b',
      Number: number,
      Days: chance.pick([31, 32, 96]) ?? 31,
      ArrivalOffsets: offsets,
      DepartureOffsets: offsets.map((offset) => (offset !== null && chance.next() < 0.2 ? offset + 30 : offset)),
      Timepoints: offsets.map((_, at) => (at % 2 === 0 ? 1 : 0)),
      ...(chance.next() < 0.5 ? { PickupIntervals: [[4, 6, 2]], DropOffIntervals: [[0, 2, 1]] } : {}),
      ...(chance.next() < 0.3 ? { BlockId: 'B' } : {}),
      Departures: Array.from({ length: 1 + chance.below(4) }, (_, nth) => ({
        ...(chance.next() < 0.2
          ? { Type: 'Interval' as const, FromTime: 30_000 + nth * 600, ToTime: 40_000 + nth * 600, Frequency: 600 }
          : { Type: 'Exact' as const, Time: 30_000 + nth * 600 }),
        TripId: `T${trip++}`,
        ...(chance.next() < 0.3 ? { tripShortName: 'x', wheelchairAccessibility: 1 } : {}),
      })),
    };
  });
}

function someRange(chance: Chance, sheet: Sheet): Range {
  const [a, b] = [chance.below(sheet.rows.length), chance.below(sheet.rows.length)];
  const [c, d] = [chance.below(sheet.columns.length), chance.below(sheet.columns.length)];
  return { top: Math.min(a, b), bottom: Math.max(a, b), left: Math.min(c, d), right: Math.max(c, d) };
}

function someAct(chance: Chance, sheet: Sheet): SheetEdit {
  const range = someRange(chance, sheet);
  const cell = { row: range.top, column: range.left, to: chance.pick([null, '-' as const, 30_000 + chance.below(5000)]) ?? null };
  const acts: (() => SheetEdit)[] = [
    () => writeCells(sheet, [cell]),
    () => writeCells(sheet, [cell, { ...cell, row: range.bottom, to: 31_000 }, { ...cell, column: range.right }]),
    () => shiftRange(sheet, range, 60),
    () => shiftColumns(sheet, [range.left], -300),
    () => writeRange(sheet, range, chance.pick([null, '-' as const]) ?? null),
    () => fillRange(sheet, range, 'down'),
    () => fillRange(sheet, range, 'right'),
    () => fillOn(sheet, range, 2),
    () => interpolateRange(sheet, range, null),
    () => writeBand(sheet, cell, chance.next() < 0.5),
    () => writeOnward(sheet, cell),
  ];
  return chance.pick(acts)?.() ?? {};
}

test('any sequence of sheet edits gives each departure exactly the times the sheet shows, and changes nothing else of it', () => {
  let edits = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const chance = chanceOf(seed);
    let timetables: readonly Timetable[] = network(chance);
    let sheet = sheetOf(TRACK, timetables, { days: 127, split: chance.next() < 0.3 });
    for (let step = 0; step < 25; step++) {
      const edit = someAct(chance, sheet);
      if (sheetEditError(timetables, edit, STOPS) !== undefined) continue;
      const before = keptOf(timetables);
      const wanted = expected(timetables, edit);
      const changes = applySheetEdit(timetables, edit, STOPS);
      timetables = [...timetables.filter(({ Number }) => !changes.has(Number)), ...[...changes.values()].filter((one) => one !== null)];
      if (step % 7 === 6) {
        const joined = tidied(timetables);
        timetables = [...timetables.filter(({ Number }) => !joined.has(Number)), ...[...joined.values()].filter((one) => one !== null)];
      }
      const now = keptOf(timetables);
      expect(Object.fromEntries([...now].map(([trip, { cells }]) => [trip, cells])), `seed ${seed} step ${step} ${JSON.stringify(edit)}`).toEqual(
        Object.fromEntries(wanted),
      );
      for (const [trip, { rest, cells }] of now)
        expect(withoutUnserved(rest, cells, before.get(trip)?.cells), `seed ${seed} step ${step} ${trip}`).toEqual(
          withoutUnserved(before.get(trip)?.rest, cells, before.get(trip)?.cells),
        );
      expect(timetables.every(({ Departures }) => Departures.length > 0)).toBe(true);
      sheet = sheetOf(TRACK, timetables, { days: 127, split: sheet.rows.length === 2 * STOPS, before: sheet });
      edits++;
    }
  }
  expect(edits).toBeGreaterThan(600);
});

/** Kinds of stops that are, or were, not served are the edit's own doing. */
function withoutUnserved(rest: unknown, now: readonly CellValue[], before: readonly CellValue[] = []): unknown {
  const { kinds, ...others } = rest as { kinds: unknown[] };
  return { ...others, kinds: kinds.map((kind, at) => (now[at] === '-' || before[at] === '-' ? '-' : kind)) };
}

test('departures keep their places in the sheet while they are edited, with and without trip ids', () => {
  const plain: Timetable = {
    ScheduleId: '4',
    TrackId: 'a-b',
    Number: 1,
    Days: 127,
    ArrivalOffsets: [0, 60, 120, 180, 240, 300],
    DepartureOffsets: [0, 60, 120, 180, 240, 300],
    Departures: [1, 2, 3, 4].map((n) => ({ Type: 'Exact' as const, Time: n * 600 })),
  };
  const first = sheetOf(TRACK, [plain], { days: 127, split: false });
  const edit = shiftColumns(first, [0, 1], 1500);
  const changes = applySheetEdit([plain], edit, STOPS);
  const moved = sheetOf(TRACK, [changes.get(1) ?? plain], { days: 127, split: false, before: first });
  expect(moved.columns.map(({ key, start }) => [key, start])).toEqual([
    [0, 2100],
    [1, 2700],
    [2, 1800],
    [3, 2400],
  ]);
  expect(moved.unsorted).toBe(true);
  const more = applySheetEdit([changes.get(1) ?? plain], duplicateColumns(moved, [2], 1, 60), STOPS);
  const grown = sheetOf(TRACK, [more.get(1) ?? plain], { days: 127, split: false, before: moved });
  expect(grown.columns.map(({ start }) => start)).toContain(1860);
  expect(grown.columns).toHaveLength(5);
});

test('a departure that a colleague moved to another timetable stays its column, also while it stands in the old one too', () => {
  const departures = [1, 2, 3].map((n) => ({ Type: 'Exact' as const, Time: n * 600, TripId: `T${n}` }));
  const plain: Timetable = {
    ScheduleId: '4',
    TrackId: 'a-b',
    Number: 1,
    Days: 127,
    ArrivalOffsets: [0, 60, 120, 180, 240, 300],
    DepartureOffsets: [0, 60, 120, 180, 240, 300],
    Departures: departures,
  };
  const first = sheetOf(TRACK, [plain], { days: 127, split: false });
  const changes = applySheetEdit([plain], writeCells(first, [{ row: 2, column: 0, to: 900 }]), STOPS);
  const made = changes.get(2);
  if (!made) throw new Error('The edit made no timetable');
  const moved = structuredClone(made);
  // the new timetable comes with the message, the large old one is read after it
  const both = sheetOf(TRACK, [plain, moved], { days: 127, split: false, before: first });
  const read = structuredClone([changes.get(1) ?? plain]);
  const last = sheetOf(TRACK, [...read, moved], { days: 127, split: false, before: both });
  expect(last.columns.map(({ key, departure: { TripId } }) => [key, TripId])).toEqual([
    [0, 'T1'],
    [1, 'T2'],
    [2, 'T3'],
  ]);
});
