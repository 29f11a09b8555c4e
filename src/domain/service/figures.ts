/** Figures of service: trips, kilometres, vehicle hours and vehicles of a line on a day. A pure fold over its timetables. */
import { z } from 'zod';
import { runsOn } from '../activeDates.ts';
import type { Coordinate } from '../coordinate.ts';
import type { CalendarDate } from '../date.ts';
import type { Calendar } from '../model/schedule.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track, TrackDirection } from '../model/track.ts';
import type { TrackDetails } from '../scheduleDetails.ts';
import { metresAlong } from '../timetableSheet/distances.ts';
import { drivenSpan, drivenTrips } from './trips.ts';

/** The trips of one timetable, as the figures need them. All of them take the same time over the same distance. */
export interface TripGroup {
  readonly days: number;
  readonly direction: TrackDirection;
  /** Seconds of the service day, ascending. */
  readonly starts: readonly number[];
  /** Seconds that each trip takes. */
  readonly seconds: number;
  /** Metres that each trip drives; null where the place of a stop is not known. */
  readonly metres: number | null;
}

export const ServiceFigures = z.object({
  Trips: z.int().min(0),
  /** Seconds of the service day: the first and the last departure. Null without a trip. */
  First: z.number().nullable(),
  Last: z.number().nullable(),
  /** In service, of all trips. */
  Seconds: z.number().min(0),
  /** Of the trips whose distance is known. */
  Metres: z.number().min(0),
  /** Trips whose distance is not known. */
  Unmeasured: z.int().min(0),
  /** Peak vehicles: the most trips at once. A trip that ends when another begins is not at once with it. */
  Vehicles: z.int().min(0),
});
export type ServiceFigures = z.infer<typeof ServiceFigures>;

export const NO_SERVICE: ServiceFigures = { Trips: 0, First: null, Last: null, Seconds: 0, Metres: 0, Unmeasured: 0, Vehicles: 0 };

/** The trips of a timetable; undefined where none is driven. `metres` is where the stops of the track lie along it. */
export function tripGroup(track: Track, timetable: Timetable, metres: readonly number[] | null): TripGroup | undefined {
  const span = drivenSpan(track, timetable);
  const starts = drivenTrips(track, timetable).map((trip) => trip.starts);
  if (!span || starts.length === 0) return undefined;
  const [from, to] = [metres?.[span.first], metres?.[span.last]];
  return {
    days: timetable.Days,
    direction: track.Direction,
    starts: starts.toSorted((a, b) => a - b),
    seconds: Math.max(0, span.ends - span.starts),
    metres: from === undefined || to === undefined ? null : Math.max(0, to - from),
  };
}

type PlaceOf = (stopId: string) => Coordinate | null | undefined;

/** The trips of tracks, one group for each timetable. A track or timetable that is the same object as before is not folded again. */
export function tripGroupsOf(tracks: readonly TrackDetails[], placeOf: PlaceOf): readonly TripGroup[] {
  return tracks.flatMap(({ Track: track, Timetables }) => {
    const metres = metresOf(track, placeOf);
    return Timetables.flatMap((timetable) => groupOf(track, timetable, metres) ?? []);
  });
}

/** `metresAlong`, kept by track for as long as its stops have the same places. */
function metresOf(track: Track, placeOf: PlaceOf): readonly number[] | null {
  const places = track.Stops.map(({ StopId }) => placeOf(StopId));
  const known = METRES.get(track);
  if (known && places.every((place, at) => place === known.places[at])) return known.metres;
  const metres = metresAlong(track, placeOf);
  METRES.set(track, { places, metres });
  return metres;
}

function groupOf(track: Track, timetable: Timetable, metres: readonly number[] | null): TripGroup | undefined {
  const known = GROUPS.get(timetable);
  if (known && known.track === track && known.metres === metres) return known.group;
  const group = tripGroup(track, timetable, metres);
  GROUPS.set(timetable, { track, metres, group });
  return group;
}

const METRES = new WeakMap<Track, { readonly places: readonly (Coordinate | null | undefined)[]; readonly metres: readonly number[] | null }>();
const GROUPS = new WeakMap<Timetable, { readonly track: Track; readonly metres: readonly number[] | null; readonly group: TripGroup | undefined }>();

/** The groups that run on a date. */
export function runningGroups(calendar: Calendar, groups: readonly TripGroup[], date: CalendarDate | undefined): readonly TripGroup[] {
  return date === undefined ? [] : groups.filter(({ days }) => runsOn(calendar, days, date));
}

