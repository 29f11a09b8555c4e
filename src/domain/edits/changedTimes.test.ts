import { expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import type { ShapeDraft } from '../shapeDraft.ts';
import { encodeShape } from '../shapes.ts';
import { changedTimes } from './shapes.ts';

const places = [0, 1, 4].map((x) => ({ Lat: 0, Lng: x / 1000 }));
const track: Track = {
  ScheduleId: '1',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Shape: encodeShape(places),
  Stops: places.map((_, i) => ({ StopId: `S${i}`, ShapeSequence: i })),
};
const timetable = (times: number[], departures: number): Timetable => ({
  ScheduleId: '1',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: times,
  DepartureOffsets: times,
  Departures: Array.from({ length: departures }, (_, i) => ({ Type: 'Exact' as const, Time: i * 3600 })),
});
const draft: ShapeDraft = {
  versionId: 1,
  scheduleId: '1',
  trackId: 'a-b',
  mode: 'MOVE',
  base: encodeShape(places),
  stops: places.map((at, i) => ({ sequence: i, at })),
  recalculateTimes: true,
  steps: [],
  start: null,
  legs: [],
};

test('recalculated times: departures whose times change, and the largest change', () => {
  // a quarter of the distance is a quarter of the time: 100 s of 400 s
  expect(changedTimes(draft, track, [timetable([0, 100, 400], 3)])).toEqual({ departures: 0, seconds: 0 });
  expect(changedTimes(draft, track, [timetable([0, 100, 400], 3), timetable([0, 190, 400], 2), timetable([0, 70, 400], 5)])).toEqual({
    departures: 7,
    seconds: 90,
  });
  expect(changedTimes({ ...draft, mode: 'DRAW' }, track, [timetable([0, 190, 400], 2)])).toEqual({ departures: 0, seconds: 0 });
});
