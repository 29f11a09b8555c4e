/** Tracks of what is loaded of a version. */
import type { Track } from '../domain/model/track.ts';
import { trackKey } from '../domain/edits/documentEdit.ts';
import { documentOf } from './documents.ts';
import type { AppState } from './state.ts';
import { presentPlace } from './versions.ts';

/** A track, when its schedule is loaded. */
export function trackIn(
  view: AppState,
  of: { readonly versionId: number; readonly scheduleId: string; readonly trackId: string },
): Track | undefined {
  return documentOf(view, of.versionId, 'Track', trackKey(of.scheduleId, of.trackId));
}

/** The track that the address names. */
export function presentTrack(view: AppState): Track | undefined {
  const { versionId, page, itemId, trackId } = presentPlace(view);
  if (page !== 'schedules' || versionId === undefined || itemId === undefined || trackId === undefined) return undefined;
  return trackIn(view, { versionId, scheduleId: itemId, trackId });
}
