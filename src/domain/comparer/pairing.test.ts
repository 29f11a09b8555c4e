import { describe, expect, test } from 'vitest';
import type { Stop } from '../model/stop.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { type PairedSchedule, pairSchedules, pairStops, pairTimetables, pairTracks } from './pairing.ts';

const stop = (Id: string, Name: string, Lat: number, more: Partial<Stop> = {}): Stop => ({
  Id,
  Name,
  Type: 0,
  Coordinate: { Lat, Lng: 5 },
  WheelchairBoarding: 0,
  ...more,
});
const schedule = (Id: string, line: string, dates: string, stops: string): PairedSchedule => {
  const [fromDate = '', toDate = ''] = dates.split('..');
  return { doc: { Id, Name: '', ExternalTransportId: line, Calendar: { fromDate, toDate, Exceptions: [] } }, stops: new Set(stops.split(' ')) };
};
const track = (Id: string, stops: string, Direction: Track['Direction'] = 'Forward'): Track => ({
  ScheduleId: 's',
  Id,
  Name: Id,
  Direction,
  Visible: true,
  Stops: stops.split(' ').map((StopId) => ({ StopId })),
});
const timetable = (Number: number, Days: number, times: readonly number[], trips: readonly string[] = [], offsets = [0, 60]): Timetable => ({
  ScheduleId: 's',
  TrackId: 't',
  Number,
  Days,
  ArrivalOffsets: offsets,
  DepartureOffsets: offsets,
  Departures: times.map((Time, i) => ({ Type: 'Exact', Time, ...(trips[i] === undefined ? {} : { TripId: trips[i] }) })),
});
const ids = (pairs: readonly { from: string; to: string; rule: string }[]): string[] =>
  pairs.map(({ from, to, rule }) => `${from} ${to} ${rule}`).toSorted();

describe('what is the same under two ids', () => {
  test('stops: of one name and type within 100 m, the nearest one', () => {
    const before = [stop('a', 'Main St', 52), stop('b', 'Main St', 52.0005), stop('c', 'Far', 52), stop('d', 'Hall', 52, { Type: 1 })];
    const after = [stop('A', ' main st', 52.00001), stop('B', 'Main St', 52.00049), stop('C', 'Far', 52.01), stop('D', 'Hall', 52)];
    expect(ids(pairStops(before, after))).toEqual(['a A place', 'b B place']);
  });

  test('schedules: by the id without its date, then by line; of several the nearest in stops and days', () => {
    const before = [
      schedule('01_20160208', '01', '2016-02-08..2017-01-01', 'x y'),
      schedule('9_20160101', '7', '2016-01-01..2016-06-30', 'p q r'),
      schedule('9_20160701', '7', '2016-07-01..2016-12-31', 'p q r'),
      schedule('gone', '5', '2016-01-01..2016-12-31', 'z'),
    ];
    const after = [
      schedule('01_20180526', '01', '2018-05-26..2019-07-01', 'x y z'),
      schedule('L7-summer', '7', '2016-07-01..2016-12-31', 'p q s'),
      schedule('L7-spring', '7', '2016-01-01..2016-06-30', 'p q s'),
      schedule('new', '6', '2016-01-01..2016-12-31', 'z'),
    ];
    expect(ids(pairSchedules(before, after))).toEqual(['01_20160208 01_20180526 family', '9_20160101 L7-spring line', '9_20160701 L7-summer line']);
  });

  test('tracks: the same stops go before more or less the same ones, and a direction of its own stays its own', () => {
    const before = [track('a-b', 'A B C D'), track('a-b-2', 'A B C'), track('b-a', 'D C B A', 'Backward')];
    const after = [track('a-b', 'A B C'), track('a-b-2', 'A B C D E'), track('b-a', 'D C B A', 'Backward'), track('a-b-3', 'X Y')];
    expect(ids(pairTracks(before, after, false))).toEqual(['a-b a-b-2 stops', 'a-b-2 a-b stops', 'b-a b-a stops']);
    // under one schedule id, ids that nothing else claims hold
    expect(ids(pairTracks([track('a-b', 'A B')], [track('a-b', 'X Y')], true))).toEqual(['a-b a-b id']);
    expect(ids(pairTracks([track('a-b', 'A B')], [track('a-b', 'X Y')], false))).toEqual([]);
  });

  test('timetables: by trips, else by departures of the same days, else by the same running times', () => {
    const before = [
      timetable(1, 31, [100, 200], ['t1', 't2']),
      timetable(2, 31, [300, 400]),
      timetable(3, 32, [500], [], [0, 90]),
      timetable(4, 64, [600]),
    ];
    const after = [
      timetable(1, 31, [300, 410]),
      timetable(2, 31, [160, 260], ['t1', 't2']),
      timetable(3, 32, [505], [], [0, 90]),
      timetable(4, 64, [700], [], [0, 50]),
    ];
    expect(ids(pairTimetables(before, after))).toEqual(['1 2 departures', '2 1 times', '3 3 times']);
  });

  test('the order of what is given says nothing', () => {
    const before = [timetable(1, 31, [100]), timetable(2, 31, [100]), timetable(3, 31, [100])];
    const after = [timetable(1, 31, [100]), timetable(2, 31, [100])];
    expect(pairTimetables(before.toReversed(), after.toReversed())).toEqual(pairTimetables(before, after));
  });
});
