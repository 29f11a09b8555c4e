/** When vehicles passed the stops of a track, out of the positions that they sent. */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import type { Track } from '../model/track.ts';
import { decodeShape, distancesAlong } from '../shapes.ts';

/** The line of a track with the metres along it: of its points, and of its stops. */
export interface TrackLine {
  readonly points: readonly Coordinate[];
  readonly metres: readonly number[];
  readonly stops: readonly number[];
}

/** Unix seconds (or any other seconds), and a place. */
export interface SeenAt {
  readonly at: number;
  readonly place: Coordinate;
}

/** Metres that a position may lie beside the line. */
const BESIDE = 80;
/** Metres that a position may lie behind the one before: receivers are not exact. */
const BACK = 40;
/** Metres a second that no vehicle is faster than, and metres that a position may be wrong by besides. */
const FASTEST = 40;
const SLACK = 150;
/** Seconds without a position after which nothing is said of the stops in between. */
const SILENT = 150;

/** The line of a track: its shape where each stop has its place on it, else straight lines between the stops. Undefined where a stop has no place. */
export function trackLine(track: Track, placeOf: (stopId: string) => Coordinate | null | undefined): TrackLine | undefined {
  const shape = track.Shape === undefined ? [] : decodeShape(track.Shape);
  const places = track.Stops.map(({ StopId }) => placeOf(StopId));
  if (shape.length > 1 && track.Stops.every(({ ShapeSequence }) => ShapeSequence !== undefined && ShapeSequence < shape.length)) {
    const metres = distancesAlong(shape);
    return { points: shape, metres, stops: track.Stops.map(({ ShapeSequence = 0 }, at) => onSegments(shape, metres, ShapeSequence, places[at])) };
  }
  const known = places.filter((place) => place !== null && place !== undefined);
  if (known.length < places.length || known.length < 2) return undefined;
  const metres = distancesAlong(known);
  return { points: known, metres, stops: metres };
}

/** Metres of a stop along a shape: its nearest place on the segments at its point. */
function onSegments(points: readonly Coordinate[], metres: readonly number[], point: number, place: Coordinate | null | undefined): number {
  const [before, after] = place ? [point - 1, point].map((from) => nearestOnSegment(points, metres, from, place)) : [];
  const nearest = [before, after].flatMap((one) => (one ? [one] : [])).toSorted((a, b) => a.beside - b.beside)[0];
  return nearest?.along ?? metres[point] ?? 0;
}

interface OnSegment {
  readonly along: number;
  readonly beside: number;
}

function nearestOnSegment(points: readonly Coordinate[], metres: readonly number[], from: number, place: Coordinate): OnSegment | undefined {
  const [a, b] = [points[from], points[from + 1]];
  if (!a || !b) return undefined;
  const narrow = Math.cos((a.Lat * Math.PI) / 180);
  const [x, y] = [(b.Lng - a.Lng) * narrow, b.Lat - a.Lat];
  const [px, py] = [(place.Lng - a.Lng) * narrow, place.Lat - a.Lat];
  const length = x * x + y * y;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, (px * x + py * y) / length));
  const nearest = { Lat: a.Lat + y * part, Lng: a.Lng + (b.Lng - a.Lng) * part };
  return { along: (metres[from] ?? 0) + ((metres[from + 1] ?? 0) - (metres[from] ?? 0)) * part, beside: metresBetween(nearest, place) };
}

/**
 * When a vehicle passed each stop of a track, in the seconds of its positions; null where they do not tell. Positions are in order of
 * time. One is taken to lie ahead of the one before, so that a loop is followed in its direction; those beside the line are left out.
 */
export function passings(line: TrackLine, seen: readonly SeenAt[]): readonly (number | null)[] {
  const along = progress(line, seen);
  return line.stops.map((metres, stop) => passedAt(along, metres, stop, line.stops.length));
}

interface Progress {
  readonly at: number;
  readonly metres: number;
}

function progress({ points, metres }: TrackLine, seen: readonly SeenAt[]): readonly Progress[] {
  const found: Progress[] = [];
  let segment = 0;
  for (const { at, place } of seen) {
    const before = found.at(-1);
    const [low, high] = before ? [before.metres - BACK, before.metres + (at - before.at) * FASTEST + SLACK] : [0, Infinity];
    let best: OnSegment | undefined;
    let bestSegment = segment;
    while (segment > 0 && (metres[segment] ?? 0) > low) segment -= 1;
    for (let from = segment; from < points.length - 1 && (metres[from] ?? 0) <= high; from++) {
      const here = nearestOnSegment(points, metres, from, place);
      // the first of places that are as near: the vehicle comes there first
      if (!here || here.along < low || here.along > high || here.beside >= (best?.beside ?? BESIDE) - 1) continue;
      [best, bestSegment] = [here, from];
    }
    if (!best) continue;
    segment = bestSegment;
    found.push({ at, metres: before ? Math.max(before.metres, best.along) : best.along });
  }
  return found;
}

/**
 * Between the last position before a stop and the first one at or behind it. Vehicles wait at their first and last stop, where positions
 * scatter: the first one is left, the last one reached, some metres away from it.
 */
function passedAt(along: readonly Progress[], metres: number, stop: number, stops: number): number | null {
  if (stop === 0) return leftAt(along, metres);
  const there = stop === stops - 1 ? metres - SCATTER / 2 : metres;
  const next = along.findIndex((one) => one.metres >= there);
  const [before, after] = [along[next - 1], along[next]];
  if (!after) return null;
  if (!before) return Math.abs(after.metres - metres) <= SCATTER ? after.at : null;
  if (after.at - before.at > SILENT) return null;
  const part = after.metres > before.metres ? (there - before.metres) / (after.metres - before.metres) : 1;
  return before.at + (after.at - before.at) * Math.max(0, part);
}

/** When a vehicle left its first stop: back from the first position that is clearly behind it, at the speed that it had there. */
function leftAt(along: readonly Progress[], metres: number): number | null {
  const next = along.findIndex((one) => one.metres >= metres + SCATTER * 2);
  const [before, after, further] = [along[next - 1], along[next], along[next + 1]];
  if (!after) return null;
  if (!before) return after.metres - metres <= SCATTER * 4 ? after.at : null;
  if (after.at - before.at > SILENT) return null;
  const speed = further ? (further.metres - after.metres) / Math.max(1, further.at - after.at) : 0;
  return Math.max(before.at, after.at - (after.metres - metres) / Math.max(speed, SLOWEST));
}

/** Metres by which positions of a vehicle that stands still differ. */
const SCATTER = 25;
/** Metres a second that a vehicle that has left its stop drives at least. */
const SLOWEST = 5;
