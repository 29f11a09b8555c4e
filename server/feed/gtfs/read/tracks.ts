/** Makes the tracks of one schedule: trips with the same stops, direction, destinations and shape. */
import polyline from '@mapbox/polyline';
import type { Track, TrackDirection, TrackStop } from '../../../../src/domain/model/track.ts';
import { matchStopsToShape, metresToPoint, nearestPoint } from '../../../../src/domain/matchShape.ts';
import type { FeedNotes } from '../notes.ts';
import { compareLists, compareText } from '../order.ts';
import type { TripPatterns } from './patterns.ts';
import type { Shapes } from './shapes.ts';
import type { FeedSink } from './sink.ts';
import type { StopTimes } from './stopTimes.ts';
import { timetablesOf } from './timetables.ts';
import type { Trips } from './trips.ts';

/** What a track needs to know of a stop; NaN where it has no place. */
export interface StopPlaces {
  readonly names: readonly string[];
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
}

/** Metres from a stop to the shape within which it is beside it. */
const BESIDE = 50;

/** Makes tracks and remembers ways already matched: the schedules of a line share most of them. */
export class TrackBuilder {
  readonly #trips: Trips;
  readonly #times: StopTimes;
  readonly #patterns: TripPatterns;
  readonly #shapes: Shapes;
  readonly #places: StopPlaces;
  readonly #notes: FeedNotes;
  readonly #matched = new Map<string, readonly (number | undefined)[]>();
  readonly #encoded = new Map<number, string>();

  constructor(trips: Trips, times: StopTimes, patterns: TripPatterns, shapes: Shapes, places: StopPlaces, notes: FeedNotes) {
    this.#trips = trips;
    this.#times = times;
    this.#patterns = patterns;
    this.#shapes = shapes;
    this.#places = places;
    this.#notes = notes;
  }

