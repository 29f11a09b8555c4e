import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapCoordinate, MapTrack } from '../mapPicture.ts';
import { detailZoom, isDrawable } from '../viewport.ts';

/** One possible arrow: the middle of a piece of the shape and the way it runs, degrees clockwise from north. */
export interface DirectionMark extends MapCoordinate {
  readonly Bearing: number;
}

/** Every piece of a shape that has a length, as a mark for a direction arrow. */
export function directionMarks(shape: readonly MapCoordinate[]): DirectionMark[] {
  const marks: DirectionMark[] = [];
  for (let i = 1; i < shape.length; i++) {
    const [from, to] = [shape[i - 1], shape[i]];
    if (!from || !to || !isDrawable(from) || !isDrawable(to)) continue;
    if (from.Lat === to.Lat && from.Lng === to.Lng) continue;
    marks.push({ Lat: (from.Lat + to.Lat) / 2, Lng: (from.Lng + to.Lng) / 2, Bearing: bearing(from, to) });
  }
  return marks;
}

/** Every how many marks an arrow is drawn: 5 above zoom 13, otherwise 15. */
export function arrowStep(zoom: number): 5 | 15 {
  return zoom > detailZoom ? 5 : 15;
}

/** The marks that get an arrow at this zoom: the first, then every 5th or 15th. */
export function thinMarks(marks: readonly DirectionMark[], zoom: number): DirectionMark[] {
  const step = arrowStep(zoom);
  return marks.filter((_, place) => place % step === 0);
}

/** The shape of the track as one line. */
export function trackLine(track: MapTrack | undefined): MapFeature[] {
  const points = track?.shape.filter(isDrawable) ?? [];
  return points.length < 2 ? [] : [{ id: 1, shape: { type: 'Line', points }, properties: {} }];
}

/** The arrows of the track at this zoom. */
export function trackArrows(track: MapTrack | undefined, zoom: number): MapFeature[] {
  return thinMarks(directionMarks(track?.shape ?? []), zoom).map((mark, place) => ({
    id: place + 1,
    shape: { type: 'Point', at: mark },
    properties: { bearing: mark.Bearing },
  }));
}

/** The stops of the track with their numbers; a stop served twice shows both numbers in one circle. */
export function trackStopPoints(track: MapTrack | undefined): MapFeature[] {
  const byPlace = new Map<string, { at: MapCoordinate; numbers: number[] }>();
  for (const stop of track?.stops ?? []) {
    if (!isDrawable(stop)) continue;
    const key = `${stop.Lat},${stop.Lng}`;
    const known = byPlace.get(key);
    if (known) known.numbers.push(stop.Number);
    else byPlace.set(key, { at: stop, numbers: [stop.Number] });
  }
  return [...byPlace.values()].map(({ at, numbers }, place) => ({
    id: place + 1,
    shape: { type: 'Point', at },
    properties: { label: numbers.join(' · ') },
  }));
}

// Along the Mercator line as it is drawn, so that the arrow lies on the line at every latitude.
function bearing(from: MapCoordinate, to: MapCoordinate): number {
  const y = (at: MapCoordinate) => Math.log(Math.tan(Math.PI / 4 + (at.Lat * Math.PI) / 360));
  const degrees = (Math.atan2(((to.Lng - from.Lng) * Math.PI) / 180, y(to) - y(from)) * 180) / Math.PI;
  return (degrees + 360) % 360;
}
