import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { MapCoordinate } from '../mapPicture.ts';
import type { StopRow } from '../sources/stopTable.ts';
import type { MapFeature } from './mapEngine.ts';

/** Our features as a GeoJSON collection. */
export function geoJsonOf(features: readonly MapFeature[]): FeatureCollection {
  return { type: 'FeatureCollection', features: features.map(geoFeature) };
}

/** A stop as a feature: its slot is its id, type and name are what the layers read. */
export function stopFeature({ slot, stop }: StopRow): MapFeature {
  return { id: slot, shape: { type: 'Point', at: stop }, properties: { type: stop.Type, name: stop.Name } };
}

function geoFeature({ id, shape, properties }: MapFeature): Feature {
  return {
    type: 'Feature',
    id,
    properties,
    geometry: geometryOf(shape),
  };
}

function geometryOf(shape: MapFeature['shape']): Geometry {
  if (shape.type === 'Point') return { type: 'Point', coordinates: position(shape.at) };
  if (shape.type === 'Line') return { type: 'LineString', coordinates: shape.points.map(position) };
  return { type: 'Polygon', coordinates: shape.rings.map((ring) => ring.map(position)) };
}

function position({ Lng, Lat }: MapCoordinate): [number, number] {
  return [Lng, Lat];
}
