/**
 * The files of the Transit Operational Data Standard (TODS v2) that a version has something for: depots as garages in stops_supplement.txt,
 * and dead runs as trips in trips_supplement.txt, stop_times_supplement.txt and routes_supplement.txt. Dates that no service of the feed has go to
 * calendar_dates_supplement.txt. Blocks are in trips.txt. DMP knows no duties, so there is no run_events.txt.
 */
import { createHash } from 'node:crypto';
import type { Coordinate } from '../../../../src/domain/coordinate.ts';
import type { Depot } from '../../../../src/domain/model/depot.ts';
import { USUAL_WAYS } from '../../../../src/domain/service/chain.ts';
import { type BlockTrip, datedDeadTrips } from '../../../../src/domain/service/vehicleWork.ts';
import { garageRow, GARAGES_FILE, otherRows } from '../garages.ts';
import { timeText } from './csvText.ts';
import type { Services } from './services.ts';
import { Table } from './table.ts';

export interface WorkOf {
  readonly trips: readonly BlockTrip[];
  readonly services: Services;
  readonly depots: readonly Depot[];
  readonly places: ReadonlyMap<string, Coordinate | null>;
  readonly agencyId: string | undefined;
  readonly isRoute: (id: string) => boolean;
  /** stops_supplement.txt as the source had it. */
  readonly keptStops: Uint8Array | undefined;
}

/** The tables of TODS; those without rows are left out by the caller. */
export function vehicleWorkTables({ trips, services, depots, places, agencyId, isRoute, keptStops }: WorkOf): readonly Table[] {
  const stops = new Table(GARAGES_FILE, ['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'location_type', 'TODS_location_type']);
  for (const depot of depots) stops.add(garageRow(depot));
  for (const row of keptStops === undefined ? [] : otherRows(keptStops)) stops.add(row);

  let route = 'deadheads';
  while (isRoute(route)) route += '.2';
  const routes = new Table('routes_supplement.txt', ['route_id', 'route_long_name', 'route_type']);
  const calendar = new Table('calendar_dates_supplement.txt', ['service_id', 'date', 'exception_type']);
  const deadTrips = new Table('trips_supplement.txt', ['route_id', 'service_id', 'trip_id', 'block_id', 'TODS_trip_type']);
  const times = new Table('stop_times_supplement.txt', ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence']);
  const serviceOf = new Map(services.ids().map((id) => [[...services.datesOf(id)].toSorted().join(' '), id]));
  const dead = datedDeadTrips(trips, {
    datesOf: (id) => services.datesOf(id),
    depots,
    placeOf: (stop) => places.get(stop) ?? null,
    ways: USUAL_WAYS,
  });
  for (const { kind, block, from, to, leaves, arrives, dates } of dead) {
    const days = dates.join(' ');
    let service = serviceOf.get(days);
    if (service === undefined) {
      service = `deadheads-${hashOf(days)}`;
      serviceOf.set(days, service);
      for (const date of dates) calendar.add({ service_id: service, date, exception_type: 1 });
    }
    const trip = `${kind}-${hashOf(JSON.stringify([kind, block, from, to, leaves, arrives]))}`;
    deadTrips.add({ route_id: route, service_id: service, trip_id: trip, block_id: block, TODS_trip_type: kind });
    const at = (stop: string, seconds: number, sequence: number): void =>
      times.add({ trip_id: trip, arrival_time: timeText(seconds), departure_time: timeText(seconds), stop_id: stop, stop_sequence: sequence });
    at(from, leaves, 1);
    at(to, arrives, 2);
  }
  if (deadTrips.rows > 0) routes.add({ route_id: route, route_long_name: 'Deadheads', route_type: 3, agency_id: agencyId });
  return [stops, routes, calendar, deadTrips, times];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
