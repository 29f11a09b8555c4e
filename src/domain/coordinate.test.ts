import { describe, expect, test } from 'vitest';
import { Coordinate, formatCoordinate, parseCoordinate, samePlace } from './coordinate.ts';

describe('coordinates as people type them', () => {
  test.each([
    ['52.1,5.2', 52.1, 5.2],
    ['-90,180', -90, 180],
    [' 90 , -180 ', 90, -180],
    ['+0.5,-0.25', 0.5, -0.25],
  ])("%s is read as 'lat,lng' [E166 R250]", (text, Lat, Lng) => {
    expect(parseCoordinate(text)).toEqual({ Lat, Lng });
  });

  test.each(['', '52.1', '52.1;5.2', '52.1 5.2', '52.1,5.2,0', '52.1N,5.2E', 'lat,lng', '1e1,5', '0x10,5', '52,1,5,2', 'NaN,5', '52.,5', '٥٢,٥'])(
    "%s is none: 'lat,lng' has no letters [E166 R250]",
    (text) => {
      expect(parseCoordinate(text)).toBeUndefined();
    },
  );

  test('a latitude lies within ±90 and a longitude within ±180 [E165 E335 R249]', () => {
    for (const text of ['90.000001,0', '-90.000001,0', '0,180.000001', '0,-180.000001']) expect(parseCoordinate(text), text).toBeUndefined();
    expect(Coordinate.safeParse({ Lat: 91, Lng: 0 }).success).toBe(false);
    expect(Coordinate.safeParse({ Lat: 0, Lng: -181 }).success).toBe(false);
    expect(Coordinate.safeParse({ Lat: Number.NaN, Lng: 0 }).success).toBe(false);
  });

  test('places are shown rounded to 6 decimals [E344 R368]', () => {
    expect(formatCoordinate({ Lat: 52.123_456_7, Lng: -5.1 })).toBe('52.123457,-5.1');
    expect(formatCoordinate({ Lat: -0.000_000_1, Lng: 0 })).toBe('0,0');
    expect(samePlace({ Lat: 52.123_456_7, Lng: 5 }, { Lat: 52.123_457, Lng: 5 })).toBe(true);
    expect(samePlace({ Lat: 52, Lng: 5 }, null)).toBe(false);
  });
});
