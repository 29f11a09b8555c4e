/** Places on the earth: WGS84 degrees, shown with 6 decimals, typed as `lat,lng`. */
import { z } from 'zod';

/** A place. Latitude within ±90, longitude within ±180, both in degrees. */
export const Coordinate = z.object({
  Lat: z.number().min(-90).max(90),
  Lng: z.number().min(-180).max(180),
});
export type Coordinate = z.infer<typeof Coordinate>;

/** A box between its north east and south west corners. */
export const Bounds = z.object({ NorthEast: Coordinate, SouthWest: Coordinate });
export type Bounds = z.infer<typeof Bounds>;

/**
 * Reads a typed coordinate: `lat,lng` in decimal degrees, no letters, spaces allowed around the numbers.
 * Returns undefined where the text is no valid place.
 */
export function parseCoordinate(text: string): Coordinate | undefined {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!match) return undefined;
  const read = Coordinate.safeParse({ Lat: Number(match[1]), Lng: Number(match[2]) });
  return read.success ? read.data : undefined;
}

/** Shows a coordinate as it is typed, rounded to 6 decimals (about 0.1 m). */
export function formatCoordinate(at: Coordinate): string {
  return `${roundDegrees(at.Lat)},${roundDegrees(at.Lng)}`;
}

/** Rounds degrees to 6 decimals, the precision the product shows and stores after a drag. */
export function roundDegrees(degrees: number): number {
  const rounded = Math.round(degrees * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}

/** Whether two places are the same once shown. */
export function samePlace(a: Coordinate | null, b: Coordinate | null): boolean {
  if (a === null || b === null) return a === b;
  return roundDegrees(a.Lat) === roundDegrees(b.Lat) && roundDegrees(a.Lng) === roundDegrees(b.Lng);
}

/** Great-circle distance in metres (haversine on a sphere of 6,371,008.8 m, the IUGG mean radius). */
export function metresBetween(a: Coordinate, b: Coordinate): number {
  const rad = Math.PI / 180;
  const dLat = (b.Lat - a.Lat) * rad;
  const dLng = (b.Lng - a.Lng) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.Lat * rad) * Math.cos(b.Lat * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}
