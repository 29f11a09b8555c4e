/**
 * Documents as the specified calls answer them: with the keys that follow from other documents, or that documents keep in another form.
 * They are made where an answer is written. Clients that edit read the documents alone.
 */
import { z } from 'zod';
import { Coordinate } from './coordinate.ts';
import { DistanceInterval, Fare, StopPair } from './model/fare.ts';
import { Pathway } from './model/pathway.ts';
import { LoadedSchedule, TrackDetails } from './scheduleDetails.ts';
import { StopDetails } from './stopDetails.ts';
import { Stop } from './model/stop.ts';
import { Timetable } from './model/timetable.ts';
import { Track, TrackStop } from './model/track.ts';

const Place = Coordinate.nullable();
type PlaceOf = (stopId: string | undefined) => Coordinate | null;

/** The headsign of a track between two of its stops. */
const Destination = z.object({ StopIdFrom: z.string(), StopIdTo: z.string(), Destination: z.string() });

const SpecifiedTrack = Track.extend({ destinations: z.array(Destination), Stops: z.array(TrackStop.extend({ Coordinate: Place })) });
const SpecifiedTimetable = Timetable.extend({
  /** Seconds from the first departure to the arrival at each stop; null where the source gives no time. */
  CumulativeDurations: z.array(z.int().nullable()),
  /** Trip of the first departure that has one. */
  TripId: z.string().nullable(),
});

/** A schedule with its tracks, stops and timetables. */
export const SpecifiedSchedule = LoadedSchedule.extend({
  Tracks: z.array(LoadedSchedule.shape.Tracks.element.extend({ Track: SpecifiedTrack, Timetables: z.array(SpecifiedTimetable) })),
});

/** A track and its timetables with the keys that the specification names. */
export function specifiedTrack(
  { Track: track, Timetables }: TrackDetails,
  placeOf: PlaceOf,
): { Track: z.infer<typeof SpecifiedTrack>; Timetables: z.infer<typeof SpecifiedTimetable>[] } {
  return {
    Track: { ...track, destinations: destinationsOf(track), Stops: track.Stops.map((stop) => ({ ...stop, Coordinate: placeOf(stop.StopId) })) },
    Timetables: Timetables.map((one) => ({
      ...one,
      CumulativeDurations: one.ArrivalOffsets.map((arrival, i) => arrival ?? one.DepartureOffsets[i] ?? null),
      TripId: one.Departures.find(({ TripId }) => TripId !== undefined)?.TripId ?? null,
    })),
  };
}

/** Each headsign from the stop that it is shown from to the last before another one. */
function destinationsOf({ Stops }: Track): z.infer<typeof Destination>[] {
  const found: z.infer<typeof Destination>[] = [];
  for (const { StopId, Destination: shown } of Stops) {
    const last = found.at(-1);
    if (shown !== undefined && shown !== last?.Destination) found.push({ StopIdFrom: StopId, StopIdTo: StopId, Destination: shown });
    else if (last) last.StopIdTo = StopId;
  }
  return found;
}

/** A stop with all that uses it. */
export const SpecifiedStopDetails = StopDetails.extend({ Stop: Stop.extend({ AgencyIds: z.array(z.string()), RegionKey: z.string() }) });

const DurationCondition = z.object({ Value: z.int().nullable(), Inherited: z.boolean() });
const ZonePair = z.object({ FromZone: z.string().nullable(), ToZone: z.string().nullable() });

/** A fare with its conditions in one place; keys of conditions that it does not have are left out. */
export const SpecifiedFare = Fare.extend({
  Transports: z.array(z.string()),
  Conditions: z.object({
    BetweenStops: z.array(StopPair).optional(),
    BetweenZones: z.array(ZonePair).optional(),
    ContainsZones: z.array(z.string()).optional(),
    DistanceInterval: DistanceInterval.optional(),
    Duration: DurationCondition.optional(),
    NumberOfStops: z.int().optional(),
    NumberOfTransfers: z.int().optional(),
    NumberOfZones: z.int().optional(),
    RatePerDistance: z.string().optional(),
  }),
  PriorRideConditions: z.object({
    ValidAfterFareGroups: z.array(z.string()).optional(),
    ValidAfterStops: z.array(z.string()).optional(),
    ValidAfterTransports: z.array(z.string()).optional(),
  }),
});

/** A fare with the keys that the specification names. */
export function specifiedFare(fare: Fare): z.infer<typeof SpecifiedFare> {
  const { BetweenStops, DistanceInterval: interval, NumberOfStops, NumberOfTransfers, NumberOfZones, RatePerDistance, Duration, Rules } = fare;
  const { ValidAfterFareGroups, ValidAfterStops, ValidAfterTransports, IsDurationInherited } = fare;
  const zones = distinct(
    Rules.filter(({ FromZone, ToZone }) => FromZone !== null || ToZone !== null).map(({ FromZone, ToZone }) => ({ FromZone, ToZone })),
  );
  const within = distinct(Rules.flatMap(({ ContainsZone }) => ContainsZone ?? []));
  const hasDuration = Duration !== undefined || IsDurationInherited === true;
  return {
    ...fare,
    Transports: distinct(Rules.flatMap(({ Transport }) => Transport ?? [])),
    Conditions: present({
      BetweenStops,
      BetweenZones: zones.length > 0 ? zones : undefined,
      ContainsZones: within.length > 0 ? within : undefined,
      DistanceInterval: interval,
      Duration: hasDuration ? { Value: Duration ?? null, Inherited: IsDurationInherited === true } : undefined,
      NumberOfStops,
      NumberOfTransfers,
      NumberOfZones,
      RatePerDistance,
    }),
    PriorRideConditions: present({ ValidAfterFareGroups, ValidAfterStops, ValidAfterTransports }),
  };
}

/** A pathway with the places of its ends. */
export const SpecifiedPathway = Pathway.extend({ FromCoords: Place, ToCoords: Place });

/** Transfers between two places; the time in seconds belongs to timed connections. */

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
