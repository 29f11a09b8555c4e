/** Flexible trips as rows of trips.txt and stop_times.txt. */
import { CALL_FIELDS, type FlexTrip, flexTripProblem } from '../../../../src/domain/model/flexTrips.ts';
import type { KeptRow } from '../keptRows.ts';
import type { FeedNotes } from '../notes.ts';
import type { ScheduleOfTrips } from './lines.ts';
import type { Services } from './services.ts';
import type { Table } from './table.ts';

interface FlexTripContext {
  readonly schedules: ReadonlyMap<string, ScheduleOfTrips>;
  readonly services: Services;
  readonly trips: Table;
  readonly notes: FeedNotes;
}

/** Gathers the flexible trips of a version: the rows of their stop times are known before the first is written. */
export class FlexTripWriter {
  readonly #context: FlexTripContext;
  readonly #trips: { readonly trip: FlexTrip; readonly schedule: ScheduleOfTrips }[] = [];
  readonly #rows: KeptRow[] = [];

  constructor(context: FlexTripContext) {
    this.#context = context;
  }

  /** Rows of stop_times.txt, by column. */
  get stopTimes(): readonly KeptRow[] {
    return this.#rows;
  }

  /** Takes a trip; one that a feed cannot have is reported and left out. */
  look(trip: FlexTrip): void {
    const schedule = this.#context.schedules.get(trip.ScheduleId);
    const problem = schedule === undefined ? `there is no schedule ${trip.ScheduleId}` : flexTripProblem(trip);
    if (schedule === undefined || problem !== undefined) {
      const reason = `The flexible trip ${trip.Id} is left out: ${problem}`;
      this.#context.notes.add('warning', 'trips.txt', null, 'flexible trip left out', reason);
      return;
    }
    this.#trips.push({ trip, schedule });
    for (const call of trip.Calls) {
      const known = Object.entries(CALL_FIELDS).map(([key, { gtfs }]) => [gtfs, textOf(Reflect.get(call, key))] as const);
      const row = { trip_id: trip.Id, stop_sequence: String(call.Sequence), ...call.Extra, ...Object.fromEntries(known) };
      this.#rows.push(Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')));
    }
  }

  /** Adds the rows of trips.txt. `takes` says whether an id is free: the ids of departures are. */
  write(takes: (id: string) => boolean): void {
    for (const { trip, schedule } of this.#trips) {
      if (!takes(trip.Id))
        this.#context.notes.add('warning', 'trips.txt', null, 'trip_id used twice', `A departure and a flexible trip have the trip id ${trip.Id}`);
      const { service_id: named, ...extra } = trip.Extra ?? {};
      this.#context.trips.add(
        {
          route_id: schedule.line.routeId,
          service_id: this.#context.services.idOf(trip.ScheduleId, schedule.calendar, trip.Days, named),
          trip_id: trip.Id,
          trip_headsign: trip.Headsign,
          trip_short_name: trip.ShortName,
          direction_id: trip.Direction,
          wheelchair_accessible: trip.WheelchairAccessibility,
          bikes_allowed: trip.BikesAllowed,
          safe_duration_factor: trip.SafeDurationFactor,
          safe_duration_offset: trip.SafeDurationOffset,
        },
        extra,
      );
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
