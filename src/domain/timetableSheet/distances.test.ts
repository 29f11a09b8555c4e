import polyline from '@mapbox/polyline';
import { expect, test } from 'vitest';
import type { Track } from '../model/track.ts';
import { sequenceBetween, nearestPosition } from './distances.ts';

const shape = [0, 1, 2, 3, 4, 5].map((at): [number, number] => [52 + at / 100, 5]);
const track: Track = {
  ScheduleId: '4',
  Id: 'a-b',
  Name: '',
  Direction: 'Forward',
  Visible: true,
  Shape: polyline.encode(shape),
  Stops: [
    { StopId: 'A', ShapeSequence: 0 },
    { StopId: 'B', ShapeSequence: 3 },
    { StopId: 'C', ShapeSequence: 5 },
  ],
};

test('a new stop lies at the nearest point of the shape between its neighbours', () => {
  const place = { Lat: 52.0195, Lng: 5.001 };
  expect(sequenceBetween(track, 1, place)).toBe(2);
  expect(sequenceBetween(track, 2, place)).toBe(3);
  expect(sequenceBetween(track, 3, place)).toBe(5);
});

test('without a shape, a place, or a point of every other stop it has none', () => {
  const { Shape: _shape, ...plain } = track;
  expect(sequenceBetween(plain, 1, { Lat: 52, Lng: 5 })).toBeUndefined();
  expect(sequenceBetween(track, 1, null)).toBeUndefined();
  expect(sequenceBetween({ ...track, Stops: [{ StopId: 'A' }] }, 1, { Lat: 52, Lng: 5 })).toBeUndefined();
});

test('a stop fits best between the two that it makes the way longest by the least, or at an end', () => {
  const at = (lng: number, lat = 52): { Lat: number; Lng: number } => ({ Lat: lat, Lng: lng });
  const line = [at(5), at(5.1), at(5.2)];
  expect(nearestPosition(line, at(5.05, 52.001))).toBe(1);
  expect(nearestPosition(line, at(5.15))).toBe(2);
  expect(nearestPosition(line, at(5.3))).toBe(3);
  expect(nearestPosition(line, at(4.9))).toBe(0);
  expect(nearestPosition([], at(5))).toBe(0);
  expect(nearestPosition([at(5), undefined], at(5))).toBe(2);
  expect(nearestPosition(line, null)).toBe(3);
});
