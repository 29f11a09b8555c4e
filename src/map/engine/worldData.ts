import type { Feature, FeatureCollection, Geometry, Point, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { unwrapped } from './antimeridian.ts';

/** One filled source of the base map. */
export interface WorldPart {
  readonly source: 'base-land' | 'base-borders' | 'base-coast' | 'base-labels';
  readonly data: FeatureCollection;
}

type Topology = Parameters<typeof mesh>[0];
type Collection = Extract<NonNullable<Parameters<typeof mesh>[1]>, { type: 'GeometryCollection' }>;
type World = Topology & { readonly objects: { readonly countries: Collection; readonly land: Collection } };

/**
 * The world of Natural Earth (1:50 million, public domain), part by part. It takes about 100 ms in all, so the
 * caller gets each part as it is done and the page can breathe in between.
 */
export async function* worldParts(): AsyncGenerator<WorldPart> {
  const { default: raw } = await import('world-atlas/countries-50m.json');
  const world = asWorld(raw);
  const { countries, land } = world.objects;
  yield { source: 'base-land', data: collection(feature(world, land).features.map(({ geometry }) => plain(geometry))) };
  await breath();
  yield { source: 'base-coast', data: collection([plain(mesh(world, countries, (a, b) => a === b))]) };
  await breath();
  yield { source: 'base-borders', data: collection([plain(mesh(world, countries, (a, b) => a !== b))]) };
  await breath();
  yield { source: 'base-labels', data: collection(feature(world, countries).features.flatMap(countryLabel)) };
}

// The file's own type is a literal of its whole content; what matters is said here and checked by name.
function asWorld(raw: unknown): World {
  if (!isWorld(raw)) throw new Error('The built-in world map has lost its countries.');
  return raw;
}

function isWorld(raw: unknown): raw is World {
  return (
    typeof raw === 'object' &&
    raw !== null &&
    'objects' in raw &&
    typeof raw.objects === 'object' &&
    raw.objects !== null &&
    'countries' in raw.objects &&
    'land' in raw.objects
  );
}

function countryLabel(country: Feature): Feature<Point>[] {
  const whole = unwrapped(country.geometry);
  const rings =
    whole.type === 'Polygon' ? [whole.coordinates[0]] : whole.type === 'MultiPolygon' ? whole.coordinates.map((polygon) => polygon[0]) : [];
  let best: { area: number; at: Position } | undefined;
  for (const ring of rings) {
    const found = ring && centroid(ring);
    if (found && (!best || found.area > best.area)) best = found;
  }
  if (!best) return [];
  // Square degrees: 150 is about France and Germany together, 12 about Ireland.
  const rank = best.area > 150 ? 0 : best.area > 12 ? 1 : 2;
  return [
    { type: 'Feature', properties: { name: String(country.properties?.['name'] ?? ''), rank }, geometry: { type: 'Point', coordinates: best.at } },
  ];
}

/** Area in square degrees and centre of gravity of a ring (shoelace formula). */
function centroid(ring: readonly Position[]): { area: number; at: Position } | undefined {
  let [twice, x, y] = [0, 0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [x0 = 0, y0 = 0] = ring[i - 1] ?? [];
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const cross = x0 * y1 - x1 * y0;
    twice += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return twice === 0 ? undefined : { area: Math.abs(twice) / 2, at: [x / (3 * twice), y / (3 * twice)] };
}

function plain(geometry: Geometry): Feature {
  return { type: 'Feature', properties: {}, geometry: unwrapped(geometry) };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
