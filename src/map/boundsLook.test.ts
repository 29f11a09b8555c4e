import { expect, test } from 'vitest';
import { lookAt, onMap, onMapCorner } from './boundsLook.ts';

const WORLD = { NorthEast: { Lat: 90, Lng: 180 }, SouthWest: { Lat: -90, Lng: -180 } };

test.each([
  ['google', 9],
  ['mapbox', 8],
  ['maplibre', 8],
] as const)('at a place that was found the map of %s looks from zoom %d [R151]', (provider, zoom) => {
  expect(lookAt({ Lat: 52.09, Lng: 5.12 }, WORLD, provider)).toMatchObject({ kind: 'centre', at: { Lat: 52.09, Lng: 5.12 }, zoom });
});

test('a box is looked at whole, with 50 pixels round it [R349]', () => {
  const bounds = { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } };
  expect(lookAt(null, bounds, 'maplibre')).toMatchObject({ kind: 'fit', bounds, padding: 50 });
});

test('no corner goes beyond the latitudes -85 and 85 [R222]', () => {
  expect(onMap(WORLD)).toEqual({ NorthEast: { Lat: 85, Lng: 180 }, SouthWest: { Lat: -85, Lng: -180 } });
  expect(onMapCorner({ Lat: -85.5, Lng: 3 })).toEqual({ Lat: -85, Lng: 3 });
});
