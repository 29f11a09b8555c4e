import type { MapTiles } from '../mapPicture.ts';

/** Raster tiles from a configured address with {z}, {x} and {y}, and the credit that must be shown with them. */
export interface RasterTiles {
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom?: number;
}

/** What the configuration says about maps. */
export interface MapSettings {
  readonly provider: 'maplibre' | 'mapbox';
  /** Mapbox is never loaded without one. */
  readonly mapboxToken?: string;
  readonly satellite?: RasterTiles;
  readonly openStreetMap?: RasterTiles;
}

/** One entry of the tile menu; `reason` says why it cannot be chosen. */
export interface TileChoice {
  readonly value: MapTiles;
  readonly label: string;
  readonly available: boolean;
  readonly reason?: string;
}

/** The provider that will really be used: Mapbox only with a token. */
export function providerOf(settings: MapSettings): 'maplibre' | 'mapbox' {
  return settings.provider === 'mapbox' && settings.mapboxToken ? 'mapbox' : 'maplibre';
}

/** The tile menu under the present configuration. */
export function tileChoices(settings: MapSettings): TileChoice[] {
  const satellite = settings.satellite !== undefined || providerOf(settings) === 'mapbox';
  return [
    { value: 'default-tile', label: 'Default', available: true },
    choice('satellite', 'Satellite', satellite, 'Satellite tiles are not configured'),
    choice('openstreetmap', 'OpenStreetMap', settings.openStreetMap !== undefined, 'OpenStreetMap tiles are not configured'),
  ];
}

/** The credits to show for what is in view. */
export function attributionOf(tiles: MapTiles, settings: MapSettings): string {
  if (tiles === 'satellite' && settings.satellite) return settings.satellite.attribution;
  if (tiles === 'openstreetmap' && settings.openStreetMap) return settings.openStreetMap.attribution;
  return 'Natural Earth';
}

function choice(value: MapTiles, label: string, available: boolean, reason: string): TileChoice {
  return available ? { value, label, available } : { value, label, available, reason };
}
