import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { palettes } from '../layers/palette.ts';

/** The sources of the offline base map; they start empty and are filled when the world has been loaded. */
export const baseSources = ['base-land', 'base-borders', 'base-coast', 'base-labels', 'base-graticule'] as const;

/** Natural Earth's 1:50 million lines are off by kilometres: past these zooms they fade away, or coastal stops would seem to drown. */
const fadeFrom = 8.5;
const fadeTo = 10;

/** The base map that needs no network: land, coast, borders, country names, graticule. */
export function offlineStyle(theme: 'light' | 'dark', fontFaces: StyleSpecification['font-faces']): StyleSpecification {
  return {
    version: 8,
    name: `Offline ${theme}`,
    ...(fontFaces === undefined ? {} : { 'font-faces': fontFaces }),
    sources: Object.fromEntries(baseSources.map((name) => [name, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } }])),
    layers: offlineLayers(theme, ['Noto Sans Regular']),
  };
}

/** The layers of the offline base map, lowest first. */
export function offlineLayers(theme: 'light' | 'dark', font: string[]): LayerSpecification[] {
  const colours = palettes[theme];
  return [
    // The sea turns into plain paper where the coast fades.
    {
      id: 'base-background',
      type: 'background',
      paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], fadeFrom, colours.water, fadeTo, colours.land] },
    },
    // Once the sea has the land's colour the fill would only cost time.
    { id: 'base-land', type: 'fill', source: 'base-land', maxzoom: fadeTo, paint: { 'fill-color': colours.land, 'fill-antialias': false } },
    {
      id: 'base-graticule',
      type: 'line',
      source: 'base-graticule',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': colours.graticule, 'line-width': 0.75 },
    },
    {
      id: 'base-coast',
      type: 'line',
      source: 'base-coast',
      maxzoom: fadeTo,
      paint: { 'line-color': colours.coast, 'line-width': 0.8, 'line-opacity': faded(1) },
    },
    {
      id: 'base-borders',
      type: 'line',
      source: 'base-borders',
      maxzoom: fadeTo,
      paint: {
        'line-color': colours.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.4],
        'line-dasharray': [4, 2],
        'line-opacity': faded(1),
      },
    },
    {
      id: 'base-graticule-label',
      type: 'symbol',
      source: 'base-graticule',
      minzoom: 3,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 10, 'text-anchor': ['get', 'anchor'] },
      paint: { 'text-color': colours.countryLabel, 'text-opacity': 0.75, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1 },
    },
    {
      id: 'base-labels',
      type: 'symbol',
      source: 'base-labels',
      maxzoom: 9,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          1,
          ['match', ['get', 'rank'], 0, 11, 1, 10, 9],
          6,
          ['match', ['get', 'rank'], 0, 18, 1, 15, 13],
        ],
        'text-max-width': 7,
        'text-padding': 6,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': colours.countryLabel, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.2 },
    },
  ];
}

function faded(full: number): ['interpolate', ['linear'], ['zoom'], number, number, number, number] {
  return ['interpolate', ['linear'], ['zoom'], fadeFrom, full, fadeTo, 0];
}
