/** Makes the timetables of one track: trips on the same weekdays with the same running times, access and timepoints. */
import type { Departure, PositionInterval, Timetable } from '../../../../src/domain/model/timetable.ts';
import type { Track } from '../../../../src/domain/model/track.ts';
import { ABSENT } from './csv.ts';
import { TRIP_HEADSIGN } from '../extraKeys.ts';
import { compareLists, compareText } from '../order.ts';
import type { TripPatterns } from './patterns.ts';
import { unpackAccess, type StopTimes } from './stopTimes.ts';
import type { Trips } from './trips.ts';

/**
 * The timetables of a track in an order that the file's has no part in: by weekdays, then first departure, then running
 * times. `trips` are in the order of their ids; the first is the one whose distances the track carries.
 */
export function timetablesOf(
  track: Track,
  trips: readonly number[],
  masks: ReadonlyMap<number, number>,
  source: Trips,
  times: StopTimes,
  patterns: TripPatterns,
): Timetable[] {
  const groups = new Map<string, { mask: number; profile: number; trips: number[]; earliest: number }>();
  for (const trip of trips) {
    const mask = masks.get(source.service.at(trip)) ?? 0;
    const profile = patterns.profile[trip] ?? 0;
    const start = patterns.start[trip] ?? 0;
    const key = `${mask} ${profile}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { mask, profile, trips: [trip], earliest: start });
    else {
      group.trips.push(trip);
      group.earliest = Math.min(group.earliest, start);
    }
  }
  const lowestDay = (mask: number): number => (mask === 0 ? 128 : mask & -mask);
  const ordered = [...groups.values()].toSorted(
    (a, b) =>
      lowestDay(a.mask) - lowestDay(b.mask) ||
      b.mask - a.mask ||
      a.earliest - b.earliest ||
      compareLists(patterns.profiles.at(a.profile), patterns.profiles.at(b.profile), (i, j) => i - j),
  );
  return ordered.map(({ mask, profile, trips: members }, i) => {
    const departures = members
      .flatMap((trip) => departuresOf(trip, track, source, times, patterns))
      .toSorted((a, b) => startOf(a) - startOf(b) || compareText(a.TripId ?? '', b.TripId ?? ''));
    return withSharedValues(
      {
        ScheduleId: track.ScheduleId,
        TrackId: track.Id,
        Number: i + 1,
        Days: mask,
        ...profileFields(patterns.profiles.at(profile)),
      },
      departures,
    );
  });
}

type Profile = Pick<
  Timetable,
  | 'ArrivalOffsets'
  | 'DepartureOffsets'
  | 'Timepoints'
  | 'PickupIntervals'
  | 'DropOffIntervals'
  | 'ContinuousPickupIntervals'
  | 'ContinuousDropOffIntervals'
>;

function profileFields(profile: Int32Array): Profile {
  const count = profile.length / 3;
  const arrivals: (number | null)[] = [];
  const departures: (number | null)[] = [];
  const access = [];
  for (let i = 0; i < count; i++) {
    arrivals.push(offset(profile[3 * i]));
    departures.push(offset(profile[3 * i + 1]));
    access.push(unpackAccess(profile[3 * i + 2] ?? 0));
  }
  const pickups = intervals(
    access.map((one) => one.pickup),
    0,
  );
  const dropOffs = intervals(
    access.map((one) => one.dropOff),
    0,
  );
  // What is said at the last stop would concern travel after it.
  const travelled = access.slice(0, -1);
  const continuousPickups = intervals(
    travelled.map((one) => one.continuousPickup),
    1,
  );
  const continuousDropOffs = intervals(
    travelled.map((one) => one.continuousDropOff),
    1,
  );
  return {
    ArrivalOffsets: arrivals,
    DepartureOffsets: departures,
    ...(access.some((one) => one.timepoint >= 0) ? { Timepoints: access.map((one) => (one.timepoint < 0 ? null : one.timepoint)) } : {}),
    ...(pickups.length > 0 ? { PickupIntervals: pickups } : {}),
    ...(dropOffs.length > 0 ? { DropOffIntervals: dropOffs } : {}),
    ...(continuousPickups.length > 0 ? { ContinuousPickupIntervals: continuousPickups } : {}),
    ...(continuousDropOffs.length > 0 ? { ContinuousDropOffIntervals: continuousDropOffs } : {}),
  };
}

/** Runs of equal values as `[from, to, value]`, `to` not included; runs of the default are left out. */
export function intervals(values: readonly number[], usual: number): PositionInterval[] {
  const runs: PositionInterval[] = [];
  for (let from = 0; from < values.length;) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    if (values[from] !== usual) runs.push([from, to, values[from] ?? 0]);
    from = to;
  }
  return runs;
}

function departuresOf(trip: number, track: Track, source: Trips, times: StopTimes, patterns: TripPatterns): Departure[] {
  const start = patterns.start[trip] ?? 0;
  const [wheelchair, bikes] = [source.wheelchair.at(trip), source.bikes.at(trip)];
  const shortName = source.shortNames.texts[source.shortName.at(trip)];
  const block = source.blocks.texts[source.block.at(trip)];
  const own = {
    TripId: source.idOf(trip),
    ...(wheelchair === 255 ? {} : { wheelchairAccessibility: wheelchair }),
    ...(bikes === 255 ? {} : { bikesAllowed: bikes }),
    ...(shortName === undefined ? {} : { tripShortName: shortName }),
    ...(block === undefined ? {} : { blockId: block }),
    Extra: extraOf(trip, track, source, times),
  };
  const frequencies = source.frequencies.get(trip);
  if (frequencies === undefined) return [{ Type: 'Exact', Time: start, ...own }];
  return frequencies.map(({ from, to, headway, scheduled }) => ({
    Type: 'Interval',
    FromTime: from,
    ToTime: to,
    Frequency: headway,
    isFrequencyScheduled: scheduled,
    TemplateStart: start,
    ...own,
  }));
}

/** What the model does not name: the service's id, other columns of the trip, and lists by stop of those of its stop times. */
function extraOf(trip: number, track: Track, source: Trips, times: StopTimes): Record<string, string> {
  const extra: Record<string, string> = { ...source.extra.get(trip), service_id: source.services.texts[source.service.at(trip)] ?? '' };
  const from = times.starts[trip] ?? 0;
  const rows = times.order.subarray(from, times.starts[trip + 1] ?? from);
  const headsign = source.headsign.at(trip);
  // the track says what each stop shows; the trip's own is lost there where the first stop shows another
  if (rows.some((row) => times.headsign.at(row) !== 0 && times.headsign.at(row) !== headsign))
    extra[TRIP_HEADSIGN] = source.headsigns.texts[headsign] ?? '';
  for (const { name, values } of times.extra) {
    if (!rows.some((row) => values.at(row) !== 0)) continue;
    extra[`stop_times/${name}`] = JSON.stringify(Array.from(rows, (row) => times.extraTexts.texts[values.at(row)] ?? ''));
  }
  const sequence = sequenceText(Array.from(rows, (row) => times.sequence.at(row)));
  if (sequence !== '1+1') extra['stop_times/stop_sequence'] = sequence;
  if (times.distance.length > 0) {
    const differs = track.Stops.some(
      (stop, i) =>
        (stop.ShapeDistance ?? NaN) !== times.distance.at(rows[i] ?? 0) &&
        !(stop.ShapeDistance === undefined && Number.isNaN(times.distance.at(rows[i] ?? 0))),
    );
    if (differs) extra['stop_times/shape_dist_traveled'] = JSON.stringify(Array.from(rows, (row) => orNull(times.distance.at(row))));
  }
  return extra;
}

/** stop_sequence of a trip: `first+step` where it rises evenly, else the list. */
function sequenceText(sequence: readonly number[]): string {
  const [first = 1, second = first + 1] = sequence;
  const step = second - first;
  return sequence.every((number, i) => number === first + i * step) ? `${first}+${step}` : JSON.stringify(sequence);
}

/** Lifts what all departures say alike to the timetable. A short name or block of a single departure stays its own. */
function withSharedValues(timetable: Omit<Timetable, 'Departures'>, departures: readonly Departure[]): Timetable {
  const several = departures.length > 1;
  const wheelchair = shared(departures, 'wheelchairAccessibility');
  const bikes = shared(departures, 'bikesAllowed');
  const shortName = several ? shared(departures, 'tripShortName') : undefined;
  const block = several ? shared(departures, 'blockId') : undefined;
  const lifted: Record<string, string> = {};
  for (const [key, value] of Object.entries(departures[0]?.Extra ?? {})) {
    if ((several || key === 'service_id' || key.startsWith('stop_times/')) && departures.every((departure) => departure.Extra?.[key] === value))
      lifted[key] = value;
  }
  const rest = departures.map((departure): Departure => {
    const { wheelchairAccessibility, bikesAllowed, tripShortName, blockId, Extra, ...kept } = departure;
    const own = Object.entries(Extra ?? {}).filter(([key]) => !(key in lifted));
    return {
      ...kept,
      ...(wheelchair !== undefined || wheelchairAccessibility === undefined ? {} : { wheelchairAccessibility }),
      ...(bikes !== undefined || bikesAllowed === undefined ? {} : { bikesAllowed }),
      ...(shortName !== undefined || tripShortName === undefined ? {} : { tripShortName }),
      ...(block !== undefined || blockId === undefined ? {} : { blockId }),
      ...(own.length === 0 ? {} : { Extra: Object.fromEntries(own) }),
    };
  });
  return {
    ...timetable,
    ...(block === undefined ? {} : { BlockId: block }),
    ...(shortName === undefined ? {} : { TripShortName: shortName }),
    ...(wheelchair === undefined ? {} : { WheelchairAccessibility: wheelchair }),
    ...(bikes === undefined ? {} : { BikesAllowed: bikes }),
    Departures: rest,
    ...(Object.keys(lifted).length === 0 ? {} : { Extra: lifted }),
  };
}

function shared<K extends keyof Departure>(departures: readonly Departure[], key: K): Departure[K] | undefined {
  const value = departures[0]?.[key];
  return value !== undefined && departures.every((departure) => departure[key] === value) ? value : undefined;
}

function startOf(departure: Departure): number {
  return departure.Time ?? departure.FromTime ?? 0;
}

function offset(value: number | undefined): number | null {
  return value === undefined || value === ABSENT ? null : value;
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
