import { Map as MapLibreMap, GeoJSONSource, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { MapExtent } from '../viewport.ts';
import { mapLibreWorkerUrl } from '../workerUrls.ts';
import { fontFaces } from './fontFaces.ts';
import { GlEngine } from './glEngine.ts';
import type { BaseChoice, MapEngine } from './mapEngine.ts';
import { MapLibreStopTiles } from './maplibreStopTiles.ts';
import { offlineStyle } from './offlineBase.ts';
import { OfflineBaseMap } from './offlineBaseMap.ts';
import type { MapSettings } from './tileChoices.ts';

/** Opens the default map: MapLibre with the built-in base map. Throws when the browser has no WebGL. */
export function openMapLibre(container: HTMLElement, settings: MapSettings, base: BaseChoice, view: Pick<MapExtent, 'center' | 'zoom'>): MapEngine {
  // The library is an ES module and cannot find its own worker in a bundle.
  setWorkerUrl(mapLibreWorkerUrl);
  const map = new MapLibreMap({
    container,
    style: offlineStyle(base.theme, fontFaces(location.origin)),
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
      caps: { provider: 'maplibre', ownAttribution: false },
      fonts: { regular: ['Noto Sans Regular'], bold: ['Noto Sans Bold'] },
      base: new OfflineBaseMap(map, settings, base),
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
