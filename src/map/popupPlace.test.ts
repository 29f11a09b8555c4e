import { expect, it } from 'vitest';
import { placePopup } from './popupPlace.ts';

const map = { width: 800, height: 600 };
const popup = { width: 200, height: 100 };

it('a popup stands above its place, in the middle', () => {
  expect(placePopup({ x: 400, y: 300 }, popup, map)).toEqual({ left: 300, top: 182, side: 'above' });
});

it('a popup goes below where there is no room above', () => {
  expect(placePopup({ x: 400, y: 50 }, popup, map)).toMatchObject({ top: 68, side: 'below' });
});

it('a popup goes below where it would lie under the search box of the map', () => {
  expect(placePopup({ x: 400, y: 160 }, popup, map)).toMatchObject({ top: 178, side: 'below' });
});

it('a popup stays inside the map at its edges', () => {
  expect(placePopup({ x: 20, y: 300 }, popup, map)).toMatchObject({ left: 6, side: 'above' });
  expect(placePopup({ x: 790, y: 300 }, popup, map)).toMatchObject({ left: 594, side: 'above' });
});

it('a tall popup stands beside its place and leaves it in sight', () => {
  expect(placePopup({ x: 400, y: 300 }, { width: 200, height: 400 }, map)).toEqual({ left: 418, top: 100, side: 'right' });
  expect(placePopup({ x: 700, y: 300 }, { width: 200, height: 400 }, map)).toEqual({ left: 482, top: 100, side: 'left' });
});

it('a popup whose place has left the map stays in view', () => {
  const { left, top } = placePopup({ x: -500, y: 2000 }, popup, map);
  expect([left, top]).toEqual([6, 494]);
});

it('a popup larger than the map begins at the margin', () => {
  expect(placePopup({ x: 400, y: 300 }, { width: 900, height: 700 }, map)).toMatchObject({ left: 6, top: 6 });
});
