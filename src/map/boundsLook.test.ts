import { expect, test } from 'vitest';
import { lookAt, onMap, onMapCorner } from './boundsLook.ts';

const WORLD = { NorthEast: { Lat: 90, Lng: 180 }, SouthWest: { Lat: -90, Lng: -180 } };

test('at a place that was found the map looks from zoom 8 [R151]', () => {
  expect(lookAt({ Lat: 52.09, Lng: 5.12 }, WORLD)).toMatchObject({ kind: 'centre', at: { Lat: 52.09, Lng: 5.12 }, zoom: 8 });
});

test('a box is looked at whole, with 50 pixels round it [R349]', () => {
  const bounds = { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } };
  expect(lookAt(null, bounds)).toMatchObject({ kind: 'fit', bounds, padding: 50 });
});

test('no corner goes beyond the latitudes -85 and 85 [R222]', () => {
  expect(onMap(WORLD)).toEqual({ NorthEast: { Lat: 85, Lng: 180 }, SouthWest: { Lat: -85, Lng: -180 } });
  expect(onMapCorner({ Lat: -85.5, Lng: 3 })).toEqual({ Lat: -85, Lng: 3 });
});
