import { expect, test } from 'vitest';
import type { MapExtent } from '../viewport.ts';
import { inView } from './shape.ts';

const line = Array.from({ length: 5000 }, (_, i) => ({ Lat: 52, Lng: 5 + i * 1e-4 }));
const extent = (zoom: number, lng: number): MapExtent => ({
  zoom,
  center: { Lat: 52, Lng: lng },
  bounds: { SouthWest: { Lat: 51.999, Lng: lng - 0.002 }, NorthEast: { Lat: 52.001, Lng: lng + 0.002 } },
});

test('of a long line the map is fed what lies in view and round it, with a point before and after', () => {
  const part = inView(line, extent(15, 5.2));
  expect(part.length).toBeGreaterThan(40);
  expect(part.length).toBeLessThan(120);
  expect(part[0]?.Lng).toBeLessThan(5.198);
  expect(part.at(-1)?.Lng).toBeGreaterThan(5.202);
  expect(inView(line, extent(15, 9))).toBe(line);
});

test('further out, and of a short line, it is fed all of it', () => {
  expect(inView(line, extent(11, 5.2))).toBe(line);
  expect(inView(line, undefined)).toBe(line);
  const short = line.slice(0, 100);
  expect(inView(short, extent(15, 5.001))).toBe(short);
});
