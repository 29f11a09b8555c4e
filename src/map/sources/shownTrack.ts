/** The track that the address names, as the map shows it. */
import type { Coordinate } from '../../domain/coordinate.ts';
import type { ScheduleDetails, TrackDetails } from '../../domain/scheduleDetails.ts';
import { decodeShape } from '../../domain/shapes.ts';
import type { OverlayStop } from '../../domain/stopDetails.ts';
import type { Track } from '../../domain/model/track.ts';
import { getRow, type Table } from '../../kernel/table.ts';
import type { AppState } from '../../projections/state.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import type { MapTrack } from '../mapPicture.ts';

/** The track of the address, when its schedule and the stops are loaded. */
export function shownTrack(view: AppState): MapTrack | undefined {
  const data = presentData(view);
  const place = presentPlace(view);
  if (!data || place.page !== 'schedules' || place.itemId === undefined) return undefined;
  const found = trackOf(scheduleDetails(view, data.id, place.itemId), place.trackId);
  const table = data.stops.value;
  return found && table ? mapTrackOf(found.Track, table) : undefined;
}

/** The track that an address names, when its schedule is loaded. */
export function trackOf(details: ScheduleDetails | null | undefined, trackId: string | undefined): TrackDetails | undefined {
  return trackId === undefined ? undefined : details?.Tracks.find((one) => one.Track.Id === trackId);
}

const tracks = new WeakMap<Track, { readonly table: unknown; readonly track: MapTrack }>();

/** The line and the numbered stops of a track; straight from stop to stop where it has no shape. Kept while track and stops are the same. */
function mapTrackOf(track: Track, table: Table<OverlayStop>): MapTrack {
  const known = tracks.get(track);
  if (known?.table === table) return known.track;
  const stops = track.Stops.flatMap((stop, i) => {
    const at = getRow(table, stop.StopId)?.Coordinate;
    return at ? [{ StopId: stop.StopId, Number: i + 1, Lat: at.Lat, Lng: at.Lng }] : [];
  });
  const made: MapTrack = { shape: track.Shape === undefined ? stops : decodedShape(track.Shape), stops };
  tracks.set(track, { table, track: made });
  return made;
}

let lastShape: { readonly text: string; readonly points: readonly Coordinate[] } | undefined;

/** The points of an encoded shape. The last one is kept: a track is replaced whenever anything of it is edited, its shape rarely. */
function decodedShape(text: string): readonly Coordinate[] {
  if (lastShape?.text !== text) lastShape = { text, points: decodeShape(text) };
  return lastShape.points;
}
