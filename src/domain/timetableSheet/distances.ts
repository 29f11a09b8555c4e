/** How far along a track its stops lie. */
import polyline from '@mapbox/polyline';
import { type Coordinate, metresBetween } from '../coordinate.ts';
import type { Track } from '../model/track.ts';

/**
 * Metres from the first stop to each, along the shape where every stop has its place on it, else in straight lines between the
 * stops. Null where a stop has no known place.
 */
export function metresAlong(track: Track, placeOf: (stopId: string) => Coordinate | null | undefined): readonly number[] | null {
  const shape = track.Shape === undefined ? [] : polyline.decode(track.Shape);
  const onShape = shape.length > 1 && track.Stops.every(({ ShapeSequence }) => ShapeSequence !== undefined && ShapeSequence < shape.length);
  if (onShape) {
    const along = [0];
    for (let at = 1; at < shape.length; at++) along.push((along[at - 1] ?? 0) + metresBetween(pointOf(shape[at - 1]), pointOf(shape[at])));
    const first = along[track.Stops[0]?.ShapeSequence ?? 0] ?? 0;
    return track.Stops.map(({ ShapeSequence = 0 }) => (along[ShapeSequence] ?? 0) - first);
  }
  let distance = 0;
  let before: Coordinate | undefined;
  const metres: number[] = [];
  for (const { StopId } of track.Stops) {
    const place = placeOf(StopId);
    if (!place) return null;
    distance += before ? metresBetween(before, place) : 0;
    before = place;
    metres.push(distance);
  }
  return metres;
}

/**
 * Where a stop fits best into a list of places: between the two that it makes the distance longest by the least, or before the first or after the
 * last where that is less. A position from 0 to the length of the list; the end where a place is not known.
 */
export function nearestPosition(places: readonly (Coordinate | null | undefined)[], place: Coordinate | null | undefined): number {
  const known = places.filter((one) => one !== null && one !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (!place || !first || !last || known.length < places.length) return places.length;
  let [best, least] = [known.length, metresBetween(last, place)];
  if (metresBetween(place, first) < least) [best, least] = [0, metresBetween(place, first)];
  for (let at = 1; at < known.length; at++) {
    const [from, to] = [known[at - 1] ?? place, known[at] ?? place];
    const longer = metresBetween(from, place) + metresBetween(place, to) - metresBetween(from, to);
    if (longer < least) [best, least] = [at, longer];
  }
  return best;
}

/**
 * The point of the shape at which a stop put in at a position lies: the nearest one between the points of its neighbours. Undefined
 * where the track has no shape, or other stops of it have no point yet.
 */
export function sequenceBetween(track: Track, position: number, place: Coordinate | null | undefined): number | undefined {
  const shape = track.Shape === undefined ? [] : polyline.decode(track.Shape);
  if (!place || shape.length < 2 || track.Stops.some(({ ShapeSequence }) => ShapeSequence === undefined)) return undefined;
  const from = track.Stops[position - 1]?.ShapeSequence ?? 0;
  const to = Math.min(track.Stops[position]?.ShapeSequence ?? shape.length - 1, shape.length - 1);
  let [nearest, least]: [number, number] = [from, Infinity];
  for (let at = from; at <= to; at++) {
    const distance = metresBetween(pointOf(shape[at]), place);
    if (distance < least) [nearest, least] = [at, distance];
  }
  return nearest;
}

function pointOf(point: readonly number[] | undefined): Coordinate {
  return { Lat: point?.[0] ?? 0, Lng: point?.[1] ?? 0 };
}
