/**
 * Google's map under ours, against doubles of both libraries: Google cannot be reached without a key and the network, and MapLibre
 * opens in a browser alone. The doubles do what the libraries document of what we use; how Google's map looks is seen with a key alone.
 */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aGlMap } from '../../../test/builders/glMap.ts';
import { readConfig } from '../../contract/account.ts';
import { lookAt } from '../boundsLook.ts';
import type { MapTiles } from '../mapPicture.ts';
import { mapSettings } from '../mapSettings.ts';
import { defaultCenter, defaultZoom } from '../viewport.ts';
import { isRefusal, type MapEngine } from './mapEngine.ts';
import { openEngine } from './openEngine.ts';
import { tileChoices } from './tileChoices.ts';

interface Camera {
  readonly center: { readonly lat: number; readonly lng: number };
  readonly zoom: number;
}

/** Google's map, as its documentation says: colours and gestures are given once, the camera and the type at any time. */
class MapOfGoogle {
  readonly place: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  camera: Camera;
  type: string | undefined;

  constructor(place: unknown, options: Camera & Readonly<Record<string, unknown>>) {
    this.place = place;
    this.options = options;
    this.camera = { center: options.center, zoom: options.zoom };
    google.maps.push(this);
  }

  moveCamera(camera: Camera): void {
    this.camera = camera;
  }

  setMapTypeId(type: string): void {
    this.type = type;
  }
}

/** What Google's side of the page saw. */
const google = { scripts: new Array<string>(), maps: new Array<MapOfGoogle>(), reachable: true };
const above: { options: Readonly<Record<string, unknown>>; gl: ReturnType<typeof aGlMap>; view: { lng: number; lat: number; zoom: number } }[] = [];

vi.mock('../workerUrls.ts', () => ({ mapLibreWorkerUrl: '/worker.js', stopTilesWorkerUrl: '/tiles.js', lineStretchesWorkerUrl: '/lines.js' }));
vi.mock('maplibre-gl/dist/maplibre-gl.css', () => ({}));
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => {},
  addProtocol: () => {},
  removeProtocol: () => {},
  GeoJSONSource: Object,
  Map: function (options: { readonly center: [number, number]; readonly zoom: number }) {
    const gl = aGlMap();
    const view = { lng: options.center[0], lat: options.center[1], zoom: options.zoom };
    above.push({ options, gl, view });
    return {
      ...gl.map,
      touchZoomRotate: { disableRotation: () => {} },
      keyboard: { disableRotation: () => {} },
      getCenter: () => ({ lng: view.lng, lat: view.lat }),
      getZoom: () => view.zoom,
      easeTo: (to: { center?: [number, number]; zoom?: number }) => {
        if (to.center) [view.lng, view.lat] = to.center;
        view.zoom = to.zoom ?? view.zoom;
        gl.happens('move');
        gl.happens('moveend');
      },
    };
  },
}));

const code = { fetched: async <T>(load: () => Promise<T>) => load(), cached: async () => {} };
const found = { center: { Lat: 48.06, Lng: 9.78 }, zoom: 12.5 };
let children: unknown[] = [];

/** Opens the map chosen in the options menu, in an installation whose operator has a key of Google. */
async function open({
  view = found,
  theme = 'light',
  tiles = 'default-tile',
}: {
  view?: typeof found;
  theme?: 'light' | 'dark';
  tiles?: MapTiles;
} = {}): Promise<MapEngine> {
  const config = readConfig.reply.parse({
    oidc: { issuer: 'https://people.example', clientId: 'dmp', scope: 'openid', resource: null },
    map: {
      mapboxToken: null,
      googleKey: 'the configured key of Google',
      satelliteUrl: null,
      satelliteAttribution: null,
      osmUrl: null,
      osmAttribution: null,
      tilesUrl: null,
      tilesAttribution: null,
      tilesName: null,
      viewers: [],
    },
    terms: false,
    transitAlignment: false,
    excluding: true,
    monitoring: false,
    build: 'test',
    demoAccounts: false,
  });
  const container: Partial<HTMLElement> = { replaceChildren: (...now) => void (children = now) };
  return openEngine(container as HTMLElement, mapSettings(config, 'google'), { theme, tiles }, view, code, () => {});
}

function present(): MapOfGoogle {
  const map = google.maps.at(-1);
  if (!map) throw new Error('No map of Google was opened');
  return map;
}

function dataMap() {
  const map = above.at(-1);
  if (!map) throw new Error('No map was laid above');
  return map;
}

/** The page as far as the script of Google uses it: the script comes, or does not. */
function aPage(): Partial<Document> {
  const element = () => ({ style: {}, replaceChildren: () => {}, addEventListener: () => {} });
  const script = { src: '', failed: () => {}, addEventListener: (_: string, run: () => void) => (script.failed = run) };
  const pen: object = new Proxy({}, { get: (_, name) => (name === 'getImageData' ? () => ({ width: 1 }) : () => {}), set: () => true });
  return {
    createElement: ((name: string) => (name === 'script' ? script : name === 'canvas' ? { getContext: () => pen } : element())) as never,
    head: {
      append: (added: typeof script) => {
        google.scripts.push(added.src);
        queueMicrotask(() => {
          if (!google.reachable) return added.failed();
          vi.stubGlobal('google', { maps: { importLibrary: async (name: string) => (name === 'maps' ? { Map: MapOfGoogle } : {}) } });
          globalThis.__dmpGoogleReady?.();
        });
      },
    } as never,
  };
}

