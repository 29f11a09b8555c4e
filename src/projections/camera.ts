/** Where the map is asked to look. */
import type { Draft } from 'immer';
import type { AppState } from './state.ts';

/** Asks the map to show a stop: after an undo, or when it is chosen in a list. */
export function revealStop(base: Draft<AppState>, stopId: string): void {
  base.camera = { request: base.camera.request + 1, stopId };
}
