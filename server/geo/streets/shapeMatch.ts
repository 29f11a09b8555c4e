/** A shape matched to the streets: where it runs on them, and what is to be looked at. */
import { type Coordinate, metresBetween } from '../../../src/domain/coordinate.ts';
import { matchStopsToShape } from '../../../src/domain/matchShape.ts';
import { type Fit, FOLLOWS, fitOf, type MatchedTrack } from '../../../src/domain/networkMatch.ts';
import { decodeShape, encodeShape } from '../../../src/domain/shapes.ts';
import { type AskValhalla, matchTrace } from '../valhalla.ts';
import { NoAnswer } from './streetEngine.ts';

export type ShapeMatch = Pick<MatchedTrack, 'Share' | 'Furthest' | 'Finding' | 'At'> & { readonly path?: readonly Coordinate[] };

/**
 * Metres between the points of a shape that are matched. With points as near as the noise of a GPS the match breaks off: one that lies
 * behind the last is reached only round the block (17 of 40 noisy shapes were matched as a whole, of these 37).
 */
const SPARSE = 50;
/** Points that the engine takes at once: shapes of more than 700 km are matched as far as that. */
const MOST_POINTS = 15_000;
/** Stretches of a broken shape that are matched for themselves. */
const MOST_RUNS = 20;

/**
 * Matched by the rules of the streets first, and where that does not follow the shape, without one-ways: what follows only then runs
 * against a one-way street, or on a bus lane against it that the map lacks. Throws where the engine has no answer at all.
 */
export async function matchShape(ask: AskValhalla, shape: readonly Coordinate[]): Promise<ShapeMatch> {
  const strict = await judged(ask, shape, false);
  if (strict.share >= FOLLOWS) return described(strict);
  const relaxed = await judged(ask, shape, true);
  if (relaxed.share >= FOLLOWS) return { ...described(relaxed), Finding: 'againstOneWay', At: strict.at };
  const better = relaxed.share > strict.share ? relaxed : strict;
  return { ...described(better), Finding: 'leavesStreets', At: better.at };
}

interface Judged extends Fit {
  /** Along the streets as far as they lead, as the shape was elsewhere; undefined where they lead nowhere along it. */
  readonly path: readonly Coordinate[] | undefined;
}

async function judged(ask: AskValhalla, shape: readonly Coordinate[], ignoreOneways: boolean): Promise<Judged> {
  const kept = sparse(shape).slice(0, MOST_POINTS);
  const points = kept.flatMap((i) => shape[i] ?? []);
  const { path: whole, runs } = await matchTrace(ask, 'bus', points, ignoreOneways);
  const paths: Coordinate[][] = [];
  const made: Coordinate[] = [];
  let next = 0;
  for (const [first, last] of runs.slice(0, MOST_RUNS)) {
    if (first === last) continue;
    const path = runs.length === 1 ? whole : await pathOfRun(ask, points.slice(first, last + 1), ignoreOneways);
    if (!path || path.length < 2) continue;
    paths.push(path);
    made.push(...shape.slice(next, kept[first]), ...path);
    next = (kept[last] ?? shape.length) + 1;
  }
  made.push(...shape.slice(next));
  return { path: paths.length === 0 ? undefined : decodeShape(encodeShape(made)), ...fitOf(shape, paths) };
}

async function pathOfRun(ask: AskValhalla, points: readonly Coordinate[], ignoreOneways: boolean): Promise<Coordinate[] | undefined> {
  try {
    const { path, runs } = await matchTrace(ask, 'bus', points, ignoreOneways);
    return runs.length === 1 && runs[0]?.[0] === 0 && runs[0][1] === points.length - 1 ? path : undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** Indexes of points at least 50 m apart, the first and the last among them. */
function sparse(shape: readonly Coordinate[]): number[] {
  let last: Coordinate | undefined;
  return shape.flatMap((at, i) => {
    if (last && i < shape.length - 1 && metresBetween(last, at) < SPARSE) return [];
    last = at;
    return [i];
  });
}

function described({ path, share, furthest }: Judged): ShapeMatch {
  const round = (value: number, parts: number): number => Math.round(value * parts) / parts;
  return { Share: round(share, 1000), Furthest: round(furthest, 10), ...(path ? { path } : {}) };
}

/** Metres between points among which the point of a stop is chosen. */
const EVERY = 15;

/** A path as a shape, with a point of it for each stop where one has a place; points that only stops need are put in. */
export function laidStops(
  path: readonly Coordinate[],
  stops: readonly (Coordinate | undefined)[],
): { readonly shape: string; readonly sequences: (number | null)[] } {
  const dense: { readonly at: Coordinate; readonly own: boolean }[] = [];
  const narrow = Math.cos(((path[0]?.Lat ?? 0) * Math.PI) / 180) * 111_195;
  for (const [i, at] of path.entries()) {
    const before = path[i - 1];
    const metres = before ? Math.hypot((at.Lat - before.Lat) * 111_195, (at.Lng - before.Lng) * narrow) : 0;
    const parts = Math.min(2000, Math.ceil(metres / EVERY));
    for (let part = 1; before && part < parts; part++) {
      const along = part / parts;
      dense.push({ at: { Lat: before.Lat + along * (at.Lat - before.Lat), Lng: before.Lng + along * (at.Lng - before.Lng) }, own: false });
    }
    dense.push({ at, own: true });
  }
  const found = matchStopsToShape(
    stops.map((stop) => stop?.Lat ?? NaN),
    stops.map((stop) => stop?.Lng ?? NaN),
    Int32Array.from(dense.flatMap(({ at }) => [Math.round(at.Lat * 1e5), Math.round(at.Lng * 1e5)])),
  );
  const needed = new Set(found);
  const kept = new Map<number, number>();
  const points: Coordinate[] = [];
  for (const [i, { at, own }] of dense.entries()) if (own || needed.has(i)) kept.set(i, points.push(at) - 1);
  return { shape: encodeShape(points), sequences: found.map((at) => (at === undefined ? null : (kept.get(at) ?? null))) };
}
