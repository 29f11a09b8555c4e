/** What the map shows of the entry in view in the comparer: both its states. */
import { decode } from '@mapbox/polyline';
import { Coordinate } from '../../domain/coordinate.ts';
import type { Difference } from '../../domain/comparer/lists.ts';
import { shownDifference } from '../../projections/comparer.ts';
import type { AppState } from '../../projections/state.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { isDrawable } from '../viewport.ts';

/** One state of what is compared: its lines and its places. */
interface MapState {
  readonly lines: readonly (readonly MapCoordinate[])[];
  readonly places: readonly MapCoordinate[];
}

/** Two states of one thing. */
export interface ComparedStates {
  readonly before: MapState;
  readonly after: MapState;
}

/** Both states of the entry in view where it has a place: a stop, a schedule, a track, a timetable, a transfer or a pathway. */
export function comparedStates(view: AppState): ComparedStates | undefined {
  const difference = shownDifference(view)?.value;
  if (!difference) return undefined;
  const known = pictures.get(difference);
  if (known) return known.picture;
  const [before, after] = [stateOf(difference, 'Before'), stateOf(difference, 'After')];
  const empty = [before, after].every(({ lines, places }) => lines.length === 0 && places.length === 0);
  const picture = empty ? undefined : { before, after };
  pictures.set(difference, { picture });
  return picture;
}

const pictures = new WeakMap<object, { readonly picture: ComparedStates | undefined }>();
const NOWHERE: MapState = { lines: [], places: [] };

function stateOf({ Kind, Stops, Lines, ...states }: Difference, side: 'Before' | 'After'): MapState {
  const doc = states[side];
  if (!doc) return NOWHERE;
  if (Lines) return { lines: Lines[side].map(decoded), places: [] };
  const placeOf = (id: unknown): readonly MapCoordinate[] => {
    const at = typeof id === 'string' ? Stops[id]?.[side] : undefined;
    return at ? [at] : [];
  };
  if (Kind === 'Stop') {
    const at = Coordinate.safeParse(doc['Coordinate']);
    return at.success ? { lines: [], places: [at.data] } : NOWHERE;
  }
  if (Kind === 'Transfer' || Kind === 'Pathway') {
    const ends = Kind === 'Transfer' ? [doc['StopIdFrom'], doc['StopIdTo']] : [doc['FromStopId'], doc['ToStopId']];
    const places = ends.flatMap(placeOf);
    return { lines: [places], places };
  }
  if (Kind !== 'Track') return NOWHERE;
  const stops: readonly unknown[] = Array.isArray(doc['Stops']) ? doc['Stops'] : [];
  const places = stops.flatMap((stop) => placeOf(Object(stop).StopId));
  const shape = doc['Shape'];
  return { lines: [typeof shape === 'string' ? decoded(shape) : places], places };
}

function decoded(encoded: string): readonly MapCoordinate[] {
  return decode(encoded, 5).map(([Lat, Lng]) => ({ Lat, Lng }));
}

/** The lines and places of one state as features. */
export function comparedFeatures({ lines, places }: MapState): MapFeature[] {
  const drawn = lines.map((line) => line.filter(isDrawable)).filter((points) => points.length > 1);
  return [
    ...drawn.map((points, n): MapFeature => ({ id: n + 1, shape: { type: 'Line', points }, properties: {} })),
    ...places.filter(isDrawable).map((at, n): MapFeature => ({ id: drawn.length + n + 1, shape: { type: 'Point', at }, properties: {} })),
  ];
}

/** Everything of both states that has a place. */
export function pointsOf({ before, after }: ComparedStates): readonly MapCoordinate[] {
  return [before, after].flatMap(({ lines, places }) => [...lines.flat(), ...places]);
}