  /** Writes the tracks of these trips, with their timetables. `masks` are the weekdays of each service. */
  async write(scheduleId: string, trips: readonly number[], masks: ReadonlyMap<number, number>, sink: FeedSink): Promise<void> {
    const groups = new Map<number, number[]>();
    for (const trip of trips) {
      const pattern = this.#patterns.pattern[trip] ?? -1;
      const group = groups.get(pattern);
      if (group === undefined) groups.set(pattern, [trip]);
      else group.push(trip);
    }
    const numbers = new Map<string, number>();
    for (const [pattern, members] of [...groups].toSorted((a, b) => this.#compare(a, b))) {
      const direction = this.#directionOf(pattern);
      const ends = direction === 'Backward' ? 'b-a' : 'a-b';
      const number = (numbers.get(ends) ?? 0) + 1;
      numbers.set(ends, number);
      const ordered = members.toSorted((a, b) => compareText(this.#trips.idOf(a), this.#trips.idOf(b)));
      const track = this.#trackOf(scheduleId, number === 1 ? ends : `${ends}-${number}`, pattern, ordered);
      await sink.add('Track', track);
      for (const timetable of timetablesOf(track, ordered, masks, this.#trips, this.#times, this.#patterns)) await sink.add('Timetable', timetable);
    }
  }

  /** Most trips first, then by stops, direction, destinations and shape: an order that does not depend on the order in the file. */
  #compare([a, tripsA]: [number, number[]], [b, tripsB]: [number, number[]]): number {
    const { patterns, stopLists, destinations, geometries } = { ...this.#patterns, geometries: this.#shapes.geometries };
    const [stopsA = 0, shapeA = -1, signsA = 0, directionA = 0] = patterns.at(a);
    const [stopsB = 0, shapeB = -1, signsB = 0, directionB = 0] = patterns.at(b);
    const signs = this.#trips.headsigns.texts;
    const stops = this.#times.stops.texts;
    return (
      tripsB.length - tripsA.length ||
      compareLists(stopLists.at(stopsA), stopLists.at(stopsB), (i, j) => compareText(stops[i] ?? '', stops[j] ?? '')) ||
      directionA - directionB ||
      compareLists(destinations.at(signsA), destinations.at(signsB), (i, j) => compareText(signs[i] ?? '', signs[j] ?? '')) ||
      (shapeA < 0 || shapeB < 0 ? shapeB - shapeA : compareLists(geometries.at(shapeA), geometries.at(shapeB), (i, j) => i - j))
    );
  }

  #directionOf(pattern: number): TrackDirection {
    const direction = this.#patterns.patterns.at(pattern)[3];
    return direction === 0 ? 'Forward' : direction === 1 ? 'Backward' : 'Unknown';
  }

  #trackOf(scheduleId: string, id: string, pattern: number, ordered: readonly number[]): Track {
    const [stopList = 0, geometry = -1, signs = 0] = this.#patterns.patterns.at(pattern);
    const stopIndexes = this.#patterns.stopLists.at(stopList);
    const destinations = this.#patterns.destinations.at(signs);
    const first = ordered[0] ?? 0;
    const sequences = geometry < 0 ? [] : this.#match(stopList, stopIndexes, geometry, first);
    const distances = this.#stopDistances(first, stopIndexes.length);
    const stops: TrackStop[] = Array.from(stopIndexes, (stop, i) => {
      const sequence = sequences[i];
      const distance = distances[i] ?? NaN;
      const effective = this.#trips.headsigns.texts[destinations[i] ?? 0] ?? '';
      const shown = i === 0 ? effective !== '' : destinations[i] !== destinations[i - 1];
      return {
        StopId: this.#times.stops.texts[stop] ?? '',
        ...(sequence === undefined ? {} : { ShapeSequence: sequence }),
        ...(shown ? { Destination: effective } : {}),
        ...(Number.isFinite(distance) ? { ShapeDistance: distance } : {}),
      };
    });
    const shapeIds = [...new Set(ordered.map((trip) => this.#trips.shape.at(trip)))].toSorted((a, b) =>
      compareText(this.#shapeId(a), this.#shapeId(b)),
    );
    const shapeDistances = geometry < 0 ? undefined : this.#shapes.distancesOf(shapeIds[0] ?? -1);
    return {
      ScheduleId: scheduleId,
      Id: id,
      Name: `${this.#nameOf(stopIndexes[0] ?? -1)} - ${this.#nameOf(stopIndexes.at(-1) ?? -1)}`,
      Direction: this.#directionOf(pattern),
      Visible: true,
      ...(geometry < 0 ? {} : { Shape: this.#encode(geometry) }),
      ...(shapeDistances === undefined ? {} : { ShapeDistances: [...shapeDistances] }),
      Stops: stops,
      ...(geometry >= 0 && shapeIds.length === 1 ? { Extra: { shape_id: this.#shapeId(shapeIds[0] ?? -1) } } : {}),
    };
  }

  #shapeId(shape: number): string {
    return shape < 0 ? '' : (this.#trips.shapes.texts[shape] ?? '');
  }

  #nameOf(stop: number): string {
    return this.#places.names[stop] || (this.#times.stops.texts[stop] ?? '');
  }

  #stopDistances(trip: number, count: number): number[] {
    if (this.#times.distance.length === 0) return [];
    const from = this.#times.starts[trip] ?? 0;
    return Array.from({ length: count }, (_, i) => this.#times.distance.at(this.#times.order[from + i] ?? 0));
  }

  #match(stopList: number, stops: Int32Array, geometry: number, trip: number): readonly (number | undefined)[] {
    const key = `${stopList} ${geometry}`;
    let match = this.#matched.get(key);
    if (match === undefined) {
      const { lats, lngs } = this.#places;
      match = matchStopsToShape(
        Array.from(stops, (stop) => lats[stop] ?? NaN),
        Array.from(stops, (stop) => lngs[stop] ?? NaN),
        this.#shapes.geometries.at(geometry),
      );
      this.#matched.set(key, match);
      this.#reportOrder(stops, match, this.#shapes.geometries.at(geometry), trip);
    }
    return match;
  }

  /** Reports the first stop that is beside the shape, but where the shape is before or after the stops around it. */
  #reportOrder(stops: Int32Array, match: readonly (number | undefined)[], shape: Int32Array, trip: number): void {
    for (const [i, stop] of stops.entries()) {
      const place = { lat: this.#places.lats[stop] ?? NaN, lng: this.#places.lngs[stop] ?? NaN };
      const point = match[i];
      if (point === undefined) continue;
      const metres = metresToPoint(place, shape, point);
      if (metres <= BESIDE || metresToPoint(place, shape, nearestPoint(place, shape)) + BESIDE > metres) continue;
      const id = this.#trips.idOf(trip);
      const reason = `The shape ${this.#shapeId(this.#trips.shape.at(trip))} does not pass the stops of the trip ${id} in their order: it passes the stop ${this.#times.stops.texts[stop]} elsewhere`;
      this.#notes.add('warning', 'trips.txt', this.#trips.line.at(trip), 'stops in another order than on the shape', reason, {
        column: 'shape_id',
        value: this.#shapeId(this.#trips.shape.at(trip)),
      });
      return;
    }
  }

  #encode(geometry: number): string {
    let text = this.#encoded.get(geometry);
    if (text === undefined) {
      const points = this.#shapes.geometries.at(geometry);
      const pairs: [number, number][] = [];
      for (let i = 0; i < points.length; i += 2) pairs.push([(points[i] ?? 0) / 1e5, (points[i + 1] ?? 0) / 1e5]);
      text = polyline.encode(pairs, 5);
      this.#encoded.set(geometry, text);
    }
    return text;
  }
}
