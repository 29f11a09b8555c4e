import { expect, it } from 'vitest';
import { arrowStep, directionMarks, thinMarks, trackArrows, trackLine, trackStopPoints } from './trackFeatures.ts';

const eastwards = (points: number) => Array.from({ length: points }, (_, i) => ({ Lat: 0, Lng: i * 0.001 }));

it('arrows are drawn at every 5th mark above zoom 13 and at every 15th otherwise [E342]', () => {
  const marks = directionMarks(eastwards(61));
  expect(marks).toHaveLength(60);
  expect(thinMarks(marks, 13.01)).toHaveLength(12);
  expect(thinMarks(marks, 13)).toHaveLength(4);
  expect(thinMarks(marks, 14)[1]).toBe(marks[5]);
  expect(thinMarks(marks, 9)[1]).toBe(marks[15]);
  expect([arrowStep(13), arrowStep(13.5)]).toEqual([15, 5]);
});

it('even a short shape has one arrow', () => {
  expect(thinMarks(directionMarks(eastwards(2)), 5)).toHaveLength(1);
});

it.each([
  [{ Lat: 1, Lng: 0 }, 0],
  [{ Lat: 0, Lng: 1 }, 90],
  [{ Lat: -1, Lng: 0 }, 180],
  [{ Lat: 0, Lng: -1 }, 270],
])('an arrow points the way the shape runs, in degrees from north', (to, degrees) => {
  expect(directionMarks([{ Lat: 0, Lng: 0 }, to])[0]?.Bearing).toBeCloseTo(degrees, 6);
});

it('far north the arrow still lies on the line as it is drawn', () => {
  // At 60 degrees a degree of latitude is drawn twice as long as one of longitude.
  expect(
    directionMarks([
      { Lat: 60, Lng: 0 },
      { Lat: 60.01, Lng: 0.02 },
    ])[0]?.Bearing,
  ).toBeCloseTo(45, 1);
});

it('a point given twice and a broken point get no arrow', () => {
  const marks = directionMarks([
    { Lat: 0, Lng: 0 },
    { Lat: 0, Lng: 0 },
    { Lat: Number.NaN, Lng: 1 },
    { Lat: 0, Lng: 2 },
  ]);
  expect(marks).toEqual([]);
});

it('a track without a shape draws no line and no arrows, but its stops', () => {
  const track = { shape: [], stops: [{ StopId: 'a', Number: 1, Lat: 0, Lng: 0 }] };
  expect([trackLine(track), trackArrows(track, 14)]).toEqual([[], []]);
  expect(trackStopPoints(track)).toMatchObject([{ properties: { label: '1' } }]);
  expect([trackLine(undefined), trackStopPoints(undefined)]).toEqual([[], []]);
});

it('a stop that the track serves twice shows both numbers in one circle', () => {
  const stops = [1, 2, 3].map((Number) => ({ StopId: Number === 2 ? 'b' : 'a', Number, Lat: Number === 2 ? 1 : 0, Lng: 0 }));
  expect(trackStopPoints({ shape: [], stops }).map((point) => point.properties['label'])).toEqual(['1 · 3', '2']);
});
