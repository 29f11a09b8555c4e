/** Where the map of a region's bounds looks, and which part of the world it can show. */
import { type Bounds, type Coordinate, roundDegrees } from '../domain/coordinate.ts';
import type { CameraMove } from './engine/mapEngine.ts';

/** Latitudes beyond this cannot be reached on the map, in degrees. */
const MOST_LATITUDE = 85;
/** Pixels between the box and the edge of the map when the whole box is looked at. */
const FIT_PADDING = 50;
/** Zoom at a place that was searched, as the engine counts; Google calls the same 9. */
const PLACE_ZOOM = 8;

/** The camera at a place that was searched, or at the whole box where there is none. */
export function lookAt(at: Coordinate | null, bounds: Bounds): CameraMove {
  return at
    ? { kind: 'centre', at, zoom: PLACE_ZOOM, inset: 0, animate: false }
    : { kind: 'fit', bounds: onMap(bounds), maxZoom: 14, animate: false, inset: 0, padding: FIT_PADDING };
}

/** A corner, or the nearest to it that the map can show. */
export function onMapCorner({ Lat, Lng }: Coordinate): Coordinate {
  return {
    Lat: roundDegrees(Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, Lat))),
    Lng: roundDegrees(Math.min(180, Math.max(-180, Lng))),
  };
}

/** A box as far as the map can show it. */
export function onMap({ NorthEast, SouthWest }: Bounds): Bounds {
  return { NorthEast: onMapCorner(NorthEast), SouthWest: onMapCorner(SouthWest) };
}
