import { expect, it } from 'vitest';
import { toggleOf } from './mapLayer.ts';
import { palettes } from './palette.ts';
import { stopMarksLayer, stopScale, stopsLayer } from './stops.ts';

const style = { colours: palettes.light, fonts: { regular: ['Regular'], bold: ['Bold'] } };

it('a stop is drawn as large as its type asks [R356]', () => {
  expect([5, 0, 2, 4, 1, 3].map(stopScale)).toEqual([1.2, 1, 1, 0.8, 0.8, 0.6]);
  expect(stopScale(99)).toBe(1);
});

it('the dots use the same factors as the rule says', () => {
  const text = JSON.stringify(stopsLayer.layers(style).map((layer) => layer.paint));
  for (const type of [1, 3, 4, 5]) expect(text).toContain(`${type},${stopScale(type)}`);
});

it('stop names are shown from zoom 14', () => {
  expect(stopsLayer.layers(style).find((layer) => layer.id === 'stops-name')?.minzoom).toBe(14);
});

it('stops and their marks answer to the same toggle', () => {
  expect([toggleOf(stopsLayer), toggleOf(stopMarksLayer)]).toEqual(['stops', 'stops']);
});

it('where stops step back, those that are kept do not, nor do their names', () => {
  const opacities = (dimStops: boolean) =>
    stopsLayer
      .layers({ ...style, dimStops })
      .map(({ paint = {} }) => ('text-opacity' in paint ? paint['text-opacity'] : Reflect.get(paint, 'circle-opacity')));
  const back = ['case', ['boolean', ['feature-state', 'highlighted'], false], 1, ['boolean', ['feature-state', 'kept'], false], 1, 0.2];
  expect(opacities(true)).toEqual(Array.from({ length: 3 }, () => ['case', ['boolean', ['feature-state', 'hidden'], false], 0, back]));
  expect(JSON.stringify(opacities(false))).not.toContain('highlighted');
});
