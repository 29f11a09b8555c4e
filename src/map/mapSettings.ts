import type { ProductConfig } from '../domain/settings.ts';
import { mapKey } from './mapKeys.ts';
import type { MapSettings } from './engine/tileChoices.ts';

/** What the installation's configuration means for the map. */
export function mapSettings(config: ProductConfig | null, provider: MapSettings['provider']): MapSettings {
  const map = config && {
    ...config.map,
    mapboxToken: mapKey(config.map.mapboxToken),
    googleKey: mapKey(config.map.googleKey),
    satelliteUrl: mapKey(config.map.satelliteUrl),
    osmUrl: mapKey(config.map.osmUrl),
    tilesUrl: mapKey(config.map.tilesUrl),
  };
  return {
    provider,
    ...(map?.mapboxToken ? { mapboxToken: map.mapboxToken } : {}),
    ...(map?.googleKey ? { googleKey: map.googleKey } : {}),
    ...(map?.satelliteUrl ? { satellite: { url: map.satelliteUrl, attribution: map.satelliteAttribution ?? '' } } : {}),
    ...(map?.osmUrl ? { openStreetMap: { url: map.osmUrl, attribution: map.osmAttribution ?? '© OpenStreetMap contributors' } } : {}),
    ...(map?.tilesUrl
      ? {
          streets: {
            url: map.tilesUrl,
            attribution: map.tilesAttribution ?? '',
            name: map.tilesName ?? 'Streets',
            ...(map.tilesSchema ? { schema: map.tilesSchema } : {}),
          },
        }
      : {}),
    ...(map?.streets ? { builtIn: map.streets } : {}),
  };
}
