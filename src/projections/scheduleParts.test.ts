import { type Draft, produce } from 'immer';
import { expect, test } from 'vitest';
import type { Schedule } from '../domain/model/schedule.ts';
import type { Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { holdDocuments } from './documents.ts';
import { scheduleDetails } from './scheduleParts.ts';
import { type AppState, emptyVersion, initialState } from './state.ts';

const schedule = (): Schedule => ({
  Id: 'L1',
  Name: '1',
  IsBaseSchedule: false,
  Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
});
const track = (): Track => ({ ScheduleId: 'L1', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: [{ StopId: 'S1' }] });
const timetable = (Number: number, Time: number): Timetable => ({
  ScheduleId: 'L1',
  TrackId: 'a-b',
  Number,
  Days: 127,
  ArrivalOffsets: [0],
  DepartureOffsets: [0],
  Departures: [{ Type: 'Exact', Time }],
});

const held = (state: AppState, rev: number, ...timetables: readonly Timetable[]): AppState =>
  produce(state, (draft: Draft<AppState>) => {
    holdDocuments(draft, 1, 'Schedule', [{ rev, doc: schedule() }]);
    holdDocuments(draft, 1, 'Track', [{ rev, doc: track() }]);
    holdDocuments(
      draft,
      1,
      'Timetable',
      timetables.map((doc) => ({ rev, doc })),
    );
  });

const shown = held(
  {
    ...initialState,
    versions: { 1: { ...emptyVersion(1), scheduleDetails: { L1: { status: 'succeeded', messages: [], value: true } } } },
  },
  0,
  timetable(1, 28_800),
  timetable(2, 30_000),
);

test('an answer that says what is shown already leaves the schedule the same object', () => {
  const before = scheduleDetails(shown, 1, 'L1');
  const answered = held(shown, 1, timetable(1, 28_800), timetable(2, 30_000));
  expect(answered.versions[1]?.docs).not.toBe(shown.versions[1]?.docs);
  expect(scheduleDetails(answered, 1, 'L1')).toBe(before);
});

test('one that moves a departure shows it, and leaves the other timetables the same objects', () => {
  const before = scheduleDetails(shown, 1, 'L1');
  const after = scheduleDetails(held(shown, 1, timetable(1, 28_860), timetable(2, 30_000)), 1, 'L1');
  expect(after?.Tracks[0]?.Timetables.map(({ Departures }) => Departures)).toEqual([
    [{ Type: 'Exact', Time: 28_860 }],
    [{ Type: 'Exact', Time: 30_000 }],
  ]);
  expect(after?.Tracks[0]?.Timetables[1]).toBe(before?.Tracks[0]?.Timetables[1]);
  expect(after?.Tracks[0]?.Track).toBe(before?.Tracks[0]?.Track);
});
