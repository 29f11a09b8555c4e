/** Streets from configured tiles: pictures, or vector tiles drawn in our own calm colours. */
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { TileSchema } from '../../domain/settings.ts';
import { palettes } from '../layers/palette.ts';
import { tileSchemas } from './tileSchemas.ts';

/** Source of vector tiles, and the prefix of the layers drawn from it. */
export const streetSource = 'base-streets';

/** Whether an address leads to vector tiles: `.pbf` or `.mvt`, whatever query follows. */
export function isVectorTiles(url: string): boolean {
  return /\.(pbf|mvt)(\?|$)/i.test(url);
}

/** The layers of vector tiles, lowest first. */
export function streetLayers(theme: 'light' | 'dark', font: string[], schema: TileSchema = 'openmaptiles'): LayerSpecification[] {
  const colours = palettes[theme];
  const tones = TONES[theme];
  const tiles = tileSchemas[schema];
  const { roadClass, placeClass } = tiles;
  const from = (id: string, { layer, filter }: (typeof tiles)['water']) => ({
    id: `${streetSource}-${id}`,
    source: streetSource,
    'source-layer': layer,
    ...(filter ? { filter } : {}),
  });
  const roads = (id: string) =>
    ({
      ...from(id, tiles.road),
      type: 'line',
      layout: {
        'line-join': 'round',
        'line-cap': 'round',
        'line-sort-key': ['match', roadClass, ['motorway', 'trunk'], 4, 'primary', 3, 'secondary', 2, 'tertiary', 1, 0],
      },
    }) satisfies LayerSpecification;
  return [
    ...tiles.green.map(
      (features, nth) => ({ ...from(nth === 0 ? 'green' : 'park', features), type: 'fill', paint: { 'fill-color': tones.green } }) as const,
    ),
    { ...from('town', tiles.town), type: 'fill', paint: { 'fill-color': tones.town } },
    { ...from('water', tiles.water), type: 'fill', paint: { 'fill-color': colours.water } },
    {
      ...from('river', tiles.river),
      type: 'line',
      paint: { 'line-color': colours.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.5, 16, 4] },
    },
    { ...from('building', tiles.building), type: 'fill', minzoom: 14, paint: { 'fill-color': tones.building } },
    {
      ...from('border', tiles.border),
      type: 'line',
      paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-dasharray': [4, 2] },
    },
    {
      ...from('path', tiles.path),
      type: 'line',
      minzoom: 14,
      paint: { 'line-color': tones.path, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    // Wider than the road above it: what is left on both sides is its edge. A road as pale as the land is seen by that alone.
    { ...roads('road-casing'), paint: { 'line-color': tones.casing, 'line-width': roadWidth(roadClass, CASING) } },
    {
      ...roads('road'),
      paint: {
        'line-color': ['match', roadClass, ['motorway', 'trunk', 'primary'], tones.mainRoad, tones.road],
        'line-width': roadWidth(roadClass, 0),
      },
    },
    {
      ...from('rail', tiles.rail),
      type: 'line',
      minzoom: 9,
      paint: { 'line-color': tones.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 16, 2] },
    },
    {
      ...from('road-name', tiles.roadName),
      type: 'symbol',
      minzoom: 14,
      layout: { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 11 },
      paint: { 'text-color': tones.name, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.2 },
    },
    {
      ...from('place', tiles.place),
      type: 'symbol',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['match', placeClass, ['country', 'city'], 12, 9],
          14,
          ['match', placeClass, ['city'], 19, ['town'], 15, 12],
        ],
        'symbol-sort-key': tiles.placeRank,
        'text-max-width': 8,
        'text-padding': 6,
      },
      paint: {
        'text-color': ['match', placeClass, ['city', 'town', 'village'], colours.townLabel, colours.countryLabel],
        'text-halo-color': colours.labelHalo,
        'text-halo-width': 1.4,
      },
    },
  ];
}

/** Pixels that the casing is wider than its road where one looks from near. */
const CASING = 1.6;

/** Pixels of a road's width by zoom and class. */
function roadWidth(roadClass: ExpressionSpecification, most: number): DataDrivenPropertyValueSpecification<number> {
  const by = (wider: number, [main, primary, secondary, tertiary, service, other]: readonly [number, number, number, number, number, number]) =>
    [
      'match',
      roadClass,
      ['motorway', 'trunk'],
      main + wider,
      'primary',
      primary + wider,
      'secondary',
      secondary + wider,
      'tertiary',
      tertiary + wider,
      'service',
      service + wider,
      other + wider,
    ] satisfies ExpressionSpecification;
  return [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    7,
    by(most / 4, [1.2, 0.8, 0.3, 0.2, 0.1, 0.2]),
    12,
    by(most / 2, [3, 2.4, 1.8, 1.3, 0.4, 0.7]),
    17,
    by(most, [18, 14, 14, 11, 4, 8]),
  ];
}

const TONES = {
  light: {
    green: '#e4ecdc',
    town: '#efede7',
    building: '#e2ded6',
    road: '#ffffff',
    mainRoad: '#fdf3dc',
    casing: '#cbc7bc',
    path: '#c4bfb3',
    rail: '#a9a59b',
    name: '#6b6a63',
  },
  dark: {
    green: '#202b27',
    town: '#262b30',
    building: '#2e343a',
    road: '#444d56',
    mainRoad: '#54524b',
    casing: '#181c20',
    path: '#3a424a',
    rail: '#5a656f',
    name: '#98a2ab',
  },
} as const;
