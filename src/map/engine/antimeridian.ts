import type { Geometry, Position } from 'geojson';

/**
 * The world's data is stitched across the 180th meridian: Russia jumps from 180 to -180 within a ring, which a flat
 * map draws as a band across the whole world. Here lines run on beyond 180 instead, which the map library
 * shows in the right place, and a ring round a pole is closed along the edge of the world.
 */
export function unwrapped<G extends Geometry>(geometry: G): Geometry {
  switch (geometry.type) {
    case 'LineString':
      return { type: 'LineString', coordinates: runOn(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map(runOn) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.map(closedRing) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map((rings) => rings.map(closedRing)) };
    default:
      return geometry;
  }
}

function runOn(line: readonly Position[]): Position[] {
  let shift = 0;
  let last: number | undefined;
  return line.map(([lng = 0, lat = 0]) => {
    if (last !== undefined && Math.abs(lng - last) > 180) shift += lng < last ? 360 : -360;
    last = lng;
    return [lng + shift, lat];
  });
}

function closedRing(ring: readonly Position[]): Position[] {
  const line = runOn(ring);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return line;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...line, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
