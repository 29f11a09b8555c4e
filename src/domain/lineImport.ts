/** Lines from files of others: the track, route or waypoints of a GPX file, or the lines of a GeoJSON file. */
import { z } from 'zod';
import { Coordinate, metresBetween } from './coordinate.ts';
import { simplifyLine } from './shapes.ts';

/** Bytes of a file that is read at all. */
export const LINE_FILE_LIMIT = 100_000_000;
/** Points that a file may have. */
const MOST_POINTS = 500_000;
/** Points that are kept of a line; one with more is generalised. */
const MOST_KEPT = 5000;

/** A line as it can be taken for a shape, or why there is none. */
export type ImportedLine =
  | { readonly points: readonly Coordinate[]; readonly found: number; readonly tolerance: number }
  | { readonly message: string };

/** Reads the text of a file. Which kind it is its first character says: GeoJSON is an object, GPX is XML. */
export function readLineFile(text: string): ImportedLine {
  const start = text
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '') return { message: 'The file is empty.' };
  const found = start.startsWith('{') ? geoJsonPoints(text) : start.startsWith('<') ? gpxPoints(text) : undefined;
  if (found === undefined) return { message: 'This is neither a GPX nor a GeoJSON file.' };
  if (typeof found === 'string') return { message: found };
  const points = found.filter((at, i) => i === 0 || metresBetween(at, found[i - 1] ?? at) > 0.05);
  if (points.length < 2) return { message: 'The file holds no line: a shape has two points at least.' };
  return thinned(points, found.length);
}

/** The points as a shape of a track that passes these stops in order: turned round where it runs the other way. */
export function alongStops(points: readonly Coordinate[], stops: readonly (Coordinate | null)[]): readonly Coordinate[] {
  const [first, last] = [stops.find((at) => at !== null), stops.findLast((at) => at !== null)];
  const [start, end] = [points[0], points.at(-1)];
  if (!first || !last || !start || !end) return points;
  const straight = metresBetween(start, first) + metresBetween(end, last);
  const turned = metresBetween(end, first) + metresBetween(start, last);
  return turned < straight ? points.toReversed() : points;
}

function thinned(points: readonly Coordinate[], found: number): ImportedLine {
  let tolerance = 0;
  let kept = points;
  // 0.5 m is half of what a stored shape keeps apart
  for (let metres = 0.5; kept.length > MOST_KEPT && metres < 1000; metres *= 2) {
    tolerance = metres;
    kept = simplifyLine(kept, metres);
  }
  return { points: kept, found, tolerance };
}

/** Points of the tracks of a GPX file in order; of its routes where it has no track, of its waypoints where it has neither. */
function gpxPoints(text: string): Coordinate[] | string | undefined {
  if (!/<gpx[\s>]/i.test(text.slice(0, 5000))) return undefined;
  for (const name of ['trkpt', 'rtept', 'wpt']) {
    const points: Coordinate[] = [];
    const tag = new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g');
    for (let found = tag.exec(text); found; found = tag.exec(text)) {
      const attributes = found[1] ?? '';
      const at = Coordinate.safeParse({ Lat: attribute(attributes, 'lat'), Lng: attribute(attributes, 'lon') });
      if (!at.success) return `Point ${points.length + 1} has no valid coordinate.`;
      points.push(at.data);
      if (points.length > MOST_POINTS) return TOO_MANY;
    }
    if (points.length > 0) return points;
  }
  return [];
}

function attribute(text: string, name: string): number | undefined {
  const value = new RegExp(`\\b${name}\\s*=\\s*["']\\s*([-+\\d.eE]+)\\s*["']`).exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

const Position = z.tuple([z.number(), z.number()]).rest(z.unknown());
const Line = z.object({ type: z.literal('LineString'), coordinates: z.array(Position) });
const Lines = z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(Position)) });
const Geometry = z.union([Line, Lines]);

/** Points of all lines of a GeoJSON file, in order. */
function geoJsonPoints(text: string): Coordinate[] | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'This GeoJSON file cannot be read: it breaks off, or is no JSON.';
  }
  const points: Coordinate[] = [];
  for (const geometry of geometriesOf(json)) {
    const read = Geometry.safeParse(geometry);
    if (!read.success) continue;
    const lines = read.data.type === 'LineString' ? [read.data.coordinates] : read.data.coordinates;
    for (const [lng, lat] of lines.flat()) {
      const at = Coordinate.safeParse({ Lat: lat, Lng: lng });
      if (!at.success) return `Point ${points.length + 1} has no valid coordinate.`;
      points.push(at.data);
      if (points.length > MOST_POINTS) return TOO_MANY;
    }
  }
  return points;
}

function geometriesOf(json: unknown): readonly unknown[] {
  const { type, features, geometry, geometries }: Record<string, unknown> = Object(json);
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.flatMap(geometriesOf);
  if (type === 'Feature') return geometriesOf(geometry);
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return geometries.flatMap(geometriesOf);
  return [json];
}

const TOO_MANY = `The file holds more than ${MOST_POINTS.toLocaleString('en-GB')} points. Reduce it to the shape of one track.`;
