/** Vehicles of the demo database: they follow its timetables, a little late, along the shapes of its tracks. */
import realtime from 'gtfs-realtime-bindings';
import { runsOn } from '../../src/domain/activeDates.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { addDays, type CalendarDate } from '../../src/domain/date.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { decodeShape, distancesAlong } from '../../src/domain/shapes.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { localTime } from '../../src/domain/localTime.ts';

/** What a simulation follows. */
export interface SimulatedNetwork {
  readonly schedules: readonly Schedule[];
  readonly tracks: readonly Track[];
  readonly timetables: readonly Timetable[];
  readonly placeOf: (stopId: string) => Coordinate | undefined;
  /** Of the region: departures are in its local time. */
  readonly timezone: string;
}

/** A trip of a service day: seconds of the day and metres along its way at each of its stops. */
interface Journey {
  readonly tripId: string;
  readonly line: string;
  readonly date: CalendarDate;
  readonly polyline: Polyline;
  /** Seconds of the service day. */
  readonly times: readonly number[];
  readonly metres: readonly number[];
  /** Seconds that it is late at its last stop; it gathers them on the way. */
  readonly late: number;
  vehicle: string;
}

interface Polyline {
  readonly points: readonly Coordinate[];
  readonly metres: readonly number[];
}

/** Returns the feed (encoded protobuf) as it is at a moment in unix seconds. */
export function createSimulation(network: SimulatedNetwork): (at: number) => Uint8Array {
  const polylines = new Map(
    network.tracks.map((track) => [`${track.ScheduleId}/${track.Id}`, { track, polyline: polylineOf(track, network.placeOf) }]),
  );
  const schedules = new Map(network.schedules.map((schedule) => [schedule.Id, schedule]));
  const days = new Map<CalendarDate, readonly Journey[]>();
  const journeysOn = (date: CalendarDate): readonly Journey[] => {
    let journeys = days.get(date);
    if (journeys === undefined) {
      journeys = withVehicles(
        network.timetables.flatMap((timetable) => {
          const schedule = schedules.get(timetable.ScheduleId);
          const on = polylines.get(`${timetable.ScheduleId}/${timetable.TrackId}`);
          return schedule && on && runsOn(schedule.Calendar, timetable.Days, date)
            ? [...journeysOf(schedule, on.track, on.polyline, timetable, date)]
            : [];
        }),
      );
      if (days.size > 4) days.clear();
      days.set(date, journeys);
    }
    return journeys;
  };
  return (at) => {
    const { date, seconds } = localTime(at, network.timezone);
    // Trips of yesterday continue after midnight.
    const moving = [...positionsAt(journeysOn(addDays(date, -1)), seconds + 86_400), ...positionsAt(journeysOn(date), seconds)];
    return encode(at, moving);
  };
}

interface Moving {
  readonly journey: Journey;
  readonly place: Coordinate;
  readonly bearing: number;
  readonly speed: number;
}

function* positionsAt(journeys: readonly Journey[], seconds: number): Generator<Moving> {
  for (const journey of journeys) {
    const { times, metres, late, polyline } = journey;
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    if (seconds < first || seconds > last + late) continue;
    // So late as it will be, in proportion to how far it is.
    const planned = first + ((seconds - first) * (last - first)) / Math.max(1, last - first + late);
    let next = times.findIndex((time) => time > planned);
    if (next < 1) next = times.length - 1;
    const [from = 0, to = 0] = [times[next - 1], times[next]];
    const [begin = 0, end = 0] = [metres[next - 1], metres[next]];
    const along = begin + (end - begin) * (to > from ? Math.min(1, (planned - from) / (to - from)) : 1);
    yield { journey, ...placeAlong(polyline, along), speed: to > from ? (end - begin) / (to - from) : 0 };
  }
}

