/** Schemas of vector tiles: in which layer each thing of the base map is, and by which property. */
import type { ExpressionSpecification } from 'maplibre-gl';
import type { TileSchema } from '../../domain/settings.ts';

/** Features of one layer of the tiles. */
interface Features {
  readonly layer: string;
  readonly filter?: ExpressionSpecification;
}

/** Where the base map finds its things. The classes of roads and places are those of OpenStreetMap in both schemas. */
interface TileLayers {
  readonly green: readonly Features[];
  readonly town: Features;
  readonly water: Features;
  readonly river: Features;
  readonly building: Features;
  readonly border: Features;
  readonly path: Features;
  readonly road: Features;
  readonly roadName: Features;
  readonly rail: Features;
  readonly place: Features;
  /** `motorway`, `trunk`, `primary`, `secondary`, `tertiary`, `service` or another one. */
  readonly roadClass: ExpressionSpecification;
  /** `country`, `city`, `town`, `village` or another one. */
  readonly placeClass: ExpressionSpecification;
  /** Places with smaller numbers are drawn first. */
  readonly placeRank: ExpressionSpecification;
}

function oneOf(property: string, ...values: readonly string[]): ExpressionSpecification {
  return ['in', ['get', property], ['literal', [...values]]];
}

/** https://openmaptiles.org/schema/ and https://docs.protomaps.com/basemaps/layers, version 4. */
export const tileSchemas: Readonly<Record<TileSchema, TileLayers>> = {
  openmaptiles: {
    green: [{ layer: 'landcover', filter: oneOf('class', 'wood', 'grass', 'wetland') }, { layer: 'park' }],
    town: { layer: 'landuse', filter: oneOf('class', 'residential', 'commercial', 'industrial', 'retail') },
    water: { layer: 'water' },
    river: { layer: 'waterway' },
    building: { layer: 'building' },
    border: { layer: 'boundary', filter: ['<=', ['get', 'admin_level'], 4] },
    path: { layer: 'transportation', filter: oneOf('class', 'path', 'track') },
    road: {
      layer: 'transportation',
      filter: oneOf('class', 'minor', 'service', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway'),
    },
    roadName: { layer: 'transportation_name' },
    rail: { layer: 'transportation', filter: oneOf('class', 'rail', 'transit') },
    place: { layer: 'place', filter: oneOf('class', 'country', 'city', 'town', 'village', 'suburb') },
    roadClass: ['get', 'class'],
    placeClass: ['get', 'class'],
    placeRank: ['coalesce', ['get', 'rank'], 20],
  },
  protomaps: {
    green: [
      { layer: 'landcover', filter: oneOf('kind', 'forest', 'grassland', 'scrub') },
      {
        layer: 'landuse',
        filter: oneOf('kind', 'park', 'national_park', 'nature_reserve', 'protected_area', 'forest', 'wood', 'grass', 'cemetery', 'golf_course'),
      },
    ],
    town: { layer: 'landuse', filter: oneOf('kind', 'residential', 'commercial', 'industrial', 'retail') },
    water: { layer: 'water', filter: ['==', ['geometry-type'], 'Polygon'] },
    river: { layer: 'water', filter: ['==', ['geometry-type'], 'LineString'] },
    building: { layer: 'buildings', filter: oneOf('kind', 'building', 'building_part') },
    border: { layer: 'boundaries', filter: ['<=', ['get', 'kind_detail'], 4] },
    path: { layer: 'roads', filter: ['==', ['get', 'kind'], 'path'] },
    road: { layer: 'roads', filter: oneOf('kind', 'highway', 'major_road', 'minor_road') },
    roadName: { layer: 'roads', filter: oneOf('kind', 'highway', 'major_road', 'minor_road') },
    rail: { layer: 'roads', filter: ['==', ['get', 'kind'], 'rail'] },
    place: { layer: 'places', filter: oneOf('kind', 'country', 'locality', 'neighbourhood') },
    roadClass: ['coalesce', ['get', 'kind_detail'], ''],
    placeClass: ['match', ['get', 'kind'], 'locality', ['coalesce', ['get', 'kind_detail'], ''], ['get', 'kind']],
    // a rank of 17 is the largest city
    placeRank: ['-', 20, ['coalesce', ['get', 'population_rank'], 0]],
  },
};
