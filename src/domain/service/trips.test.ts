import { expect, it } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { drivenSpan, drivenTrips } from './trips.ts';

const TRACK: Track = {
  ScheduleId: 'L1',
  Id: 'a-c',
  Name: 'A - C',
  Direction: 'Forward',
  Visible: true,
  Stops: [{ StopId: 'a' }, { StopId: 'b' }, { StopId: 'c' }, { StopId: 'd', Ignored: true }],
};

function timetable(over: Partial<Timetable>): Timetable {
  return {
    ScheduleId: 'L1',
    TrackId: 'a-c',
    Number: 1,
    Days: 31,
    ArrivalOffsets: [0, 300, 600, 900],
    DepartureOffsets: [30, 330, 660, 900],
    Departures: [{ Type: 'Exact', Time: 28800 }],
    ...over,
  };
}

it('drives from the departure of the first call to the arrival at the last one that is exported', () => {
  expect(drivenTrips(TRACK, timetable({ BlockId: '7' }))).toEqual([
    { ref: { timetable: 1, time: 28800 }, run: 0, starts: 28830, ends: 29400, block: '7' },
  ]);
});

it('makes a trip of each run of an interval, and takes the block of the departure before that of the timetable', () => {
  const Departures: Timetable['Departures'] = [{ Type: 'Interval', FromTime: 3600, ToTime: 7200, Frequency: 1800, blockId: '9' }];
  expect(drivenTrips(TRACK, timetable({ BlockId: '7', Departures })).map(({ run, starts, ends, block }) => [run, starts, ends, block])).toEqual([
    [0, 3630, 4200, '9'],
    [1, 5430, 6000, '9'],
  ]);
});

it('has no span where fewer than two calls have a time', () => {
  const untimed = timetable({ ArrivalOffsets: [0, null, null, null], DepartureOffsets: [0, null, null, null] });
  expect(drivenSpan(TRACK, untimed)).toBeUndefined();
  expect(drivenTrips(TRACK, untimed)).toEqual([]);
});
