import type { TileSchema } from '../../domain/settings.ts';
import type { MapTiles } from '../mapPicture.ts';

/** Raster tiles from a configured address with {z}, {x} and {y}, and the credit that must be shown with them. */
export interface RasterTiles {
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom?: number;
  /** Of vector tiles; OpenMapTiles where it is absent. */
  readonly schema?: TileSchema;
}

export interface TileBounds {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Providers of maps. */
export type MapProvider = 'maplibre' | 'mapbox' | 'google';

/** What the configuration says about maps. */
export interface MapSettings {
  readonly provider: MapProvider;
  /** Mapbox is never loaded without one. */
  readonly mapboxToken?: string;
  /** Nor is Google. */
  readonly googleKey?: string;
  readonly satellite?: RasterTiles;
  readonly openStreetMap?: RasterTiles;
  /** Tiles of the installation's own, pictures or vectors, and what the menu calls them. */
  readonly streets?: RasterTiles & { readonly name: string };
  /** Vector tiles of the streets that the installation built, drawn over the built-in world, and the boxes that they cover. */
  readonly builtIn?: { readonly url: string; readonly bounds: readonly TileBounds[] };
}

/** One entry of the tile menu; `reason` says why it cannot be chosen. */
export interface TileChoice {
  readonly value: MapTiles;
  readonly label: string;
  readonly available: boolean;
  readonly reason?: string;
}

/** The provider that will really be used: Mapbox and Google only where they are configured. */
export function providerOf(settings: MapSettings): MapProvider {
  if (settings.provider === 'google' && settings.googleKey) return 'google';
  return settings.provider === 'mapbox' && settings.mapboxToken ? 'mapbox' : 'maplibre';
}

/** The providers to choose from. */
export function providerChoices(settings: MapSettings): { value: MapProvider; label: string }[] {
  return [
    { value: 'maplibre', label: 'MapLibre' },
    ...(settings.mapboxToken ? [{ value: 'mapbox' as const, label: 'Mapbox' }] : []),
    ...(settings.googleKey ? [{ value: 'google' as const, label: 'Google' }] : []),
  ];
}

/** The tile menu under the present configuration. Google has types of its own in their place. */
export function tileChoices(settings: MapSettings): TileChoice[] {
  const provider = providerOf(settings);
  if (provider === 'google') {
    return [
      { value: 'default-tile', label: 'Roadmap', available: true },
      { value: 'satellite', label: 'Satellite', available: true },
      { value: 'openstreetmap', label: 'Terrain', available: true },
    ];
  }
  const satellite = settings.satellite !== undefined || provider === 'mapbox';
  return [
    { value: 'default-tile', label: 'Default', available: true },
    choice('satellite', 'Satellite', satellite, 'Satellite tiles are not configured'),
    choice('openstreetmap', 'OpenStreetMap', settings.openStreetMap !== undefined, 'OpenStreetMap tiles are not configured'),
    ...(settings.streets && provider === 'maplibre' ? [{ value: 'streets' as const, label: settings.streets.name, available: true }] : []),
  ];
}

/** The credits to show for what is in view. */
export function attributionOf(tiles: MapTiles, settings: MapSettings): string {
  if (tiles === 'satellite' && settings.satellite) return settings.satellite.attribution;
  if (tiles === 'openstreetmap' && settings.openStreetMap) return settings.openStreetMap.attribution;
  if (tiles === 'streets' && settings.streets) return settings.streets.attribution;
  return settings.builtIn && tiles === 'default-tile' && providerOf(settings) === 'maplibre'
    ? '© OpenStreetMap contributors, Natural Earth, GeoNames'
    : 'Natural Earth, GeoNames';
}

function choice(value: MapTiles, label: string, available: boolean, reason: string): TileChoice {
  return available ? { value, label, available } : { value, label, available, reason };
}
