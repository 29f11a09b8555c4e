import type { MapPoint, MapPointer } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapHit, ToolOverlay } from '../mapSync.ts';

/** What a tool can see and touch of the map. */
export interface MapSurface {
  onPointer(listener: (pointer: MapPointer) => void): () => void;
  /** Keys pressed anywhere in the window, by `event.code`; return true when the key was used up. */
  onKey(listener: (code: string) => boolean): () => void;
  /** What lies within 5 px of a point. */
  at(point: MapPoint): MapHit;
  placeOf(stopId: string): (MapCoordinate & { readonly Type: number }) | undefined;
  /** Where a place is on the map's surface, in px. */
  project(at: MapCoordinate): MapPoint;
  /** Which place a px of the surface shows. */
  unproject(point: MapPoint): MapCoordinate;
  isSelected(stopId: string): boolean;
  zoom(): number;
  setCursor(cursor: '' | 'pointer' | 'grab' | 'grabbing' | 'crosshair'): void;
  overlay(overlay: ToolOverlay | undefined): void;
  /** Says something at the bottom of the map in place of the tool's hint; undefined takes it away. */
  say?(text: string | undefined): void;
  /** Runs something after a pause in ms; the answer takes it back. */
  later(ms: number, run: () => void): () => void;
}

/** Turns pointer and keys into intents, from when it is taken up until the returned function puts it down. */
export type MapTool = (surface: MapSurface) => () => void;
