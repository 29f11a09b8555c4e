import { describe, expect, test } from 'vitest';
import type { EntityKind } from '../entities.ts';
import { takeDetours } from './detours.ts';
import type { Documents } from './documentEdit.ts';

const DIRECT = '_p~iF~ps|U_ulLnnqC';
const ROUND = '_p~iF~ps|U_t`B~qy@_`kIn{vA';
const schedule = (Id: string, fromDate = '2026-01-01') => ({
  Id,
  Name: '8',
  IsBaseSchedule: false,
  Calendar: { fromDate, toDate: '2026-12-31', Exceptions: [] },
});
const track = (Id: string) => ({
  ScheduleId: '8',
  Id,
  Name: Id,
  Direction: 'Forward',
  Visible: true,
  Shape: DIRECT,
  Stops: [
    { StopId: 'S1', ShapeSequence: 0 },
    { StopId: 'S2', ShapeSequence: 1 },
  ],
});
const timetable = (TrackId: string) => ({
  ScheduleId: '8',
  TrackId,
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 600],
  DepartureOffsets: [0, 600],
  Departures: [{ Type: 'Exact', Time: 28_800, TripId: `${TrackId}-8` }],
});
function documents(more: Readonly<Record<string, object>> = {}): Documents {
  const held: Readonly<Record<string, object>> = {
    'Schedule 8': schedule('8'),
    'Track 8/a-b': track('a-b'),
    'Track 8/b-a': track('b-a'),
    'Timetable 8/a-b/1': timetable('a-b'),
    'Timetable 8/b-a/1': timetable('b-a'),
    ...more,
  };
  const get = (kind: EntityKind, id: string) => (held[`${kind} ${id}`] ?? null) as never;
  return {
    get,
    need: get,
    under: (kind: EntityKind, ...keys: readonly string[]) =>
      Object.entries(held).flatMap(([key, doc]) => (key.startsWith(`${kind} ${keys.join('/')}/`) ? [doc] : [])) as never,
  };
}
const edit = (from: string, to: string, scheduleId = '8') => ({
  tracks: [{ scheduleId, trackId: 'a-b', points: 2, parts: [{ From: 0, To: 1, Shape: ROUND }] }],
  works: { from, to },
});
const changes = (docs: Documents, payload: ReturnType<typeof edit>) =>
  Object.fromEntries(takeDetours.change(docs, payload).map(({ kind, id, doc }) => [`${kind} ${id}`, doc]));

describe('a detour on the dates of works', () => {
  test('the whole schedule is cloned for them, with the detour, without trip ids; the original has no service then', () => {
    const after = changes(documents(), edit('2026-03-02', '2026-03-03'));
    expect(Object.keys(after)).toEqual([
      'Schedule 8',
      'Schedule 8_20260302',
      'Track 8_20260302/a-b',
      'Timetable 8_20260302/a-b/1',
      'Track 8_20260302/b-a',
      'Timetable 8_20260302/b-a/1',
    ]);
    expect(after['Schedule 8']).toMatchObject({
      Calendar: {
        Exceptions: [
          { Date: '2026-03-02', RunAs: 0 },
          { Date: '2026-03-03', RunAs: 0 },
        ],
      },
    });
    expect(after['Schedule 8_20260302']).toMatchObject({ Calendar: { fromDate: '2026-03-02', toDate: '2026-03-03', Exceptions: [] } });
    expect(after['Track 8_20260302/a-b']).toMatchObject({ ScheduleId: '8_20260302', Id: 'a-b', Shape: ROUND });
    expect(after['Track 8_20260302/b-a']).toMatchObject({ ScheduleId: '8_20260302', Id: 'b-a', Shape: DIRECT });
    expect(after['Timetable 8_20260302/b-a/1']).toEqual({
      ...timetable('b-a'),
      ScheduleId: '8_20260302',
      Departures: [{ Type: 'Exact', Time: 28_800 }],
    });
    expect(after['Timetable 8_20260302/a-b/1']).toMatchObject({ ScheduleId: '8_20260302', Departures: [{ Type: 'Exact', Time: 28_800 }] });
  });

  test('works on all service days change the schedule itself', () => {
    expect(Object.keys(changes(documents(), edit('2026-01-01', '2026-12-31')))).toEqual(['Track 8/a-b', 'Timetable 8/a-b/1']);
  });

  test('an id that is taken: that of the last day, else a refusal', () => {
    const one = { 'Schedule 8_20260302': schedule('8_20260302') };
    expect(Object.keys(changes(documents(one), edit('2026-03-02', '2026-03-03')))[1]).toBe('Schedule 8_20260303');
    const both = documents({ ...one, 'Schedule 8_20260303': schedule('8_20260303') });
    expect(takeDetours.refuse?.(both, edit('2026-03-02', '2026-03-03'))).toBe(
      'There are schedules 8_20260302 and 8_20260303 already. Choose another first day.',
    );
  });

  test('no line runs on these dates', () => {
    expect(takeDetours.refuse?.(documents(), edit('2027-03-02', '2027-03-03'))).toBe('None of these lines runs between 2027-03-02 and 2027-03-03.');
    expect(takeDetours.refuse?.(documents(), edit('2026-03-02', '2026-03-03'))).toBeUndefined();
  });
});
