import type { MapExtent } from '../viewport.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { providerOf, type MapSettings } from './tileChoices.ts';
import { lineStretchesWorkerUrl, mapLibreWorkerUrl, stopTilesWorkerUrl } from '../workerUrls.ts';

const workers = [mapLibreWorkerUrl, stopTilesWorkerUrl, lineStretchesWorkerUrl];

/** How code is fetched that is not there yet. */
export interface CodePort {
  /** Fetches it however long it takes; `missing` is called while it cannot be had. */
  fetched<T>(load: () => Promise<T>, missing: () => void): Promise<T>;
  /** Puts code that a worker is started with into the browser's cache: a worker that could not start is not started again. */
  cached(urls: readonly string[]): Promise<void>;
}

/**
 * Opens the map of the configured provider in an element. Each library comes as a chunk of its own, and
 * Mapbox and Google only where they are configured. Rejects when WebGL cannot be had or the provider refuses; `missing` is called
 * while code cannot be fetched, which is retried.
 */
export async function openEngine(
  container: HTMLElement,
  settings: MapSettings,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
  code: CodePort,
  missing: () => void,
): Promise<MapEngine> {
  const fetched = <T>(load: () => Promise<T>): Promise<T> => code.fetched(load, missing);
  if (providerOf(settings) === 'mapbox' && settings.mapboxToken) {
    const { openMapbox } = await fetched(() => import('./openMapbox.ts'));
    return openMapbox(container, settings, settings.mapboxToken, base, view);
  }
  if (providerOf(settings) === 'google' && settings.googleKey) {
    const { openGoogle } = await fetched(() => import('./openGoogle.ts'));
    await fetched(() => code.cached(workers));
    return openGoogle(container, settings.googleKey, base, view);
  }
  // The world is requested again where it is drawn, and is there by then.
  const load = () => Promise.all([import('./openMapLibre.ts'), import('world-atlas/countries-50m.json'), code.cached(workers)]);
  const [{ openMapLibre }] = await fetched(load);
  return openMapLibre(container, settings, base, view);
}
