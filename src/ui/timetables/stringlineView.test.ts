import { expect, test } from 'vitest';
import { panned, showing, simplified, tickOf, wholeView, zoomed } from './stringlineView.ts';

const extent = { width: 1000, height: 400, first: 18_000, last: 90_000, metres: 10_000 };

test('zooming keeps what is under the pointer, and never goes further out than the whole day', () => {
  const whole = wholeView(extent);
  const at = { x: 250, y: 100 };
  const near = zoomed(whole, 4, at, 'time', extent);
  expect(near.from + at.x * near.perPixel).toBeCloseTo(whole.from + at.x * whole.perPixel, 6);
  expect(near.perPixel).toBeCloseTo(whole.perPixel / 4, 9);
  expect(zoomed(near, 0.001, at, 'time', extent)).toEqual(whole);
  const tall = zoomed(whole, 2, at, 'distance', extent);
  expect(tall.top + at.y * tall.metresPerPixel).toBeCloseTo(whole.top + at.y * whole.metresPerPixel, 6);
});

test('a pan stays on the runs, and a time is brought into view', () => {
  const near = zoomed(wholeView(extent), 4, { x: 0, y: 0 }, 'time', extent);
  expect(panned(near, 5000, 0, extent).from).toBe(near.from);
  const late = showing(near, 80_000, extent);
  expect(80_000).toBeGreaterThan(late.from);
  expect(80_000).toBeLessThan(late.from + extent.width * late.perPixel);
  expect(showing(late, 80_000, extent)).toEqual(late);
});

test('marks of the time axis stand apart; straight stretches of a line lose their points', () => {
  expect(tickOf(wholeView(extent))).toBe(7200);
  expect(simplified(Float32Array.of(0, 10, 20, 30, 30), Float32Array.of(0, 10, 20, 30, 60), 0.5)).toEqual([0, 3, 4]);
});
