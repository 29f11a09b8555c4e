import { describe, expect, test } from 'vitest';
import type { Departure, Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { departureCount, departureRows, departureSpan, headwayText, hourRows, runningRows, trackStopRows } from './trackTimetable.ts';

const track = (Stops: Track['Stops']): Track => ({ ScheduleId: 'L1', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops });
const timetable = (Departures: Departure[], more: Partial<Timetable> = {}): Timetable => ({
  ScheduleId: 'L1',
  TrackId: 'a-b',
  Number: 1,
  Days: 31,
  ArrivalOffsets: [0, 300, 600],
  DepartureOffsets: [0, 330, 600],
  Departures,
  ...more,
});
const exact = (Time: number, more: Partial<Departure> = {}): Departure => ({ Type: 'Exact', Time, ...more });
const TEN_PAST_ONE = 25 * 3600 + 600;

describe('the stops of a track', () => {
  test('a loop shows its first stop twice, each at its own position', () => {
    const rows = trackStopRows(track([{ StopId: 'A' }, { StopId: 'B' }, { StopId: 'A' }]));
    expect(rows.map(({ position, stopId }) => [position, stopId])).toEqual([
      [0, 'A'],
      [1, 'B'],
      [2, 'A'],
    ]);
  });

  test('a destination is shown where it changes, not at every stop', () => {
    const rows = trackStopRows(
      track([
        { StopId: 'A', Destination: 'Harbour' },
        { StopId: 'B', Destination: 'Harbour' },
        { StopId: 'C' },
        { StopId: 'D', Destination: 'Depot' },
        { StopId: 'E', Destination: 'Harbour' },
      ]),
    );
    expect(rows.map(({ destination }) => destination)).toEqual(['Harbour', undefined, undefined, 'Depot', 'Harbour']);
  });

  test('sequence and ignored are passed on unchanged', () => {
    const [first, second] = trackStopRows(
      track([
        { StopId: 'A', ShapeSequence: 0 },
        { StopId: 'B', Ignored: true },
      ]),
    );
    expect([first?.shapeSequence, first?.ignored, second?.shapeSequence, second?.ignored]).toEqual([0, false, undefined, true]);
  });
});

describe('a timetable', () => {
  test('departures stand in order of the day, past midnight as 25:10 with the clock beside', () => {
    const rows = departureRows(timetable([exact(TEN_PAST_ONE, { TripId: 'T9' }), exact(8 * 3600 + 300)]));
    expect(rows.map(({ text }) => text)).toEqual(['08:05', '25:10']);
    expect(rows[1]?.hint).toBe('01:10 (+1 day) · Trip T9');
    expect(rows[1]?.clock).toBe('01:10 (+1 day)');
    expect([rows[0]?.hint, rows[0]?.clock]).toEqual([undefined, undefined]);
  });

  test('an interval reads in minutes although it is kept in seconds [E106, E336]', () => {
    const rows = departureRows(timetable([{ Type: 'Interval', FromTime: 6 * 3600, ToTime: 22 * 3600, Frequency: 600 }]));
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([['Interval', 'every 10 min 06:00–22:00']]);
    expect(headwayText(450)).toBe('every 7.5 min');
  });

  test('every run of an interval counts, the end not included', () => {
    expect(departureCount(timetable([exact(0), { Type: 'Interval', FromTime: 0, ToTime: 3600, Frequency: 600 }]))).toBe(7);
    expect(departureCount(timetable([{ Type: 'Interval', FromTime: 0, ToTime: 3601, Frequency: 600 }]))).toBe(7);
    expect(departureCount(timetable([]))).toBe(0);
  });

  test('it spans from its first departure to its last, or to the end of its last interval', () => {
    expect(departureSpan(timetable([exact(TEN_PAST_ONE), exact(8 * 3600)]))).toBe('08:00–25:10');
    expect(departureSpan(timetable([exact(8 * 3600), { Type: 'Interval', FromTime: 6 * 3600, ToTime: 9 * 3600, Frequency: 600 }]))).toBe(
      '06:00–09:00',
    );
    expect([departureSpan(timetable([exact(0)])), departureSpan(timetable([]))]).toEqual(['00:00', '']);
  });

  test('exact departures are grouped by hour of the service day', () => {
    const rows = departureRows(
      timetable([exact(8 * 3600 + 300), exact(TEN_PAST_ONE), exact(8 * 3600), { Type: 'Interval', FromTime: 0, ToTime: 60, Frequency: 60 }]),
    );
    expect(hourRows(rows).map(({ hour, departures }) => [hour, departures.map(({ text }) => text)])).toEqual([
      [8, ['08:00', '08:05']],
      [25, ['25:10']],
    ]);
  });

  test('the first run is listed stop by stop, with waiting and running time', () => {
    const rows = runningRows(timetable([exact(9 * 3600), exact(8 * 3600)]));
    expect(rows.map(({ running, arrival, departure }) => [running, arrival, departure])).toEqual([
      ['0:00', '08:00', '08:00'],
      ['0:05', '08:05', '08:05:30'],
      ['0:10', '08:10', '08:10'],
    ]);
  });

  test('a stop the source gives no time for stays empty, and without departures only running times are shown', () => {
    const rows = runningRows(timetable([], { ArrivalOffsets: [0, null], DepartureOffsets: [0, null], Timepoints: [1, 0] }));
    expect(rows).toEqual([
      { position: 0, running: '0:00', arrival: '', departure: '', approximate: false },
      { position: 1, running: '', arrival: '', departure: '', approximate: true },
    ]);
  });

  test('a run into the night tells the clock at its late stops', () => {
    const rows = runningRows(timetable([exact(23 * 3600 + 58 * 60)]));
    expect(rows.map(({ hint }) => hint)).toEqual([undefined, '00:03 (+1 day)', '00:08 (+1 day)']);
  });
});
