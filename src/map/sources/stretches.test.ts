import { expect, test } from 'vitest';
import { encodeShape } from '../../domain/shapes.ts';
import { lineStretches } from './lineStretches.ts';
import { type LinePolyline, stretchesOf } from './stretches.ts';

/** A place in metres east and north of one in the Netherlands. */
const at = (east: number, north: number) => ({ Lat: 52 + north / 111_195, Lng: 5 + east / (111_195 * Math.cos((52 * Math.PI) / 180)) });
const polyline = (lines: readonly number[], ...points: readonly (readonly [number, number])[]): LinePolyline => ({
  lines,
  points: points.map(([x, y]) => at(x, y)),
});

/** The stretches in metres rounded to 10, the longest first. */
const joined = (...polylines: readonly LinePolyline[]) =>
  stretchesOf(polylines, 15)
    .map(({ points, lines }) => {
      const metres = points.map(({ Lat, Lng }) => [(Lng - 5) * 111_195 * Math.cos((52 * Math.PI) / 180), (Lat - 52) * 111_195] as const);
      const [first, last] = [metres[0] ?? [0, 0], metres.at(-1) ?? [0, 0]];
      const round = (value: number): number => Math.round(value / 20) * 20 + 0;
      return {
        length: Math.hypot(last[0] - first[0], last[1] - first[1]),
        from: [round(first[0]), round(first[1])],
        to: [round(last[0]), round(last[1])],
        lines: lines.map(({ line, goes }) => `${line} ${'->,<-,<>'.split(',')[goes - 1]}`),
      };
    })
    .toSorted((a, b) => b.length - a.length)
    .map(({ from, to, lines }) => ({ from, to, lines }));

test('lines on one street are one stretch, whatever points their shapes have, and part where they part', () => {
  expect(joined(polyline([0], [0, 0], [1000, 0], [2400, 0]), polyline([1], [0, 4], [330, 3], [1000, 4], [1000, 600]))).toEqual([
    { from: [1000, 0], to: [2400, 0], lines: ['0 ->'] },
    { from: [0, 0], to: [1000, 0], lines: ['0 ->', '1 ->'] },
    { from: [1000, 0], to: [1000, 600], lines: ['1 ->'] },
  ]);
});

test('the two directions of a line are one stretch that it goes both ways; a one-way street is marked', () => {
  expect(joined(polyline([0], [0, 0], [2000, 0]), polyline([0], [1500, 5], [0, 5]))).toEqual([{ from: [0, 0], to: [2000, 0], lines: ['0 <>'] }]);
  expect(joined(polyline([0], [0, 0], [2000, 0]), polyline([1], [2000, 5], [0, 5]))).toEqual([
    { from: [0, 0], to: [2000, 0], lines: ['0 ->', '1 <-'] },
  ]);
});

test('lines that cross, and lines on two streets of one block, share nothing', () => {
  expect(joined(polyline([0], [0, 0], [2000, 0]), polyline([1], [1000, -500], [1000, 500])).map(({ lines }) => lines)).toEqual([['0 ->'], ['1 ->']]);
  expect(joined(polyline([0], [0, 0], [2000, 0]), polyline([1], [0, 80], [2000, 80])).map(({ lines }) => lines)).toEqual([['0 ->'], ['1 ->']]);
});

test('schedules of one number and colour are one line; one without a number or a short name goes by its id', () => {
  const network = {
    Rev: 1,
    Lines: [
      { Id: '10_20260101', Name: '10', Color: 'ff0000' },
      { Id: '10_20260701', Name: '10', Color: 'ff0000' },
      { Id: '2_20260101', Name: '2' },
      { Id: '03_20260101', Name: '', LongName: 'Harbour - Airport' },
      { Id: '04_20260101', Name: '', LongName: 'Blue' },
    ],
    Shapes: [{ Shape: encodeShape([at(0, 0), at(1000, 0)]), Tracks: [0, 1, 2, 3, 4].map((place): [number, string] => [place, 'a-b']) }],
  };
  const { lines, stretches } = lineStretches(network, 15);
  expect(lines.map(({ label, color, schedules }) => [label, color, schedules])).toEqual([
    ['2', undefined, ['2_20260101']],
    ['03', undefined, ['03_20260101']],
    ['10', '#ff0000', ['10_20260101', '10_20260701']],
    ['Blue', undefined, ['04_20260101']],
  ]);
  expect(stretches.map((stretch) => stretch.lines)).toEqual([[0, 1, 2, 3].map((line) => ({ line, goes: 1 }))]);
});
