/** What is sent to put a stop into a track: its point of the shape and the way to each stop come from the places that are known here. */
import { metresAlong, nearestPosition, sequenceBetween } from '../domain/timetableSheet/distances.ts';
import type { TimeFill } from '../domain/timetableSheet/restop.ts';
import type { Track } from '../domain/model/track.ts';
import type { AppState } from './state.ts';
import { stopRow } from './stops.ts';

/** The position at which a stop fits best into a track, by the places of its stops; see `nearestPosition`. */
export function nearestTrackPosition(view: AppState, versionId: number, track: Track, stopId: string): number {
  const placeOf = (id: string) => stopRow(view, versionId, id)?.Coordinate;
  return nearestPosition(
    track.Stops.map(({ StopId }) => placeOf(StopId)),
    placeOf(stopId),
  );
}

/** Payload of `createTrackStops` for stops from a position on (null, or more than there are: at the end). */
export function addedTrackStops(
  view: AppState,
  versionId: number,
  track: Track,
  stopIds: readonly string[],
  { at, fill }: { at: number | null; fill: TimeFill },
) {
  const position = Math.min(at ?? track.Stops.length, track.Stops.length);
  const stops = track.Stops.toSpliced(position, 0, ...stopIds.map((StopId) => ({ StopId })));
  const metres = metresAlong({ ...track, Stops: stops }, (id) => stopRow(view, versionId, id)?.Coordinate);
  return {
    versionId,
    scheduleId: track.ScheduleId,
    trackId: track.Id,
    stopIds: [...stopIds],
    position,
    fill,
    ...(metres ? { metres: [...metres] } : {}),
  };
}

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
