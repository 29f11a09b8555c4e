import type { MapExtent } from '../viewport.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { providerOf, type MapSettings } from './tileChoices.ts';

/**
 * Opens the map of the configured provider in an element. Each library comes as a chunk of its own, and
 * Mapbox and Google only where they are configured. Rejects when the library or WebGL cannot be had.
 */
export async function openEngine(
  container: HTMLElement,
  settings: MapSettings,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
): Promise<MapEngine> {
  if (providerOf(settings) === 'mapbox' && settings.mapboxToken) {
    const { openMapbox } = await import('./openMapbox.ts');
    return openMapbox(container, settings, settings.mapboxToken, base, view);
  }
  if (providerOf(settings) === 'google' && settings.googleKey) {
    const { openGoogle } = await import('./openGoogle.ts');
    return openGoogle(container, settings.googleKey, base, view);
  }
  const { openMapLibre } = await import('./openMapLibre.ts');
  return openMapLibre(container, settings, base, view);
}
