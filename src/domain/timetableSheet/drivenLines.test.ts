import { expect, test } from 'vitest';
import type { DrivenTimes } from '../realtime.ts';
import { drivenLines } from './drivenLines.ts';

const METRES = [0, 500, 1200];
// 2026-05-04 is a Monday
const driven: DrivenTimes = {
  Every: 1,
  Tracks: [
    {
      TrackId: 'a-b',
      Trips: [
        { TripId: 'early', Date: '2026-05-04', Passed: [28_800, 28_870, 28_990] },
        { TripId: 'late', Date: '2026-05-04', Passed: [null, 30_070, 30_200] },
        { TripId: 'seen once', Date: '2026-05-05', Passed: [null, null, 30_200] },
        { TripId: 'early', Date: '2026-05-10', Passed: [28_810, null, 29_000] },
      ],
    },
    { TrackId: 'b-a', Trips: [{ TripId: 'back', Date: '2026-05-04', Passed: [32_000, 32_100, 32_200] }] },
  ],
};

test('driven trips of the track come newest first, with points where they passed a stop', () => {
  expect(drivenLines(driven, 'a-b', METRES, 127)).toEqual({
    all: 3,
    lines: [
      { date: '2026-05-10', times: [28_810, 29_000], metres: [0, 1200] },
      { date: '2026-05-04', times: [30_070, 30_200], metres: [500, 1200] },
      { date: '2026-05-04', times: [28_800, 28_870, 28_990], metres: [0, 500, 1200] },
    ],
  });
});

test('trips of other weekdays and tracks are left out', () => {
  expect(drivenLines(driven, 'a-b', METRES, 64).lines.map(({ date }) => date)).toEqual(['2026-05-10']);
  expect(drivenLines(driven, 'no such track', METRES, 127)).toEqual({ all: 0, lines: [] });
});

test('of many trips the oldest are left out', () => {
  const Trips = Array.from({ length: 1000 }, (_, nth) => ({
    TripId: `T${nth}`,
    Date: nth < 700 ? '2026-05-04' : '2026-05-05',
    Passed: [nth * 10, nth * 10 + 60, nth * 10 + 120],
  }));
  const { lines, all } = drivenLines({ Every: 1, Tracks: [{ TrackId: 'a-b', Trips }] }, 'a-b', METRES, 127);
  expect([all, lines.length, lines[299]?.date, lines[300]?.date, lines[399]?.times[0]]).toEqual([1000, 400, '2026-05-05', '2026-05-04', 6000]);
});
