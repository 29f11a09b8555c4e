import { expect, it } from 'vitest';
import { chanceOf, type Chance } from '../../../test/laws/chance.ts';
import type { Departure, Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import type { TrackDetails } from '../scheduleDetails.ts';
import { figuresOf, hoursOf, type TripGroup, tripGroupsOf } from './figures.ts';

const STOPS = ['a', 'b', 'c', 'd', 'e', 'lost'];

type Places = ReadonlyMap<string, { readonly Lat: number; readonly Lng: number }>;

function placesOf(chance: Chance): Places {
  return new Map(STOPS.slice(0, 5).map((id) => [id, { Lat: 50 + chance.next(), Lng: 5 + chance.next() }]));
}

function departureOf(chance: Chance): Departure {
  const from = chance.below(90_000);
  return chance.next() < 0.2
    ? { Type: 'Interval', FromTime: from, ToTime: from + chance.below(7200), Frequency: 1 + chance.below(1800) }
    : { Type: 'Exact', Time: from };
}

function timetableOf(chance: Chance, track: Track, number: number): Timetable {
  let at = 0;
  const offsets = track.Stops.map(() => (chance.next() < 0.1 ? null : (at += chance.below(600))));
  return {
    ScheduleId: 'L',
    TrackId: track.Id,
    Number: number,
    Days: chance.below(128),
    ArrivalOffsets: offsets,
    DepartureOffsets: offsets,
    Departures: Array.from({ length: chance.below(6) }, () => departureOf(chance)),
  };
}

function trackOf(chance: Chance, id: string): TrackDetails {
  const Direction = chance.pick(['Forward', 'Backward', 'Unknown'] as const) ?? 'Unknown';
  const Stops = Array.from({ length: 2 + chance.below(5) }, () => ({
    StopId: chance.next() < 0.03 ? 'lost' : (STOPS[chance.below(5)] ?? 'a'),
    ...(chance.next() < 0.1 ? { Ignored: true as const } : {}),
  }));
  const track: Track = { ScheduleId: 'L', Id: id, Name: '', Direction, Visible: true, Stops };
  return { Track: track, Timetables: Array.from({ length: chance.below(4) }, (_, at) => timetableOf(chance, track, at + 1)) };
}

/** One edit: of a timetable, of the stops of a track, of the place of a stop; what it does not touch stays the same object. */
function edited(chance: Chance, line: readonly TrackDetails[], places: Places): { line: readonly TrackDetails[]; places: Places } {
  const at = chance.below(line.length);
  const act = chance.below(4);
  if (act === 0) {
    const moved = STOPS[chance.below(5)] ?? 'a';
    return { line, places: new Map([...places, [moved, { Lat: 50 + chance.next(), Lng: 5 + chance.next() }]]) };
  }
  const change = (details: TrackDetails): TrackDetails => {
    if (act === 1) return trackOf(chance, details.Track.Id);
    const number = 1 + chance.below(details.Timetables.length + 1);
    const others = details.Timetables.filter((one) => one.Number !== number);
    return { Track: details.Track, Timetables: [...others, timetableOf(chance, details.Track, number)] };
  };
  return { line: line.map((details, nth) => (nth === at ? change(details) : details)), places };
}

/** By definition: at each moment at which a trip begins, the trips that have begun and not ended. */
function plainVehicles(groups: readonly TripGroup[]): number {
  const trips = groups.flatMap(({ starts, seconds }) => starts.map((start) => ({ start, end: start + seconds })));
  return Math.max(0, ...trips.map(({ start: now }) => trips.filter(({ start, end }) => start <= now && now < end).length));
}

it('folds a line that was edited step by step as if it were folded for the first time', () => {
  const chance = chanceOf(20_261_129);
  for (let nth = 0; nth < 60; nth++) {
    let places = placesOf(chance);
    let line: readonly TrackDetails[] = Array.from({ length: 1 + chance.below(4) }, (_, at) => trackOf(chance, `t${at}`));
    for (let edit = 0; edit < 12; edit++) {
      const now = places;
      const kept = tripGroupsOf(line, (id) => now.get(id));
      const plain = tripGroupsOf(structuredClone(line), (id) => now.get(id));
      expect(kept).toEqual(plain);
      expect(hoursOf(kept)).toEqual(hoursOf(plain));
      ({ line, places } = edited(chance, line, places));
    }
  }
});

it('is the sum of the directions of a line, and needs the vehicles that are under way', () => {
  const chance = chanceOf(7);
  for (let nth = 0; nth < 300; nth++) {
    const places = placesOf(chance);
    const line = Array.from({ length: 1 + chance.below(4) }, (_, at) => trackOf(chance, `t${at}`));
    const groups = tripGroupsOf(line, (id) => places.get(id));
    const all = figuresOf(groups);
    const parts = (['Forward', 'Backward', 'Unknown'] as const).map((one) => figuresOf(groups.filter(({ direction }) => direction === one)));
    const sum = (of: (part: (typeof parts)[number]) => number): number => parts.reduce((total, part) => total + of(part), 0);
    expect(all.Trips).toBe(sum(({ Trips }) => Trips));
    expect(all.Seconds).toBe(sum(({ Seconds }) => Seconds));
    expect(all.Metres).toBeCloseTo(
      sum(({ Metres }) => Metres),
      3,
    );
    expect(all.Unmeasured).toBe(sum(({ Unmeasured }) => Unmeasured));
    expect(all.Vehicles).toBe(plainVehicles(groups));
    expect(hoursOf(groups).reduce((total, { departures }) => total + departures, 0)).toBe(all.Trips);
    expect(Math.max(0, ...hoursOf(groups).map(({ vehicles }) => vehicles))).toBe(all.Vehicles);
  }
});
