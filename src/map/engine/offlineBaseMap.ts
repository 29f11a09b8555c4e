import type { MapExtent } from '../viewport.ts';
import type { GlBase } from './glEngine.ts';
import { isGeoJsonSource, type GlLike } from './glLike.ts';
import { graticule, graticuleLabels } from './graticule.ts';
import type { BaseChoice } from './mapEngine.ts';
import { offlineLayers } from './offlineBase.ts';
import type { MapSettings, RasterTiles } from './tileChoices.ts';
import { isVectorTiles, streetLayers, streetSource } from './streetTiles.ts';
import { worldParts } from './worldData.ts';

/**
 * The background of a map without network: the built-in world, or raster tiles over it where they are
 * configured. It never replaces the style, so the data above stays untouched.
 */
export class OfflineBaseMap implements GlBase {
  readonly #map: GlLike;
  readonly #settings: MapSettings;
  readonly #world: Promise<void>;
  #base: BaseChoice;
  #loaded = false;
  #styleLoaded: () => void = () => {};

  constructor(map: GlLike, settings: MapSettings, base: BaseChoice) {
    this.#map = map;
    this.#settings = settings;
    this.#base = base;
    this.#world = new Promise<void>((resolve) => {
      this.#styleLoaded = resolve;
    }).then(() => this.#loadWorld());
  }

  show(base: BaseChoice): void {
    const repaint = base.theme !== this.#base.theme;
    this.#base = base;
    if (!this.#loaded) return;
    if (repaint) {
      for (const { id, paint } of offlineLayers(base.theme, [])) {
        for (const [name, value] of Object.entries(paint ?? {})) this.#map.setPaintProperty(id, name, value);
      }
    }
    this.#showRaster();
  }

  styleLoaded(): void {
    this.#loaded = true;
    this.#styleLoaded();
    this.#showRaster();
  }

  viewSettled(view: MapExtent): void {
    const source = this.#map.getSource('base-graticule');
    if (isGeoJsonSource(source)) source.setData({ type: 'FeatureCollection', features: [...graticule(view.bounds), ...graticuleLabels(view)] });
  }

  ready(): Promise<void> {
    return this.#world;
  }

  async #loadWorld(): Promise<void> {
    for await (const { source: name, data } of worldParts()) {
      const source = this.#map.getSource(name);
      if (isGeoJsonSource(source)) source.setData(data);
    }
  }

  #showRaster(): void {
    const tiles = rasterOf(this.#base, this.#settings);
    const { streets } = this.#settings;
    const vectors = this.#base.tiles === 'streets' && streets && isVectorTiles(streets.url) ? streets : undefined;
    const builtIn = builtInOf(this.#base, this.#settings);
    this.#showVectors(vectors ?? builtIn);
    if (this.#map.getLayer(rasterName)) this.#map.removeLayer(rasterName);
    if (this.#map.getSource(rasterName)) this.#map.removeSource(rasterName);
    if (tiles) {
      this.#map.addSource(rasterName, rasterSource(tiles));
      // Right above the base, below all data: the data layers are put in later or have the network lowest.
      this.#map.addLayer(rasterLayer, this.#map.getLayer('network') ? 'network' : undefined);
    }
    // Streets give more hold than a graticule does.
    const shown = (name: string) => (!tiles && !vectors && !(builtIn && name.startsWith('base-graticule'))) || name === 'base-background';
    for (const { id } of offlineLayers(this.#base.theme, [])) {
      this.#map.setLayoutProperty(id, 'visibility', shown(id) ? 'visible' : 'none');
    }
  }

  /** Draws vector tiles right above the base, in the colours of the theme. */
  #showVectors(tiles: VectorTiles | undefined): void {
    const map = this.#map;
    const layers = streetLayers(this.#base.theme, ['Noto Sans Regular'], tiles?.schema);
    for (const { id } of layers) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(streetSource)) map.removeSource(streetSource);
    if (!tiles) return;
    map.addSource(streetSource, vectorSource(tiles));
    const above = map.getLayer('network') ? 'network' : undefined;
    for (const layer of layers) map.addLayer(layer, above);
  }
}

/** The streets that the installation built, which lie over the built-in world. */
function builtInOf({ tiles }: BaseChoice, { builtIn }: MapSettings): VectorTiles | undefined {
  return tiles === 'default-tile' && builtIn ? { url: builtIn.url, attribution: '© OpenStreetMap contributors', minZoom: 5 } : undefined;
}

interface VectorTiles extends RasterTiles {
  readonly minZoom?: number;
}

/** The configured raster tiles of a choice; undefined for the built-in map and for what is not configured. */
export function rasterOf(base: BaseChoice, settings: MapSettings): RasterTiles | undefined {
  if (base.tiles === 'satellite') return settings.satellite;
  if (base.tiles === 'openstreetmap') return settings.openStreetMap;
  if (base.tiles === 'streets' && settings.streets && !isVectorTiles(settings.streets.url)) return settings.streets;
  return undefined;
}

/** The raster layer's name, and how it is described to a GL library. */
export const rasterName = 'base-raster';
export const rasterLayer = { id: rasterName, type: 'raster', source: rasterName, paint: { 'raster-fade-duration': 0 } } as const;

/** A source of vector tiles; those of OpenMapTiles end at zoom 14. */
function vectorSource({ url, minZoom, maxZoom, attribution }: VectorTiles) {
  return { type: 'vector', tiles: [absolute(url)], minzoom: minZoom ?? 0, maxzoom: maxZoom ?? 14, attribution } as const;
}

/** A raster source for configured tiles. */
export function rasterSource({ url, maxZoom, attribution }: RasterTiles) {
  return { type: 'raster', tiles: [absolute(url)], tileSize: 256, maxzoom: maxZoom ?? 19, attribution } as const;
}

/** The map's worker has no page to resolve an address of this server against. */
function absolute(url: string): string {
  return url.startsWith('/') ? `${location.origin}${url}` : url;
}
