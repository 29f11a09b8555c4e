/** The border of a zone of GTFS Flex: a Polygon or MultiPolygon of GeoJSON (RFC 7946), with the holes of each polygon. */
import { z } from 'zod';
import { type Coordinate, samePlace } from './coordinate.ts';

/** Longitude, latitude and what else the source has of a position. */
const Position = z.array(z.number()).min(2);
type Position = z.infer<typeof Position>;
/** Its last position is its first. */
const Ring = z.array(Position);
type Ring = z.infer<typeof Ring>;
const Rings = z.array(Ring);

export const ZoneGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: Rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings) }),
]);
export type ZoneGeometry = z.infer<typeof ZoneGeometry>;

/** Positions of a border at most: more cannot be edited by hand. */
export const MOST_POSITIONS = 20_000;

/** All rings, outer ones and holes, in their order. */
export function ringsOf(geometry: ZoneGeometry): readonly Ring[] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

/** A polygon of drawn points; its outer ring runs counterclockwise, as RFC 7946 wants it. */
export function polygonOf(points: readonly Coordinate[]): ZoneGeometry {
  const ring = points.map(({ Lat, Lng }): Position => [Lng, Lat]);
  const counterclockwise = signedArea(ring) < 0 ? ring.toReversed() : ring;
  return { type: 'Polygon', coordinates: [[...counterclockwise, ...counterclockwise.slice(0, 1)]] };
}

/** Positions of all rings in one row, each ring with its last one, which is its first. */
export function flatPoints(geometry: ZoneGeometry): readonly Coordinate[] {
  return ringsOf(geometry)
    .flat()
    .map(([Lng = NaN, Lat = NaN]) => ({ Lat, Lng }));
}

/** Whether a place in that row is the last of its ring: no line leads on from it. */
export function endsRing(geometry: ZoneGeometry, index: number): boolean {
  return placeOf(geometry, index)?.isLast ?? true;
}

/** Places before and after a position on its ring; for a new position before `index` those it comes between. */
export function neighboursOf(geometry: ZoneGeometry, index: number, fresh: boolean): readonly (Coordinate | undefined)[] {
  const at = placeOf(geometry, index);
  if (!at) return [];
  const { ring, place } = at;
  const count = ring.length - 1;
  const before = ring[(place - 1 + count) % count];
  const after = fresh ? ring[place] : ring[(place + 1) % count];
  return [before, after].map((one) => one && { Lat: one[1] ?? NaN, Lng: one[0] ?? NaN });
}

/** The border with a position elsewhere; unchanged where its ring has that place already. */
export function withMoved(geometry: ZoneGeometry, index: number, { Lat, Lng }: Coordinate): ZoneGeometry {
  return withRing(geometry, index, (ring, place) => {
    const count = ring.length - 1;
    if (hasPlace(ring, Lat, Lng)) return ring;
    const moved = ring.slice(0, count).map((one, i) => (i === place % count ? [Lng, Lat, ...one.slice(2)] : one));
    return closed(moved);
  });
}

/** The border with a position more, before the one at `index`. */
export function withInserted(geometry: ZoneGeometry, index: number, { Lat, Lng }: Coordinate): ZoneGeometry {
  return withRing(geometry, index, (ring, place) => {
    const open = ring.slice(0, -1);
    if (hasPlace(ring, Lat, Lng)) return ring;
    return closed(open.toSpliced(place, 0, [Lng, Lat]));
  });
}

/** The border without a position; unchanged where its ring would have fewer than three. */
export function withoutPosition(geometry: ZoneGeometry, index: number): ZoneGeometry {
  return withRing(geometry, index, (ring, place) => {
    const open = ring.slice(0, -1);
    return open.length <= 3 ? ring : closed(open.toSpliced(place % open.length, 1));
  });
}

/** Why a border cannot be one; undefined where it can. */
export function geometryError(geometry: ZoneGeometry): string | undefined {
  const rings = ringsOf(geometry);
  if (rings.length === 0) return 'The border has no points';
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MOST_POSITIONS) return `A border has at most ${MOST_POSITIONS} points`;
  for (const ring of rings) {
    if (ring.length < 4) return 'A border needs at least three points';
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return 'A border ends where it begins';
    if (!ring.every(([lng = NaN, lat = NaN]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return 'A point of the border is no place on the map';
  }
  return undefined;
}

/** Whether a ring of the border crosses itself. Of very long rings nothing is said: that would take too long. */
export function crossesItself(geometry: ZoneGeometry): boolean {
  return ringsOf(geometry).some((ring) => ring.length <= MOST_COMPARED && ringCrosses(ring));
}

const MOST_COMPARED = 1500;

function ringCrosses(ring: Ring): boolean {
  const edges = ring.slice(0, -1).map((from, i) => [from, ring[i + 1] ?? from] as const);
  return edges.some(([a, b], i) =>
    edges
      .slice(i + 2)
      .some(([c, d], j) => !(i === 0 && i + 2 + j === edges.length - 1) && side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}

/** On which side of a line a position lies: above 0 left of it, below 0 right of it. */
function side([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, [x = 0, y = 0]: Position): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}

/** Whether a click is on the first of some drawn points, which closes the border. */
export function closesBorder(points: readonly Coordinate[], at: Coordinate): boolean {
  const [first] = points;
  return points.length >= 3 && first !== undefined && samePlace(first, at);
}

interface RingPlace {
  readonly ring: Ring;
  readonly place: number;
  readonly isLast: boolean;
}

function placeOf(geometry: ZoneGeometry, index: number): RingPlace | undefined {
  let before = 0;
  for (const ring of ringsOf(geometry)) {
    if (index < before + ring.length) return { ring, place: index - before, isLast: index === before + ring.length - 1 };
    before += ring.length;
  }
  return undefined;
}

function withRing(geometry: ZoneGeometry, index: number, change: (ring: Ring, place: number) => Ring): ZoneGeometry {
  const at = placeOf(geometry, index);
  if (!at) return geometry;
  const changed = change(at.ring, at.place);
  if (changed === at.ring) return geometry;
  const put = (rings: readonly Ring[]): Ring[] => rings.map((ring) => (ring === at.ring ? changed : ring));
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: put(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(put) };
}

function hasPlace(ring: Ring, lat: number, lng: number): boolean {
  return ring.some(([x, y]) => x === lng && y === lat);
}

function closed(open: Ring): Ring {
  return [...open, ...open.slice(0, 1)];
}

/** Twice the area of a ring: above 0 where it runs counterclockwise. */
function signedArea(ring: Ring): number {
  return ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nx = 0, ny = 0] = ring[(i + 1) % ring.length] ?? [];
    return sum + (x * ny - nx * y);
  }, 0);
}
