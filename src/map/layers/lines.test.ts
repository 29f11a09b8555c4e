import { expect, test } from 'vitest';
import { lineNamesLayer, linesLayer } from './lines.ts';

const points = [
  { Lat: 52, Lng: 5 },
  { Lat: 52, Lng: 5.1 },
];
const line = (label: string, color?: string) => ({ label, color, schedules: [`${label}_20260101`] });
const joined = {
  lines: [line('1', '#09346d'), line('2', '#ffff33'), line('3')],
  stretches: [
    { points, lines: [0, 1, 2].map((at) => ({ line: at, goes: 3 as const })) },
    {
      points,
      lines: [
        { line: 0, goes: 1 as const },
        { line: 2, goes: 2 as const },
      ],
    },
  ],
};
const features = (source: string, kept?: ReadonlySet<string>) =>
  ({ ...linesLayer.sources, ...lineNamesLayer.sources })[source]?.({ joined, kept }, 13).map(({ properties }) => properties);

test('lines of a stretch lie beside each other about its middle, in colours that are seen on both grounds', () => {
  expect(features('lines')).toEqual([
    { slot: -1, light: '#09346d', dark: expect.stringMatching(/^#[4-9a-f]/) },
    { slot: 0, light: expect.stringMatching(/^#[8-b]/), dark: '#ffff33' },
    { slot: 1 },
    { slot: -0.5, light: '#09346d', dark: expect.stringMatching(/^#[4-9a-f]/) },
    { slot: 0.5 },
  ]);
});

test('lines that a search or an open line leaves out step back, and are neither named nor given arrows', () => {
  const kept = new Set(['1_20260101']);
  expect(features('lines', kept)?.map(({ dimmed }) => dimmed === true)).toEqual([false, true, true, false, true]);
  expect(features('line-names', kept)?.map(({ name0, name1 }) => [name0, name1])).toEqual([
    ['1', undefined],
    ['1', undefined],
  ]);
  expect(features('line-directions', kept)).toEqual([
    { goes: 3, halves: -2 },
    { goes: 1, halves: -1 },
  ]);
});

test('a stretch is named once, and has one arrow where all its lines go the same way', () => {
  expect(features('line-names')?.map(({ name0, name1, name2 }) => [name0, name1, name2])).toEqual([
    ['1', ',\u00A02', ',\u00A03'],
    ['1', ',\u00A03', undefined],
  ]);
  expect(features('line-directions')).toEqual([
    { goes: 3, halves: 0 },
    { goes: 1, halves: -1 },
    { goes: 2, halves: 1 },
  ]);
});
