/** The header and the bars around a track's page, folded away for room. */
import type { AppState } from './state.ts';
import { presentPlace } from './versions.ts';

/** Whether they can be folded away: on the page of a track, whose sheets and lists need the room. */
export function canFold(view: AppState): boolean {
  return presentPlace(view).trackId !== undefined;
}

/** Whether they are. */
export function isFolded(view: AppState): boolean {
  return view.settings.barsFolded === true && canFold(view);
}
