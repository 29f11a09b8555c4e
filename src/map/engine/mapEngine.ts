import type { MapCoordinate } from '../mapPicture.ts';
import type { Bounds, MapExtent } from '../viewport.ts';
import type { StopRow } from '../sources/stopTable.ts';

/** A point on the map's own surface, in px from its top left corner. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** What the pointer did on the map; `hold` keeps the map from panning and follows the pointer until it is released. */
export interface MapPointer {
  readonly kind: 'move' | 'down' | 'up' | 'click' | 'menu' | 'leave';
  readonly at: MapCoordinate;
  readonly point: MapPoint;
  readonly button: number;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  hold(): void;
}

/** How a stop is marked; one that is `kept` looks as ever where the others step back. */
export type StopMark = 'selected' | 'highlighted' | 'hovered' | 'hidden' | 'kept';

/** One thing to draw; properties are read by the layer of the source. */
export interface MapFeature {
  readonly id: number;
  readonly shape:
    | { readonly type: 'Point'; readonly at: MapCoordinate }
    | { readonly type: 'Line'; readonly points: readonly MapCoordinate[] }
    /** An outer ring and holes; the last point of each is its first. */
    | { readonly type: 'Area'; readonly rings: readonly (readonly MapCoordinate[])[] };
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

/** A difference of the stops: rows put in or changed, and slots taken out. */
export interface StopPatch {
  readonly put: readonly StopRow[];
  readonly remove: readonly StopRow[];
}

/** The background: which tiles, in which colours. */
export interface BaseChoice {
  readonly theme: 'light' | 'dark';
  readonly tiles: 'default-tile' | 'satellite' | 'openstreetmap' | 'streets';
}

/** What a provider can do, for the few places that must know. */
export interface MapCaps {
  readonly provider: 'maplibre' | 'mapbox' | 'google';
  /** The provider shows its own attribution, so ours stays away. */
  readonly ownAttribution: boolean;
}

/** Whether a fault says that the provider refuses the token or key of the installation: there will be no map then. */
export function isRefusal({ provider }: MapCaps, fault: string): boolean {
  return provider !== 'maplibre' && /access token|unauthori[sz]ed/i.test(fault);
}

/** Where the map shall look; `inset` px at its right edge are covered. */
export type CameraMove =
  | {
      readonly kind: 'fit';
      readonly bounds: Bounds;
      readonly maxZoom: number;
      readonly inset: number;
      readonly animate: boolean;
      readonly padding?: number;
    }
  | { readonly kind: 'centre'; readonly at: MapCoordinate; readonly zoom: number; readonly inset: number; readonly animate: boolean };

/** A map of any provider, spoken to in our own words. Everything below this line is the provider's business. */
export interface MapEngine {
  readonly caps: MapCaps;
  view(): MapExtent;
  look(move: CameraMove): void;
  zoomBy(steps: number): void;
  project(at: MapCoordinate): MapPoint;
  unproject(point: MapPoint): MapCoordinate;
  setBase(base: BaseChoice): void;
  /** Replaces all stops. Resolves when they are drawn. */
  setStops(rows: readonly StopRow[]): Promise<void>;
  /** Changes some stops. Resolves when the change is drawn. */
  patchStops(patch: StopPatch): Promise<void>;
  /** Lets all stops step back that bear no mark, or brings them forward again. */
  dimStops(dimmed: boolean): void;
  markStop(slot: number, mark: StopMark, on: boolean): void;
  /** Replaces the features of a source that a layer declares. */
  setData(source: string, features: readonly MapFeature[]): void;
  /** Shows or hides all layers that answer to a toggle. */
  show(toggle: string, visible: boolean): void;
  setCursor(cursor: '' | 'pointer' | 'grab' | 'grabbing' | 'crosshair'): void;
  resize(): void;
  onPointer(listener: (pointer: MapPointer) => void): () => void;
  /** Called for every frame in which the view changed (`settled` false) and once when it came to rest. */
  onView(listener: (view: MapExtent, settled: boolean) => void): () => void;
  onFault(listener: (message: string) => void): () => void;
  /** Resolves when nothing is pending: all data given is drawn and the view is at rest. */
  whenIdle(): Promise<void>;
  destroy(): void;
}
