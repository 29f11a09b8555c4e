/** What is sent to put a stop into a track: its point of the shape and the way to each stop come from the places that are known here. */
import { metresAlong, sequenceBetween } from '../domain/timetableSheet/distances.ts';
import type { TimeFill } from '../domain/timetableSheet/restop.ts';
import type { Track } from '../domain/tracks.ts';
import type { AppState } from './state.ts';
import { stopRow } from './stops.ts';

/** Payload of `createTrackStop` for a stop at a position from 0 (null, or more than there are: at the end). */
export function addedTrackStop(view: AppState, versionId: number, track: Track, stopId: string, { at, fill }: { at: number | null; fill: TimeFill }) {
  const position = Math.min(at ?? track.Stops.length, track.Stops.length);
  const placeOf = (id: string) => stopRow(view, versionId, id)?.Coordinate;
  const shapeSequence = sequenceBetween(track, position, placeOf(stopId));
  const onShape = shapeSequence === undefined ? {} : { ShapeSequence: shapeSequence };
  const stops = track.Stops.toSpliced(position, 0, { StopId: stopId, ...onShape });
  const metres = metresAlong({ ...track, Stops: stops }, placeOf);
  return {
    versionId,
    scheduleId: track.ScheduleId,
    trackId: track.Id,
    stopId,
    position,
    fill,
    ...(shapeSequence === undefined ? {} : { shapeSequence }),
    ...(metres ? { metres: [...metres] } : {}),
  };
}
