/** The path between two places as Valhalla knows it, whether it runs in a process of the product or on a server of its own. */
import polyline from '@mapbox/polyline';
import { z } from 'zod';
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';
import { placeAlong } from '../../src/domain/detours.ts';
import { distancesAlong, nearestOnLine } from '../../src/domain/shapes.ts';

/** Asks one of Valhalla's calls and answers its JSON. */
export type AskValhalla = (method: 'route' | 'trace_attributes', query: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Stops lie beside the street, and further apart than the points of a GPS trace: with Valhalla's own values a match breaks off between them. */
const TRACE_OPTIONS = { search_radius: 50, turn_penalty_factor: 50, breakage_distance: 6000 };
/** Metres between a matched end and the place that was requested. */
const AWAY = 60;
/** A line of the feed uses a street that lies within so many metres of it. */
const BESIDE = 20;
/** A metre of street that no line of the feed uses counts as so many in the choice between paths. */
const UNUSED = 2;

const Trace = z.object({
  shape: z.string(),
  matched_points: z.array(
    z.looseObject({ type: z.string(), begin_route_discontinuity: z.boolean().optional(), end_route_discontinuity: z.boolean().optional() }),
  ),
});
const TraceOfStops = Trace.extend({
  matched_points: z.array(z.looseObject({ edge_index: z.number().optional() })),
  edges: z.array(z.looseObject({ begin_shape_index: z.number(), end_shape_index: z.number() })),
});
const Trip = z.object({ trip: z.object({ legs: z.array(z.object({ shape: z.string() })).min(1) }) });
const Trips = Trip.extend({ alternates: z.array(Trip).optional() });

/**
 * Two stops are matched to the streets as a trace, which finds the right carriageway and the right side of a junction more often (91 of
 * 100 segments of a bus feed) than a route between them (80); a route where they cannot be matched. Throws where there is neither.
 */
export async function valhallaPath(ask: AskValhalla, costing: string, from: Coordinate, to: Coordinate): Promise<Coordinate[]> {
  return (await tracedPath(ask, costing, [from, to]).catch(() => undefined)) ?? (await routedPaths(ask, costing, from, to, 0))[0] ?? [];
}

/** Of the paths that Valhalla knows, the one that is short and keeps to streets which lines of the feed use. */
export async function valhallaPathAlong(
  ask: AskValhalla,
  costing: string,
  from: Coordinate,
  to: Coordinate,
  lines: readonly (readonly Coordinate[])[],
): Promise<Coordinate[]> {
  const traced = await tracedPath(ask, costing, [from, to]).catch(() => undefined);
  const routed = await routedPaths(ask, costing, from, to, 2).catch((error: unknown) => {
    if (traced) return [];
    throw error;
  });
  const paths = [...(traced ? [traced] : []), ...routed];
  const costs = paths.map((path) => costAlong(path, lines));
  return paths[costs.indexOf(Math.min(...costs))] ?? [];
}

/** Undefined where the places are not matched one after another without a gap. */
export async function tracedPath(ask: AskValhalla, costing: string, places: readonly Coordinate[]): Promise<Coordinate[] | undefined> {
  return pathOfTrace(await ask('trace_attributes', traceQuery(costing, places)), places);
}

/** The same with the part of the path, as indexes of its points, on which each place was matched. */
export async function tracedStops(
  ask: AskValhalla,
  costing: string,
  places: readonly Coordinate[],
): Promise<{ readonly path: Coordinate[]; readonly parts: readonly (readonly [from: number, to: number] | undefined)[] } | undefined> {
  const answer = await ask('trace_attributes', traceQuery(costing, places, ['matched.edge_index', 'edge.begin_shape_index', 'edge.end_shape_index']));
  const path = pathOfTrace(answer, places);
  if (!path) return undefined;
  const { matched_points: matched, edges } = TraceOfStops.parse(answer);
  const parts = matched.map(({ edge_index: index }) => {
    const edge = edges[index ?? -1];
    return edge && ([edge.begin_shape_index, edge.end_shape_index] as const);
  });
  return { path, parts };
}

/** A line matched to the streets. */
export interface MatchedTrace {
  readonly path: Coordinate[];
  /** Stretches of points, first and last index, between which the streets do not lead on; one where they lead all along. Points near no street are in none. */
  readonly runs: readonly (readonly [first: number, last: number])[];
}

/** Throws where no street is near, or the line is longer than Valhalla takes. */
export async function matchTrace(ask: AskValhalla, costing: string, places: readonly Coordinate[], ignoreOneways: boolean): Promise<MatchedTrace> {
  const answer = await ask('trace_attributes', {
    ...traceQuery(costing, places),
    ...(ignoreOneways ? { costing_options: { [costing]: { ignore_oneways: true } } } : {}),
  });
  const { shape, matched_points: matched } = Trace.parse(answer);
  const runs: [number, number][] = [];
  let cut = true;
  for (const [i, { type, begin_route_discontinuity: begins, end_route_discontinuity: ends }] of matched.entries()) {
    const last = runs.at(-1);
    if (type === 'unmatched') cut = true;
    else {
      if (cut || begins === true || !last) runs.push([i, i]);
      else last[1] = i;
      cut = ends === true;
    }
  }
  return { path: decoded(shape), runs };
}

function traceQuery(costing: string, places: readonly Coordinate[], more: readonly string[] = []): Record<string, unknown> {
  const attributes = ['shape', 'matched.point', 'matched.type', 'matched.begin_route_discontinuity', 'matched.end_route_discontinuity', ...more];
  return {
    shape: places.map(({ Lat, Lng }) => ({ lat: Lat, lon: Lng })),
    costing,
    shape_match: 'map_snap',
    trace_options: TRACE_OPTIONS,
    filters: { action: 'include', attributes },
  };
}

function pathOfTrace(answer: unknown, places: readonly Coordinate[]): Coordinate[] | undefined {
  const { shape, matched_points: matched } = Trace.parse(answer);
  const whole = matched.every(
    ({ type, begin_route_discontinuity: begins, end_route_discontinuity: ends }) => type !== 'unmatched' && begins !== true && ends !== true,
  );
  const path = decoded(shape);
  const [first, last] = [places[0], places.at(-1)];
  const [start, end] = [path[0], path.at(-1)];
  if (!whole || !first || !last || !start || !end || path.length < 2) return undefined;
  // two places that are matched to one point have no path between them
  if (places.length === 2 && metresBetween(start, end) === 0) return undefined;
  return metresBetween(first, start) <= AWAY && metresBetween(last, end) <= AWAY ? path : undefined;
}

/** A place on a street and the direction in which it is passed, in degrees from north. */
export interface Heading extends Coordinate {
  readonly heading: number;
}

/** The path from one place to another that keeps off the streets named by a place on each. Begins and ends in the direction of the vehicle. */
export async function valhallaPathAround(
  ask: AskValhalla,
  costing: string,
  from: Heading,
  to: Heading,
  closed: readonly Coordinate[],
): Promise<Coordinate[]> {
  const answer = await ask('route', {
    locations: [from, to].map(({ Lat, Lng, heading }) => ({ lat: Lat, lon: Lng, heading, heading_tolerance: HEADING })),
    exclude_locations: closed.map(({ Lat, Lng }) => ({ lat: Lat, lon: Lng })),
    costing,
    directions_type: 'none',
  });
  const path = Trip.parse(answer).trip.legs.flatMap(({ shape }) => decoded(shape));
  const [start, end] = [path[0], path.at(-1)];
  const isThere = start && end && metresBetween(from, start) <= AWAY && metresBetween(to, end) <= AWAY;
  return isThere ? path : [];
}

/** Degrees by which a street may run otherwise than the shape on it. */
const HEADING = 60;

/**
 * A place on each street of a closed stretch, in the midst of what of it is closed: at its ends a crossing street is as near. The
 * stretch is matched either way, for it may be a one-way street; streets that the match reaches by going round are left out.
 */
export async function closedStreets(ask: AskValhalla, costing: string, closed: readonly Coordinate[]): Promise<Coordinate[]> {
  const found: Coordinate[] = [];
  for (const places of [closed, closed.toReversed()]) {
    // the call for the path reports an engine that does not answer
    const answer = await ask('trace_attributes', traceQuery(costing, places, ['edge.begin_shape_index', 'edge.end_shape_index'])).catch(
      () => undefined,
    );
    const path = answer === undefined ? undefined : pathOfTrace(answer, places);
    if (!path) continue;
    for (const { begin_shape_index: begin, end_shape_index: end } of EdgesOfTrace.parse(answer).edges) {
      const piece = path.slice(begin, end + 1);
      const along = distancesAlong(piece);
      const length = along.at(-1) ?? 0;
      const middle = placeAlong(piece, along, length / 2);
      if (length >= SHORTEST_CLOSED && (nearestOnLine(closed, middle)?.metres ?? Infinity) <= BESIDE) found.push(middle);
    }
  }
  const streets = found.filter((at, i) => found.findIndex((other) => metresBetween(at, other) < SHORTEST_CLOSED / 2) === i);
  if (streets.length > 0) return streets.slice(0, MOST_CLOSED);
  const along = distancesAlong(closed);
  const length = along.at(-1) ?? 0;
  const count = Math.min(MOST_CLOSED, Math.ceil(length / UNMATCHED));
  return Array.from({ length: count }, (_, i) => placeAlong(closed, along, ((i + 0.5) * length) / count));
}

/** Metres between the places of a stretch that was matched to no street. */
const UNMATCHED = 60;

/** A street of which fewer metres are drawn as closed was not meant: the end was drawn a little too far. */
const SHORTEST_CLOSED = 18;
/** As many as `max_exclude_locations` allows, also on a Valhalla server as it comes. */
const MOST_CLOSED = 50;
const EdgesOfTrace = z.object({ edges: z.array(z.looseObject({ begin_shape_index: z.number(), end_shape_index: z.number() })) });

async function routedPaths(ask: AskValhalla, costing: string, from: Coordinate, to: Coordinate, alternates: number): Promise<Coordinate[][]> {
  const answer = await ask('route', {
    locations: [from, to].map(({ Lat, Lng }) => ({ lat: Lat, lon: Lng })),
    costing,
    directions_type: 'none',
    ...(alternates === 0 ? {} : { alternates }),
  });
  const trips = Trips.parse(answer);
  return [trips, ...(trips.alternates ?? [])].map(({ trip }) => trip.legs.flatMap(({ shape }) => decoded(shape)));
}

/** Metres of a path, those beside no line of the feed counted more. */
function costAlong(path: readonly Coordinate[], lines: readonly (readonly Coordinate[])[]): number {
  let cost = 0;
  for (const [i, at] of path.entries()) {
    const before = path[i - 1];
    if (!before) continue;
    const middle = { Lat: (before.Lat + at.Lat) / 2, Lng: (before.Lng + at.Lng) / 2 };
    const used = lines.some((line) => (nearestOnLine(line, middle)?.metres ?? Infinity) <= BESIDE);
    cost += metresBetween(before, at) * (used ? 1 : UNUSED);
  }
  return cost;
}

function decoded(shape: string): Coordinate[] {
  return polyline.decode(shape, 6).map(([Lat, Lng]) => ({ Lat, Lng }));
}
