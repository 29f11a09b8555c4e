import { describe, expect, it } from 'vitest';
import type { Schedule } from '../model/schedule.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { importanceOf, type LineDocs, notesOf, type NotedStop, type NotedStops } from './releaseNotes.ts';

const WEEKDAYS = 31;
const hour = (hours: number, minutes = 0): number => hours * 3600 + minutes * 60;

function schedule(more: Partial<Schedule> = {}): Schedule {
  return { Id: '5', Name: '5', IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-12', Exceptions: [] }, ...more };
}

function track(stopIds: readonly string[], more: Partial<Track> = {}): Track {
  return { ScheduleId: '5', Id: 'a-b', Name: 'Out', Direction: 'Forward', Visible: true, Stops: stopIds.map((StopId) => ({ StopId })), ...more };
}

function timetable(times: readonly number[], more: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: '5',
    TrackId: 'a-b',
    Number: 1,
    Days: WEEKDAYS,
    ArrivalOffsets: [0, 600],
    DepartureOffsets: [0, 600],
    Departures: times.map((Time) => ({ Type: 'Exact' as const, Time })),
    ...more,
  };
}

function line(times: readonly number[], more: Partial<LineDocs> = {}): LineDocs {
  return { schedule: schedule(), tracks: [track(['harbour', 'market'])], timetables: [timetable(times)], ...more };
}

const PLACES: Readonly<Record<string, NotedStop>> = {
  harbour: { name: 'Harbour', place: { Lat: 52, Lng: 5 } },
  market: { name: 'Market Street', place: { Lat: 52.01, Lng: 5 } },
  school: { name: 'School', place: { Lat: 52.02, Lng: 5 } },
};
const stops = (after: Readonly<Record<string, NotedStop>> = PLACES): NotedStops => ({ before: (id) => PLACES[id], after: (id) => after[id] });

const DAY = [hour(5, 25), hour(7), hour(9), hour(17), hour(22)];

