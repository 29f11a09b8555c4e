import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import { tidied, tidyJoins, tidyMoves } from './tidy.ts';

const H = 3600;

function timetable(Number: number, offsets: (number | null)[], hours: readonly number[], more: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: '1',
    TrackId: 'a-b',
    Number,
    Days: 31,
    ArrivalOffsets: offsets,
    DepartureOffsets: offsets,
    Departures: hours.map((hour) => ({ Type: 'Exact', Time: hour * H })),
    ...more,
  };
}

test('0 seconds joins what differs in departures alone', () => {
  const all = [
    timetable(1, [0, 60, 120], [8]),
    timetable(2, [0, 60, 121], [9]),
    timetable(3, [0, 60, 120], [7]),
    timetable(4, [0, 60, 120], [6], { Days: 64 }),
    timetable(5, [0, 60, 120], [6], { BikesAllowed: 1 }),
    timetable(6, [0, null, 120], [6]),
  ];
  expect([...tidied(all)].map(([number, one]) => [number, one?.Departures.map(({ Time = 0 }) => Time / H)])).toEqual([
    [1, [7, 8]],
    [3, undefined],
  ]);
});

test('within some seconds the times of the one with the most departures stay, and the lowest number', () => {
  const all = [
    timetable(1, [0, 50, 110], [8]),
    timetable(2, [0, 60, 120], [9, 10]),
    timetable(3, [0, 70, 100], [7]),
    timetable(4, [0, 90, 120], [6]),
  ];
  expect(tidyJoins(all, 9)).toEqual([]);
  const joins = tidyJoins(all, 20);
  expect(joins.map(({ from, to }) => [from.map(({ Number }) => Number), to.Number, to.DepartureOffsets])).toEqual([[[1, 2, 3], 1, [0, 60, 120]]]);
  expect(tidyMoves(joins).map(({ departure, from, stops, least, most }) => [(departure.Time ?? 0) / H, from.Number, stops, least, most])).toEqual([
    [7, 3, 2, -10, 20],
    [8, 1, 2, 0, 10],
    [9, 2, 0, 0, 0],
    [10, 2, 0, 0, 0],
  ]);
});

test('no time changes by more than the seconds, also where each is near to the next', () => {
  const all = Array.from({ length: 40 }, (_, nth) => timetable(nth + 1, [0, 60 + 10 * nth, 500], [nth]));
  const moves = tidyMoves(tidyJoins(all, 30));
  expect(moves.length).toBeGreaterThan(20);
  expect(Math.max(...moves.map(({ least, most }) => Math.max(-least, most)))).toBe(30);
});

test('a stop that waits longer changes by its departure', () => {
  const waits = timetable(1, [0, 60, 120], [8], { DepartureOffsets: [0, 75, 120] });
  const joins = tidyJoins([waits, timetable(2, [0, 60, 120], [9, 10])], 15);
  expect(tidyMoves(joins)[0]).toMatchObject({ stops: 1, least: -15, most: 0 });
  expect(joins[0]?.to).toMatchObject({ Number: 1, DepartureOffsets: [0, 60, 120] });
});
