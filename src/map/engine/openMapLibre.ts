import { Map as MapLibreMap, GeoJSONSource, setWorkerUrl, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { MapExtent } from '../viewport.ts';
import { mapLibreWorkerUrl } from '../workerUrls.ts';
import { fontFaces } from './fontFaces.ts';
import { type GlBase, GlEngine } from './glEngine.ts';
import type { GlLike } from './glLike.ts';
import type { BaseChoice, MapCaps, MapEngine } from './mapEngine.ts';
import { MapLibreStopTiles } from './maplibreStopTiles.ts';
import { offlineStyle } from './offlineBase.ts';
import { OfflineBaseMap } from './offlineBaseMap.ts';
import type { MapSettings } from './tileChoices.ts';

/** Opens the default map: MapLibre with the built-in base map. Throws when the browser has no WebGL. */
export function openMapLibre(container: HTMLElement, settings: MapSettings, base: BaseChoice, view: Pick<MapExtent, 'center' | 'zoom'>): MapEngine {
  const caps = { provider: 'maplibre', ownAttribution: false } as const;
  return openOnMapLibre(
    container,
    base,
    view,
    caps,
    (map) => new OfflineBaseMap(map, settings, base),
    offlineStyle(base.theme, fontFaces(location.origin)),
  );
}

/** Opens MapLibre on a background of its own or of others; without a style it is transparent. */
export function openOnMapLibre(
  container: HTMLElement,
  base: BaseChoice,
  view: Pick<MapExtent, 'center' | 'zoom'>,
  caps: MapCaps,
  baseOf: (map: GlLike) => GlBase,
  style: StyleSpecification = { version: 8, 'font-faces': fontFaces(location.origin), sources: {}, layers: [] },
): MapEngine {
  // The library is an ES module and cannot find its own worker in a bundle.
  setWorkerUrl(mapLibreWorkerUrl);
  const map = new MapLibreMap({
    container,
    style,
    center: [view.center.Lng, view.center.Lat],
    zoom: view.zoom,
    maxZoom: 22,
    // We show our own credits and resize with a pause; labels appear at once, so a picture is the same each time.
    attributionControl: false,
    locale: { 'Map.Title': 'Network map' },
    trackResize: false,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: true,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return new GlEngine(
    {
      map,
      caps,
      fonts: { regular: ['Noto Sans Regular'], bold: ['Noto Sans Bold'] },
      base: baseOf(map),
      tiles: new MapLibreStopTiles((source, tiles) => {
        if (map.getSource(source)) map.refreshTiles(source, tiles);
      }),
      stopSourceOptions: {},
      patchGeoJson: (name, put, removed) => {
        const source = map.getSource(name);
        if (source instanceof GeoJSONSource) return source.updateData({ remove: [...removed], add: put.features });
      },
    },
    base,
  );
}
