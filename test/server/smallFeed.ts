import type { Entity } from '../../src/domain/entities.ts';
import type { NewRegion } from '../../server/store/store.ts';
import type { Document } from './product.ts';

/** A region in the Netherlands without bounds. */
export function regionDoc(Key: string, Name: string): NewRegion {
  return { Key, Name, CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR', Bounds: null };
}

/** A stop with only what has to be there. */
export function stopDoc(id: string, more: Partial<Entity<'Stop'>> = {}): Document {
  return { kind: 'Stop', doc: { Id: id, Name: `Stop ${id}`, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0, ...more } };
}

/**
 * A feed of one agency: stops a, b, c, d and lonely; line 1 runs a-b-c, line 2 runs c-d; a transfer from b to d and a
 * pathway from a to b.
 */
export function smallFeed(): Document[] {
  return [
    { kind: 'Agency', doc: { Id: 'tram', Name: 'City trams' } },
    ...['a', 'b', 'c', 'd', 'lonely'].map((id) => stopDoc(id)),
    schedule('line/1', 'Line 1'),
    schedule('line 10', 'Line 10'),
    schedule('line 2', 'Line 2'),
    track('line/1', 'out', ['a', 'b', 'c']),
    track('line 2', 'out', ['c', 'd']),
    timetable('line/1', 'out', ['trip-100', 'trip-101']),
    timetable('line 2', 'out', ['trip-200']),
    { kind: 'Transfer', doc: { Id: 't1', StopIdFrom: 'b', StopIdTo: 'd', Type: 0 } },
    { kind: 'Pathway', doc: { Id: 'p1', FromStopId: 'a', ToStopId: 'b', Mode: 1, IsBidirectional: true } },
  ];
}

/** A schedule of the year 2026. */
export function schedule(id: string, name: string): Document {
  return {
    kind: 'Schedule',
    doc: { Id: id, Name: name, IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  };
}

/** A track of a schedule along these stops. */
export function track(scheduleId: string, id: string, stops: readonly string[]): Document {
  return {
    kind: 'Track',
    doc: { ScheduleId: scheduleId, Id: id, Name: stops.join('-'), Direction: 'Forward', Visible: true, Stops: stops.map((StopId) => ({ StopId })) },
  };
}

function timetable(scheduleId: string, trackId: string, trips: readonly string[]): Document {
  return {
    kind: 'Timetable',
    doc: {
      ScheduleId: scheduleId,
      TrackId: trackId,
      Number: 1,
      Days: 127,
      ArrivalOffsets: [0, 60, 120],
      DepartureOffsets: [0, 60, 120],
      Departures: trips.map((TripId, i) => ({ Type: 'Exact', Time: 3600 * (6 + i), TripId })),
    },
  };
}
