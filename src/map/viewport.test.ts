import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  contains,
  coordinateText,
  defaultBounds,
  defaultCenter,
  defaultZoom,
  detailZoom,
  fitZoomLimit,
  isDrawable,
  metresPerPixel,
  middleOf,
  padded,
  pickRadius,
  providerZoom,
  scaleBar,
  toMercator,
  viewerLinks,
} from './viewport.ts';

describe('where the map looks', () => {
  it('starts at the default centre and zoom, which Google counts one higher [R347] [R348] [R357] [E351]', () => {
    expect(defaultCenter).toEqual({ Lng: 6.35, Lat: 40.62 });
    expect(providerZoom('maplibre', defaultZoom)).toBe(1);
    expect(providerZoom('mapbox', defaultZoom)).toBe(1);
    expect(providerZoom('google', defaultZoom)).toBe(2);
  });

  it('has default view bounds of about [-110,10] to [110,40] [E337]', () => {
    expect(defaultBounds).toEqual({ SouthWest: { Lng: -110, Lat: 10 }, NorthEast: { Lng: 110, Lat: 40 } });
  });

  it('keeps the limits of the specification [E338] [R364] [E339] [R366]', () => {
    expect([detailZoom, pickRadius]).toEqual([13, 5]);
  });

  it('fits several things up to zoom 21 and a single one up to 30 [E340]', () => {
    expect([fitZoomLimit(false), fitZoomLimit(true)]).toEqual([21, 30]);
  });
});

describe('bounds', () => {
  it('leave at least 0.001 degrees round a single stop [E341]', () => {
    const bounds = boundsOf([{ Lat: 48, Lng: 9 }]);
    expect(bounds?.SouthWest).toEqual({ Lat: 47.999, Lng: 8.999 });
    expect(bounds?.NorthEast).toEqual({ Lat: 48.001, Lng: 9.001 });
  });

  it('go round all places that can be drawn and ignore those that cannot [E335]', () => {
    const bounds = boundsOf([
      { Lat: 1, Lng: 5 },
      { Lat: -2, Lng: 8 },
      { Lat: 91, Lng: 0 },
      { Lat: 0, Lng: 181 },
      { Lat: Number.NaN, Lng: 0 },
    ]);
    expect(bounds).toEqual({ SouthWest: { Lat: -2.001, Lng: 4.999 }, NorthEast: { Lat: 1.001, Lng: 8.001 } });
    expect(isDrawable({ Lat: -90, Lng: 180 })).toBe(true);
  });

  it('are not there when nothing can be drawn', () => {
    expect(boundsOf([])).toBeUndefined();
    expect(boundsOf([{ Lat: 200, Lng: 0 }])).toBeUndefined();
  });

  it('never leave the world', () => {
    expect(padded({ SouthWest: { Lat: -90, Lng: -180 }, NorthEast: { Lat: 90, Lng: 180 } }, 1)).toEqual({
      SouthWest: { Lat: -90, Lng: -180 },
      NorthEast: { Lat: 90, Lng: 180 },
    });
  });

  it('know their middle and what lies in them', () => {
    const bounds = { SouthWest: { Lat: 0, Lng: 10 }, NorthEast: { Lat: 4, Lng: 12 } };
    expect(middleOf(bounds)).toEqual({ Lat: 2, Lng: 11 });
    expect(contains(bounds, { Lat: 4, Lng: 10 })).toBe(true);
    expect(contains(bounds, { Lat: 4.0001, Lng: 10 })).toBe(false);
  });
});

describe('scale and projection', () => {
  it('put the middle of the world at one half, north above', () => {
    expect(toMercator({ Lat: 0, Lng: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(toMercator({ Lat: 60, Lng: -180 }).x).toBe(0);
    expect(toMercator({ Lat: 60, Lng: 0 }).y).toBeLessThan(0.5);
  });

  it('show half as many metres in a px at 60 degrees as at the equator', () => {
    expect(metresPerPixel(60, 10) / metresPerPixel(0, 10)).toBeCloseTo(0.5, 10);
  });

  it.each([
    [1, 110, '100 m', 100],
    [4, 110, '200 m', 50],
    [60, 110, '5 km', 83.33],
    [0.02, 110, '2 m', 100],
  ])('%d m in a px give a bar with a round length', (metres, most, label, px) => {
    const bar = scaleBar(metres, most);
    expect(bar.label).toBe(label);
    expect(bar.px).toBeCloseTo(px, 1);
  });
});

describe('showing a place elsewhere', () => {
  it('rounds coordinates to 6 decimals [E344] [R368]', () => {
    expect(coordinateText({ Lat: 41.123456789, Lng: -2 })).toBe('41.123457,-2.000000');
  });

  it('fills the configured links of the outside viewers with the present view [R362]', () => {
    const view = { center: { Lat: 41.39, Lng: 2.16 }, zoom: 13.2 };
    expect(viewerLinks([{ label: 'OSM', url: 'https://osm.example/#map={zoom}/{lat}/{lng}' }], view)).toEqual([
      { label: 'OSM', href: 'https://osm.example/#map=14/41.390000/2.160000' },
    ]);
  });
});