/** What a page keeps of Google's script, that it is there or that it refused the key, is of this test alone. */
function onAPageOfItsOwn(): void {
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
}

beforeEach(() => {
  google.scripts.length = 0;
  google.maps.length = 0;
  google.reachable = true;
  above.length = 0;
  vi.stubGlobal('location', { origin: 'https://dmp.example' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', aPage());
});

describe('Google as the provider', () => {
  it('lies below a map of data without a background, which takes all gestures [R085]', async () => {
    const engine = await open();
    expect(engine.caps).toEqual({ provider: 'google', ownAttribution: true });
    expect(children).toHaveLength(2);
    expect(dataMap().options).toMatchObject({ container: children[1], style: { layers: [], sources: {} } });
    expect(present().options).toMatchObject({ disableDefaultUI: true, gestureHandling: 'none', keyboardShortcuts: false, clickableIcons: false });
    expect(tileChoices({ provider: 'google', googleKey: 'a key' }).map(({ label }) => label)).toEqual(['Roadmap', 'Satellite', 'Terrain']);
  });

  it('shows the same place one zoom number on, at every frame of a move [E351, R357]', async () => {
    const engine = await open();
    expect(present().camera).toEqual({ center: { lat: 48.06, lng: 9.78 }, zoom: 13.5 });
    dataMap().view.zoom = 13;
    dataMap().gl.happens('move');
    expect(present().camera.zoom).toBe(14);
    engine.zoomBy(1);
    expect(present().camera.zoom).toBe(15);
    // everything on this side of the engine counts as on the other providers
    expect(engine.view().zoom).toBe(14);
  });

  it('begins at zoom 2 where the others begin at 1, and goes to a place that was searched at 9 where they go at 8 [R348] [R151]', async () => {
    const engine = await open({ view: { center: defaultCenter, zoom: defaultZoom } });
    expect(present().camera).toEqual({ center: { lat: 40.62, lng: 6.35 }, zoom: 2 });
    engine.look(lookAt({ Lat: 52.09, Lng: 5.12 }, { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } }));
    expect(present().camera).toEqual({ center: { lat: 52.09, lng: 5.12 }, zoom: 9 });
  });

  it('another choice of tiles is another type of its map, and the stops stay', async () => {
    const engine = await open({ tiles: 'satellite' });
    expect(present().type).toBe('satellite');
    dataMap().gl.styleComes();
    await engine.setStops([{ slot: 1, stop: { Id: 's1', Name: 'Harbour', Type: 0, Lat: 48.06, Lng: 9.78 } }]);
    const types = (['openstreetmap', 'default-tile', 'streets'] as const).map((tiles) => {
      engine.setBase({ theme: 'light', tiles });
      return present().type;
    });
    expect(types).toEqual(['terrain', 'roadmap', 'roadmap']);
    expect(google.maps).toHaveLength(1);
    expect(
      dataMap()
        .gl.data('stops')
        ?.features.map(({ id }) => id),
    ).toEqual([1]);
  });

  it('in the dark theme it is a dark map that looks where the light one did', async () => {
    const engine = await open({ tiles: 'openstreetmap' });
    expect(present().options).toMatchObject({ colorScheme: 'LIGHT' });
    engine.look({ kind: 'centre', at: { Lat: 52, Lng: 5 }, zoom: 10, inset: 0, animate: false });
    engine.setBase({ theme: 'dark', tiles: 'openstreetmap' });
    expect(google.maps).toHaveLength(2);
    expect(present()).toMatchObject({ type: 'terrain', camera: { center: { lat: 52, lng: 5 }, zoom: 11 } });
    expect(present().options).toMatchObject({ colorScheme: 'DARK' });
  });

  it('a key that Google refuses is a refusal, when the map is open and when it is opened next', async () => {
    onAPageOfItsOwn();
    const engine = await open();
    const faults: string[] = [];
    const stop = engine.onFault((message) => faults.push(message));
    globalThis.gm_authFailure?.();
    expect(faults.map((fault) => isRefusal(engine.caps, fault))).toEqual([true]);
    stop();
    globalThis.gm_authFailure?.();
    expect(faults).toHaveLength(1);
    await expect(open()).rejects.toThrow('Google Maps refuses the key');
  });

  it('its script is asked for with the configured key, again when it could not be had, and once for a page', async () => {
    onAPageOfItsOwn();
    google.reachable = false;
    await expect(open()).rejects.toThrow('Google Maps cannot be reached');
    google.reachable = true;
    await open();
    await open();
    expect(google.maps).toHaveLength(2);
    expect(google.scripts.map((src) => [new URL(src).origin, new URL(src).searchParams.get('key')])).toEqual([
      ['https://maps.googleapis.com', 'the configured key of Google'],
      ['https://maps.googleapis.com', 'the configured key of Google'],
    ]);
  });
});
