import { expect, it } from 'vitest';
import { reachAreas } from './bands.ts';

/** Whether a place is within rings of [longitude, latitude]: an odd number of them is crossed to the east. */
function isWithin(polygons: readonly (readonly (readonly (readonly [number, number])[])[])[], lng: number, lat: number): boolean {
  let crossed = 0;
  for (const ring of polygons.flat())
    ring.forEach(([x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
      if (y > lat !== nextY > lat && x + ((lat - y) / (nextY - y)) * (nextX - x) > lng) crossed += 1;
    });
  return crossed % 2 === 1;
}

it('draws the bands one in the other, as far as people walk from the stops in the time that is left', () => {
  // two stops 5.6 km apart: 10 and 25 minutes away
  const areas = reachAreas(
    [
      { Lat: 52, Lng: 5, Seconds: 600 },
      { Lat: 52.05, Lng: 5, Seconds: 1500 },
    ],
    30,
  );
  expect(areas.map(({ minutes }) => minutes)).toEqual([30, 15]);
  const [half, quarter] = areas.map(({ polygons }) => polygons);
  // 300 s are left of 15 minutes: 277 m; 200 m are 0.0018 degrees
  expect(isWithin(quarter ?? [], 5, 52.0018)).toBe(true);
  expect(isWithin(quarter ?? [], 5, 52.0036)).toBe(false);
  // of 30 minutes 1200 s are left, of which people walk 800 m in a straight line: 0.0072 degrees
  expect(isWithin(half ?? [], 5, 52.0065)).toBe(true);
  expect(isWithin(half ?? [], 5, 52.009)).toBe(false);
  expect(isWithin(half ?? [], 5, 52.05)).toBe(true);
  expect(isWithin(quarter ?? [], 5, 52.05)).toBe(false);
});

it('ends at the minutes that are asked for', () => {
  expect(reachAreas([{ Lat: 52, Lng: 5, Seconds: 0 }], 40).map(({ minutes }) => minutes)).toEqual([40, 30, 15]);
  expect(reachAreas([], 40)).toEqual([]);
});
