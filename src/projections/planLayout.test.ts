import { expect, test } from 'vitest';
import { planLayout, toldApart } from './planLayout.ts';

const stop = (id: string, name: string, x: number) => ({ id, name, type: 3, x });
const plan = (...levels: readonly (readonly ReturnType<typeof stop>[])[]) => ({
  levels: levels.map((stops, i) => ({ id: `L${i}`, level: null, stops })),
});

test('shortened names differ by their ends, and equal names by their ids', () => {
  expect(toldApart([stop('a', 'Exit', 0), stop('b', 'Escalator up', 0)], 11)).toEqual(['Exit', 'Escalator …']);
  expect(toldApart([stop('a', 'Platform 12 east', 0), stop('b', 'Platform 12 west', 0)], 11)).toEqual(['Pla…12 east', 'Pla…12 west']);
  expect(toldApart([stop('node_1', 'Node', 0), stop('node_2', 'Node', 0)], 11)).toEqual(['node_1', 'node_2']);
});

test('a level with few stops has two lanes, each stop where it lies along the station', () => {
  const { height, storeys, spots } = planLayout(plan([stop('a', 'A', 0), stop('b', 'B', 1)], []), 272);
  expect(storeys).toEqual([
    { top: 0, height: 100 },
    { top: 100, height: 100 },
  ]);
  expect(height).toBe(200);
  expect(spots.map(({ id, px, row }) => [id, px, row])).toEqual([
    ['a', 34, 0],
    ['b', 238, 0],
  ]);
});

test.each([272, 700])('34 nodes on one level in %i px: no name lies on another, and none reaches over the edge', (width) => {
  const nodes = Array.from({ length: 34 }, (_, i) => stop(`N${i}`, `Mezzanine node ${i}`, ((i * 7) % 34) / 34));
  const { spots, storeys } = planLayout(plan(nodes), width);
  const boxes = spots.map(({ px, py, label }) => ({ left: px - (label.length * 5.8) / 2, right: px + (label.length * 5.8) / 2, py, label }));
  const overlaps = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => a.py === b.py && a.left < b.right && b.left < a.right));
  expect(overlaps).toEqual([]);
  expect(new Set(boxes.map(({ label }) => label)).size).toBe(34);
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
  expect(storeys[0]?.height).toBeLessThan(width === 700 ? 290 : 650);
});
