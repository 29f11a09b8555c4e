/**
 * Trips of a track as patterns of RAPTOR (Delling, Pajor, Werneck: Round-Based Public Transit Routing, 2012): same calls, and no trip
 * overtakes another one.
 */
import type { PositionInterval, Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { runsOf, startOf } from '../timetableSheet/departures.ts';

/** Where a trip of a pattern stands: the timetable, the place in its list of departures, the run of an interval, and the service day. */
export interface TripName {
  readonly timetable: number;
  readonly place: number;
  readonly run: number;
  /** -1 for a trip of the day before, 1 for one of the day after. */
  readonly day: number;
  readonly tripId: string | undefined;
}

/** Trips that call at the same stops and keep their order. Times are seconds from midnight of the date asked about. */
export interface Pattern {
  readonly scheduleId: string;
  readonly trackId: string;
  /** Ids of the stops in order of calls, and their places in the track. */
  readonly stops: readonly string[];
  readonly positions: readonly number[];
  /** Whether people may board and alight at each call. */
  readonly boards: readonly boolean[];
  readonly alights: readonly boolean[];
  readonly trips: readonly TripName[];
  /** By call, then by trip: `times[call * trips + trip]`. Both rise from trip to trip. */
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
}

/** Shifts of the service days whose trips are asked for, in seconds, with the last time of day at which a trip may begin. */
const DAYS: readonly { readonly day: number; readonly shift: number }[] = [
  { day: -1, shift: -86_400 },
  { day: 0, shift: 0 },
  { day: 1, shift: 86_400 },
];

/** Trips of the day after are known that begin until then, in seconds from midnight of the date: 6:00. */
export const LAST_START = 108_000;

/** A track's patterns on a date. `runs` says whether a timetable with these weekdays runs on the date, the day before (-1) or the day after (1). */
export function patternsOf(track: Track, timetables: readonly Timetable[], runs: (days: number, day: number) => boolean): readonly Pattern[] {
  const positions = track.Stops.flatMap(({ Ignored }, at) => (Ignored === true ? [] : [at]));
  if (positions.length < 2) return [];
  const groups = new Map<string, { rules: Timetable; trips: TimedTrip[] }>();
  for (const timetable of timetables) {
    const calls = callTimes(timetable, positions);
    if (!calls) continue;
    const key = JSON.stringify([timetable.PickupIntervals ?? [], timetable.DropOffIntervals ?? []]);
    let group = groups.get(key);
    for (const { day, shift } of DAYS) {
      if (!runs(timetable.Days, day)) continue;
      if (!group) groups.set(key, (group = { rules: timetable, trips: [] }));
      addTrips(group.trips, timetable, calls, day, shift);
    }
  }
  return [...groups.values()].flatMap(({ rules, trips }) =>
    inOrder(trips, positions.length).map((kept): Pattern => {
      const size = kept.length * positions.length;
      const [arrivals, departures] = [new Int32Array(size), new Int32Array(size)];
      kept.forEach(({ start, calls }, trip) => {
        for (let call = 0; call < positions.length; call++) {
          arrivals[call * kept.length + trip] = start + (calls.arrivals[call] ?? 0);
          departures[call * kept.length + trip] = start + (calls.departures[call] ?? 0);
        }
      });
      return {
        scheduleId: track.ScheduleId,
        trackId: track.Id,
        stops: positions.map((at) => track.Stops[at]?.StopId ?? ''),
        positions,
        boards: positions.map((at) => kindAt(rules.PickupIntervals, at) !== NOT_AVAILABLE),
        alights: positions.map((at) => kindAt(rules.DropOffIntervals, at) !== NOT_AVAILABLE),
        trips: kept.map(({ name }) => name),
        arrivals,
        departures,
      };
    }),
  );
}

/** GTFS pickup_type and drop_off_type. */
const NOT_AVAILABLE = 1;

function kindAt(intervals: readonly PositionInterval[] | undefined, at: number): number {
  return intervals?.find(([from, to]) => at >= from && at < to)?.[2] ?? 0;
}

/** Seconds from the departure time to each call. */
interface CallTimes {
  readonly arrivals: readonly number[];
  readonly departures: readonly number[];
}

interface TimedTrip {
  readonly name: TripName;
  readonly start: number;
  readonly calls: CallTimes;
}

/** Times at the calls; those without one lie in equal steps between their neighbours. Undefined where the first or the last call has none, or times go back. */
function callTimes({ ArrivalOffsets, DepartureOffsets }: Timetable, positions: readonly number[]): CallTimes | undefined {
  const arrivals = positions.map((at) => ArrivalOffsets[at] ?? DepartureOffsets[at] ?? NaN);
  const departures = positions.map((at) => DepartureOffsets[at] ?? ArrivalOffsets[at] ?? NaN);
  if (Number.isNaN(departures[0]) || Number.isNaN(arrivals.at(-1))) return undefined;
  let known = 0;
  for (let call = 1; call < positions.length; call++) {
    const arrival = arrivals[call] ?? NaN;
    if (Number.isNaN(arrival)) continue;
    const before = departures[known] ?? 0;
    for (let between = known + 1; between < call; between++)
      arrivals[between] = departures[between] = Math.round(before + ((arrival - before) * (between - known)) / (call - known));
    known = call;
  }
  const rising = arrivals.flatMap((arrival, call) => [arrival, departures[call] ?? arrival]).slice(1, -1);
  return rising.every((time, at) => at === 0 || time >= (rising[at - 1] ?? time)) ? { arrivals, departures } : undefined;
}

function addTrips(trips: TimedTrip[], { Number: timetable, Departures }: Timetable, calls: CallTimes, day: number, shift: number): void {
  const last = calls.arrivals.at(-1) ?? 0;
  Departures.forEach((departure, place) => {
    for (let run = 0; run < runsOf(departure); run++) {
      const start = startOf(departure) + run * (departure.Frequency ?? 0) + shift;
      if (start + last >= 0 && start <= LAST_START) trips.push({ name: { timetable, place, run, day, tripId: departure.TripId }, start, calls });
    }
  });
}

/** Splits trips into lists in which none overtakes another one: each trip joins the first list whose last trip it follows at every call. */
function inOrder(trips: readonly TimedTrip[], calls: number): readonly (readonly TimedTrip[])[] {
  const lists: TimedTrip[][] = [];
  for (const trip of trips.toSorted((a, b) => a.start + (a.calls.departures[0] ?? 0) - (b.start + (b.calls.departures[0] ?? 0)))) {
    const list = lists.find((one) => follows(one.at(-1) ?? trip, trip, calls));
    if (list) list.push(trip);
    else lists.push([trip]);
  }
  return lists;
}

function follows(before: TimedTrip, after: TimedTrip, calls: number): boolean {
  if (before.calls === after.calls) return before.start <= after.start;
  for (let call = 0; call < calls; call++)
    if (
      before.start + (before.calls.arrivals[call] ?? 0) > after.start + (after.calls.arrivals[call] ?? 0) ||
      before.start + (before.calls.departures[call] ?? 0) > after.start + (after.calls.departures[call] ?? 0)
    )
      return false;
  return true;
}
