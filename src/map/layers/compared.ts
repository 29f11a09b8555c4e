/** Two states of one thing in the comparer: the first dashed, the second drawn through, each in its colour. */
import { comparedFeatures, type ComparedStates, comparedStates } from '../sources/comparedStates.ts';
import { defineLayer, type GlLayerSpec, type LayerStyle } from './mapLayer.ts';

export const comparedLayer = defineLayer<ComparedStates | undefined>({
  id: 'compared',
  toggle: null,
  data: (seen) => comparedStates(seen.view),
  sources: {
    'compared-before': (states) => (states ? comparedFeatures(states.before) : []),
    'compared-after': (states) => (states ? comparedFeatures(states.after) : []),
  },
  legend: (states, { colours }) =>
    states
      ? [
          { swatch: { kind: 'lines', colours: [colours.comparedBefore], width: 3, dashed: true }, text: 'First version' },
          { swatch: { kind: 'lines', colours: [colours.comparedAfter], width: 4 }, text: 'Second version' },
        ]
      : [],
  layers: (style) => [...stateLayers('compared-after', style, false), ...stateLayers('compared-before', style, true)],
});

/** Lines and places of one of two states; `source` is also the id. */
export function stateLayers(source: string, { colours }: LayerStyle, first: boolean): readonly GlLayerSpec[] {
  const colour = first ? colours.comparedBefore : colours.comparedAfter;
  return [
    {
      id: source,
      type: 'line',
      source,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', ...(first ? {} : { 'line-cap': 'round' }) },
      paint: { 'line-color': colour, 'line-width': first ? 3 : 4, ...(first ? { 'line-dasharray': [2, 1.5] } : {}) },
    },
    {
      id: `${source}-places`,
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': first ? 8 : 5,
        'circle-color': colour,
        'circle-opacity': first ? 0.25 : 1,
        'circle-stroke-color': first ? colour : colours.stopRing,
        'circle-stroke-width': 2,
      },
    },
  ];
}
