/** The lines and links that the list beside the map points at, over the others; stops that it points at are marked as hovered. */
import type { MapPicture } from '../mapPicture.ts';
import { defineLayer } from './mapLayer.ts';

export const pointedLayer = defineLayer<MapPicture['pointedLines']>({
  id: 'pointed',
  toggle: null,
  read: (picture) => picture.pointedLines,
  sources: { pointed: (lines) => lines.map((points, place) => ({ id: place + 1, shape: { type: 'Line', points }, properties: {} })) },
  legend: (lines, { colours }) =>
    lines.length > 0
      ? [
          {
            swatch: { kind: 'lines', colours: [colours.hovered], width: 4, casing: colours.trackCasing },
            text: 'Line that is open or pointed at, or a case',
          },
        ]
      : [],
  layers: ({ colours }) => [
    {
      id: 'pointed-casing',
      type: 'line',
      source: 'pointed',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.trackCasing, 'line-opacity': 0.9, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 4, 13, 8, 17, 11] },
    },
    {
      id: 'pointed',
      type: 'line',
      source: 'pointed',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.hovered, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 2, 13, 4.5, 17, 7] },
    },
  ],
});
