import { expect, test } from 'vitest';
import { townsNear } from './townsNear.ts';

const town = (name: string, Lat: number, Lng: number, thousands: number) => ({ name, Lat, Lng, thousands });
const all = [town('Large', 35, 139, 8000), town('Tampa', 27.9, -82.5, 400), town('Brandon', 27.9, -82.3, 100), town('Ocala', 29.2, -82.1, 60)];
const view = (Lat: number, Lng: number, zoom: number) => ({
  center: { Lat, Lng },
  zoom,
  bounds: { SouthWest: { Lat: Lat - 0.2, Lng: Lng - 0.2 }, NorthEast: { Lat: Lat + 0.2, Lng: Lng + 0.2 } },
});

test('far out only large towns are named; nearer all of the part of the world in view, the same list while that is the same', () => {
  expect(townsNear(all, view(28, -82, 4)).map(({ name }) => name)).toEqual(['Large', 'Tampa']);
  const near = townsNear(all, view(28, -82.4, 10));
  expect(near.map(({ name }) => name)).toEqual(['Tampa', 'Brandon', 'Ocala']);
  expect(townsNear(all, view(28.1, -82.5, 11))).toBe(near);
  expect(townsNear(all, view(35, 139, 10)).map(({ name }) => name)).toEqual(['Large']);
});
