import { describe, expect, test } from 'vitest';
import { inTown, steps } from '../../test/builders/town.ts';
import { changeOfRunningTime, detouredTimes, detouredTrack, leavingAndRejoining, partOf, runsAlong, usesOf, withoutStretch } from './detours.ts';
import type { Timetable } from './model/timetable.ts';
import type { Track } from './model/track.ts';
import { decodeShape, encodeShape } from './shapes.ts';

type Corner = readonly [x: number, y: number];
/** A line of the town's grid: a step is 150 m, a tenth of one 15 m. */
const line = (...corners: readonly Corner[]) => corners.map(([x, y]) => inTown(x, y));
const bends = (points: readonly { readonly Lat: number; readonly Lng: number }[]): string => points.map((at) => steps(at).join(',')).join(' ');
const CLOSED = line([4, 6], [6, 6]);

describe('who uses a closed stretch', () => {
  test.each<[what: string, corners: readonly Corner[], uses: number]>([
    [
      'runs along all of it',
      [
        [1, 6],
        [9, 6],
      ],
      1,
    ],
    [
      'runs along it the other way',
      [
        [9, 6],
        [1, 6],
      ],
      1,
    ],
    [
      'crosses it',
      [
        [5, 3],
        [5, 9],
      ],
      0,
    ],
    [
      'crosses it at an angle',
      [
        [4.5, 5],
        [5.5, 7],
      ],
      0,
    ],
    [
      'runs 13 m beside it',
      [
        [1, 6.09],
        [9, 6.09],
      ],
      1,
    ],
    [
      'runs 20 m beside it, on the other carriageway',
      [
        [1, 6.14],
        [9, 6.14],
      ],
      0,
    ],
    [
      'runs along a part of it and turns off',
      [
        [1, 6],
        [5, 6],
        [5, 9],
      ],
      1,
    ],
    [
      'touches its end and turns off',
      [
        [1, 6],
        [4.1, 6],
        [4.1, 9],
      ],
      0,
    ],
    [
      'ends where it begins',
      [
        [1, 6],
        [4, 6],
      ],
      0,
    ],
    [
      'runs in and comes back',
      [
        [5.5, 3],
        [5.5, 6],
        [9, 6],
        [9, 6.01],
        [4.4, 6.01],
        [1, 6.01],
      ],
      2,
    ],
    [
      'is far away',
      [
        [1, 1],
        [9, 1],
      ],
      0,
    ],
  ])('a line that %s', (_what, corners, uses) => {
    expect(usesOf(line(...corners), CLOSED)).toHaveLength(uses);
  });

  test('a short stretch is used by whom runs along half of it, and not by whom crosses it', () => {
    const short = line([5, 6], [5.2, 6]);
    expect(usesOf(line([1, 6], [9, 6]), short)).toHaveLength(1);
    expect(usesOf(line([5.1, 3], [5.1, 9]), short)).toHaveLength(0);
  });

  test('points a metre apart, a metre to either side, are one run', () => {
    const rough = line(...Array.from({ length: 600 }, (_, i): Corner => [3 + i / 150, 6 + (i % 2 === 0 ? 0.01 : -0.01)]));
    const [run, ...more] = runsAlong(rough, CLOSED);
    expect(more).toEqual([]);
    expect(run?.covered).toBeGreaterThan(295);
  });
});

test('lines are cut where they run along the stretch; crossing lines stay whole', () => {
  const pieces = withoutStretch([line([1, 6], [9, 6]), line([5, 3], [5, 9]), line([4, 6], [6, 6])], CLOSED);
  expect(pieces.map(bends)).toEqual(['1,6 3.9,6', '6.1,6 9,6', '5,3 5,9']);
});

const SHAPE = line([0, 6], [2, 6], [4, 6], [5, 6], [6, 6], [8, 6], [10, 6]);
const track: Track = {
  ScheduleId: 'L1',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward',
  Visible: true,
  Shape: encodeShape(SHAPE),
  Stops: [0, 1, 3, 5, 6].map((ShapeSequence, i) => ({ StopId: `S${i}`, ShapeSequence, ShapeDistance: i })),
};

test('a way round replaces the part between leaving and coming back, and leaves out the stops there', () => {
  const [use] = usesOf(SHAPE, CLOSED);
  if (!use) throw new Error('It runs along');
  // from 3 to 8, turning off at 4 and coming back at 7
  const path = line([3, 6], [4, 6], [4, 7], [7, 7], [7, 6], [8, 6]);
  const way = leavingAndRejoining(SHAPE, 450, 1200, use, path);
  expect([way.from, way.to].map((metres) => Math.round(metres / 15) / 10)).toEqual([expect.closeTo(4, 0), expect.closeTo(7, 0)]);
  const part = partOf(decodeShape(track.Shape ?? ''), way);
  expect([part.From, part.To]).toEqual([2, 5]);
  expect(bends(decodeShape(part.Shape)).replaceAll(/ (\S+) (?=\1)/g, ' ')).toContain('4,7 7,7');
  const found = detouredTrack(track, [part], 7);
  expect(found?.leftOut).toEqual([2]);
  const count = decodeShape(part.Shape).length;
  expect(found?.track.Stops).toEqual([
    { StopId: 'S0', ShapeSequence: 0 },
    { StopId: 'S1', ShapeSequence: 1 },
    { StopId: 'S2', Ignored: true },
    { StopId: 'S3', ShapeSequence: 2 + count - 1 },
    { StopId: 'S4', ShapeSequence: 2 + count },
  ]);
  const points = decodeShape(found?.track.Shape ?? '');
  expect(bends([points[2 + count - 1] ?? inTown(0, 0), points[2 + count] ?? inTown(0, 0)])).toBe('8,6 10,6');
  expect(detouredTrack(track, [part], 8)).toBeUndefined();
  expect(detouredTrack({ ...track, Shape: encodeShape(SHAPE.map(({ Lat, Lng }) => ({ Lat: Lat + 0.001, Lng }))) }, [part], 7)).toBeUndefined();
});

test('running times change by the length at the speed of the part that was left; whole minutes stay whole', () => {
  const timetable: Timetable = {
    ScheduleId: 'L1',
    TrackId: 'a-b',
    Number: 1,
    Days: 127,
    // 900 m between the second stop and the fourth in 3 minutes
    ArrivalOffsets: [0, 60, 180, 240, 300],
    DepartureOffsets: [0, 60, 180, 240, 300],
    Departures: [{ Type: 'Exact', Time: 28_800 }],
  };
  // 600 m become 900 m: at 5 m/s another minute
  const longer = { From: 2, To: 5, Shape: encodeShape(line([4, 6], [4, 7], [8, 7], [8, 6])) };
  const after = detouredTimes(timetable, track, [longer]);
  expect(after.ArrivalOffsets).toEqual([0, 60, 220, 300, 360]);
  expect(changeOfRunningTime(timetable, after)).toBe(60);
  const exact = { ...timetable, ArrivalOffsets: [0, 61, 180, 241, 300], DepartureOffsets: [0, 61, 180, 241, 300] };
  expect(changeOfRunningTime(exact, detouredTimes(exact, track, [longer]))).toBe(60);
  const few = { ...longer, Shape: encodeShape(line([4, 6], [4, 6.2], [8, 6.2], [8, 6])) };
  expect(changeOfRunningTime(timetable, detouredTimes(timetable, track, [few]))).toBe(0);
  expect(changeOfRunningTime(exact, detouredTimes(exact, track, [few]))).toBe(12);
  expect(changeOfRunningTime({ ...timetable, ArrivalOffsets: [], DepartureOffsets: [] }, timetable)).toBeUndefined();
});
