import type { GlDataLayer, LayerStyle } from './glLayer.ts';
import { arrowImage } from './track.ts';

/** What lies above all data: vehicles, a line being drawn with its handles, and the dot that follows the pointer. */
export function overlayLayers({ colours, fonts }: LayerStyle): GlDataLayer[] {
  return [
    {
      group: 'realtime',
      spec: {
        id: 'vehicles',
        type: 'circle',
        source: 'vehicles',
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 3, 13, 8],
          'circle-color': colours.vehicle,
          'circle-stroke-color': colours.stopRing,
          'circle-stroke-width': 1.5,
        },
      },
    },
    {
      group: 'realtime',
      spec: {
        id: 'vehicles-heading',
        type: 'symbol',
        source: 'vehicles',
        minzoom: 11,
        filter: ['has', 'bearing'],
        layout: {
          'icon-image': `${arrowImage}-vehicle`,
          'icon-size': 0.8,
          'icon-rotate': ['get', 'bearing'],
          'icon-rotation-alignment': 'map',
          'icon-offset': [0, -16],
          'icon-allow-overlap': true,
        },
      },
    },
    {
      group: 'realtime',
      spec: {
        id: 'vehicles-label',
        type: 'symbol',
        source: 'vehicles',
        minzoom: 12,
        layout: { 'text-field': ['get', 'label'], 'text-font': fonts.bold, 'text-size': 11, 'text-anchor': 'left', 'text-offset': [1, 0] },
        paint: { 'text-color': colours.vehicle, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.5 },
      },
    },
    {
      spec: {
        id: 'sketch',
        type: 'line',
        source: 'sketch',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colours.sketch, 'line-width': 4 },
      },
    },
    {
      spec: {
        id: 'sketch-active',
        type: 'line',
        source: 'sketch-active',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colours.sketch, 'line-width': 3, 'line-opacity': 0.75 },
      },
    },
    {
      spec: {
        id: 'sketch-handles',
        type: 'circle',
        source: 'sketch-handles',
        paint: {
          'circle-radius': ['case', ['get', 'chosen'], 7, 5],
          'circle-color': ['case', ['get', 'chosen'], colours.sketch, colours.stopRing],
          'circle-stroke-color': colours.sketch,
          'circle-stroke-width': 2,
        },
      },
    },
    {
      spec: {
        id: 'preview',
        type: 'circle',
        source: 'preview',
        paint: {
          'circle-radius': ['*', ['match', ['get', 'type'], 1, 0.8, 3, 0.6, 4, 0.8, 5, 1.2, 1], 9],
          'circle-color': colours.selected,
          'circle-stroke-color': colours.stopRing,
          'circle-stroke-width': 2,
          'circle-opacity': 0.95,
        },
      },
    },
  ];
}
