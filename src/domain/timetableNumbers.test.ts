import { expect, test } from 'vitest';
import { mergeDocument } from './edits/mergeDocument.ts';
import { createTimetable, deleteTimetable, editSheet } from './edits/timetables.ts';
import type { Documents } from './edits/documentEdit.ts';
import type { Timetable } from './model/timetable.ts';
import type { Track } from './model/track.ts';

const OF = { scheduleId: '4', trackId: 'a-b' };
const track: Track = { ScheduleId: '4', Id: 'a-b', Name: 'a-b', Direction: 'Forward', Visible: true, Stops: [{ StopId: 'A' }, { StopId: 'B' }] };

function timetable(Number: number): Timetable {
  return {
    ScheduleId: '4',
    TrackId: 'a-b',
    Number,
    Days: 1 << (Number - 1),
    ArrivalOffsets: [0, 60 * Number],
    DepartureOffsets: [0, 60 * Number],
    Departures: [{ Type: 'Exact', Time: 28_800, TripId: `T${Number}` }],
  };
}

/** A track with timetables in memory: `carryOut` makes an edit's changes and answers the numbers there are. */
function world(timetables: readonly Timetable[]): {
  carryOut: (changes: readonly { kind: string; id: string; doc: unknown }[]) => number[];
  docs: Documents;
} {
  const held = new Map<string, unknown>([
    ['Schedule 4', { Id: '4', Name: '4' }],
    ['Track 4/a-b', track],
    ...timetables.map((one) => [`Timetable 4/a-b/${one.Number}`, one] as const),
  ]);
  const all = (): Timetable[] => [...held].filter(([key]) => key.startsWith('Timetable')).map(([, doc]) => doc as Timetable);
  return {
    docs: {
      get: (kind, id) => (held.get(`${kind} ${id}`) ?? null) as never,
      need: (kind, id) => held.get(`${kind} ${id}`) as never,
      under: () => all() as never,
    },
    carryOut: (changes) => {
      for (const { kind, id, doc } of changes) {
        if (doc === null) held.delete(`${kind} ${id}`);
        else held.set(`${kind} ${id}`, doc);
      }
      return all().map(({ Number }) => Number);
    },
  };
}

test('a number is never given again: not after the highest was deleted, nor the only one', () => {
  const { docs, carryOut } = world([timetable(1), timetable(2), timetable(3)]);
  expect(carryOut(deleteTimetable.change(docs, { ...OF, number: 3 }))).toEqual([1, 2]);
  expect(carryOut(createTimetable.change(docs, { ...OF, days: 64 }))).toEqual([1, 2, 4]);
  expect(carryOut(deleteTimetable.change(docs, { ...OF, number: 2 }))).toEqual([1, 4]);
  expect(docs.get('Track', '4/a-b')?.LastTimetable).toBe(3);
  carryOut(deleteTimetable.change(docs, { ...OF, number: 4 }));
  expect(carryOut(deleteTimetable.change(docs, { ...OF, number: 1 }))).toEqual([]);
  expect(carryOut(createTimetable.change(docs, { ...OF, days: 64 }))).toEqual([5]);
});

test('a timetable that the sheet empties gives its number to no other', () => {
  const { docs, carryOut } = world([timetable(1), timetable(2)]);
  const remove = { remove: [{ timetable: 2, time: 28_800, trip: 'T2' }] };
  expect(carryOut(editSheet.change(docs, { ...OF, act: 'remove', edit: remove }))).toEqual([1]);
  const add = { add: [{ days: 64, cells: [32_400, 32_700] }] };
  expect(carryOut(editSheet.change(docs, { ...OF, act: 'add', edit: add }))).toEqual([1, 3]);
});

test('undoing an earlier delete keeps what a later one says, and is no conflict', () => {
  const [five, six] = [
    { ...track, LastTimetable: 5 },
    { ...track, LastTimetable: 6 },
  ];
  expect(mergeDocument('Track', five, track, six)).toEqual({ doc: six, conflicts: [] });
  expect(mergeDocument('Track', five, track, five)).toEqual({ doc: track, conflicts: [] });
});
