/** The trips of a version's documents in the form of a plain reading of GTFS, so that both can be compared. */
import polyline from '@mapbox/polyline';
import { entityId, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { datesOfTimetable } from '../../src/domain/activeDates.ts';
import type { ListBook, PlainTrip } from './plainFeed.ts';

/** Documents by kind. */
export interface ModelDocuments {
  all<K extends EntityKind>(kind: K): readonly Entity<K>[];
}

/** Every trip of the model in the form of a plain reading. */
export function modelTrips(feed: ModelDocuments, book: ListBook): Map<string, PlainTrip> {
  const schedules = new Map(feed.all('Schedule').map((schedule) => [schedule.Id, schedule]));
  const tracks = new Map(feed.all('Track').map((track) => [entityId('Track', track), track]));
  const trips = new Map<string, PlainTrip>();
  for (const timetable of feed.all('Timetable')) {
    const schedule = schedules.get(timetable.ScheduleId);
    const track = tracks.get(`${encodeURIComponent(timetable.ScheduleId)}/${encodeURIComponent(timetable.TrackId)}`);
    if (!schedule || !track) throw new Error('A timetable belongs to no track');
    const dates = book.numberOf(datesOfTimetable(schedule.Calendar, timetable.Days));
    const shape =
      track.Shape === undefined
        ? null
        : book.numberOf(polyline.decode(track.Shape, 5).flatMap(([lat, lng]) => [Math.round(lat * 1e5), Math.round(lng * 1e5)]));
    for (const departure of timetable.Departures) {
      const id = departure.TripId ?? '';
      const known = trips.get(id);
      const start = departure.Time ?? departure.TemplateStart ?? NaN;
      const trip = known ?? { ...tripOf(schedule, track, timetable, departure, start), dates, shape, frequencies: [] };
      if (departure.Type === 'Interval') {
        trip.frequencies.push([
          departure.FromTime ?? 0,
          departure.ToTime ?? 0,
          departure.Frequency ?? 0,
          departure.isFrequencyScheduled === true ? 1 : 0,
        ]);
        trip.frequencies.sort(([a], [b]) => a - b);
      } else if (known) throw new Error(`The trip ${id} departs twice`);
      trips.set(id, trip);
    }
  }
  return trips;
}

function tripOf(
  schedule: Entity<'Schedule'>,
  track: Entity<'Track'>,
  timetable: Entity<'Timetable'>,
  departure: Entity<'Timetable'>['Departures'][number],
  start: number,
): Omit<PlainTrip, 'dates' | 'shape' | 'frequencies'> {
  let destination = '';
  const kindAt = (intervals: readonly (readonly [number, number, number])[] | undefined, i: number, usual: number): number =>
    intervals?.find(([from, to]) => i >= from && i < to)?.[2] ?? usual;
  const time = (offset: number | null | undefined): number | null => (offset === null || offset === undefined ? null : start + offset);
  const last = track.Stops.length - 1;
  return {
    route: schedule.ExternalTransportId ?? '',
    direction: { Forward: '0', Backward: '1', Unknown: '' }[track.Direction],
    block: departure.blockId ?? timetable.BlockId ?? '',
    shortName: departure.tripShortName ?? timetable.TripShortName ?? '',
    wheelchair: departure.wheelchairAccessibility ?? timetable.WheelchairAccessibility ?? 0,
    bikes: departure.bikesAllowed ?? timetable.BikesAllowed ?? 0,
    stops: track.Stops.map((stop, i) => {
      destination = stop.Destination ?? destination;
      return [
        stop.StopId,
        time(timetable.ArrivalOffsets[i]),
        time(timetable.DepartureOffsets[i]),
        kindAt(timetable.PickupIntervals, i, 0),
        kindAt(timetable.DropOffIntervals, i, 0),
        timetable.Timepoints?.[i] ?? null,
        destination,
        i === last ? null : kindAt(timetable.ContinuousPickupIntervals, i, 1),
        i === last ? null : kindAt(timetable.ContinuousDropOffIntervals, i, 1),
      ];
    }),
  };
}
