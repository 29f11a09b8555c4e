import { type MapExtent, providerZoom } from '../viewport.ts';
import type { GlBase } from './glEngine.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { openOnMapLibre } from './openMapLibre.ts';

/** The part of Google's map that is used (Maps JavaScript API, `google.maps.Map`). */
export interface GoogleMap {
  moveCamera(camera: { readonly center: { readonly lat: number; readonly lng: number }; readonly zoom: number }): void;
  setMapTypeId(type: GoogleMapType): void;
}

type GoogleMapType = 'roadmap' | 'satellite' | 'terrain';

interface GoogleMaps {
  readonly Map: new (element: HTMLElement, options: Readonly<Record<string, unknown>>) => GoogleMap;
}

declare global {
  var google: { readonly maps?: { importLibrary?(name: 'maps'): Promise<GoogleMaps> } } | undefined;
  var __dmpGoogleReady: (() => void) | undefined;
}

/**
 * Opens Google's map as the background of a transparent MapLibre map, which draws the data and takes the pointer: so everything
 * works as on the other providers. Google's map follows its view. Rejects when Google's script cannot be had.
 */
export async function openGoogle(
  container: HTMLElement,
  key: string,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
): Promise<MapEngine> {
  const { Map } = await loadGoogle(key);
  const [below, above] = [document.createElement('div'), document.createElement('div')];
  for (const layer of [below, above]) Object.assign(layer.style, { position: 'absolute', inset: '0' });
  container.replaceChildren(below, above);
  const map = new Map(below, {
    ...cameraOf(view),
    mapTypeId: mapTypeOf(base),
    colorScheme: base.theme === 'dark' ? 'DARK' : 'LIGHT',
    disableDefaultUI: true,
    gestureHandling: 'none',
    keyboardShortcuts: false,
    clickableIcons: false,
    isFractionalZoomEnabled: true,
    backgroundColor: base.theme === 'dark' ? '#151b20' : '#dde6ea',
  });
  const engine = openOnMapLibre(above, base, view, { provider: 'google', ownAttribution: true }, () => new GoogleBase(map));
  const stop = engine.onView((seen) => map.moveCamera(cameraOf(seen)));
  const destroy = engine.destroy.bind(engine);
  return Object.assign(engine, {
    destroy() {
      stop();
      destroy();
      container.replaceChildren();
    },
  });
}

/** Google's map as the background: its three types stand for the three tile choices. */
export class GoogleBase implements GlBase {
  readonly #map: GoogleMap;

  constructor(map: GoogleMap) {
    this.#map = map;
  }

  show(base: BaseChoice): void {
    this.#map.setMapTypeId(mapTypeOf(base));
  }

  styleLoaded(): void {
    // nothing of the background lies in the style
  }

  viewSettled(view: Pick<MapExtent, 'center' | 'zoom'>): void {
    this.#map.moveCamera(cameraOf(view));
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }
}

/** The view as Google counts it: one zoom more than MapLibre shows the same at. */
function cameraOf({ center, zoom }: Pick<MapExtent, 'center' | 'zoom'>): { center: { lat: number; lng: number }; zoom: number } {
  return { center: { lat: center.Lat, lng: center.Lng }, zoom: providerZoom('google', zoom) };
}

function mapTypeOf({ tiles }: BaseChoice): GoogleMapType {
  return tiles === 'satellite' ? 'satellite' : tiles === 'openstreetmap' ? 'terrain' : 'roadmap';
}

let loading: Promise<GoogleMaps> | undefined;

/** Google's script, once for the page. */
function loadGoogle(key: string): Promise<GoogleMaps> {
  loading ??= new Promise<GoogleMaps>((resolve, reject) => {
    globalThis.__dmpGoogleReady = () => {
      const library = globalThis.google?.maps?.importLibrary?.('maps');
      if (library) library.then(resolve, reject);
      else reject(new Error('Google Maps did not start'));
    };
    const script = document.createElement('script');
    script.src = `https://maps.googleapis.com/maps/api/js?key=${encodeURIComponent(key)}&v=weekly&loading=async&callback=__dmpGoogleReady`;
    script.async = true;
    script.addEventListener('error', () => reject(new Error('Google Maps cannot be reached')));
    document.head.append(script);
  });
  loading.catch(() => (loading = undefined));
  return loading;
}
