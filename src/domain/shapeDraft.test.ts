import { expect, test } from 'vitest';
import { drawnSegment, sequenceNotice, type ShapeDraft, steppedShape } from './shapeDraft.ts';
import { encodeShape } from './shapes.ts';

const at = (Lat: number, Lng: number) => ({ Lat, Lng });
const shape = (...points: { Lat: number; Lng: number }[]): ShapeDraft['steps'][number] => ({ kind: 'replace', shape: encodeShape(points) });
const drawn = (stops: readonly ({ Lat: number; Lng: number } | null)[], ...steps: ShapeDraft['steps']) =>
  steppedShape({ base: null, steps, stops: stops.map((place) => ({ sequence: null, at: place })) });

test('a line from a file takes the place of the shape, and each stop its nearest point, in order', () => {
  const line = [at(52, 5), at(52, 5.01), at(52, 5.02), at(52, 5.03)];
  const { points, sequences } = drawn([at(52.001, 5), at(52.001, 5.021), null, at(52, 5.03)], shape(...line));
  expect(points).toEqual(line);
  expect(sequences).toEqual([0, 2, null, 3]);
});

test('a line that goes on beyond the last stop does not take it along', () => {
  expect(drawn([at(52, 5), at(52, 5.01)], shape(at(52, 5), at(52, 5.01), at(52, 5.02))).sequences).toEqual([0, 1]);
});

test('a line that comes back to where it began ends at its last stop', () => {
  const round = [at(52, 5), at(52, 5.01), at(52.01, 5.01), at(52, 5)];
  expect(drawn([at(52, 5), at(52.01, 5.01), at(52, 5)], shape(...round)).sequences).toEqual([0, 2, 3]);
  expect(drawn([at(52, 5), at(52, 5)], shape(...round)).sequences).toEqual([0, 3]);
});

test('points of an imported line are moved like others', () => {
  const { points } = drawn([at(52, 5)], shape(at(52, 5), at(52, 5.01)), { kind: 'move', index: 1, to: at(52, 5.02) });
  expect(points).toEqual([at(52, 5), at(52, 5.02)]);
});

test('track stops without a point of the shape are said with their number [E328 E329 R342]', () => {
  expect(sequenceNotice([{}, { ShapeSequence: 4 }, {}])).toBe('2/3 track stops without a ShapeSequence');
  expect(sequenceNotice([{}, {}])).toBe("All track stops don't have a ShapeSequence");
  expect(sequenceNotice([{ ShapeSequence: 0 }, { ShapeSequence: 4 }])).toBeUndefined();
  expect(sequenceNotice([])).toBeUndefined();
});

test('a shape of one point, or of none, has no segment to send', () => {
  const stops = [
    { sequence: null, at: at(52, 5) },
    { sequence: null, at: at(52, 5.01) },
  ];
  const draft = { base: null, stops, start: { at: at(52, 5), position: 0 }, legs: [] } as unknown as ShapeDraft;
  expect(drawnSegment(draft)).toBeUndefined();
  expect(drawnSegment({ ...draft, start: null })).toBeUndefined();
});
