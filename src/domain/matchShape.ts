/** Which point of its shape each stop of a track lies at. */

/** Above this many stop-point pairs only a window of points is tried for each stop. */
const WHOLE_SEARCH_LIMIT = 20_000_000;

/**
 * Index of a shape point for each stop, never falling along the track, so that the sum of squared distances is least: a
 * loop that passes a stop twice is matched right, which taking the nearest point of each stop alone gets wrong.
 * `shape` is `lat, lng, ...` in units of 1e-5 degree; a stop without a place (NaN) answers undefined.
 */
export function matchStopsToShape(lats: readonly number[], lngs: readonly number[], shape: Int32Array): (number | undefined)[] {
  const points = shape.length / 2;
  const placed = lats.flatMap((lat, i) => (Number.isFinite(lat) && Number.isFinite(lngs[i]) ? [i] : []));
  const answer: (number | undefined)[] = lats.map(() => undefined);
  if (points === 0 || placed.length === 0) return answer;
  // A degree of longitude is shorter than one of latitude by the cosine; over one line one cosine is enough.
  const narrow = Math.cos(((shape[0] ?? 0) / 1e5) * (Math.PI / 180));
  const window = placed.length * points > WHOLE_SEARCH_LIMIT ? Math.ceil(WHOLE_SEARCH_LIMIT / placed.length / 2) : points;
  let cost = new Float64Array(points);
  let next = new Float64Array(points);
  const from: Int32Array[] = [];
  for (const [nth, stop] of placed.entries()) {
    const lat = (lats[stop] ?? 0) * 1e5;
    const lng = (lngs[stop] ?? 0) * 1e5;
    const middle = Math.round((nth / Math.max(1, placed.length - 1)) * (points - 1));
    const low = middle - window;
    const high = middle + window;
    const back = new Int32Array(points);
    let best = Infinity;
    let bestAt = 0;
    for (let point = 0; point < points; point++) {
      const before = nth === 0 ? 0 : (cost[point] ?? Infinity);
      if (before < best) {
        best = before;
        bestAt = point;
      }
      back[point] = bestAt;
      if (point < low || point > high) {
        next[point] = Infinity;
        continue;
      }
      const dLat = (shape[2 * point] ?? 0) - lat;
      const dLng = ((shape[2 * point + 1] ?? 0) - lng) * narrow;
      next[point] = best + dLat * dLat + dLng * dLng;
    }
    from.push(back);
    [cost, next] = [next, cost];
  }
  let at = 0;
  for (let point = 1; point < points; point++) if ((cost[point] ?? Infinity) < (cost[at] ?? Infinity)) at = point;
  for (let nth = placed.length - 1; nth >= 0; nth--) {
    answer[placed[nth] ?? 0] = at;
    at = from[nth]?.[at] ?? 0;
  }
  return answer;
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The point of a shape that is nearest to a place, wherever it stands along the shape. */
export function nearestPoint(place: Place, shape: Int32Array): number {
  let [nearest, least] = [0, Infinity];
  for (let point = 0; point < shape.length / 2; point++) {
    const metres = metresToPoint(place, shape, point);
    if (metres < least) [nearest, least] = [point, metres];
  }
  return nearest;
}

/** Metres from a place to a point of a shape; exact enough for what is near. */
export function metresToPoint({ lat, lng }: Place, shape: Int32Array, point: number): number {
  const north = (shape[2 * point] ?? 0) / 1e5 - lat;
  const east = ((shape[2 * point + 1] ?? 0) / 1e5 - lng) * Math.cos(lat * (Math.PI / 180));
  return Math.hypot(north, east) * METRES_A_DEGREE;
}

const METRES_A_DEGREE = 111_195;
