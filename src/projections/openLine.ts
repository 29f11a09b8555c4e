/** The line or the track that is open: what stands out on the map while everything else steps back. */
import type { TrackDetails } from '../domain/scheduleDetails.ts';
import { scheduleDetails } from './scheduleParts.ts';
import type { AppState } from './state.ts';
import { presentData, presentPlace } from './versions.ts';

/** The stops that a schedule, or the one of its tracks that is open, serves. */
export interface OpenLine {
  /** Empty while the schedule is not loaded and where it serves none. */
  readonly stops: readonly string[];
}

/** The schedule that the address names, whole or by one of its tracks. The same object while nothing changed. */
export function openLine(view: AppState): OpenLine | undefined {
  const { page, itemId, trackId } = presentPlace(view);
  const data = presentData(view);
  if (!data || page !== 'schedules' || itemId === undefined) return undefined;
  const tracks = scheduleDetails(view, data.id, itemId)?.Tracks ?? NO_TRACKS;
  if (last?.tracks !== tracks || last.itemId !== itemId || last.trackId !== trackId) {
    const shown = trackId === undefined ? tracks : tracks.filter(({ Track }) => Track.Id === trackId);
    const stops = [...new Set(shown.flatMap(({ Track }) => Track.Stops.map(({ StopId }) => StopId)))];
    last = { tracks, itemId, trackId, line: { stops } };
  }
  return last.line;
}

const NO_TRACKS: readonly TrackDetails[] = [];
let last: { readonly tracks: unknown; readonly itemId: string; readonly trackId: string | undefined; readonly line: OpenLine } | undefined;