function placeAlong({ points, metres }: Polyline, along: number): { place: Coordinate; bearing: number } {
  let [low, high] = [0, points.length - 1];
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if ((metres[middle] ?? 0) <= along) low = middle;
    else high = middle;
  }
  const [a = { Lat: 0, Lng: 0 }, b = a] = [points[low], points[high]];
  const length = (metres[high] ?? 0) - (metres[low] ?? 0);
  const part = length > 0 ? Math.max(0, Math.min(1, (along - (metres[low] ?? 0)) / length)) : 0;
  const east = (b.Lng - a.Lng) * Math.cos((a.Lat * Math.PI) / 180);
  const bearing = ((Math.atan2(east, b.Lat - a.Lat) * 180) / Math.PI + 360) % 360;
  return { place: { Lat: a.Lat + (b.Lat - a.Lat) * part, Lng: a.Lng + (b.Lng - a.Lng) * part }, bearing };
}

function polylineOf(track: Track, placeOf: SimulatedNetwork['placeOf']): Polyline {
  const points = track.Shape === undefined ? track.Stops.flatMap(({ StopId }) => placeOf(StopId) ?? []) : decodeShape(track.Shape);
  return { points, metres: distancesAlong(points) };
}

function* journeysOf(schedule: Schedule, track: Track, polyline: Polyline, timetable: Timetable, date: CalendarDate): Generator<Journey> {
  const total = polyline.metres.at(-1) ?? 0;
  const last = track.Stops.length - 1;
  if (polyline.points.length < 2 || last < 1) return;
  const known = timetable.DepartureOffsets.map((offset, i) => {
    const { ShapeSequence: point } = track.Stops[i] ?? {};
    return {
      offset: offset ?? timetable.ArrivalOffsets[i] ?? null,
      metres: (point === undefined ? undefined : polyline.metres[point]) ?? (total * i) / last,
    };
  }).filter((stop) => stop.offset !== null);
  if (known.length < 2) return;
  const metres = known.map((stop) => stop.metres);
  for (const [nth, { Type, Time, FromTime, ToTime, Frequency, TripId }] of timetable.Departures.entries()) {
    if (TripId === undefined) continue;
    const starts = Type === 'Exact' ? [Time ?? 0] : startsOf(FromTime ?? 0, ToTime ?? 0, Frequency ?? 600);
    for (const start of starts) {
      const late = (start + nth * 97 + TripId.length * 31) % 240;
      yield {
        tripId: TripId,
        line: schedule.Name || schedule.Id,
        date,
        polyline,
        times: known.map(({ offset }) => start + (offset ?? 0)),
        metres,
        late,
        vehicle: '',
      };
    }
  }
}

function startsOf(from: number, to: number, every: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / every)) }, (_, i) => from + i * every);
}

/** A vehicle takes the next trip of its line when it is back. */
function withVehicles(journeys: readonly Journey[]): readonly Journey[] {
  const fleets = new Map<string, number[]>();
  const ordered = journeys.toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0));
  for (const journey of ordered) {
    const fleet = fleets.get(journey.line) ?? [];
    fleets.set(journey.line, fleet);
    const free = fleet.findIndex((until) => until <= (journey.times[0] ?? 0));
    const nth = free < 0 ? fleet.length : free;
    fleet[nth] = (journey.times.at(-1) ?? 0) + journey.late + 120;
    journey.vehicle = `${journey.line}-${String(nth + 1).padStart(2, '0')}`;
  }
  return ordered;
}

function encode(at: number, moving: readonly Moving[]): Uint8Array {
  const { FeedHeader, FeedMessage } = realtime.transit_realtime;
  const timestamp = Math.floor(at);
  return FeedMessage.encode({
    header: { gtfsRealtimeVersion: '2.0', incrementality: FeedHeader.Incrementality.FULL_DATASET, timestamp },
    entity: moving.map(({ journey, place, bearing, speed }) => ({
      id: `${journey.vehicle}/${journey.tripId}`,
      vehicle: {
        trip: { tripId: journey.tripId, startDate: journey.date.replaceAll('-', '') },
        vehicle: { id: journey.vehicle, label: journey.vehicle.replace('-', ' / ') },
        position: { latitude: place.Lat, longitude: place.Lng, bearing, speed },
        timestamp,
      },
    })),
  }).finish();
}
