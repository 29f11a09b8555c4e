/** trips.txt, stop_times.txt and frequencies.txt: the departures of timetables as trips. */
import type { Departure, Timetable } from '../../../../src/domain/model/timetable.ts';
import type { Extra } from '../../../../src/domain/extra.ts';
import type { BlockTrip } from '../../../../src/domain/service/vehicleWork.ts';
import { TRIP_HEADSIGN } from '../extraKeys.ts';
import type { FeedNotes } from '../notes.ts';
import type { ScheduleOfTrips } from './lines.ts';
import type { Services } from './services.ts';
import { StopTimeColumns, type StopTimeRows } from './stopTimeRows.ts';
import { timeText } from './csvText.ts';
import type { Table } from './table.ts';
import { type TrackOfTrips, withHeadsign } from './shapes.ts';

export const TRIP_COLUMNS = ['route_id', 'service_id', 'trip_id', 'trip_headsign', 'direction_id', 'shape_id'];
export const FREQUENCY_COLUMNS = ['trip_id', 'start_time', 'end_time', 'headway_secs', 'exact_times'];

/** What trips are made with. */
export interface TripContext {
  readonly schedules: ReadonlyMap<string, ScheduleOfTrips>;
  readonly tracks: ReadonlyMap<string, TrackOfTrips>;
  readonly services: Services;
  readonly columns: StopTimeColumns;
  readonly trips: Table;
  readonly frequencies: Table;
  /** Further columns of a frequency, by trip id and start time. */
  readonly furtherFrequencies: Readonly<Record<string, Readonly<Record<string, Extra>>>>;
  readonly notes: FeedNotes;
  /** Hears of each trip of a block; those at intervals are no work of one vehicle. */
  readonly onBlockTrip?: ((trip: BlockTrip) => void) | undefined;
}

/** Writes the trips of one timetable after the other. The rows of trips and frequencies gather; those of stop times are answered. */
export class TripWriter {
  readonly #context: TripContext;
  readonly #ids = new Set<string>();
  stopTimes = 0;

  constructor(context: TripContext) {
    this.#context = context;
  }

  /** Adds the columns that the stop times of a timetable need; for all timetables before the first is written. */
  look(timetable: Timetable): void {
    const place = this.#placeOf(timetable);
    if (place === undefined) return;
    const signed = signedTracks(place.track);
    const headsigns = new Set([timetable, ...timetable.Departures].flatMap(({ Extra }) => Extra?.[TRIP_HEADSIGN] ?? []));
    this.#context.columns.needFor(timetable, place.track, place.schedule.line);
    for (const headsign of headsigns) this.#context.columns.needFor(timetable, signed({ [TRIP_HEADSIGN]: headsign }), place.schedule.line);
  }

  /** Writes the trips of a timetable; answers the rows of their stop times. */
  write(timetable: Timetable): string {
    const { columns, notes } = this.#context;
    const place = this.#placeOf(timetable);
    const name = `timetable ${timetable.Number} of the track ${timetable.TrackId} of ${timetable.ScheduleId}`;
    if (place === undefined) {
      notes.add(
        'warning',
        'trips.txt',
        null,
        'timetable of no track',
        `The ${name} belongs to no track; its ${timetable.Departures.length} departures are left out`,
      );
      return '';
    }
    const { schedule } = place;
    const signed = signedTracks(place.track);
    const shared = columns.rowsOf(timetable, signed(timetable.Extra), schedule.line, timetable.Extra);
    if (shared.count < 2) {
      notes.add(
        'warning',
        'trips.txt',
        null,
        'fewer than two stops',
        `The ${name} calls at fewer than two stops; its ${timetable.Departures.length} departures are left out`,
      );
      return '';
    }
    let text = '';
    for (const trip of this.#tripsOf(timetable, name)) {
      const own = Object.keys(trip.said.Extra ?? {}).some((key) => key.startsWith('stop_times/') || key === TRIP_HEADSIGN);
      const extra = { ...timetable.Extra, ...trip.said.Extra };
      const track = signed(extra);
      const rows = own ? columns.rowsOf(timetable, track, schedule.line, extra) : shared;
      if (trip.start + rows.earliest < 0) {
        notes.add(
          'warning',
          'trips.txt',
          null,
          'before the service day',
          `A departure of the ${name} begins before its service day, which GTFS cannot say; it is left out`,
        );
        continue;
      }
      text += this.#writeTrip(timetable, trip, { ...place, track }, rows);
    }
    return text;
  }