describe('the release notes of a line', () => {
  it('are none where nothing differs, whatever the order and the numbers', () => {
    const renumbered = { ...line(DAY.toReversed()), timetables: [timetable(DAY, { Number: 4 })] };
    expect(notesOf(line(DAY), renumbered, stops())).toEqual([]);
  });

  it('say how many more trips run, when the first one runs, and until when', () => {
    const after = line([hour(5, 10), hour(7), hour(7, 45), hour(8), hour(8, 15), hour(9), hour(17), hour(22)], {
      schedule: schedule({ Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } }),
    });
    expect(notesOf(line(DAY), after, stops())).toEqual([
      { Kind: 'ends', Before: '2026-12-12', After: '2026-12-31' },
      { Kind: 'moreTrips', Days: 31, Count: 3, From: hour(7, 45), To: hour(8, 15) },
      { Kind: 'shiftedTrips', Days: 31, Count: 1, Minutes: 15 },
      { Kind: 'firstTrip', Days: 31, Before: hour(5, 25), After: hour(5, 10) },
    ]);
  });

  it('say which trips are gone', () => {
    expect(notesOf(line(DAY), line([hour(5, 25), hour(7), hour(17)]), stops())).toEqual([
      { Kind: 'fewerTrips', Days: 31, Count: 2, From: hour(9), To: hour(22) },
      { Kind: 'lastTrip', Days: 31, Before: hour(22), After: hour(17) },
    ]);
  });

  it('pair shifted trips so that the shifts are the smallest, and call those over half an hour new ones', () => {
    expect(notesOf(line([hour(8), hour(9)]), line([hour(8, 10), hour(9, 31)]), stops())).toEqual([
      { Kind: 'moreTrips', Days: 31, Count: 1, From: hour(9, 31), To: hour(9, 31) },
      { Kind: 'fewerTrips', Days: 31, Count: 1, From: hour(9), To: hour(9) },
      { Kind: 'shiftedTrips', Days: 31, Count: 1, Minutes: 10 },
      { Kind: 'firstTrip', Days: 31, Before: hour(8), After: hour(8, 10) },
      { Kind: 'lastTrip', Days: 31, Before: hour(9), After: hour(9, 31) },
    ]);
  });

  it('name days that are new and days that are gone', () => {
    const after = { ...line(DAY), timetables: [timetable(DAY, { Days: 30 }), timetable([hour(10)], { Number: 2, Days: 32 })] };
    expect(notesOf(line(DAY), after, stops())).toEqual([
      { Kind: 'daysGone', Days: 1, Count: 5 },
      { Kind: 'newDays', Days: 32, Count: 1 },
    ]);
  });

  it('count the trips of intervals', () => {
    const every = (Frequency: number) => ({
      ...line([]),
      timetables: [timetable([], { Departures: [{ Type: 'Interval' as const, FromTime: hour(6), ToTime: hour(7), Frequency }] })],
    });
    expect(notesOf(every(1200), every(600), stops())).toEqual([
      { Kind: 'moreTrips', Days: 31, Count: 3, From: hour(6, 10), To: hour(6, 50) },
      { Kind: 'lastTrip', Days: 31, Before: hour(6, 40), After: hour(6, 50) },
    ]);
  });

  it('say how much longer trips take', () => {
    const slow = { ...line(DAY), timetables: [timetable(DAY, { ArrivalOffsets: [0, 750], DepartureOffsets: [0, 750] })] };
    expect(notesOf(line(DAY), slow, stops())).toEqual([{ Kind: 'longerTrips', Days: 31, Minutes: 3 }]);
    expect(notesOf(slow, line(DAY), stops())).toEqual([{ Kind: 'shorterTrips', Days: 31, Minutes: 3 }]);
  });

  it('name stops that are new, gone, moved and renamed', () => {
    const longer = line(DAY, { tracks: [track(['harbour', 'school'])] });
    expect(notesOf(line(DAY), longer, stops())).toEqual([
      { Kind: 'newStops', Names: ['School'], More: 0 },
      { Kind: 'stopsGone', Names: ['Market Street'], More: 0 },
    ]);
    const moved = { ...PLACES, market: { name: 'Old Market', place: { Lat: 52.01036, Lng: 5 } } };
    expect(notesOf(line(DAY), line(DAY), stops(moved))).toEqual([
      { Kind: 'stopRenamed', Before: 'Market Street', After: 'Old Market' },
      { Kind: 'stopsMoved', Stops: [{ Name: 'Old Market', Metres: 40 }], More: 0 },
    ]);
  });

  it('say that the order of stops, the path and the signs differ', () => {
    expect(notesOf(line(DAY), line(DAY, { tracks: [track(['market', 'harbour'])] }), stops())).toEqual([{ Kind: 'patterns' }]);
    expect(notesOf(line(DAY), line(DAY, { tracks: [track(['harbour', 'market'], { Shape: '_p~iF~ps|U_ulLnnqC' })] }), stops())).toEqual([
      { Kind: 'path' },
    ]);
    const signed = track([], { Stops: [{ StopId: 'harbour', Destination: 'Market' }, { StopId: 'market' }] });
    expect(notesOf(line(DAY), line(DAY, { tracks: [signed] }), stops())).toEqual([{ Kind: 'destinations' }]);
  });

  it('list the first five dates with another service', () => {
    const closed = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07'];
    const Exceptions = closed.map((Date) => ({ Date, RunAs: 0 }));
    const after = line(DAY, { schedule: schedule({ Calendar: { fromDate: '2026-01-01', toDate: '2026-12-12', Exceptions } }) });
    expect(notesOf(line(DAY), after, stops())).toEqual([{ Kind: 'dates', Names: closed.slice(0, 5), More: 2 }]);
  });

  it('fall back to details, so that no changed line is left out', () => {
    expect(notesOf(line(DAY), line(DAY, { schedule: schedule({ Color: 'FF0000' }) }), stops())).toEqual([{ Kind: 'details', Names: ['Color'] }]);
    const blocks = line(DAY, { timetables: [timetable(DAY, { BlockId: '7' })] });
    expect(notesOf(line(DAY), blocks, stops())).toEqual([{ Kind: 'details', Names: [] }]);
  });

  it('leave dates out of a schedule that follows another one of its line', () => {
    const next = line([...DAY, hour(23)], {
      schedule: schedule({ Id: '5b', Calendar: { fromDate: '2026-12-13', toDate: '2027-12-11', Exceptions: [] } }),
    });
    expect(notesOf(line(DAY), next, stops(), { succeeds: true })).toEqual([
      { Kind: 'moreTrips', Days: 31, Count: 1, From: hour(23), To: hour(23) },
      { Kind: 'lastTrip', Days: 31, Before: hour(22), After: hour(23) },
    ]);
  });

  it('weigh what matters to riders', () => {
    expect(importanceOf({ Kind: 'lineGone' })).toBe('high');
    expect(importanceOf({ Kind: 'shiftedTrips', Days: 31, Count: 1, Minutes: 4 })).toBe('medium');
    expect(importanceOf({ Kind: 'shiftedTrips', Days: 31, Count: 1, Minutes: 5 })).toBe('high');
    expect([19, 20, 99, 100].map((Metres) => importanceOf({ Kind: 'stopsMoved', Stops: [{ Name: 'A', Metres }], More: 0 }))).toEqual([
      'low',
      'medium',
      'medium',
      'high',
    ]);
    expect(importanceOf({ Kind: 'path' })).toBe('low');
  });
});
