/** Lines on the map: encoded shapes (precision 5, about a metre), lengths, nearest points, generalisation. */
import polyline from '@mapbox/polyline';
import { type Coordinate, metresBetween } from './coordinate.ts';

/** Decimals of a degree that a stored shape keeps. */
const PRECISION = 5;
const METRES_PER_DEGREE = 111_195;

/** The points of an encoded shape; a text that is none gives the points up to where it breaks off. */
export function decodeShape(shape: string): Coordinate[] {
  return polyline.decode(shape, PRECISION).map(([Lat, Lng]) => ({ Lat, Lng }));
}

/** Encodes points as a shape. */
export function encodeShape(points: readonly Coordinate[]): string {
  return polyline.encode(
    points.map(({ Lat, Lng }) => [Lat, Lng]),
    PRECISION,
  );
}

/** Metres from the first point to each point of a line. */
export function distancesAlong(points: readonly Coordinate[]): number[] {
  let sum = 0;
  return points.map((at, i) => {
    const before = points[i - 1];
    if (before) sum += metresBetween(before, at);
    return sum;
  });
}

/** A point on a line: the point at or before it, how far on towards the next (0 to 1), where that is, and how far from the place asked for. */
export interface OnLine {
  readonly index: number;
  readonly part: number;
  readonly at: Coordinate;
  readonly metres: number;
}

/** The point of a line nearest to a place, on a plane whose degrees of longitude are as short as at that place. Undefined for a line without points. */
export function nearestOnLine(points: readonly Coordinate[], place: Coordinate, from = 0, to = points.length - 1): OnLine | undefined {
  const narrow = Math.cos((place.Lat * Math.PI) / 180);
  let best: OnLine | undefined;
  let least = Infinity;
  for (let i = from; i <= Math.max(from, to - 1); i++) {
    const [a, b] = [points[i], points[i + 1] ?? points[i]];
    if (!a || !b) break;
    const dx = (b.Lng - a.Lng) * narrow;
    const dy = b.Lat - a.Lat;
    const length2 = dx * dx + dy * dy;
    const along = length2 === 0 ? 0 : ((place.Lng - a.Lng) * narrow * dx + (place.Lat - a.Lat) * dy) / length2;
    const part = Math.max(0, Math.min(1, along));
    const at = { Lat: a.Lat + part * (b.Lat - a.Lat), Lng: a.Lng + part * (b.Lng - a.Lng) };
    const away2 = ((at.Lng - place.Lng) * narrow) ** 2 + (at.Lat - place.Lat) ** 2;
    if (away2 < least) {
      least = away2;
      best = { index: i, part, at, metres: 0 };
    }
  }
  return best && { ...best, metres: metresBetween(best.at, place) };
}

/** The line with fewer points, none of the left out ones further than `metres` from it (Douglas and Peucker 1973, without recursion). */
export function simplifyLine(points: readonly Coordinate[], metres: number): Coordinate[] {
  if (points.length < 3) return [...points];
  const tolerance2 = (metres / METRES_PER_DEGREE) ** 2;
  const narrow = Math.cos(((points[0]?.Lat ?? 0) * Math.PI) / 180);
  const xs = Float64Array.from(points, ({ Lng }) => Lng * narrow);
  const ys = Float64Array.from(points, ({ Lat }) => Lat);
  const kept = new Uint8Array(points.length);
  kept[0] = kept[points.length - 1] = 1;
  const spans = [0, points.length - 1];
  for (let last = spans.pop(), first = spans.pop(); first !== undefined && last !== undefined; last = spans.pop(), first = spans.pop()) {
    const worst = furthestFromSegment(xs, ys, first, last, tolerance2);
    if (worst < 0) continue;
    kept[worst] = 1;
    spans.push(first, worst, worst, last);
  }
  return points.filter((_, i) => kept[i] === 1);
}

/** The point between two others that is furthest from the straight line between them; -1 where none is further than the tolerance. */
function furthestFromSegment(xs: Float64Array, ys: Float64Array, first: number, last: number, tolerance2: number): number {
  const [ax, ay] = [xs[first] ?? 0, ys[first] ?? 0];
  const dx = (xs[last] ?? 0) - ax;
  const dy = (ys[last] ?? 0) - ay;
  const length2 = dx * dx + dy * dy;
  let worst = tolerance2;
  let worstAt = -1;
  for (let i = first + 1; i < last; i++) {
    const px = (xs[i] ?? 0) - ax;
    const py = (ys[i] ?? 0) - ay;
    const along = length2 === 0 ? 0 : (px * dx + py * dy) / length2;
    const part = along < 0 ? 0 : along > 1 ? 1 : along;
    const [away, up] = [part * dx - px, part * dy - py];
    const away2 = away * away + up * up;
    if (away2 > worst) {
      worst = away2;
      worstAt = i;
    }
  }
  return worstAt;
}
