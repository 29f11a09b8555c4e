import type { GeoJSON, Geometry } from 'geojson';
import { Map as MapboxMap } from 'mapbox-gl/esm';
import 'mapbox-gl/dist/mapbox-gl.css';
import type { MapExtent } from '../viewport.ts';
import { GlEngine, type GlBase } from './glEngine.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { rasterLayer, rasterName, rasterOf, rasterSource } from './offlineBaseMap.ts';
import type { MapSettings } from './tileChoices.ts';

/** Opens a Mapbox map. It needs a token of a Mapbox account, and the network. */
export function openMapbox(
  container: HTMLElement,
  settings: MapSettings,
  token: string,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
): MapEngine {
  const map = new MapboxMap({
    container,
    accessToken: token,
    style: styleOf(base, settings),
    center: [view.center.Lng, view.center.Lat],
    zoom: view.zoom,
    projection: 'mercator',
    trackResize: false,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
  });
  map.touchZoomRotate.disableRotation();
  return new GlEngine(
    {
      map,
      caps: { provider: 'mapbox', ownAttribution: true },
      fonts: { regular: ['DIN Pro Regular', 'Arial Unicode MS Regular'], bold: ['DIN Pro Bold', 'Arial Unicode MS Bold'] },
      base: new MapboxBase(map, settings, base),
      stopSourceOptions: { dynamic: true },
      patchGeoJson: (name, put, removed) => {
        const source = map.getSource(name);
        if (source?.type !== 'geojson') return;
        // "If there's a feature with the same ID but the new one's geometry is null, remove it" (the library's own words).
        const changing: { updateData(data: string | GeoJSON<Geometry | null>): unknown } = source;
        const gone = removed.map((id) => ({ type: 'Feature' as const, id, properties: null, geometry: null }));
        changing.updateData({ type: 'FeatureCollection', features: [...put.features, ...gone] });
      },
    },
    base,
  );
}

/** Mapbox's own styles; another style replaces everything, and the engine puts the data back. */
class MapboxBase implements GlBase {
  readonly #map: MapboxMap;
  readonly #settings: MapSettings;
  #base: BaseChoice;

  constructor(map: MapboxMap, settings: MapSettings, base: BaseChoice) {
    this.#map = map;
    this.#settings = settings;
    this.#base = base;
  }

  show(base: BaseChoice): void {
    const before = styleOf(this.#base, this.#settings);
    this.#base = base;
    const style = styleOf(base, this.#settings);
    if (style !== before) this.#map.setStyle(style);
    else if (this.#map.isStyleLoaded()) this.#showRaster();
  }

  styleLoaded(): void {
    this.#showRaster();
  }

  viewSettled(): void {
    // The style has its own lines and labels; nothing of ours depends on the view.
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  #showRaster(): void {
    if (this.#map.getLayer(rasterName)) this.#map.removeLayer(rasterName);
    if (this.#map.getSource(rasterName)) this.#map.removeSource(rasterName);
    const tiles = rasterOf(this.#base, this.#settings);
    if (!tiles) return;
    const { tiles: urls, ...rest } = rasterSource(tiles);
    this.#map.addSource(rasterName, { ...rest, tiles: [...urls] });
    this.#map.addLayer(rasterLayer, this.#map.getLayer('track-casing') ? 'track-casing' : undefined);
  }
}

function styleOf(base: BaseChoice, settings: MapSettings): string {
  if (base.tiles === 'satellite' && !settings.satellite) return 'mapbox://styles/mapbox/satellite-streets-v12';
  return base.theme === 'dark' ? 'mapbox://styles/mapbox/dark-v11' : 'mapbox://styles/mapbox/light-v11';
}
