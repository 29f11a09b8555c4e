import { expect, it } from 'vitest';
import { pathwaysLayer, transfersLayer } from './links.ts';
import { palettes } from './palette.ts';

it('counters of pathways and transfers are shown from zoom 15 on [R365]', () => {
  for (const layer of [pathwaysLayer, transfersLayer]) {
    const counters = layer.layers({ colours: palettes.light, fonts: { regular: ['a'], bold: ['b'] } }).filter(({ id }) => id.endsWith('-count'));
    expect(counters.map(({ minzoom }) => minzoom)).toEqual([15]);
  }
});
