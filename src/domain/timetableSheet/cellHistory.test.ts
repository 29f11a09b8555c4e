import { expect, it } from 'vitest';
import { chanceOf } from '../../../test/builders/randomEdits.ts';
import { blame } from '../blame.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { historyOfCell } from './cellHistory.ts';
import { sheetOf, shownCell } from './sheet.ts';

const TRACK: Track = {
  ScheduleId: '7',
  Id: 'a-b',
  Name: '',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'a' }, { StopId: 'b' }, { StopId: 'c' }],
};
const FIRST: Timetable = {
  ScheduleId: '7',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: [0, 60, 120],
  DepartureOffsets: [0, 60, 120],
  Departures: [
    { Type: 'Exact', Time: 28_800, TripId: 'T1' },
    { Type: 'Exact', Time: 30_000, TripId: 'T2' },
  ],
};
const sheet = (timetable: Timetable) => sheetOf(TRACK, [timetable], { days: 127, split: false });

it('a cell names its timetable, its stop and its departure', () => {
  expect(historyOfCell(sheet(FIRST), { row: 1, column: 1 })).toEqual({
    kind: 'Timetable',
    id: '7/a-b/1',
    cell: { title: 'Stop 2, departure 08:20', paths: ['ArrivalOffsets/1', 'DepartureOffsets/1', 'Departures/T2'] },
  });
  expect(historyOfCell(sheet(FIRST), { row: 3, column: 0 })).toBeUndefined();
});

it('who set a cell is the last change after which it showed another time, found by a scan of all states', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const chance = chanceOf(seed);
    const some = (n: number): number => Math.floor(chance() * n);
    const states: Timetable[] = [FIRST];
    while (states.length < 20) {
      const last = states.at(-1) ?? FIRST;
      const at = some(3);
      const shifted = (offsets: readonly (number | null)[]): (number | null)[] =>
        offsets.map((offset, i) => (i === at && i > 0 ? 60 * (i + some(3)) : offset));
      const offsets = shifted(last.DepartureOffsets);
      states.push(
        chance() < 0.7
          ? { ...last, ArrivalOffsets: offsets, DepartureOffsets: offsets }
          : { ...last, Departures: last.Departures.map((one, i) => (i === at ? { ...one, Time: 28_800 + 60 * some(9) } : one)) },
      );
    }
    const history = states
      .slice(1)
      .map((After, i) => ({ rev: i + 1, Before: states[i] ?? null, After }))
      .toReversed();
    const now = sheet(states.at(-1) ?? FIRST);
    now.columns.forEach(({ departure }, column) => {
      now.rows.forEach((row, place) => {
        const { cell } = historyOfCell(now, { row: place, column }) ?? { cell: { paths: [] } };
        const blamed = Math.max(0, ...cell.paths.map((path) => blame(history, path)?.rev ?? 0));
        const shown = states.map((state) => {
          const then = sheet(state);
          const same = then.columns.find((one) => one.departure.TripId === departure.TripId);
          return same && JSON.stringify(shownCell(row, same));
        });
        const naive = shown.findLastIndex((value, rev) => rev > 0 && value !== shown[rev - 1]);
        // a departure that moves moves its cells with it: nothing that changes what a cell shows is missed
        expect(blamed, `seed ${seed}, stop ${place + 1}, ${departure.TripId}`).toBe(Math.max(0, naive));
        if (blamed > 0) {
          const [before, after] = [states[blamed - 1] ?? FIRST, states[blamed] ?? FIRST];
          expect(JSON.stringify(before), `seed ${seed}: what is blamed changed something`).not.toBe(JSON.stringify(after));
        }
      });
    });
  }
});
