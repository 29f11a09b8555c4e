/** Connections that an edit breaks: a trip that could be changed to within some minutes, and cannot any more. */
import type { JourneyNetwork, PlacedPattern } from './network.ts';
import type { TripName } from './patterns.ts';
import type { Walk } from './search.ts';

/** What tells connections apart of a schedule: its line. */
export type LineOf = (scheduleId: string) => string;

/** A network with its walks. */
export interface WalkedNetwork {
  readonly network: JourneyNetwork;
  readonly from: (stop: number) => readonly Walk[];
  readonly to: (stop: number) => readonly Walk[];
}

/** A trip at a call. `time` is its arrival where people alight, and its departure where they board. */
export interface TripCall {
  readonly scheduleId: string;
  readonly trackId: string;
  readonly trip: TripName;
  readonly stopId: string;
  /** The last stop of the trip. */
  readonly towards: string;
  readonly time: number;
}

/** A connection that is there no more. */
export interface BrokenConnection {
  readonly from: TripCall;
  readonly to: TripCall;
  /** Seconds from one stop to the other, the change included. */
  readonly walk: number;
  /** When the trip arrives at the stop now; undefined where it does not call there any more. */
  readonly arrives: number | undefined;
  /** The departure of the line that people wait for now; undefined where there is none until the end of the day. */
  readonly now: number | undefined;
}

interface Connection {
  readonly from: TripCall;
  readonly to: TripCall;
  readonly walk: number;
}

/**
 * Connections within some seconds that `before` has and `after` has not, of trips that both have, as they are met at the stops. Tracks in
 * `changed` differ; connections between two other tracks are not looked at. One for each trip that people come by and line with its direction that they change
 * to, at the stop with the shortest wait; in order of their time.
 */
export function brokenConnections(
  before: WalkedNetwork,
  after: WalkedNetwork,
  changed: ReadonlySet<string>,
  within: number,
  lineOf: LineOf,
): readonly BrokenConnection[] {
  const then = connectionsOf(before, changed, within, lineOf);
  const now = connectionsOf(after, changed, within, lineOf);
  const trips = tripsOf(after.network, new Set([...then.values()].map(({ from }) => trackKey(from))));
  return [...then]
    .flatMap(([key, { from, to, walk }]): BrokenConnection[] =>
      now.has(key) || !trips.has(tripKey(from)) ? [] : [{ from, to, walk, ...afterwards(after, from, to, lineOf) }],
    )
    .toSorted((a, b) => a.from.time - b.from.time || a.to.time - b.to.time);
}

/** The key under which a network holds a track. */
export function trackKey({ scheduleId, trackId }: Pick<PlacedPattern, 'scheduleId' | 'trackId'>): string {
  return `${scheduleId}\n${trackId}`;
}

function tripKey({ trip: { tripId, timetable, place, run, day }, ...track }: Pick<TripCall, 'scheduleId' | 'trackId' | 'trip'>): string {
  return `${trackKey(track)}\n${day}\n${tripId === undefined ? `${timetable} ${place}` : `id ${tripId}`}\n${run}`;
}

function directionKey(pattern: PlacedPattern, lineOf: LineOf): string {
  return `${lineOf(pattern.scheduleId)}\n${pattern.stops.at(-1) ?? ''}`;
}

