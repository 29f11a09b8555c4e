/** Looks at locations.geojson, the areas of GTFS Flex, which is kept as it is. */
import type { FeedNotes } from '../notes.ts';

const FILE = 'locations.geojson';
const OF_COLLECTION: ReadonlySet<string> = new Set(['type', 'features']);
const OF_FEATURE: ReadonlySet<string> = new Set(['type', 'id', 'properties', 'geometry']);

/** Reports what is wrong with the text. Answers the ids of its areas. */
export function lookAtLocations(text: string, notes: FeedNotes): readonly string[] {
  const say = (kind: string, reason: string, value = '', severity: 'error' | 'info' = 'error'): void =>
    notes.add(severity, FILE, null, kind, reason, { column: value === '' ? '' : 'id', value });
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch (error) {
    say('no JSON', `The file is not JSON: ${error instanceof Error ? error.message : ''}`);
    return [];
  }
  if (!isObject(root) || root['type'] !== 'FeatureCollection') {
    say('no collection', `The file is not a FeatureCollection of GeoJSON`);
    return [];
  }
  for (const key of Object.keys(root)) if (!OF_COLLECTION.has(key)) say('further element', `The element "${key}" is none of GTFS`, key, 'info');
  if (!Array.isArray(root['features'])) {
    say('element not given', 'The collection has no features');
    return [];
  }
  const seen = new Map<string, number>();
  for (const [i, feature] of (root['features'] as readonly unknown[]).entries()) {
    if (!isObject(feature) || feature['type'] !== 'Feature') {
      say('no feature', `Element ${i + 1} of the collection is not a Feature`);
      continue;
    }
    const id = typeof feature['id'] === 'string' ? feature['id'] : '';
    for (const key of Object.keys(feature))
      if (!OF_FEATURE.has(key)) say('further element', `The element "${key}" of a feature is none of GTFS`, key, 'info');
    const geometry = isObject(feature['geometry']) ? feature['geometry'] : undefined;
    const missing = [id === '' && 'id', !isObject(feature['properties']) && 'properties', geometry === undefined && 'geometry'].filter(
      (one) => one !== false,
    );
    for (const element of missing) say('element not given', `Feature ${i + 1} has no ${element}`, id);
    const first = seen.get(id);
    if (id !== '' && first !== undefined) say('area given twice', `The features ${first + 1} and ${i + 1} have the id "${id}"`, id);
    else if (id !== '') seen.set(id, i);
    if (geometry !== undefined) lookAtGeometry(geometry, i, (kind, reason) => say(kind, reason, id));
  }
  return [...seen.keys()];
}

function lookAtGeometry(geometry: Readonly<Record<string, unknown>>, i: number, say: (kind: string, reason: string) => void): void {
  const { type, coordinates } = geometry;
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return say('other geometry', `The geometry of feature ${i + 1} is ${String(type)}; GTFS has Polygon and MultiPolygon`);
  const polygons: unknown = type === 'Polygon' ? [coordinates] : coordinates;
  const rings = Array.isArray(polygons)
    ? polygons.flatMap((polygon: unknown) => (Array.isArray(polygon) ? (polygon as unknown[]) : [undefined]))
    : [undefined];
  if (rings.length === 0 || !rings.every(isRing)) say('broken polygon', `A ring of feature ${i + 1} is not closed, or has fewer than 4 positions`);
}

/** At least four positions, the last as the first. */
function isRing(ring: unknown): boolean {
  if (!Array.isArray(ring) || ring.length < 4) return false;
  const positions = ring as readonly unknown[];
  const isPlace = positions.every(
    (one) => Array.isArray(one) && typeof one[0] === 'number' && typeof one[1] === 'number' && Math.abs(one[0]) <= 180 && Math.abs(one[1]) <= 90,
  );
  return isPlace && JSON.stringify(positions[0]) === JSON.stringify(positions.at(-1));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports ids that two of stops, groups of stops and areas share: stop times could mean either. */
export function reportSharedIds(
  stops: { findText(id: string): number },
  groups: ReadonlySet<string>,
  areas: readonly string[],
  notes: FeedNotes,
): void {
  const areaIds = new Set(areas);
  const say = (file: string, id: string, other: string): void =>
    notes.add('error', file, null, 'id of two kinds', `"${id}" is the id of ${other} too`, { column: 'id', value: id });
  for (const id of areaIds) if (stops.findText(id) >= 0) say(FILE, id, 'a stop');
  for (const id of groups) {
    if (stops.findText(id) >= 0) say('location_groups.txt', id, 'a stop');
    else if (areaIds.has(id)) say('location_groups.txt', id, 'an area');
  }
}
