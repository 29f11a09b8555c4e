import { describe, expect, test } from 'vitest';
import type { Schedule } from '../model/schedule.ts';
import type { Stop } from '../model/stop.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { mergeDocument } from './mergeDocument.ts';

const stop: Stop = { Id: 'S', Name: 'One', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 };
const timetable: Timetable = {
  ScheduleId: '4',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: [0, 60, 120],
  DepartureOffsets: [0, 60, 120],
  Departures: [
    { Type: 'Exact', Time: 28_800, TripId: 'T1' },
    { Type: 'Exact', Time: 29_400, TripId: 'T2' },
  ],
};
const schedule: Schedule = {
  Id: '4',
  Name: '4',
  IsBaseSchedule: false,
  Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] },
};

describe('what an edit made of a document is made of its present state', () => {
  test('where others changed other fields, both changes stay', () => {
    const merged = mergeDocument('Stop', stop, { ...stop, Name: 'Two' }, { ...stop, ZoneId: 'Z' });
    expect(merged).toEqual({ doc: { ...stop, Name: 'Two', ZoneId: 'Z' }, conflicts: [] });
  });

  test('a field that others changed too is a conflict and keeps their value, unless it is forced', () => {
    const theirs = { ...stop, Name: 'Theirs', ZoneId: 'Z' };
    expect(mergeDocument('Stop', stop, { ...stop, Name: 'Mine' }, theirs)).toEqual({ doc: theirs, conflicts: ['Name'] });
    expect(mergeDocument('Stop', stop, { ...stop, Name: 'Mine' }, theirs, true).doc).toEqual({ ...theirs, Name: 'Mine' });
  });

  test('a field that is taken away goes, one that others set meanwhile is a conflict', () => {
    const zoned = { ...stop, ZoneId: 'A' };
    expect(mergeDocument('Stop', zoned, stop, zoned).doc).toEqual(stop);
    expect(mergeDocument('Stop', zoned, stop, { ...zoned, ZoneId: 'B' }).conflicts).toEqual(['ZoneId']);
  });

  test('taking back once more what a track lost of its last number leaves it without one', () => {
    const track: Track = { ScheduleId: '4', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: [] };
    expect(mergeDocument('Track', { ...track, LastTimetable: 2 }, track, track, true).doc).toEqual(track);
    expect(mergeDocument('Track', { ...track, LastTimetable: 2 }, track, { ...track, LastTimetable: 5 }, true).doc).toEqual({
      ...track,
      LastTimetable: 5,
    });
  });

  test('a removed document comes back, a changed one is not removed unseen', () => {
    expect(mergeDocument('Stop', null, stop, null)).toEqual({ doc: stop, conflicts: [] });
    expect(mergeDocument('Stop', stop, null, stop)).toEqual({ doc: null, conflicts: [] });
    expect(mergeDocument('Stop', stop, null, { ...stop, Name: 'Two' })).toEqual({ doc: { ...stop, Name: 'Two' }, conflicts: [''] });
    expect(mergeDocument('Stop', stop, { ...stop, Name: 'Two' }, null).conflicts).toEqual(['']);
  });

  test('departures merge one by one', () => {
    const [first, second] = timetable.Departures;
    if (!first || !second) throw new Error('The timetable has two departures');
    const mine = { ...timetable, Departures: [{ ...first, Time: 28_860 }, second] };
    const theirs = { ...timetable, Departures: [first, { ...second, blockId: 'B' }, { Type: 'Exact' as const, Time: 30_000, TripId: 'T3' }] };
    expect(mergeDocument('Timetable', timetable, mine, theirs)).toEqual({
      doc: {
        ...timetable,
        Departures: [
          { ...first, Time: 28_860 },
          { ...second, blockId: 'B' },
          { Type: 'Exact', Time: 30_000, TripId: 'T3' },
        ],
      },
      conflicts: [],
    });
    const same = { ...timetable, Departures: [{ ...first, Time: 28_920 }, second] };
    expect(mergeDocument('Timetable', timetable, mine, same).conflicts).toEqual(['Departures/T1']);
    expect(mergeDocument('Timetable', timetable, { ...timetable, Departures: [second] }, theirs).doc?.Departures).toHaveLength(2);
  });

  test('times of a profile merge cell by cell while it has the same stops', () => {
    const mine = { ...timetable, DepartureOffsets: [0, 90, 120] };
    expect(mergeDocument('Timetable', timetable, mine, { ...timetable, DepartureOffsets: [0, 60, 150] }).doc?.DepartureOffsets).toEqual([0, 90, 150]);
    expect(mergeDocument('Timetable', timetable, mine, { ...timetable, DepartureOffsets: [0, 60, 120, 180] }).conflicts).toEqual([
      'DepartureOffsets',
    ]);
  });

  test('exceptions of a calendar merge by date, and stay in order', () => {
    const add = (Date: string, RunAs = 64): Schedule => ({
      ...schedule,
      Calendar: {
        ...schedule.Calendar,
        Exceptions: [...schedule.Calendar.Exceptions, { Date, RunAs }].toSorted((a, b) => (a.Date < b.Date ? -1 : 1)),
      },
    });
    const merged = mergeDocument('Schedule', schedule, add('2026-05-01'), add('2026-12-26'));
    expect(merged.conflicts).toEqual([]);
    expect(merged.doc?.Calendar.Exceptions.map(({ Date }) => Date)).toEqual(['2026-05-01', '2026-12-25', '2026-12-26']);
    expect(mergeDocument('Schedule', schedule, add('2026-05-01'), add('2026-05-01', 127)).conflicts).toEqual(['Calendar/Exceptions/2026-05-01']);
  });
});
