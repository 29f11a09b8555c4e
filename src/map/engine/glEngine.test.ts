import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aGlMap } from '../../../test/builders/glMap.ts';
import type { StopRow } from '../sources/stopTable.ts';
import { GlEngine, tilesAbove, type StopTiles } from './glEngine.ts';
import { OfflineBaseMap, rasterName } from './offlineBaseMap.ts';
import type { MapSettings } from './tileChoices.ts';

const light = { theme: 'light', tiles: 'default-tile' } as const;
const row = (slot: number, Lng = slot / 1000): StopRow => ({ slot, stop: { Id: `s${slot}`, Name: `Stop ${slot}`, Type: 0, Lat: 0, Lng } });
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i + 1));

beforeEach(() => {
  const pen = new Proxy({}, { get: (_, name) => (name === 'getImageData' ? () => ({ width: 1 }) : () => {}), set: () => true });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => pen }) });
});

describe('the engine of the GL libraries', () => {
  it('takes data before the style is there and draws it when it has come', async () => {
    const { engine, gl } = anEngine();
    engine.setData('track', [
      {
        id: 1,
        shape: {
          type: 'Line',
          points: [
            { Lat: 1, Lng: 2 },
            { Lat: 3, Lng: 4 },
          ],
        },
        properties: {},
      },
    ]);
    const drawn = engine.setStops(rows(2));
    engine.show('track', false);
    gl.styleComes();
    await drawn;
    expect(gl.data('track')?.features[0]?.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [2, 1],
        [4, 3],
      ],
    });
    expect(gl.data('stops')?.features.map((feature) => [feature.id, feature.properties])).toEqual([
      [1, { type: 0, name: 'Stop 1' }],
      [2, { type: 0, name: 'Stop 2' }],
    ]);
    expect(gl.visible('track')).toBe('none');
  });

  it('puts everything back when another style has replaced all', async () => {
    const { engine, gl } = anEngine();
    gl.styleComes();
    await engine.setStops(rows(3));
    engine.markStop(2, 'hidden', true);
    engine.markStop(3, 'selected', true);
    await Promise.resolve();
    gl.styleComes();
    expect(gl.data('stops')?.features).toHaveLength(3);
    expect(gl.states).toContainEqual([{ source: 'stops', id: 2 }, { hidden: true }]);
    expect(gl.data('stop-marks')?.features.map(({ properties }) => properties)).toEqual([{ type: 0, mark: 'selected' }]);
  });

  it('draws stops under marked stops, numbered stops and all that is being edited', () => {
    const { gl } = anEngine();
    gl.styleComes();
    const order = ['track', 'transfers', 'pathways', 'stops', 'stops-name', 'stop-marks', 'track-stops', 'sketch', 'preview'].map((id) =>
      gl.layerIds().indexOf(id),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThanOrEqual(0);
  });

  it('changes a single stop by its id', async () => {
    const { engine, gl, patches } = anEngine();
    gl.styleComes();
    await engine.setStops(rows(3));
    await engine.patchStops({ put: [row(2, 7)], remove: [row(3)] });
    expect(patches).toMatchObject([{ source: 'stops', put: { features: [{ id: 2, geometry: { coordinates: [7, 0] } }] }, removed: [3] }]);
  });

  it('a marked stop is drawn at its new place, and not at all while it is moved', async () => {
    const { engine, gl } = anEngine();
    gl.styleComes();
    await engine.setStops(rows(1));
    engine.markStop(1, 'selected', true);
    await engine.patchStops({ put: [row(1, 9)], remove: [] });
    expect(gl.data('stop-marks')?.features[0]?.geometry).toMatchObject({ coordinates: [9, 0] });
    engine.markStop(1, 'hidden', true);
    await Promise.resolve();
    expect(gl.data('stop-marks')?.features).toEqual([]);
  });
});

