/** What makes trips alike: the same stops, destinations and shape (a track), and the same running times (a timetable). */
import { normaliseService, type Service } from './calendars.ts';
import { ABSENT } from './csv.ts';
import { SequenceInterner } from './intern.ts';
import type { FeedNotes } from '../notes.ts';
import type { ReadService } from './services.ts';
import type { Shapes } from './shapes.ts';
import { packAccess, unpackAccess, type StopTimes } from './stopTimes.ts';
import type { Trips } from './trips.ts';

/** Trips with what they are grouped by, each as one number. */
export interface TripPatterns {
  readonly stopLists: SequenceInterner;
  /** Effective headsign at each stop, as numbers of the trips' headsigns. */
  readonly destinations: SequenceInterner;
  /** `[stop list, geometry, destinations, direction]`. */
  readonly patterns: SequenceInterner;
  /** Three numbers a stop, one after the other: arrival and departure from the first departure (or ABSENT), access. */
  readonly profiles: SequenceInterner;
  readonly pattern: Int32Array;
  readonly profile: Int32Array;
  /** First departure in seconds of the service day. */
  readonly start: Int32Array;
  /** Services by the number they have among the trips; undefined where one never runs. */
  readonly services: readonly (Service | undefined)[];
  /** Stop times of trips that were kept. */
  readonly stopTimesKept: number;
}

/** `continuous_pickup` and `continuous_drop_off` of a route; -1 not said. */
export interface RouteContinuous {
  readonly pickup: number;
  readonly dropOff: number;
}

/** GTFS: nobody may get on or off between stops unless it is said. */
const NOT_CONTINUOUS = 1;

/** Why a Flex trip is in no timetable. */
export const FLEX = 'it calls at areas or groups of stops, where riders book';

/** Compares all trips and rejects those that can form no timetable, with the reason. */
export function comparePatterns(
  trips: Trips,
  times: StopTimes,
  shapes: Shapes,
  services: ReadonlyMap<string, ReadService>,
  routes: readonly RouteContinuous[],
): TripPatterns {
  const size = trips.size;
  const normal = trips.services.texts.map((id) => {
    const service = services.get(id);
    return service === undefined ? undefined : normaliseService(service);
  });
  const found = {
    stopLists: new SequenceInterner(),
    destinations: new SequenceInterner(),
    patterns: new SequenceInterner(),
    profiles: new SequenceInterner(),
    pattern: new Int32Array(size).fill(-1),
    profile: new Int32Array(size).fill(-1),
    start: new Int32Array(size),
  };
  let scratch = new Int32Array(3 * 256);
  let stopTimesKept = 0;
  const key = new Int32Array(4);
  for (let trip = 0; trip < size; trip++) {
    if (trips.rejected.has(trip)) continue;
    const from = times.starts[trip] ?? 0;
    const count = (times.starts[trip + 1] ?? from) - from;
    const why = whyNot(trip, from, count);
    if (why !== undefined) {
      trips.rejected.set(trip, why);
      continue;
    }
    if (count * 3 > scratch.length) scratch = new Int32Array(count * 6);
    for (let i = 0; i < count; i++) scratch[i] = times.stop.at(times.order[from + i] ?? 0);
    key[0] = found.stopLists.intern(scratch, count);
    const shape = trips.shape.at(trip);
    key[1] = shape < 0 ? -1 : shapes.use(shape);
    const headsign = trips.headsign.at(trip);
    for (let i = 0; i < count; i++) scratch[i] = times.headsign.at(times.order[from + i] ?? 0) || headsign;
    key[2] = found.destinations.intern(scratch, count);
    key[3] = trips.direction.at(trip);
    found.pattern[trip] = found.patterns.intern(key, 4);
    const start = firstDeparture(times, from);
    found.start[trip] = start;
    const continuous = routes[trips.route.at(trip)];
    for (let i = 0; i < count; i++) {
      const row = times.order[from + i] ?? 0;
      const arrival = times.arrival.at(row);
      const departure = times.departure.at(row);
      scratch[3 * i] = arrival === ABSENT ? ABSENT : arrival - start;
      scratch[3 * i + 1] = departure === ABSENT ? ABSENT : departure - start;
      scratch[3 * i + 2] = effectiveAccess(times.access.at(row), continuous);
    }
    found.profile[trip] = found.profiles.intern(scratch, count * 3);
    stopTimesKept += count;
  }
  return { ...found, services: normal, stopTimesKept };

  function whyNot(trip: number, from: number, count: number): string | undefined {
    const service = trips.service.at(trip);
    if (service < 0) return 'service_id is blank';
    const id = trips.services.texts[service] ?? '';
    if (normal[service] === undefined) return services.has(id) ? `the service "${id}" never runs` : `no calendar has a service "${id}"`;
    if (times.flexTrips.has(trip) && (count < 2 || firstDeparture(times, from) === ABSENT)) return FLEX;
    if (count === 0) return 'it has no stop times';
    if (count === 1) return 'it has only one stop time';
    return firstDeparture(times, from) === ABSENT ? 'its first stop has no time' : undefined;
  }
}

