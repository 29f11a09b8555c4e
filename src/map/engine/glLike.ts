import type { FeatureCollection } from 'geojson';

/** A position as both GL libraries give it. */
export interface GlLngLat {
  readonly lng: number;
  readonly lat: number;
}

/** A mouse event of a GL map, as far as we read it. */
export interface GlMouseEvent {
  readonly point: { readonly x: number; readonly y: number };
  readonly lngLat: GlLngLat;
  readonly originalEvent: MouseEvent;
  preventDefault(): void;
}

/** A fault a GL map tells of. */
export interface GlErrorEvent {
  readonly error: Error & { readonly status?: number };
}

/** A thing whose feature-state is set: numeric id, and the layer inside the tiles where the source has them. */
export interface GlFeatureRef {
  readonly source: string;
  readonly sourceLayer?: string;
  readonly id: number;
}

/**
 * What MapLibre GL and Mapbox GL have in common, and all that we use of them. Their own types do not fit each
 * other, but both fit this without a cast, so there is one GL engine and two small factories.
 */
export interface GlLike {
  project(at: [number, number]): { readonly x: number; readonly y: number };
  unproject(point: [number, number]): GlLngLat;
  getCenter(): GlLngLat;
  getZoom(): number;
  getBounds(): { getNorth(): number; getSouth(): number; getEast(): number; getWest(): number } | null;
  getCanvas(): HTMLCanvasElement;
  getContainer(): HTMLElement;
  easeTo(options: { center?: [number, number]; zoom?: number; offset?: [number, number]; duration?: number; animate?: boolean }): unknown;
  fitBounds(
    bounds: [[number, number], [number, number]],
    options: { padding?: { top: number; bottom: number; left: number; right: number }; maxZoom?: number; animate?: boolean; duration?: number },
  ): unknown;
  isMoving(): boolean;
  loaded(): boolean;
  resize(): unknown;
  remove(): void;
  triggerRepaint(): void;
  setStyle(style: string): unknown;
  addSource(id: string, source: { readonly type: 'geojson'; readonly data: FeatureCollection } | { readonly type: 'vector' | 'raster' }): unknown;
  removeSource(id: string): unknown;
  getSource(id: string): unknown;
  addLayer(layer: { readonly id: string; readonly type: string }, beforeId?: string): unknown;
  removeLayer(id: string): unknown;
  getLayer(id: string): unknown;
  setLayoutProperty(layer: string, name: 'visibility', value: 'visible' | 'none'): unknown;
  setPaintProperty(layer: string, name: string, value: unknown): unknown;
  setFeatureState(feature: GlFeatureRef, state: Record<string, boolean>): unknown;
  removeFeatureState(feature: GlFeatureRef): unknown;
  hasImage(id: string): boolean;
  addImage(id: string, image: ImageData, options: { pixelRatio?: number }): unknown;
  removeImage(id: string): unknown;
  on(type: 'mousemove' | 'mousedown' | 'mouseup' | 'mouseout' | 'click' | 'contextmenu', listener: (event: GlMouseEvent) => void): unknown;
  on(type: 'move' | 'moveend' | 'idle' | 'style.load', listener: () => void): unknown;
  on(type: 'error', listener: (event: GlErrorEvent) => void): unknown;
  once(type: 'idle', listener: () => void): unknown;
}

/** A GeoJSON source of either library. */
export interface GlGeoJsonSource {
  setData(data: FeatureCollection): unknown;
}

/** True for a source that takes whole feature collections. */
export function isGeoJsonSource(source: unknown): source is GlGeoJsonSource {
  return typeof source === 'object' && source !== null && 'setData' in source && typeof source.setData === 'function';
}
