import { createDraft, finishDraft } from 'immer';
import { expect, test } from 'vitest';
import { encodeShape } from '../../domain/shapes.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { tableOf } from '../../kernel/table.ts';
import { holdDocuments } from '../../projections/documents.ts';
import { type AppState, emptyVersion, initialState } from '../../projections/state.ts';
import { shownTrack } from './shownTrack.ts';

const track: Track = {
  ScheduleId: 'L1',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'S1', ShapeSequence: 0 }],
  Shape: encodeShape(Array.from({ length: 5000 }, (_, i) => ({ Lat: 52 + i * 1e-4, Lng: 5 }))),
};
const timetable = (Time: number): Timetable => ({
  ScheduleId: 'L1',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: [0],
  DepartureOffsets: [0],
  Departures: [{ Type: 'Exact', Time }],
});

/** The state after some documents of the track have come, on top of another one. */
function after(state: AppState, hold: (state: never) => void): AppState {
  const draft = createDraft(state);
  hold(draft as never);
  return finishDraft(draft);
}

function opened(): AppState {
  const version = {
    ...emptyVersion(1),
    stops: {
      status: 'succeeded' as const,
      messages: [],
      value: tableOf([{ Id: 'S1', Name: 'S1', Type: 0, Coordinate: { Lat: 52, Lng: 5 } }], ({ Id }) => Id),
    },
    scheduleDetails: { L1: { status: 'succeeded' as const, messages: [], value: true as const } },
  };
  const state: AppState = { ...initialState, location: { path: '/data/db/demo/v/1/schedules/L1/a-b/map', search: '' }, versions: { 1: version } };
  return after(state, (draft) => {
    holdDocuments(draft, 1, 'Schedule', [
      { rev: 0, doc: { Id: 'L1', Name: '1', IsBaseSchedule: false, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } } },
    ]);
    holdDocuments(draft, 1, 'Track', [{ rev: 0, doc: track }]);
    holdDocuments(draft, 1, 'Timetable', [{ rev: 0, doc: timetable(28_800) }]);
  });
}

test('the line of a track is not decoded again because a timetable of it changed', () => {
  const state = opened();
  const before = shownTrack(state);
  expect(before?.shape).toHaveLength(5000);
  const later = after(state, (draft) => holdDocuments(draft, 1, 'Timetable', [{ rev: 1, doc: timetable(30_000) }]));
  expect(shownTrack(later)).toBe(before);
});

test('nor because its name changed; a moved stop does not change the line', () => {
  const state = opened();
  const before = shownTrack(state);
  const renamed = after(state, (draft) => holdDocuments(draft, 1, 'Track', [{ rev: 1, doc: { ...track, Name: 'North' } }]));
  expect(shownTrack(renamed)?.shape).toBe(before?.shape);
});