/** By trip that people come by and line that they change to: the shortest wait. */
function connectionsOf(
  { network, from, to }: WalkedNetwork,
  changed: ReadonlySet<string>,
  within: number,
  lineOf: LineOf,
): ReadonlyMap<string, Connection> {
  const found = new Map<string, Connection & { readonly wait: number }>();
  const join = (feeder: PlacedPattern, call: number, onto: PlacedPattern, ontoCall: number, walk: number) => {
    if (lineOf(feeder.scheduleId) === lineOf(onto.scheduleId) || !feeder.alights[call] || !onto.boards[ontoCall]) return;
    if (call === 0 || ontoCall === onto.stops.length - 1) return;
    const head = directionKey(onto, lineOf);
    for (let trip = 0; trip < feeder.trips.length; trip++) {
      const arrives = feeder.arrivals[call * feeder.trips.length + trip] ?? 0;
      const next = departureFrom(onto, ontoCall, arrives + walk);
      if (next === undefined || next.time - arrives - walk > within) continue;
      const coming = tripCall(feeder, trip, call, arrives);
      const key = `${tripKey(coming)}\n${head}`;
      const wait = next.time - arrives - walk;
      if (wait < (found.get(key)?.wait ?? Infinity)) found.set(key, { from: coming, to: tripCall(onto, next.trip, ontoCall, next.time), walk, wait });
    }
  };
  for (const key of changed)
    for (const pattern of network.patternsOfTrack(key))
      pattern.stopNumbers.forEach((stop, call) => {
        for (const walk of from(stop))
          for (const other of network.callsAt(walk.stop)) {
            const onto = network.pattern(other.pattern);
            if (onto) join(pattern, call, onto, other.call, walk.seconds);
          }
        for (const walk of to(stop))
          for (const other of network.callsAt(walk.stop)) {
            const feeder = network.pattern(other.pattern);
            // those of changed tracks are looked at from their own side
            if (feeder && !changed.has(trackKey(feeder))) join(feeder, other.call, pattern, call, walk.seconds);
          }
      });
  return found;
}

function departureFrom(
  { departures, trips }: PlacedPattern,
  call: number,
  time: number,
): { readonly trip: number; readonly time: number } | undefined {
  const base = call * trips.length;
  let [low, high] = [0, trips.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((departures[base + middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const found = departures[base + low];
  return low < trips.length && found !== undefined ? { trip: low, time: found } : undefined;
}

function tripCall({ scheduleId, trackId, trips, stops }: PlacedPattern, trip: number, call: number, time: number): TripCall {
  return { scheduleId, trackId, trip: trips[trip] ?? NO_TRIP, stopId: stops[call] ?? '', towards: stops.at(-1) ?? '', time };
}

const NO_TRIP: TripName = { timetable: 0, place: 0, run: 0, day: 0, tripId: undefined };

function tripsOf(network: JourneyNetwork, tracks: ReadonlySet<string>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const track of tracks)
    for (const { scheduleId, trackId, trips } of network.patternsOfTrack(track))
      for (const trip of trips) keys.add(tripKey({ scheduleId, trackId, trip }));
  return keys;
}

/** When the trip arrives now, and the first departure of the line and direction that was changed to, from any stop that it takes people to. */
function afterwards({ network, from }: WalkedNetwork, coming: TripCall, to: TripCall, lineOf: LineOf): Pick<BrokenConnection, 'arrives' | 'now'> {
  let [first, there] = [Infinity, Infinity];
  const wanted = tripKey(coming);
  for (const feeder of network.patternsOfTrack(trackKey(coming))) {
    const trip = feeder.trips.findIndex((one) => tripKey({ ...feeder, trip: one }) === wanted);
    if (trip < 0) continue;
    feeder.stopNumbers.forEach((stop, call) => {
      if (!feeder.alights[call] || call === 0) return;
      const arrives = feeder.arrivals[call * feeder.trips.length + trip] ?? 0;
      if (feeder.stops[call] === coming.stopId) there = Math.min(there, arrives);
      for (const walk of from(stop))
        for (const other of network.callsAt(walk.stop)) {
          const onto = network.pattern(other.pattern);
          if (!onto?.boards[other.call] || lineOf(onto.scheduleId) !== lineOf(to.scheduleId) || onto.stops.at(-1) !== to.towards) continue;
          const next = departureFrom(onto, other.call, arrives + walk.seconds);
          if (next) first = Math.min(first, next.time);
        }
    });
  }
  return { arrives: there === Infinity ? undefined : there, now: first === Infinity ? undefined : first };
}
