/** The geometry of a track as rules measure it: places of its stops, the points of its shape, and distances. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { metresBetween } from '../../src/domain/coordinate.ts';
import type { Network, Node } from './network.ts';

/** A decoded shape: latitudes and longitudes in degrees. */
export interface Shape {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
}

export interface TrackGeometry {
  /** Undefined where there is no shape, null where it cannot be decoded. */
  readonly shape: Shape | null | undefined;
  /** Places of the stops by position; null where a stop is unknown or has none. */
  readonly places: readonly (Coordinate | null)[];
  /** Straight metres from each stop to the next by position; NaN where one has no place. */
  readonly hops: Float64Array;
}

/** What is measured of a track, kept until the track or one of its stops changes. */
export function geometryOf(net: Network, track: Node<'Track'>): TrackGeometry {
  return net.cached(track, 'geometry', () => {
    const places = track.doc.Stops.map(({ StopId }) => net.get('Stop', StopId)?.Coordinate ?? null);
    const hops = new Float64Array(Math.max(0, places.length - 1));
    for (let i = 0; i < hops.length; i++) {
      const [from, to] = [places[i], places[i + 1]];
      hops[i] = from && to ? metresBetween(from, to) : NaN;
    }
    const encoded = track.doc.Shape;
    return { shape: encoded === undefined || encoded === '' ? undefined : decodeShape(encoded), places, hops };
  });
}

/** Decodes a polyline of precision 5; null where it is none: a character outside of the alphabet, or an end in the middle. */
export function decodeShape(encoded: string): Shape | null {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < encoded.length; i++) {
    const bits = encoded.charCodeAt(i) - 63;
    if (bits < 0 || bits > 63 || shift > 30) return null;
    value |= (bits & 31) << shift;
    if (bits >= 32) shift += 5;
    else {
      values.push(value & 1 ? ~(value >>> 1) : value >>> 1);
      value = 0;
      shift = 0;
    }
  }
  if (shift !== 0 || values.length % 2 !== 0) return null;
  const lats = new Float64Array(values.length / 2);
  const lngs = new Float64Array(values.length / 2);
  let [lat, lng] = [0, 0];
  for (let i = 0; i < lats.length; i++) {
    lat += values[2 * i] ?? 0;
    lng += values[2 * i + 1] ?? 0;
    lats[i] = lat / 1e5;
    lngs[i] = lng / 1e5;
  }
  return { lats, lngs };
}

/**
 * Metres from a place to the nearest point of a shape, or of a part that is near enough: the search begins at segment
 * `from`, goes round, and ends as soon as it is within `enough`. Flat around the place, which is right to a thousandth here.
 */
export function metresToShape(
  at: Coordinate,
  { lats, lngs }: Shape,
  enough: number,
  from: number,
): { readonly metres: number; readonly segment: number } {
  const y = 111_194.9;
  const x = y * Math.cos((at.Lat * Math.PI) / 180);
  const count = lats.length;
  if (count === 1) return { metres: Math.hypot(((lngs[0] ?? 0) - at.Lng) * x, ((lats[0] ?? 0) - at.Lat) * y), segment: 0 };
  let best = Infinity;
  let segment = 0;
  for (let step = 0; step < count - 1; step++) {
    const i = (from + step) % (count - 1);
    const ax = ((lngs[i] ?? 0) - at.Lng) * x;
    const ay = ((lats[i] ?? 0) - at.Lat) * y;
    const dx = ((lngs[i + 1] ?? 0) - at.Lng) * x - ax;
    const dy = ((lats[i + 1] ?? 0) - at.Lat) * y - ay;
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
    const metres = Math.hypot(ax + t * dx, ay + t * dy);
    if (metres < best) {
      best = metres;
      segment = i;
      if (best <= enough) break;
    }
  }
  return { metres: best, segment };
}