  /** Takes an id for a trip that no timetable holds; returns whether it is still free. */
  takes(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  #writeTrip(timetable: Timetable, trip: Trip, { track, schedule }: Place, rows: StopTimeRows): string {
    const { trips, frequencies, furtherFrequencies, services } = this.#context;
    const { said } = trip;
    const id = this.#idFor(timetable, trip);
    // The service's name and the lists by stop are no columns of a trip.
    const { service_id: named, ...extra } = { ...timetable.Extra, ...said.Extra };
    const block = said.blockId ?? timetable.BlockId;
    const service = services.idOf(timetable.ScheduleId, schedule.calendar, timetable.Days, named);
    if (this.#context.onBlockTrip && block !== undefined && block !== '' && trip.intervals.length === 0) {
      const calls = track.stops.filter(({ ignored }) => !ignored);
      const { starts, ends } = rows.span;
      this.#context.onBlockTrip({
        block,
        service,
        starts: trip.start + starts,
        ends: trip.start + ends,
        from: calls[0]?.id ?? '',
        to: calls.at(-1)?.id ?? '',
      });
    }
    trips.add(
      {
        route_id: schedule.line.routeId,
        service_id: service,
        trip_id: id,
        trip_headsign: track.headsign,
        trip_short_name: said.tripShortName ?? timetable.TripShortName,
        direction_id: track.direction,
        block_id: block,
        shape_id: track.shapeId,
        wheelchair_accessible: said.wheelchairAccessibility ?? timetable.WheelchairAccessibility,
        bikes_allowed: said.bikesAllowed ?? timetable.BikesAllowed,
      },
      extra,
    );
    for (const { from, to, headway, scheduled } of trip.intervals) {
      const start = timeText(from);
      frequencies.add(
        { trip_id: id, start_time: start, end_time: timeText(to), headway_secs: headway, exact_times: scheduled ? 1 : undefined },
        furtherFrequencies[id]?.[start],
        { exact_times: '0' },
      );
    }
    this.stopTimes += rows.count;
    return rows.text(id, trip.start);
  }

  #placeOf(timetable: Timetable): Place | undefined {
    const schedule = this.#context.schedules.get(timetable.ScheduleId);
    const track = this.#context.tracks.get(`${encodeURIComponent(timetable.ScheduleId)}/${encodeURIComponent(timetable.TrackId)}`);
    return schedule === undefined || track === undefined ? undefined : { schedule, track };
  }

  /** The departures of a timetable as trips: the intervals of one trip belong together. */
  #tripsOf(timetable: Timetable, name: string): Trip[] {
    const { notes } = this.#context;
    const trips: Trip[] = [];
    const byInterval = new Map<string, Trip>();
    for (const [i, departure] of timetable.Departures.entries()) {
      const { Type, Time, FromTime, ToTime, Frequency, isFrequencyScheduled, TemplateStart, ...said } = departure;
      if (Type === 'Exact') {
        if (Time === undefined)
          notes.add('warning', 'trips.txt', null, 'departure without a time', `A departure of the ${name} has no time; it is left out`);
        else trips.push({ number: i + 1, start: Time, said, intervals: [] });
        continue;
      }
      if (FromTime === undefined || ToTime === undefined || Frequency === undefined || FromTime < 0 || ToTime < 0) {
        notes.add(
          'warning',
          'frequencies.txt',
          null,
          'interval without its times',
          `An interval of the ${name} does not say from when to when and how often; it is left out`,
        );
        continue;
      }
      const interval = { from: FromTime, to: ToTime, headway: Frequency, scheduled: isFrequencyScheduled === true };
      // Intervals that have come to say different things are trips of their own.
      const key = JSON.stringify([said, TemplateStart]);
      const known = said.TripId === undefined ? undefined : byInterval.get(key);
      if (known === undefined) {
        const trip = { number: i + 1, start: TemplateStart ?? FromTime, said, intervals: [interval] };
        byInterval.set(key, trip);
        trips.push(trip);
      } else known.intervals.push(interval);
    }
    return trips;
  }

  /** The id of a trip: its own, or one made of its place; never one that another trip has. */
  #idFor(timetable: Timetable, { said, number }: Trip): string {
    const first = said.TripId ?? `${timetable.ScheduleId}.${timetable.TrackId}.${timetable.Number}.${number}`;
    let id = first;
    for (let k = 2; this.#ids.has(id); k++) id = `${first}.${k}`;
    this.#ids.add(id);
    if (said.TripId !== undefined && id !== first) {
      this.#context.notes.add(
        'warning',
        'trips.txt',
        null,
        'trip_id used twice',
        `More than one departure has the trip id ${first}; one is written as ${id}`,
      );
    }
    return id;
  }
}

/** A track by the headsign that trips say of themselves; the usual one where they say none. */
function signedTracks(track: TrackOfTrips): (extra: Extra | undefined) => TrackOfTrips {
  const made = new Map<string, TrackOfTrips>();
  return (extra) => {
    const headsign = extra?.[TRIP_HEADSIGN];
    if (headsign === undefined || headsign === track.headsign) return track;
    const known = made.get(headsign) ?? withHeadsign(track, headsign);
    made.set(headsign, known);
    return known;
  };
}

interface Place {
  readonly schedule: ScheduleOfTrips;
  readonly track: TrackOfTrips;
}

interface Trip {
  /** Place among the departures of the timetable, from 1. */
  readonly number: number;
  /** First departure in seconds of the service day. */
  readonly start: number;
  /** What the departure says beside its times. */
  readonly said: Omit<Departure, 'Type' | 'Time' | 'FromTime' | 'ToTime' | 'Frequency' | 'isFrequencyScheduled' | 'TemplateStart'>;
  readonly intervals: { readonly from: number; readonly to: number; readonly headway: number; readonly scheduled: boolean }[];
}
