import { describe, expect, test } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { sheetOf } from './sheet.ts';
import { headwaysAt, meetingsOf, metresOnTrack, runsOfSheet, runsOfTrack } from './stringline.ts';

const M = 60;
const track: Track = {
  ScheduleId: '4',
  Id: 'a-b',
  Name: '',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'C' }],
};
const back: Track = { ...track, Id: 'b-a', Direction: 'Backward', Stops: [{ StopId: 'C2' }, { StopId: 'B' }, { StopId: 'far' }] };

function timetable(Number: number, times: readonly number[], offsets: readonly (number | null)[], more: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: '4',
    TrackId: 'a-b',
    Number,
    Days: 31,
    ArrivalOffsets: [...offsets],
    DepartureOffsets: [...offsets],
    Departures: times.map((Time) => ({ Type: 'Exact', Time })),
    ...more,
  };
}

function lines(timetables: readonly Timetable[]): ReturnType<typeof runsOfSheet> {
  return runsOfSheet(sheetOf(track, timetables, { days: 127, split: false }), [0, 500, 1200]);
}

describe('the lines of a sheet', () => {
  test('a stop without a time has no point, one where the vehicle waits has two', () => {
    const waits = timetable(1, [8 * 60 * M], [0, 5 * M, 9 * M], { DepartureOffsets: [0, 7 * M, 9 * M] });
    expect(lines([waits])[0]).toMatchObject({
      times: [28_800, 29_100, 29_220, 29_340],
      metres: [0, 500, 500, 1200],
      column: 0,
      from: 28_800,
      to: 29_340,
    });
    expect(lines([timetable(1, [28_800], [0, null, 9 * M])])[0]).toMatchObject({ times: [28_800, 29_340], metres: [0, 1200] });
  });

  test('an interval is drawn with each of its runs, its end not included', () => {
    const every = timetable(1, [], [0, 60, 120], { Departures: [{ Type: 'Interval', FromTime: 21_600, ToTime: 23_400, Frequency: 600 }] });
    expect(lines([every]).map(({ from, column }) => [from, column])).toEqual([
      [21_600, 0],
      [22_200, 0],
      [22_800, 0],
    ]);
  });

  test('a run has the block of its departure, else that of the timetable', () => {
    const one = timetable(1, [], [0, 60, 120], {
      BlockId: '7',
      Departures: [
        { Type: 'Exact', Time: 28_800 },
        { Type: 'Exact', Time: 30_000, blockId: '8' },
      ],
    });
    expect(lines([one, timetable(2, [40_000], [0, 60, 120])]).map(({ block }) => block)).toEqual(['7', '8', undefined]);
  });

  test('a departure meets the one before it where it is there no later, on common days alone', () => {
    const slow = timetable(1, [28_800], [0, 10 * M, 20 * M]);
    const fast = timetable(2, [28_800 + 5 * M], [0, 4 * M, 8 * M]);
    expect(meetingsOf(lines([slow, fast]))).toEqual([
      { time: 28_800 + 9 * M, metres: 500 },
      { time: 28_800 + 13 * M, metres: 1200 },
    ]);
    expect(meetingsOf(lines([slow, { ...fast, Days: 64 }]))).toEqual([]);
  });

  test('headways are counted between runs of common days, at a stop', () => {
    const runs = lines([timetable(1, [28_800, 29_400], [0, 60, 120]), timetable(2, [29_100], [0, 60, 120], { Days: 64 })]);
    expect(headwaysAt(runs, 1)).toEqual([{ from: 28_860, to: 29_460 }]);
  });
});

test('stops of the way back lie where the same stop or its other side of the street does', () => {
  const places: Record<string, { Lat: number; Lng: number }> = {
    A: { Lat: 52, Lng: 5 },
    B: { Lat: 52.005, Lng: 5 },
    C: { Lat: 52.011, Lng: 5 },
    C2: { Lat: 52.0111, Lng: 5.0002 },
    far: { Lat: 52.5, Lng: 5 },
  };
  const metres = metresOnTrack(track, [0, 500, 1200], back, (id) => places[id]);
  expect(metres).toEqual([1200, 500, null]);
  expect(runsOfTrack([timetable(1, [36_000], [0, 60, 120], { TrackId: 'b-a' })], metres, 127)).toMatchObject([
    { trackId: 'b-a', times: [36_000, 36_060], metres: [1200, 500] },
  ]);
});
