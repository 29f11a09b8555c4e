import { describe, expect, test } from 'vitest';
import { decodeShape, distancesAlong, encodeShape, nearestOnLine, simplifyLine } from './shapes.ts';

const bend = [
  { Lat: 48, Lng: 9 },
  { Lat: 48, Lng: 9.01 },
  { Lat: 48.01, Lng: 9.01 },
];

describe('shapes', () => {
  test('are encoded with precision 5 [E343]', () => {
    // the example of Google's description of the format
    expect(
      encodeShape([
        { Lat: 38.5, Lng: -120.2 },
        { Lat: 40.7, Lng: -120.95 },
        { Lat: 43.252, Lng: -126.453 },
      ]),
    ).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(decodeShape(encodeShape(bend))).toEqual(bend);
  });

  test('the nearest point of a line lies on it, between two of its points', () => {
    expect(nearestOnLine(bend, { Lat: 48.001, Lng: 9.004 })).toMatchObject({ index: 0, at: { Lat: 48, Lng: 9.004 } });
    expect(nearestOnLine(bend, { Lat: 48.02, Lng: 9.02 })).toMatchObject({ index: 1, part: 1, at: { Lat: 48.01, Lng: 9.01 } });
    expect(nearestOnLine([], { Lat: 0, Lng: 0 })).toBeUndefined();
    expect(nearestOnLine([{ Lat: 1, Lng: 1 }], { Lat: 1, Lng: 1 })).toMatchObject({ index: 0, metres: 0 });
  });

  test('lengths are metres from the first point', () => {
    expect(distancesAlong(bend).map(Math.round)).toEqual([0, 744, 1856]);
  });

  test('a generalised line keeps its ends and every bend larger than the tolerance', () => {
    const wavy = Array.from({ length: 101 }, (_, i) => ({ Lat: 48 + (i % 2) * 1e-5, Lng: 9 + i * 1e-4 }));
    expect(simplifyLine(wavy, 5)).toEqual([wavy[0], wavy[100]]);
    expect(simplifyLine(wavy, 0.5)).toHaveLength(101);
    expect(simplifyLine(bend, 100)).toEqual(bend);
  });
});
