/**
 * The map of Mapbox, against a double of its library: without an account nobody may open the real one, and its styles come from the
 * network. The double does what the library documents of what we use; how it looks is seen with an account alone.
 */
import type { FeatureCollection } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aGlMap } from '../../../test/builders/glMap.ts';
import type { MapTiles } from '../mapPicture.ts';
import { rasterName } from './offlineBaseMap.ts';
import { openMapbox } from './openMapbox.ts';
import { providerOf, tileChoices, type MapSettings } from './tileChoices.ts';

const opened: { options: Readonly<Record<string, unknown>>; gl: ReturnType<typeof aGlMap>; updates: unknown[]; rotates: boolean }[] = [];

vi.mock('mapbox-gl/dist/mapbox-gl.css', () => ({}));
vi.mock('mapbox-gl/esm', () => ({
  Map: function (options: Readonly<Record<string, unknown>>) {
    const gl = aGlMap();
    const updates: unknown[] = [];
    const one = { options, gl, updates, rotates: true };
    opened.push(one);
    return {
      ...gl.map,
      isStyleLoaded: () => true,
      touchZoomRotate: {
        disableRotation: () => {
          one.rotates = false;
        },
      },
      // changes of single features are taken by sources that were made dynamic, and by no others
      getSource: (id: string) => {
        const source = gl.source(id);
        if (!source) return undefined;
        return {
          ...source,
          updateData: (data: FeatureCollection) => {
            if (!('dynamic' in source && source.dynamic === true)) throw new Error(`Source ${id} is not dynamic`);
            updates.push(data);
          },
        };
      },
    };
  },
}));

const settings: MapSettings = { provider: 'mapbox', mapboxToken: 'the configured one' };
const view = { center: { Lat: 48.06, Lng: 9.78 }, zoom: 11 };
const row = (slot: number, Lng = slot / 1000) => ({ slot, stop: { Id: `s${slot}`, Name: `Stop ${slot}`, Type: 0 as const, Lat: 0, Lng } });

function open(given: MapSettings = settings, tiles: MapTiles = 'default-tile', theme: 'light' | 'dark' = 'light') {
  const element: Partial<HTMLElement> = {};
  const engine = openMapbox(element as HTMLElement, given, given.mapboxToken ?? '', { theme, tiles }, view);
  const library = opened.at(-1);
  if (!library) throw new Error('No map was opened');
  return { engine, ...library };
}

beforeEach(() => {
  opened.length = 0;
  const pen = new Proxy({}, { get: (_, name) => (name === 'getImageData' ? () => ({ width: 1 }) : () => {}), set: () => true });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => pen }) });
});

describe('Mapbox as the provider', () => {
  it('is opened with the configured token, where the map stands, flat and facing north', () => {
    const { options, rotates, engine } = open();
    expect(options).toMatchObject({
      accessToken: 'the configured one',
      style: 'mapbox://styles/mapbox/light-v11',
      center: [9.78, 48.06],
      zoom: 11,
      projection: 'mercator',
      dragRotate: false,
    });
    expect(rotates).toBe(false);
    // its own credits stand on the map, as its terms want
    expect(engine.caps).toEqual({ provider: 'mapbox', ownAttribution: true });
  });

  it.each([
    ['default-tile', 'light', 'mapbox://styles/mapbox/light-v11'],
    ['default-tile', 'dark', 'mapbox://styles/mapbox/dark-v11'],
    ['satellite', 'light', 'mapbox://styles/mapbox/satellite-streets-v12'],
    ['satellite', 'dark', 'mapbox://styles/mapbox/satellite-streets-v12'],
    ['openstreetmap', 'light', 'mapbox://styles/mapbox/light-v11'],
  ] as const)('%s in the %s theme begins with %s', (tiles, theme, style) => {
    expect(open(settings, tiles, theme).options['style']).toBe(style);
  });

  it('another style takes everything away, and the stops are there again with it', async () => {
    const { engine, gl } = open();
    gl.styleComes();
    await engine.setStops([row(1), row(2)]);
    engine.setBase({ theme: 'dark', tiles: 'default-tile' });
    expect(gl.styles).toEqual(['mapbox://styles/mapbox/dark-v11']);
    gl.styleComes();
    expect(gl.data('stops')?.features.map(({ id }) => id)).toEqual([1, 2]);
    expect(gl.layerIds()).toContain('stops');
    // the same style is not requested again
    engine.setBase({ theme: 'dark', tiles: 'default-tile' });
    expect(gl.styles).toHaveLength(1);
  });

  it('tiles of the installation lie under all data, over a style that stays', () => {
    const satellite = { url: 'https://tiles.example/{z}/{x}/{y}', attribution: 'Someone' };
    const { engine, gl } = open({ ...settings, satellite });
    gl.styleComes();
    engine.setBase({ theme: 'light', tiles: 'satellite' });
    expect(gl.styles).toEqual([]);
    expect(gl.source(rasterName)).toMatchObject({ type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}'] });
    expect(gl.layerIds().indexOf(rasterName)).toBeLessThan(gl.layerIds().indexOf('track-casing'));
    engine.setBase({ theme: 'light', tiles: 'default-tile' });
    expect(gl.source(rasterName)).toBeUndefined();
  });

  it('one stop that moves and one that goes are two features: the gone one has no geometry', async () => {
    const { engine, gl, updates } = open();
    gl.styleComes();
    await engine.setStops([row(1), row(2), row(3)]);
    await engine.patchStops({ put: [row(2, 7)], remove: [row(3)] });
    expect(updates).toEqual([
      {
        type: 'FeatureCollection',
        features: [
          expect.objectContaining({ id: 2, geometry: { type: 'Point', coordinates: [7, 0] } }),
          { type: 'Feature', id: 3, properties: null, geometry: null },
        ],
      },
    ]);
  });

  it('is never used without a token, and has no tiles of addresses that only MapLibre reads', () => {
    expect(providerOf({ provider: 'mapbox' })).toBe('maplibre');
    expect(providerOf({ provider: 'mapbox', mapboxToken: '' })).toBe('maplibre');
    const streets = { url: 'https://tiles.example/{z}/{x}/{y}.pbf', attribution: 'Someone', name: 'City' };
    expect(tileChoices({ ...settings, streets }).map(({ value, available }) => [value, available])).toEqual([
      ['default-tile', true],
      ['satellite', true],
      ['openstreetmap', false],
    ]);
  });
});
