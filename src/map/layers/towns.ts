/** Names of towns on the built-in background: the large ones first, more of them the nearer one looks. */
import type { MapFeature } from '../engine/mapEngine.ts';
import type { Town } from '../mapPicture.ts';
import { defineLayer } from './mapLayer.ts';

export const townsLayer = defineLayer<readonly Town[] | undefined>({
  id: 'towns',
  toggle: null,
  read: (picture) => picture.towns,
  sources: { towns: (towns) => (towns ?? []).map(featureOf) },
  layers: ({ colours, fonts }) => [
    {
      id: 'towns',
      type: 'symbol',
      source: 'towns',
      minzoom: 3,
      maxzoom: 13.5,
      // so many thousands of people at least
      filter: ['>=', ['get', 'thousands'], ['step', ['zoom'], 5000, 4, 2000, 5, 1000, 6, 400, 7, 200, 8, 100, 9, 50, 10, 0]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.regular,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['step', ['get', 'thousands'], 10, 5000, 12],
          11,
          ['step', ['get', 'thousands'], 12, 100, 14, 500, 17],
        ],
        'text-padding': 8,
        'text-max-width': 8,
        'symbol-sort-key': ['-', 0, ['get', 'thousands']],
      },
      paint: { 'text-color': colours.townLabel, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.6 },
    },
  ],
});

function featureOf({ name, thousands, ...at }: Town, place: number): MapFeature {
  return { id: place + 1, shape: { type: 'Point', at }, properties: { name, thousands } };
}
