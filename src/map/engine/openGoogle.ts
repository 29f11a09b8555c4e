import { type MapExtent, providerZoom } from '../viewport.ts';
import type { GlBase } from './glEngine.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { openOnMapLibre } from './openMapLibre.ts';

/** The part of Google's map that is used (Maps JavaScript API, `google.maps.Map`). */
export interface GoogleMap {
  moveCamera(camera: GoogleCamera): void;
  setMapTypeId(type: GoogleMapType): void;
}

interface GoogleCamera {
  readonly center: { readonly lat: number; readonly lng: number };
  readonly zoom: number;
}

type GoogleMapType = 'roadmap' | 'satellite' | 'terrain';

interface GoogleMaps {
  readonly Map: new (element: HTMLElement, options: Readonly<Record<string, unknown>>) => GoogleMap;
}

declare global {
  var google: { readonly maps?: { importLibrary?(name: 'maps'): Promise<GoogleMaps> } } | undefined;
  var __dmpGoogleReady: (() => void) | undefined;
  /** Called by Google's script when it refuses the key, at any time after a map was opened. */
  var gm_authFailure: (() => void) | undefined;
}

/**
 * Opens Google's map as the background of a transparent MapLibre map, which draws the data and takes the pointer: so everything
 * works as on the other providers. Google's map follows its view. Rejects when Google's script cannot be had or has refused the key.
 */
export async function openGoogle(
  container: HTMLElement,
  key: string,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
): Promise<MapEngine> {
  const { Map } = await loadGoogle(key);
  if (refused) throw new Error(REFUSED);
  const [below, above] = [layer(), layer()];
  container.replaceChildren(below, above);
  const background = new GoogleBase(base, view, (theme, camera) => {
    const place = layer();
    below.replaceChildren(place);
    return new Map(place, {
      ...camera,
      colorScheme: theme === 'dark' ? 'DARK' : 'LIGHT',
      disableDefaultUI: true,
      gestureHandling: 'none',
      keyboardShortcuts: false,
      clickableIcons: false,
      isFractionalZoomEnabled: true,
      backgroundColor: theme === 'dark' ? '#151b20' : '#dde6ea',
    });
  });
  const engine = openOnMapLibre(above, base, view, { provider: 'google', ownAttribution: true }, () => background);
  const stop = engine.onView((seen) => background.viewSettled(seen));
  const destroy = engine.destroy.bind(engine);
  const onFault = engine.onFault.bind(engine);
  return Object.assign(engine, {
    onFault(listener: (message: string) => void) {
      const tell = (): void => listener(REFUSED);
      const stopFaults = onFault(listener);
      refusals.add(tell);
      return () => {
        stopFaults();
        refusals.delete(tell);
      };
    },
    destroy() {
      stop();
      destroy();
      container.replaceChildren();
    },
  });
}

/** Google's map as the background: its three types stand for the three tile choices. Its colours are given when it is opened, so other ones are another map. */
export class GoogleBase implements GlBase {
  readonly #open: (theme: BaseChoice['theme'], camera: GoogleCamera) => GoogleMap;
  #map: GoogleMap;
  #theme: BaseChoice['theme'];
  #camera: GoogleCamera;

  constructor(base: BaseChoice, view: Pick<MapExtent, 'center' | 'zoom'>, open: (theme: BaseChoice['theme'], camera: GoogleCamera) => GoogleMap) {
    this.#open = open;
    this.#theme = base.theme;
    this.#camera = cameraOf(view);
    this.#map = open(this.#theme, this.#camera);
    this.#map.setMapTypeId(mapTypeOf(base));
  }

  show(base: BaseChoice): void {
    if (base.theme !== this.#theme) {
      this.#theme = base.theme;
      this.#map = this.#open(this.#theme, this.#camera);
    }
    this.#map.setMapTypeId(mapTypeOf(base));
  }

  styleLoaded(): void {
    // nothing of the background lies in the style
  }

  viewSettled(view: Pick<MapExtent, 'center' | 'zoom'>): void {
    this.#camera = cameraOf(view);
    this.#map.moveCamera(this.#camera);
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }
}

function layer(): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.style, { position: 'absolute', inset: '0' });
  return element;
}

/** The view as Google counts it: one zoom more than MapLibre shows the same at. */
function cameraOf({ center, zoom }: Pick<MapExtent, 'center' | 'zoom'>): GoogleCamera {
  return { center: { lat: center.Lat, lng: center.Lng }, zoom: providerZoom('google', zoom) };
}

function mapTypeOf({ tiles }: BaseChoice): GoogleMapType {
  return tiles === 'satellite' ? 'satellite' : tiles === 'openstreetmap' ? 'terrain' : 'roadmap';
}

const REFUSED = 'unauthorized: Google Maps refuses the key';
/** The key was refused on this page, and whoever has a map of Google open. */
let refused = false;
const refusals = new Set<() => void>();

let loading: Promise<GoogleMaps> | undefined;

/** Google's script, once for the page. */
function loadGoogle(key: string): Promise<GoogleMaps> {
  loading ??= new Promise<GoogleMaps>((resolve, reject) => {
    globalThis.gm_authFailure = () => {
      refused = true;
      refusals.forEach((tell) => tell());
    };
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