/** The figures of some groups on one day. */
export function figuresOf(groups: readonly TripGroup[]): ServiceFigures {
  let [trips, seconds, metres, unmeasured] = [0, 0, 0, 0];
  let [first, last]: [number | null, number | null] = [null, null];
  for (const group of groups) {
    const count = group.starts.length;
    trips += count;
    seconds += count * group.seconds;
    if (group.metres === null) unmeasured += count;
    else metres += count * group.metres;
    first = Math.min(first ?? Infinity, group.starts[0] ?? Infinity);
    last = Math.max(last ?? -Infinity, group.starts[count - 1] ?? -Infinity);
  }
  let vehicles = 0;
  eachStretch(groups, (_from, _to, count) => void (vehicles = Math.max(vehicles, count)));
  return { Trips: trips, First: first, Last: last, Seconds: seconds, Metres: metres, Unmeasured: unmeasured, Vehicles: vehicles };
}

/** An hour of the service day: departures in it, and the most vehicles in service at once. */
export interface ServiceHour {
  readonly hour: number;
  readonly departures: number;
  readonly vehicles: number;
}

/** The hours from the first departure to the last arrival. */
export function hoursOf(groups: readonly TripGroup[]): readonly ServiceHour[] {
  const departures = new Map<number, number>();
  const vehicles = new Map<number, number>();
  for (const { starts } of groups) for (const start of starts) departures.set(hourOf(start), (departures.get(hourOf(start)) ?? 0) + 1);
  eachStretch(groups, (from, to, count) => {
    for (let hour = hourOf(from); hour * HOUR < to; hour++) vehicles.set(hour, Math.max(vehicles.get(hour) ?? 0, count));
  });
  const served = [...departures.keys(), ...vehicles.keys()];
  if (served.length === 0) return [];
  const [from, to] = [served.reduce((a, b) => Math.min(a, b)), served.reduce((a, b) => Math.max(a, b))];
  return Array.from({ length: to - from + 1 }, (_, nth) => ({
    hour: from + nth,
    departures: departures.get(from + nth) ?? 0,
    vehicles: vehicles.get(from + nth) ?? 0,
  }));
}

const HOUR = 3600;

function hourOf(seconds: number): number {
  return Math.floor(seconds / HOUR);
}

/** Goes through the day in stretches of time on which the number of trips under way, above 0, stays the same. */
function eachStretch(groups: readonly TripGroup[], visit: (from: number, to: number, count: number) => void): void {
  const starts = sorted(groups.flatMap((group) => group.starts));
  const ends = sorted(groups.flatMap(({ starts: own, seconds }) => own.map((start) => start + seconds)));
  let [started, ended] = [0, 0];
  let at = starts[0] ?? 0;
  while (ended < ends.length) {
    const next = Math.min(starts[started] ?? Infinity, ends[ended] ?? Infinity);
    if (next > at && started > ended) visit(at, next, started - ended);
    at = next;
    while (ends[ended] === next && ended < started) ended++;
    while (starts[started] === next) started++;
    // trips that take no time end as they begin
    while (ends[ended] === next && ended < started) ended++;
  }
}

function sorted(times: readonly number[]): Float64Array {
  return Float64Array.from(times).toSorted();
}

/** Minutes and kilometres as people judge a service by; undefined where there are too few trips or no distance. */
export function derivedOf({ Trips, First, Last, Seconds, Metres, Unmeasured }: ServiceFigures): {
  /** Seconds between departures, on average. Says something of one direction only. */
  readonly headway: number | undefined;
  /** Seconds of a trip, on average. */
  readonly running: number | undefined;
  /** Kilometres an hour, stops included. */
  readonly speed: number | undefined;
} {
  return {
    headway: Trips > 1 && First !== null && Last !== null ? (Last - First) / (Trips - 1) : undefined,
    running: Trips > 0 ? Seconds / Trips : undefined,
    speed: Seconds > 0 && Unmeasured === 0 ? (Metres / Seconds) * 3.6 : undefined,
  };
}

/** What differs between two days of service. */
export interface FiguresChange {
  readonly trips: number;
  readonly seconds: number;
  readonly metres: number;
  readonly vehicles: number;
}

/** From some figures to others. */
export function changeOf(from: ServiceFigures, to: ServiceFigures): FiguresChange {
  return {
    trips: to.Trips - from.Trips,
    seconds: to.Seconds - from.Seconds,
    metres: to.Metres - from.Metres,
    vehicles: to.Vehicles - from.Vehicles,
  };
}

export function isNoChange({ trips, seconds, metres, vehicles }: FiguresChange): boolean {
  return trips === 0 && seconds === 0 && Math.abs(metres) < 0.5 && vehicles === 0;
}
