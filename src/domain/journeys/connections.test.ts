import { expect, it } from 'vitest';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { brokenConnections, trackKey, type WalkedNetwork } from './connections.ts';
import { JourneyNetwork } from './network.ts';
import { patternsOf } from './patterns.ts';
import { Walking } from './walking.ts';

const at = (hours: number, minutes: number) => hours * 3600 + minutes * 60;

/** A line through some stops, 5 minutes from each to the next, with departures by their trip ids. */
function line(ScheduleId: string, stops: readonly string[], departures: Readonly<Record<string, number>>): [string, Track, Timetable] {
  const offsets = stops.map((_, call) => call * 300);
  return [
    trackKey({ scheduleId: ScheduleId, trackId: 't' }),
    { ScheduleId, Id: 't', Name: 't', Direction: 'Forward', Visible: true, Stops: stops.map((StopId) => ({ StopId })) },
    {
      ScheduleId,
      TrackId: 't',
      Number: 1,
      Days: 127,
      ArrivalOffsets: offsets,
      DepartureOffsets: offsets,
      Departures: Object.entries(departures).map(([TripId, Time]) => ({ Type: 'Exact', Time, TripId })),
    },
  ];
}

function walked(...lines: readonly [string, Track, Timetable][]): WalkedNetwork {
  const network = new JourneyNetwork();
  for (const [key, track, timetable] of lines)
    network.setTrack(
      key,
      patternsOf(track, [timetable], (_, day) => day === 0),
    );
  const walking = new Walking(network, { stops: new Map(), transfers: [], pathways: [] });
  return { network, from: walking.from, to: (stop) => walking.to(stop) };
}

const LINE_2 = line('2', ['x', 'm', 'y'], { early: at(8, 7), late: at(8, 37) });
const lineOf = (scheduleId: string) => scheduleId;

it('names the trip, the missed departure and the next one when a trip comes later', () => {
  // line 1 is at m at 8:10, changes take a minute, line 2 leaves m at 8:12
  const before = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 5) }), LINE_2);
  const after = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 8) }), LINE_2);
  const broken = brokenConnections(before, after, new Set(['1\nt']), 600, lineOf);
  expect(
    broken.map(({ from, to, walk, arrives, now }) => ({
      from: [from.scheduleId, from.trip.tripId, from.stopId, from.time],
      to: [to.scheduleId, to.trip.tripId, to.towards, to.time],
      walk,
      arrives,
      now,
    })),
  ).toEqual([{ from: ['1', 't1', 'm', 29_400], to: ['2', 'early', 'y', 29_520], walk: 60, arrives: 29_580, now: 31_320 }]);
});

it('names what breaks for the trips of others when the line they change to leaves earlier', () => {
  const before = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 5) }), LINE_2);
  const after = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 5) }), line('2', ['x', 'm', 'y'], { early: at(8, 5) }));
  expect(brokenConnections(before, after, new Set(['2\nt']), 600, lineOf).map(({ from, to, now }) => [from.scheduleId, to.time, now])).toEqual([
    ['1', 29_520, undefined],
  ]);
});

it('says nothing of a connection that is met by a later departure within the time, at another stop, or by a removed trip', () => {
  const before = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 5) }), LINE_2);
  const changed = new Set(['1\nt']);
  const later = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 8) }), LINE_2);
  expect(brokenConnections(before, later, changed, 1800, lineOf)).toEqual([]);
  const elsewhere = walked(line('1', ['a', 'q', 'x'], { t1: at(7, 56) }), LINE_2);
  expect(brokenConnections(before, elsewhere, changed, 600, lineOf)).toEqual([]);
  const removed = walked(line('1', ['a', 'm', 'b'], {}), LINE_2);
  expect(brokenConnections(before, removed, changed, 600, lineOf)).toEqual([]);
});

it('says nothing when both tracks are as they were', () => {
  const network = walked(line('1', ['a', 'm', 'b'], { t1: at(8, 5) }), LINE_2);
  expect(brokenConnections(network, network, new Set(['1\nt', '2\nt']), 600, lineOf)).toEqual([]);
});
