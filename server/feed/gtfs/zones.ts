/** locations.geojson as zones, both ways. Members that GTFS does not name are kept as JSON, each under a key with a slash. */
import { z } from 'zod';
import type { Extra } from '../../../src/domain/extra.ts';
import { Zone } from '../../../src/domain/model/flex.ts';
import { ZoneGeometry } from '../../../src/domain/zoneGeometry.ts';

/** Name of the file. */
export const ZONE_FILE = 'locations.geojson';
/** Key in the feed's `Extra` of the members of the collection beside its features. */
const OF_COLLECTION = `${ZONE_FILE}/collection`;

const Members = z.record(z.string(), z.unknown());
const Feature = z.looseObject({
  type: z.literal('Feature'),
  id: z.string().min(1),
  properties: Members,
  geometry: ZoneGeometry.and(z.object({ bbox: z.undefined().optional() })),
});
const Collection = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(Feature) });

/** The zones of a file and what the feed keeps of it; undefined where it is not to be edited: its text stays verbatim then. */
export function zonesOf(text: string): { readonly zones: readonly Zone[]; readonly kept: Extra } | undefined {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    return undefined;
  }
  const collection = Collection.safeParse(root);
  if (!collection.success) return undefined;
  const { type: _type, features, ...further } = collection.data;
  if (features.length === 0 || new Set(features.map(({ id }) => id)).size < features.length) return undefined;
  if (features.some(({ geometry }) => Object.keys(geometry).length > 2)) return undefined;
  return {
    zones: features.map(zoneOf),
    kept: Object.keys(further).length === 0 ? {} : { [OF_COLLECTION]: JSON.stringify(further) },
  };
}

function zoneOf({ type: _type, id, properties, geometry, ...further }: z.infer<typeof Feature>): Zone {
  const { stop_name: name, stop_desc: desc, ...others } = properties;
  const Extra = {
    ...keptOf('properties', others),
    ...(typeof name === 'string' || name === undefined ? {} : keptOf('properties', { stop_name: name })),
    ...(typeof desc === 'string' || desc === undefined ? {} : keptOf('properties', { stop_desc: desc })),
    ...keptOf('feature', further),
  };
  return {
    Id: id,
    ...(typeof name === 'string' ? { Name: name } : {}),
    ...(typeof desc === 'string' ? { Description: desc } : {}),
    Geometry: geometry.type === 'Polygon' ? { type: 'Polygon', coordinates: geometry.coordinates } : geometry,
    ...(Object.keys(Extra).length === 0 ? {} : { Extra }),
  };
}

function keptOf(place: 'properties' | 'feature', members: Readonly<Record<string, unknown>>): Extra {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [`${place}/${key}`, JSON.stringify(value)]));
}

/** The feature of a zone as text; undefined while its border is not drawn. */
export function featureText({ Id, Name, Description, Geometry, Extra = {} }: Zone): string | undefined {
  if (Geometry === undefined) return undefined;
  const kept = (place: 'properties' | 'feature'): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(Extra).flatMap(([key, text]) =>
        key.startsWith(`${place}/`) ? [[key.slice(place.length + 1), JSON.parse(text) as unknown]] : [],
      ),
    );
  const properties = {
    ...kept('properties'),
    ...(Name === undefined ? {} : { stop_name: Name }),
    ...(Description === undefined ? {} : { stop_desc: Description }),
  };
  return JSON.stringify({ type: 'Feature', id: Id, properties, geometry: Geometry, ...kept('feature') });
}

/** The file around the features; `extra` is that of the feed. */
export function collectionText(features: readonly string[], extra: Extra = {}): string {
  const further = extra[OF_COLLECTION] === undefined ? '' : `,${extra[OF_COLLECTION].slice(1, -1)}`;
  return `{"type":"FeatureCollection","features":[${features.join(',')}]${further}}`;
}
