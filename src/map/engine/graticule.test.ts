import { expect, it } from 'vitest';
import { unwrapped } from './antimeridian.ts';
import { graticuleLabels, graticuleStep } from './graticule.ts';

const around = (Lat: number, Lng: number, span: number) => ({
  SouthWest: { Lat: Lat - span / 2, Lng: Lng - span / 2 },
  NorthEast: { Lat: Lat + span / 2, Lng: Lng + span / 2 },
});

it('the grid of the base map gets finer as one looks closer', () => {
  const steps = [200, 20, 1, 0.05].map((span) => graticuleStep(around(0, 0, span)));
  expect(steps).toEqual([30, 5, 0.2, 0.01]);
});

const labels = (Lat: number, Lng: number, span: number) =>
  graticuleLabels({ bounds: around(Lat, Lng, span), zoom: Math.log2((900 * 360) / (512 * span)) }).map(({ properties }) => properties.label);

it('grid lines are named with as many decimals as they need', () => {
  expect(labels(41.39, 2.16, 0.02)).toEqual(['41.385°N', '41.390°N', '41.395°N', '2.155°E', '2.160°E', '2.165°E']);
  expect(labels(-10, -20, 40)).toContain('20°W');
});

it('a view across the 180th meridian names its lines rightly', () => {
  expect(labels(0, 180, 10)).toEqual(expect.arrayContaining(['178°E', '180°W', '178°W']));
});

it('each name stands whole inside the view, clear of the controls in its corners: latitudes at the left, longitudes at the lower edge', () => {
  const bounds = around(48, 9.7, 0.02);
  const zoom = Math.log2((900 * 360) / (512 * 0.02));
  const px = ([lng = 0, lat = 0]: readonly number[]) => ({
    x: ((lng - bounds.SouthWest.Lng) / 0.02) * 900,
    fromBottom: ((lat - bounds.SouthWest.Lat) / 0.02) * (900 / Math.cos((48 * Math.PI) / 180)),
  });
  const found = graticuleLabels({ bounds, zoom }).map(({ properties, geometry }) => ({ ...properties, ...px(geometry.coordinates) }));
  const latitudes = found.filter(({ anchor }) => anchor === 'left');
  const longitudes = found.filter(({ anchor }) => anchor === 'bottom');
  expect(latitudes.length).toBeGreaterThan(2);
  expect(longitudes.length).toBeGreaterThan(2);
  for (const { x, fromBottom } of latitudes) {
    expect(x).toBeCloseTo(6, 1);
    expect(fromBottom).toBeGreaterThan(49);
  }
  for (const { x, fromBottom } of longitudes) {
    expect(fromBottom).toBeCloseTo(6, 1);
    expect(x).toBeGreaterThan(130);
    expect(x).toBeLessThan(780);
  }
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