describe('large tables', () => {
  it('above 20,000 stops come as tiles, below as plain data, and back again', async () => {
    const { engine, gl, tiles } = anEngine();
    gl.styleComes();
    await engine.setStops(rows(tilesAbove + 1));
    expect([gl.sourceType('stops'), tiles.loaded]).toEqual(['vector', [tilesAbove + 1]]);
    engine.markStop(5, 'hidden', true);
    expect(gl.states.at(-1)).toEqual([{ source: 'stops', sourceLayer: 'stops', id: 5 }, { hidden: true }]);
    await engine.setStops(rows(10));
    expect(gl.sourceType('stops')).toBe('geojson');
    expect(gl.layerIds().filter((id) => id === 'stops')).toHaveLength(1);
    expect(gl.layerIds().indexOf('stops')).toBeLessThan(gl.layerIds().indexOf('stop-marks'));
  });

  it('an edit names the old and the new place, so that both are redrawn', async () => {
    const { engine, gl, tiles } = anEngine();
    gl.styleComes();
    await engine.setStops(rows(tilesAbove + 1));
    await engine.patchStops({ put: [row(4, 50)], remove: [] });
    expect(tiles.patched).toEqual([{ before: [0.004], put: [50] }]);
  });

  it('a provider that takes no tiles gets plain data at any size', async () => {
    const { engine, gl } = anEngine({ withTiles: false });
    gl.styleComes();
    await engine.setStops(rows(tilesAbove + 1));
    expect(gl.sourceType('stops')).toBe('geojson');
  });
});

describe('the background without network', () => {
  it('configured tiles lie under all data and take the place of the built-in map', () => {
    const settings = { provider: 'maplibre', satellite: { url: 'https://tiles.example/{z}/{x}/{y}', attribution: 'Someone' } } as const;
    const { engine, gl } = anEngine({ settings });
    gl.styleComes();
    engine.setBase({ theme: 'light', tiles: 'satellite' });
    expect(gl.sourceType(rasterName)).toBe('raster');
    expect(gl.layerIds().indexOf(rasterName)).toBeLessThan(gl.layerIds().indexOf('track-casing'));
    expect(gl.visible('base-land')).toBe('none');
    engine.setBase(light);
    expect([gl.sourceType(rasterName), gl.visible('base-land')]).toEqual([undefined, 'visible']);
  });

  it('dark colours reach the background and the data', () => {
    const { engine, gl } = anEngine();
    gl.styleComes();
    engine.setBase({ theme: 'dark', tiles: 'default-tile' });
    expect(gl.painted.has('base-land')).toBe(true);
    expect(gl.painted.has('stops')).toBe(true);
  });
});

it('a destroyed map lets go of those who wait for it', async () => {
  const { engine } = anEngine();
  const waiting = engine.whenIdle();
  engine.destroy();
  await expect(waiting).resolves.toBeUndefined();
  await expect(engine.whenIdle()).resolves.toBeUndefined();
});

const plainSettings: MapSettings = { provider: 'maplibre' };

function anEngine({ withTiles = true, settings = plainSettings } = {}) {
  const gl = aGlMap();
  const patches: unknown[] = [];
  const loaded: number[] = [];
  const patched: unknown[] = [];
  const tiles: StopTiles = {
    sourceLayer: 'stops',
    source: () => ({ type: 'vector', tiles: [], maxzoom: 20 }),
    load: async (given) => {
      loaded.push(given.length);
    },
    patch: async ({ put }, before) => {
      patched.push({ before: before.map((one) => one.stop.Lng), put: put.map((one) => one.stop.Lng) });
    },
    refresh: () => {},
    destroy: () => {},
  };
  const base = new OfflineBaseMap(gl.map, settings, light);
  const engine = new GlEngine(
    {
      map: gl.map,
      caps: { provider: 'maplibre', ownAttribution: false },
      fonts: { regular: ['R'], bold: ['B'] },
      base: { show: (choice) => base.show(choice), styleLoaded: () => base.styleLoaded(), viewSettled: () => {}, ready: () => Promise.resolve() },
      stopSourceOptions: {},
      ...(withTiles ? { tiles } : {}),
      patchGeoJson: (source, put, removed) => {
        patches.push({ source, put, removed });
      },
    },
    light,
  );
  return { engine, gl, patches, tiles: { loaded, patched } };
}
