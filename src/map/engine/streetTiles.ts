/** Streets from configured tiles: pictures, or vector tiles of the OpenMapTiles schema drawn in our own calm colours. */
import type { LayerSpecification } from 'maplibre-gl';
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
      paint: { 'line-color': tones.road, 'line-width': 0.8, 'line-dasharray': [2, 2] },
    },
    {
      ...from('road', 'transportation'),
      type: 'line',
      filter: ['in', ['get', 'class'], ['literal', ['minor', 'service', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway']]],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': tones.road,
        'line-width': [
          'interpolate',
          ['exponential', 1.4],
          ['zoom'],
          7,
          ['match', ['get', 'class'], ['motorway', 'trunk'], 1.2, ['primary'], 0.8, 0.2],
          17,
          ['match', ['get', 'class'], ['motorway', 'trunk'], 18, ['primary', 'secondary'], 14, ['tertiary'], 11, ['service'], 4, 8],
        ],
      },
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
      layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 11 },
      paint: { 'text-color': colours.countryLabel, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.2 },
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
      },
      paint: { 'text-color': colours.countryLabel, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.4 },
    },
  ];
}

const TONES = {
  light: { green: '#e6ecdf', town: '#efede7', building: '#e4e1da', road: '#ffffff', rail: '#bdb9b0' },
  dark: { green: '#232c29', town: '#272c31', building: '#2e343a', road: '#3a424a', rail: '#4a545c' },
} as const;
