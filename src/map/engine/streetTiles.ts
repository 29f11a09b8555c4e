/** Streets from configured tiles: pictures, or vector tiles of the OpenMapTiles schema drawn in our own calm colours. */
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { palettes } from '../layers/palette.ts';

/** Source of vector tiles, and the prefix of the layers drawn from it. */
export const streetSource = 'base-streets';

/** Whether an address leads to vector tiles: `.pbf` or `.mvt`, whatever query follows. */
export function isVectorTiles(url: string): boolean {
  return /\.(pbf|mvt)(\?|$)/i.test(url);
}

/** The layers of vector tiles of the OpenMapTiles schema, lowest first (https://openmaptiles.org/schema/). */
export function streetLayers(theme: 'light' | 'dark', font: string[]): LayerSpecification[] {
  const colours = palettes[theme];
  const tones = TONES[theme];
  const from = (id: string, layer: string) => ({ id: `${streetSource}-${id}`, source: streetSource, 'source-layer': layer });
  const roads = (id: string) =>
    ({
      ...from(id, 'transportation'),
      type: 'line',
      filter: ['in', ['get', 'class'], ['literal', ['minor', 'service', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway']]],
      layout: {
        'line-join': 'round',
        'line-cap': 'round',
        'line-sort-key': ['match', ['get', 'class'], ['motorway', 'trunk'], 4, 'primary', 3, 'secondary', 2, 'tertiary', 1, 0],
      },
    }) satisfies LayerSpecification;
  return [
    {
      ...from('green', 'landcover'),
      type: 'fill',
      filter: ['in', ['get', 'class'], ['literal', ['wood', 'grass', 'wetland']]],
      paint: { 'fill-color': tones.green },
    },
    { ...from('park', 'park'), type: 'fill', paint: { 'fill-color': tones.green } },
    {
      ...from('town', 'landuse'),
      type: 'fill',
      filter: ['in', ['get', 'class'], ['literal', ['residential', 'commercial', 'industrial', 'retail']]],
      paint: { 'fill-color': tones.town },
    },
    { ...from('water', 'water'), type: 'fill', paint: { 'fill-color': colours.water } },
    {
      ...from('river', 'waterway'),
      type: 'line',
      paint: { 'line-color': colours.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.5, 16, 4] },
    },
    { ...from('building', 'building'), type: 'fill', minzoom: 14, paint: { 'fill-color': tones.building } },
    {
      ...from('border', 'boundary'),
      type: 'line',
      filter: ['<=', ['get', 'admin_level'], 4],
      paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-dasharray': [4, 2] },
    },
    {
      ...from('path', 'transportation'),
      type: 'line',
      minzoom: 14,
      filter: ['in', ['get', 'class'], ['literal', ['path', 'track']]],
      paint: { 'line-color': tones.path, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    // Wider than the road above it: what is left on both sides is its edge. A road as pale as the land is seen by that alone.
    { ...roads('road-casing'), paint: { 'line-color': tones.casing, 'line-width': roadWidth(CASING) } },
    {
      ...roads('road'),
      paint: { 'line-color': ['match', ['get', 'class'], ['motorway', 'trunk', 'primary'], tones.mainRoad, tones.road], 'line-width': roadWidth(0) },
    },
    {
      ...from('rail', 'transportation'),
      type: 'line',
      minzoom: 9,
      filter: ['in', ['get', 'class'], ['literal', ['rail', 'transit']]],
      paint: { 'line-color': tones.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 16, 2] },
    },
    {
      ...from('road-name', 'transportation_name'),
      type: 'symbol',
      minzoom: 14,
      layout: { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 11 },
      paint: { 'text-color': tones.name, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.2 },
    },
    {
      ...from('place', 'place'),
      type: 'symbol',
      filter: ['in', ['get', 'class'], ['literal', ['country', 'city', 'town', 'village', 'suburb']]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['match', ['get', 'class'], ['country', 'city'], 12, 9],
          14,
          ['match', ['get', 'class'], ['city'], 19, ['town'], 15, 12],
        ],
        'symbol-sort-key': ['coalesce', ['get', 'rank'], 20],
        'text-max-width': 8,
        'text-padding': 6,
      },
      paint: {
        'text-color': ['match', ['get', 'class'], ['city', 'town', 'village'], colours.townLabel, colours.countryLabel],
        'text-halo-color': colours.labelHalo,
        'text-halo-width': 1.4,
      },
    },
  ];
}

/** Pixels that the casing is wider than its road where one looks from near. */
const CASING = 1.6;

/** Pixels of a road's width by zoom and class. */
function roadWidth(most: number): DataDrivenPropertyValueSpecification<number> {
  const by = (wider: number, [main, primary, secondary, tertiary, service, other]: readonly [number, number, number, number, number, number]) =>
    [
      'match',
      ['get', 'class'],
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
