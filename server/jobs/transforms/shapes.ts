import polyline from '@mapbox/polyline';
import type { z } from 'zod';
import type { Coordinate } from '../../../src/domain/coordinate.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import type { buildMissingShapes, recomputeShapeSequence, simplifyShapes as simplifyTemplate } from '../../../src/domain/taskTemplates/transforms.ts';
import { matchStopsToShape } from '../../../src/domain/matchShape.ts';
import { counted, writeAll, type Transform, type TransformContext } from './transform.ts';

/** Finds for each stop of a track the point of its shape again. */
export const recomputeSequence: Transform<z.infer<typeof recomputeShapeSequence.parameters>> = async (context) => {
  const places = await placesOf(context);
  const counts = await writeAll(context, { Track: (track) => matched(track, pointsOf(track), places) });
  context.log.info(`Changed the places of the stops along the shapes of ${counted(counts.get('Track')?.changed ?? 0, 'track')}`);
};

/** Leaves out points of shapes that lie close to the line between others. */
export const simplifyShapes: Transform<z.infer<typeof simplifyTemplate.parameters>> = async (context) => {
  const places = await placesOf(context);
  let [before, after] = [0, 0];
  await writeAll(context, {
    Track: (track) => {
      const points = pointsOf(track);
      if (points === undefined) return track;
      const kept = simplified(points, context.values.tolerance);
      before += points.length;
      after += kept.length;
      if (kept.length === points.length) return track;
      const { ShapeDistances: _of, ...rest } = track;
      return matched({ ...rest, Shape: polyline.encode(kept, 5) }, kept, places);
    },
  });
  context.log.info(`Kept ${after.toLocaleString('en')} of ${counted(before, 'shape point')}`);
};

/** Adds a straight shape from stop to stop to tracks without a shape. */
export const buildShapes: Transform<z.infer<typeof buildMissingShapes.parameters>> = async (context) => {
  const places = await placesOf(context);
  let [made, without] = [0, 0];
  await writeAll(context, {
    Track: (track) => {
      if (pointsOf(track) !== undefined) return track;
      const points = track.Stops.map(({ StopId }) => places.get(StopId));
      if (points.length < 2 || points.some((point) => point === undefined)) {
        without++;
        context.log.warn(
          `Track ${track.Id} of schedule ${track.ScheduleId} has stops without a place; it gets no shape`,
          context.log.group('Tracks without a shape'),
        );
        return track;
      }
      made++;
      const shape = points.map((point): Point => [point?.Lat ?? 0, point?.Lng ?? 0]);
      return { ...track, Shape: polyline.encode(shape, 5), Stops: track.Stops.map((stop, i) => ({ ...stop, ShapeSequence: i })) };
    },
  });
  context.log.info(`Made shapes for ${counted(made, 'track')}${without > 0 ? `; ${counted(without, 'track')} could not have one` : ''}`);
};

type Point = [lat: number, lng: number];

async function placesOf({ input }: TransformContext<unknown>): Promise<ReadonlyMap<string, Coordinate>> {
  const places = new Map<string, Coordinate>();
  for await (const stop of input.read('Stop')) if (stop.Coordinate !== null) places.set(stop.Id, stop.Coordinate);
  return places;
}

function pointsOf({ Shape }: Entity<'Track'>): Point[] | undefined {
  if (Shape === undefined || Shape === '') return undefined;
  const points = polyline.decode(Shape, 5);
  return points.length < 2 ? undefined : points;
}

/** The track with its stops at the points of a shape; the same track where they are there already. */
function matched(track: Entity<'Track'>, points: readonly Point[] | undefined, places: ReadonlyMap<string, Coordinate>): Entity<'Track'> {
  if (points === undefined) return track;
  const shape = Int32Array.from(points.flatMap(([lat, lng]) => [Math.round(lat * 1e5), Math.round(lng * 1e5)]));
  const at = track.Stops.map(({ StopId }) => places.get(StopId));
  const sequence = matchStopsToShape(
    at.map((place) => place?.Lat ?? NaN),
    at.map((place) => place?.Lng ?? NaN),
    shape,
  );
  if (track.Stops.every(({ ShapeSequence }, i) => ShapeSequence === sequence[i])) return track;
  return {
    ...track,
    Stops: track.Stops.map(({ ShapeSequence: _before, ShapeDistance: _distance, ...stop }, i) => {
      const found = sequence[i];
      return found === undefined ? stop : { ...stop, ShapeSequence: found };
    }),
  };
}

/** Ramer-Douglas-Peucker: no point that is left out lies further than `tolerance` metres from the line that is kept. */
export function simplified(points: readonly Point[], tolerance: number): Point[] {
  const metres = 111_320;
  const narrow = Math.cos(((points[0]?.[0] ?? 0) * Math.PI) / 180);
  const at = points.map(([lat, lng]): Point => [lat * metres, lng * metres * narrow]);
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const parts: [number, number][] = [[0, points.length - 1]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part;
    let [farthest, worst] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToLine(at[i] ?? [0, 0], at[from] ?? [0, 0], at[to] ?? [0, 0]);
      if (distance > worst) [farthest, worst] = [i, distance];
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    parts.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

function distanceToLine([y, x]: Point, [fromY, fromX]: Point, [toY, toX]: Point): number {
  const [dy, dx] = [toY - fromY, toX - fromX];
  const length = dy * dy + dx * dx;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((y - fromY) * dy + (x - fromX) * dx) / length));
  return Math.hypot(y - fromY - along * dy, x - fromX - along * dx);
}
