import type { ExpressionSpecification } from 'maplibre-gl';
import { linkCounterZoom } from '../viewport.ts';
import type { GlDataLayer, LayerStyle } from './glLayer.ts';

/** Pathways (solid) and transfers (dashed), told apart by stroke as well as colour, with counters from zoom 15. */
export function linkLayers(style: LayerStyle): GlDataLayer[] {
  return [...linkGroup(style, 'transfers', style.colours.transfer, [2, 1.4]), ...linkGroup(style, 'pathways', style.colours.pathway, undefined)];
}

function linkGroup(
  { colours, fonts }: LayerStyle,
  group: 'pathways' | 'transfers',
  colour: string,
  dashes: [number, number] | undefined,
): GlDataLayer[] {
  const chosen: ExpressionSpecification = ['case', ['get', 'selected'], colours.selected, colour];
  const width = (extra: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 9, 1 + extra, 13, 2.5 + extra, 17, 4 + extra];
  return [
    {
      group,
      spec: {
        id: `${group}-casing`,
        type: 'line',
        source: group,
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': colours.trackCasing, 'line-opacity': 0.75, 'line-width': width(2) },
      },
    },
    {
      group,
      spec: {
        id: group,
        type: 'line',
        source: group,
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-cap': dashes ? 'butt' : 'round' },
        paint: { 'line-color': chosen, 'line-width': width(0), ...(dashes ? { 'line-dasharray': dashes } : {}) },
      },
    },
    {
      group,
      spec: {
        id: `${group}-loop`,
        type: 'circle',
        source: group,
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 4, 13, 11, 17, 17],
          'circle-opacity': 0,
          'circle-stroke-color': chosen,
          'circle-stroke-width': width(-0.5),
        },
      },
    },
    {
      group,
      spec: {
        id: `${group}-count`,
        type: 'symbol',
        source: group,
        minzoom: linkCounterZoom,
        filter: ['>', ['get', 'count'], 1],
        layout: {
          'text-field': ['to-string', ['get', 'count']],
          'text-font': fonts.bold,
          'text-size': 12,
          'symbol-placement': 'line-center',
          'text-rotation-alignment': 'viewport',
          'text-allow-overlap': true,
        },
        paint: { 'text-color': colour, 'text-halo-color': colours.labelHalo, 'text-halo-width': 3 },
      },
    },
  ];
}
