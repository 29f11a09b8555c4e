import { expect, test } from 'vitest';
import { fromMercator, toMercator } from '../viewport.ts';
import { tracksAt } from './tracksAt.ts';

/** A map of zoom 13: px of Web Mercator. */
const WORLD = 512 * 2 ** 13;
const surface = {
  project: (at: { Lat: number; Lng: number }) => ({ x: toMercator(at).x * WORLD, y: toMercator(at).y * WORLD }),
  unproject: ({ x, y }: { x: number; y: number }) => fromMercator({ x: x / WORLD, y: y / WORLD }),
};
const points = [
  { Lat: 52, Lng: 5 },
  { Lat: 52, Lng: 5.1 },
];
/** Five lines in one street, going east, at steps of 3.2 px. */
const shown = {
  joined: {
    lines: ['1', '2', '3', '4', '5'].map((label) => ({ label, color: undefined, schedules: [label, `${label}_winter`] })),
    stretches: [{ points, lines: [0, 1, 2, 3, 4].map((line) => ({ line, goes: 1 as const })) }],
  },
  kept: undefined,
  polylines: [...['1', '2', '3', '4', '5'].map((id) => ({ points, tracks: [`${id}/a-b`] })), { points, tracks: ['5_winter/a-b'] }],
};
/** So many px below the middle of the street, which is to the right of its direction. */
const below = (px: number) => {
  const middle = surface.project({ Lat: 52, Lng: 5.05 });
  return tracksAt(shown, surface, { x: middle.x, y: middle.y + px });
};

test('of lines side by side those are meant that are drawn near the point, the nearest first', () => {
  expect(below(6.4)).toEqual(['5/a-b', '5_winter/a-b', '4/a-b']);
  expect(below(-6.4)).toEqual(['1/a-b', '2/a-b']);
  expect(below(-11)).toEqual(['1/a-b']);
  expect(below(0)[0]).toBe('3/a-b');
});

test('nothing is meant beside the outermost line, nor where lines are not drawn yet', () => {
  expect(below(12)).toEqual([]);
  expect(tracksAt({ ...shown, joined: { lines: [], stretches: [] } }, surface, surface.project(points[0] ?? { Lat: 0, Lng: 0 }))).toEqual([]);
});
