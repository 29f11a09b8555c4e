import type { Coordinate } from '../../domain/coordinate.ts';
import { stopRow } from '../../projections/stops.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';

/** Where a stop of the version in view is; undefined for one that is not there or has no place. */
export function placeOfStop(view: AppState, stopId: string | null | undefined): Coordinate | undefined {
  const { versionId } = presentPlace(view);
  return versionId === undefined || stopId == null ? undefined : (stopRow(view, versionId, stopId)?.Coordinate ?? undefined);
}
