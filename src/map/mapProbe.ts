import type { MapEngine, MapPoint } from './engine/mapEngine.ts';
import type { MapHit, MapSync } from './mapSync.ts';
import type { MapCoordinate } from './mapPicture.ts';

/** What a browser test may ask of the map. It is read-only: the test moves the real mouse to the pixel position that it returns. */
export interface MapProbe {
  /** Resolves when all that is to be seen is drawn and the map is at rest. */
  idle(): Promise<void>;
  /** The px on the page where a place is. */
  project(at: MapCoordinate): MapPoint;
  /** The px on the page where a stop is; undefined when it is not on the map. */
  feature(stopId: string): MapPoint | undefined;
  /** What lies under a px of the page. */
  at(x: number, y: number): MapHit;
  /** The zoom, in MapLibre's number. */
  zoom(): number;
}

declare global {
  /** Set by a browser test before the page loads; without it there is no probe. */
  var __dmpMapProbe: boolean | undefined;
  var __map: MapProbe | undefined;
}

/** Offers the probe to a test that asked for it; the answer takes it away. */
export function offerProbe(engine: MapEngine, sync: MapSync, surface: HTMLElement): () => void {
  if (!globalThis.__dmpMapProbe) return () => {};
  const edge = () => surface.getBoundingClientRect();
  const onPage = (at: MapCoordinate): MapPoint => {
    const { x, y } = engine.project(at);
    return { x: x + edge().left, y: y + edge().top };
  };
  const probe: MapProbe = {
    idle: () => sync.idle(),
    project: onPage,
    feature: (id) => {
      const at = sync.placeOf(id);
      return at && onPage(at);
    },
    at: (x, y) => sync.at({ x: x - edge().left, y: y - edge().top }),
    zoom: () => engine.view().zoom,
  };
  globalThis.__map = probe;
  return () => {
    if (globalThis.__map === probe) globalThis.__map = undefined;
  };
}
