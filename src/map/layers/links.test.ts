import { expect, it } from 'vitest';
import { linkCounterZoom } from '../viewport.ts';
import { linkLayers } from './links.ts';
import { palettes } from './palette.ts';

it('counters of pathways and transfers are shown from one zoom on [R365]', () => {
  const layers = linkLayers({ colours: palettes.light, fonts: { regular: ['a'], bold: ['b'] } });
  const counters = layers.filter(({ spec }) => spec.id.endsWith('-count'));
  expect(new Set(counters.map(({ group }) => group))).toEqual(new Set(['pathways', 'transfers']));
  for (const { spec } of counters) expect(spec.minzoom).toBe(linkCounterZoom);
});
