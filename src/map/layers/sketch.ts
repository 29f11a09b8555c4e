/** What a tool draws above all data: a line with its handles, and the dot that follows the pointer. */
import type { MapCoordinate, MapSketch } from '../mapPicture.ts';
import { sketchHandles, sketchLine } from '../sources/linkFeatures.ts';
import { defineLayer } from './mapLayer.ts';

// Three layers, so that dragging a point of a long line draws only the few points under the pointer again.
export const sketchLayer = defineLayer<readonly MapCoordinate[] | undefined>({
  id: 'sketch',
  toggle: null,
  read: (picture) => picture.sketch?.line,
  sources: { sketch: sketchLine },
  layers: ({ colours }) => [
    {
      id: 'sketch',
      type: 'line',
      source: 'sketch',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.sketch, 'line-width': 4 },
    },
  ],
});

export const sketchRingsLayer = defineLayer<MapSketch['lines']>({
  id: 'sketch-rings',
  toggle: null,
  read: (picture) => picture.sketch?.lines,
  sources: { 'sketch-rings': (lines) => (lines ?? []).map((points, place) => ({ id: place + 1, shape: { type: 'Line', points }, properties: {} })) },
  layers: ({ colours }) => [
    {
      id: 'sketch-rings',
      type: 'line',
      source: 'sketch-rings',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.sketch, 'line-width': 3 },
    },
  ],
});

export const sketchClosedLayer = defineLayer<readonly MapCoordinate[] | undefined>({
  id: 'sketch-closed',
  toggle: null,
  read: (picture) => picture.sketch?.closed,
  sources: { 'sketch-closed': sketchLine },
  layers: ({ colours }) => [
    {
      id: 'sketch-closed',
      type: 'line',
      source: 'sketch-closed',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.comparedBefore, 'line-width': 10, 'line-dasharray': [1, 0.4] },
    },
  ],
});

export const sketchActiveLayer = defineLayer<readonly MapCoordinate[] | undefined>({
  id: 'sketch-active',
  toggle: null,
  read: (picture) => picture.sketch?.active,
  sources: { 'sketch-active': sketchLine },
  layers: ({ colours }) => [
    {
      id: 'sketch-active',
      type: 'line',
      source: 'sketch-active',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.sketch, 'line-width': 3, 'line-opacity': 0.75 },
    },
  ],
});

export const sketchHandlesLayer = defineLayer<MapSketch['handles']>({
  id: 'sketch-handles',
  toggle: null,
  read: (picture) => picture.sketch?.handles,
  sources: { 'sketch-handles': sketchHandles },
  layers: ({ colours }) => [
    {
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
  ],
});

/** Fed by `mapSync`, which keeps the dot until the moved stop is drawn. */
export const previewLayer = defineLayer<undefined>({
  id: 'preview',
  toggle: null,
  read: () => undefined,
  sources: {},
  layers: ({ colours }) => [
    {
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
  ],
});
