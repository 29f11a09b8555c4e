/** Where colleagues work on the map of the version in view. */
import type { Coordinate } from '../domain/coordinate.ts';
import { placeOf } from '../domain/locations.ts';
import type { Colleague, PresencePlace } from '../domain/presence.ts';
import type { AppState } from './state.ts';
import { stopRow } from './stops.ts';
import { presentPlace } from './versions.ts';

export interface PersonOnMap {
  readonly person: string;
  readonly name: string;
  readonly colour: number;
  readonly at: Coordinate;
}

/** The colleagues whose point of the map, or whose stop, is in the version in view. */
export function peopleOnMap(view: AppState, colleagues: readonly Colleague[]): readonly PersonOnMap[] {
  const { versionId } = presentPlace(view);
  if (versionId === undefined) return [];
  return colleagues.flatMap(({ person, name, colour, place }) => {
    const at = pointOf(view, versionId, place);
    return at ? [{ person, name, colour, at }] : [];
  });
}

function pointOf(view: AppState, versionId: number, { path, stopId, at }: PresencePlace): Coordinate | undefined {
  const place = placeOf(path);
  if (place.section !== 'data' || place.versionId !== versionId) return undefined;
  const id = stopId ?? (place.page === 'stops' ? place.itemId : undefined);
  return at ?? (id === undefined ? undefined : (stopRow(view, versionId, id)?.Coordinate ?? undefined));
}
