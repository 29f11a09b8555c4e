import { expect, it } from 'vitest';
import { unwrapped } from './antimeridian.ts';
import { graticule, graticuleStep } from './graticule.ts';

const around = (Lat: number, Lng: number, span: number) => ({
  SouthWest: { Lat: Lat - span / 2, Lng: Lng - span / 2 },
  NorthEast: { Lat: Lat + span / 2, Lng: Lng + span / 2 },
});

it('the grid of the base map gets finer as one looks closer', () => {
  const steps = [200, 20, 1, 0.05].map((span) => graticuleStep(around(0, 0, span)));
  expect(steps).toEqual([30, 5, 0.2, 0.01]);
});

it('grid lines are named with as many decimals as they need', () => {
  const labels = graticule(around(41.39, 2.16, 0.02)).map((line) => line.properties.label);
  expect(labels).toContain('2.160°E');
  expect(labels).toContain('41.390°N');
  expect(graticule(around(-10, -20, 40)).map((line) => line.properties.label)).toContain('20°W');
});

it('a view across the 180th meridian names its lines rightly', () => {
  const labels = graticule(around(0, 180, 10)).map((line) => line.properties.label);
  expect(labels).toContain('178°E');
  expect(labels).toContain('178°W');
});

it('a coast across the 180th meridian runs on instead of jumping round the world', () => {
  const line = unwrapped({
    type: 'LineString',
    coordinates: [
      [170, 60],
      [179, 61],
      [-179, 62],
      [-170, 63],
    ],
  });
  expect(line).toEqual({
    type: 'LineString',
    coordinates: [
      [170, 60],
      [179, 61],
      [181, 62],
      [190, 63],
    ],
  });
});

it('land round the south pole is closed along the lower edge of the map', () => {
  const ring = [
    [-180, -80],
    [-60, -70],
    [60, -70],
    [180, -80],
  ];
  expect(unwrapped({ type: 'Polygon', coordinates: [ring] })).toEqual({
    type: 'Polygon',
    coordinates: [[...ring, [180, -90], [-180, -90], [-180, -80]]],
  });
});
