/** The lines that tracks on the map belong to, by name. */
import type { NetworkLine } from '../domain/mapOverlays.ts';
import type { AppState } from './state.ts';
import { presentData } from './versions.ts';

/** A line with those of its tracks that were requested. */
export interface LineTracks {
  readonly line: NetworkLine;
  readonly trackIds: readonly string[];
}

/** Groups tracks (`scheduleId/trackId`, each part URL-encoded) by their lines, in order of name; those not loaded are left out. */
export function linesOfTracks(view: AppState, tracks: readonly string[]): readonly LineTracks[] {
  const networks = Object.values(presentData(view)?.overlays.network ?? {});
  const lines = new Map(networks.flatMap((load) => load.value?.Lines ?? []).map((line) => [line.Id, line]));
  const found = new Map<string, { line: NetworkLine; trackIds: string[] }>();
  for (const track of tracks) {
    const [scheduleId = '', trackId = ''] = track.split('/').map(decodeURIComponent);
    const line = lines.get(scheduleId);
    const known = found.get(scheduleId);
    if (known) known.trackIds.push(trackId);
    else if (line) found.set(scheduleId, { line, trackIds: [trackId] });
  }
  return [...found.values()].toSorted((a, b) => collator.compare(a.line.Name, b.line.Name) || collator.compare(a.line.Id, b.line.Id));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