/** Reports the trips that form no timetable and are not `held` otherwise, with their row and stop times. */
export function reportRejected(trips: Trips, times: StopTimes, held: ReadonlyMap<number, unknown>, notes: FeedNotes): void {
  for (const [trip, reason] of [...trips.rejected].toSorted(([a], [b]) => a - b)) {
    if (held.has(trip)) continue;
    const kind = reason.replace(/ ?"[^"]*"/g, '');
    notes.add(
      'warning',
      'trips.txt',
      trips.line.at(trip),
      `trip without a timetable: ${kind}`,
      `The trip ${trips.idOf(trip)} forms no timetable: ${reason}; it is kept as it is and exported again`,
      { row: rowOf(trip), result: 'kept', column: 'trip_id', value: trips.idOf(trip) },
    );
  }

  function rowOf(trip: number): Record<string, string> {
    const text = (texts: readonly string[], index: number): string => (index < 0 ? '' : (texts[index] ?? ''));
    const direction = trips.direction.at(trip);
    const row: Record<string, string> = {
      trip_id: trips.idOf(trip),
      route_id: text(trips.routes.texts, trips.route.at(trip)),
      service_id: text(trips.services.texts, trips.service.at(trip)),
      trip_headsign: text(trips.headsigns.texts, trips.headsign.at(trip)),
      trip_short_name: text(trips.shortNames.texts, trips.shortName.at(trip)),
      direction_id: direction === 2 ? '' : String(direction),
      block_id: text(trips.blocks.texts, trips.block.at(trip)),
      shape_id: text(trips.shapes.texts, trips.shape.at(trip)),
      ...trips.extra.get(trip),
    };
    const stopTimes: unknown[] = [];
    for (let i = times.starts[trip] ?? 0; i < (times.starts[trip + 1] ?? 0); i++) {
      const at = times.order[i] ?? 0;
      const { pickup, dropOff, timepoint } = unpackAccess(times.access.at(at));
      stopTimes.push([
        times.sequence.at(at),
        times.stops.texts[times.stop.at(at)],
        orNull(times.arrival.at(at)),
        orNull(times.departure.at(at)),
        pickup,
        dropOff,
        timepoint,
      ]);
    }
    if (stopTimes.length > 0)
      row['stop_times [stop_sequence, stop_id, arrival, departure, pickup_type, drop_off_type, timepoint]'] = JSON.stringify(stopTimes);
    return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));
  }
}

/** Reports trips whose rows share a stop_sequence: their order is that of the file, which is a guess. */
export function reportEqualSequences(trips: Trips, times: StopTimes, notes: FeedNotes): void {
  for (let trip = 0; trip < trips.size; trip++) {
    for (let i = (times.starts[trip] ?? 0) + 1; i < (times.starts[trip + 1] ?? 0); i++) {
      const sequence = times.sequence.at(times.order[i] ?? 0);
      if (times.sequence.at(times.order[i - 1] ?? 0) !== sequence) continue;
      notes.add(
        'warning',
        'stop_times.txt',
        null,
        'stop_sequence is used twice',
        `The trip ${trips.idOf(trip)} has more than one row of stop_sequence ${sequence}; they are taken in the order of the file`,
      );
      break;
    }
  }
}

/** The first departure; the arrival stands in where the first stop has no departure. */
function firstDeparture(times: StopTimes, from: number): number {
  const row = times.order[from] ?? 0;
  const departure = times.departure.at(row);
  return departure === ABSENT ? times.arrival.at(row) : departure;
}

function effectiveAccess(packed: number, route: RouteContinuous | undefined): number {
  const access = unpackAccess(packed);
  const said = (own: number, ofRoute: number | undefined): number =>
    own >= 0 ? own : ofRoute !== undefined && ofRoute >= 0 ? ofRoute : NOT_CONTINUOUS;
  return packAccess({
    ...access,
    continuousPickup: said(access.continuousPickup, route?.pickup),
    continuousDropOff: said(access.continuousDropOff, route?.dropOff),
  });
}

function orNull(seconds: number): number | null {
  return seconds === ABSENT ? null : seconds;
}
