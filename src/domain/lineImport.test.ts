import { describe, expect, test } from 'vitest';
import { alongStops, readLineFile } from './lineImport.ts';

const gpx = (points: string): string =>
  `<?xml version="1.0"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points}</trkseg></trk></gpx>`;

describe('a line from a file', () => {
  test('the track of a GPX file', () => {
    const text = gpx('<trkpt lat="52.1" lon="5.1"><ele>3</ele></trkpt><trkpt lon=\'5.2\' lat=\'52.2\'/><trkpt lat="52.2" lon="5.2"/>');
    expect(readLineFile(text)).toMatchObject({
      points: [
        { Lat: 52.1, Lng: 5.1 },
        { Lat: 52.2, Lng: 5.2 },
      ],
      found: 3,
      tolerance: 0,
    });
  });

  test('the route of a GPX file without a track', () => {
    expect(readLineFile('<gpx><rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte><wpt lat="9" lon="9"/></gpx>')).toMatchObject({
      points: [
        { Lat: 1, Lng: 2 },
        { Lat: 3, Lng: 4 },
      ],
    });
  });

  test('the lines of a GeoJSON file, longitude first', () => {
    const line = {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [5.1, 52.1, 7],
          [5.2, 52.2],
        ],
      },
    };
    const lines = { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: [[[5.3, 52.3]], [[5.4, 52.4]]] } };
    const dot = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } };
    expect(readLineFile(JSON.stringify({ type: 'FeatureCollection', features: [dot, line, lines] }))).toMatchObject({
      points: [
        { Lat: 52.1, Lng: 5.1 },
        { Lat: 52.2, Lng: 5.2 },
        { Lat: 52.3, Lng: 5.3 },
        { Lat: 52.4, Lng: 5.4 },
      ],
    });
  });

  test.each([
    ['', 'The file is empty.'],
    ['hello', 'This is neither a GPX nor a GeoJSON file.'],
    ['<html></html>', 'This is neither a GPX nor a GeoJSON file.'],
    ['{"type":"LineString","coordinates":[[5,52]', 'This GeoJSON file cannot be read: it breaks off, or is no JSON.'],
    ['{"type":"LineString","coordinates":[[5,52]]}', 'The file holds no line: a shape has two points at least.'],
    ['{"type":"LineString","coordinates":[[5,52],[5,52]]}', 'The file holds no line: a shape has two points at least.'],
    ['{"type":"LineString","coordinates":[[5,52],[5,152]]}', 'Point 2 has no valid coordinate.'],
    [gpx('<trkpt lat="52" lon="x"/>'), 'Point 1 has no valid coordinate.'],
  ])('%s is refused: %s', (text, message) => {
    expect(readLineFile(text)).toEqual({ message });
  });

  test('a long line is generalised to 5,000 points at most, ends kept', () => {
    const points = Array.from({ length: 40_000 }, (_, i) => `<trkpt lat="${52 + i * 1e-5}" lon="${5 + Math.sin(i / 7) * 1e-4}"/>`).join('');
    const read = readLineFile(gpx(points));
    if (!('points' in read)) throw new Error(read.message);
    expect(read.found).toBe(40_000);
    expect(read.tolerance).toBeGreaterThan(0);
    expect(read.points.length).toBeLessThanOrEqual(5000);
    expect(read.points[0]).toEqual({ Lat: 52, Lng: 5 });
    expect(read.points.at(-1)?.Lat).toBeCloseTo(52.39999, 6);
  });

  test('a million points are refused', () => {
    expect(readLineFile(gpx('<trkpt lat="52" lon="5"/>'.repeat(1_000_000)))).toEqual({
      message: 'The file holds more than 500,000 points. Reduce it to the shape of one track.',
    });
  });
});

test('a line that runs the other way than its track is turned round', () => {
  const [a, b] = [
    { Lat: 52, Lng: 5 },
    { Lat: 53, Lng: 6 },
  ];
  expect(alongStops([b, a], [a, null, b])).toEqual([a, b]);
  expect(alongStops([a, b], [a, b])).toEqual([a, b]);
  expect(alongStops([b, a], [null])).toEqual([b, a]);
});
