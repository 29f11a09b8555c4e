import { expect, it } from 'vitest';
import { linkCounterZoom } from '../viewport.ts';
import { pathwaysLayer, transfersLayer } from './links.ts';
import { palettes } from './palette.ts';

it('counters of pathways and transfers are shown from one zoom on [R365]', () => {
  for (const layer of [pathwaysLayer, transfersLayer]) {
    const counters = layer.layers({ colours: palettes.light, fonts: { regular: ['a'], bold: ['b'] } }).filter(({ id }) => id.endsWith('-count'));
    expect(counters.map(({ minzoom }) => minzoom)).toEqual([linkCounterZoom]);
  }
});
