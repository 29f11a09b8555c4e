/** The shape of a whole track, found from its stops. */
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';
import { decodeShape, distancesAlong, encodeShape, nearestOnLine } from '../../src/domain/shapes.ts';
import type { TrackPath } from '../../src/domain/trackPath.ts';
import type { RouteAnswer } from '../../src/domain/routing.ts';
import { usesStreets } from '../../src/domain/vehicleTypes.ts';
import type { StreetEngine } from '../geo/streets/streetEngine.ts';
import { tracedStops } from '../geo/valhalla.ts';
import { coversAll, type Routing, type RoutingQuestion } from './routing.ts';

export type TrackQuestion = Omit<RoutingQuestion, 'from' | 'to'> & { readonly stops: readonly Coordinate[] };

/** A path with the index of each stop's point on it, and what found the part after each stop. */
interface Laid {
  readonly path: readonly Coordinate[];
  readonly at: readonly number[];
  readonly engines: readonly RouteAnswer['Engine'][];
}

/**
 * All stops are matched to the streets as one trace, which keeps the right carriageway from stop to stop (81 of 103 patterns of a bus feed
 * against 26 by routing); where that fails, and along feed lines, each segment is found for itself.
 */
export function createTrackRouting(route: Routing, streets: StreetEngine | undefined): (question: TrackQuestion) => Promise<TrackPath> {
  return async (question) => {
    const { stops, variant, vehicleType } = question;
    const traced =
      streets && variant === 'standard' && usesStreets(vehicleType) && coversAll(streets.made(), stops)
        ? await laidAtOnce(streets, stops)
        : undefined;
    return described(traced ?? (await laidBySegments(route, question)), stops);
  };
}

async function laidAtOnce(streets: StreetEngine, stops: readonly Coordinate[]): Promise<Laid | undefined> {
  const traced = await tracedStops(streets.ask, 'bus', stops).catch(() => undefined);
  if (!traced) return undefined;
  const path: Coordinate[] = [];
  const at: number[] = [];
  let [least, part] = [0, 0];
  for (const [i, stop] of stops.entries()) {
    const [from, to] = traced.parts[i] ?? [least, traced.path.length - 1];
    const near = nearestOnLine(traced.path, stop, Math.max(from, least), Math.max(to, least + 1));
    if (!near) return undefined;
    const isBehind = near.index < least || (near.index === least && near.part < part);
    const [index, on] = isBehind ? [least, part] : [near.index, near.part];
    for (const point of traced.path.slice(at.length === 0 ? 0 : least + 1, index + 1)) add(path, point);
    if (!isBehind) add(path, near.at);
    at.push(path.length - 1);
    [least, part] = [index, on];
  }
  for (const point of traced.path.slice(least + 1)) add(path, point);
  return { path, at, engines: stops.slice(1).map(() => 'streets') };
}

/** Adds a point that is not where the last one is, once both are rounded as shapes are. */
function add(path: Coordinate[], point: Coordinate): void {
  const last = path.at(-1);
  const isSame = last && Math.round(last.Lat * 1e5) === Math.round(point.Lat * 1e5) && Math.round(last.Lng * 1e5) === Math.round(point.Lng * 1e5);
  if (!isSame) path.push(point);
}

async function laidBySegments(route: Routing, { stops, ...question }: TrackQuestion): Promise<Laid> {
  const path: Coordinate[] = [];
  const at: number[] = [];
  const engines: RouteAnswer['Engine'][] = [];
  for (const [i, to] of stops.entries()) {
    const from = stops[i - 1];
    if (!from) continue;
    const { Route, Engine } =
      metresBetween(from, to) === 0 ? { Route: encodeShape([from, to]), Engine: 'straight' as const } : await route({ ...question, from, to });
    const segment = decodeShape(Route);
    if (path.length === 0) {
      path.push(...segment.slice(0, 1));
      at.push(0);
    }
    path.push(...segment.slice(1));
    at.push(path.length - 1);
    engines.push(Engine);
  }
  return { path, at, engines };
}

function described({ path, at, engines }: Laid, stops: readonly Coordinate[]): TrackPath {
  // As it is stored: what is said of it holds of the rounded points.
  const Shape = encodeShape(path);
  const points = decodeShape(Shape);
  const along = distancesAlong(points);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    Shape,
    Sequences: [...at],
    Away: stops.map((stop, i) => round(metresBetween(stop, points[at[i] ?? 0] ?? stop))),
    Segments: engines.map((Engine, i) => {
      const [from, to] = [at[i] ?? 0, at[i + 1] ?? 0];
      const [a, b] = [points[from], points[to]];
      const direct = a && b ? metresBetween(a, b) : 0;
      const length = (along[to] ?? 0) - (along[from] ?? 0);
      return { Engine, Detour: direct < 1 ? (length < 1 ? 1 : round(length)) : round(length / direct) };
    }),
  };
}
