import type { Feature, FeatureCollection } from 'geojson';
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
    geometry:
      shape.type === 'Point' ? { type: 'Point', coordinates: position(shape.at) } : { type: 'LineString', coordinates: shape.points.map(position) },
  };
}

function position({ Lng, Lat }: MapCoordinate): [number, number] {
  return [Lng, Lat];
}
