/** Which tracks are meant by a point of the map: those of the lines that are drawn there, side by side where they share a polyline. */
import { scheduleOf } from '../layers/network.ts';
import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate, MapPicture, Polyline } from '../mapPicture.ts';
import { pickRadius } from '../viewport.ts';
import { ABREAST, lineStep, slotOf } from './lineSlots.ts';
import { distanceToSegment, type Projection } from './picking.ts';
import { boxAround, boxAt, indexed, type MercatorBox } from './placeIndex.ts';
import { GAP, JOIN, PX_ZOOM, type Stretch } from './stretches.ts';

/** Px that a polyline may lie beside its stretch at the zoom for which it was joined; twice and twice again, as one looks nearer before the next. */
const BESIDE = JOIN * GAP;

/** The tracks of the lines that pass within 5 px of the point as they are drawn, by the nearest line, then the nearest polyline. */
export function tracksAt({ joined, polylines = [] }: NonNullable<MapPicture['lines']>, surface: Projection, point: MapPoint): readonly string[] {
  const zoom = zoomOf(surface, point);
  const step = lineStep(zoom);
  const widest = (step * (ABREAST - 1)) / 2;
  const lines = new Map<number, number>();
  for (const { of, from, to } of stretchPieces(joined.stretches).within(boxAt(surface, point, pickRadius + widest)))
    of.lines.forEach(({ line }, place) => {
      const away = awayFrom(of.points.slice(from, to + 1), surface, point, slotOf(place, of.lines.length) * step);
      if (away <= pickRadius && away < (lines.get(line) ?? Infinity)) lines.set(line, away);
    });
  if (lines.size === 0) return [];
  const reach = pickRadius + widest + BESIDE * 2 ** Math.max(2, zoom - PX_ZOOM[15]);
  const near = new Map<Polyline, number>();
  for (const { of, from, to } of polylinePieces(polylines).within(boxAt(surface, point, reach))) {
    const away = awayFrom(of.points.slice(from, to + 1), surface, point, 0);
    if (away <= reach && away < (near.get(of) ?? Infinity)) near.set(of, away);
  }
  const tracks = [...near].toSorted((a, b) => a[1] - b[1]).flatMap(([polyline]) => polyline.tracks);
  return [...lines]
    .toSorted((a, b) => a[1] - b[1])
    .flatMap(([line]) => {
      const schedules = new Set(joined.lines[line]?.schedules);
      return tracks.filter((track) => schedules.has(scheduleOf(track)));
    });
}

/** Px from a point to points in a row that are drawn so many px to the right of them. */
function awayFrom(points: readonly MapCoordinate[], surface: Projection, point: MapPoint, right: number): number {
  const places = points.map((at) => surface.project(at));
  let least = Infinity;
  for (const [i, to] of places.entries()) {
    const from = places[i - 1];
    if (!from) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [x, y] = length === 0 ? [0, 0] : [(-(to.y - from.y) / length) * right, ((to.x - from.x) / length) * right];
    least = Math.min(least, distanceToSegment(point, { x: from.x + x, y: from.y + y }, { x: to.x + x, y: to.y + y }));
  }
  return least;
}

/** The zoom of a surface, by how far a hundredth of a degree is there. */
function zoomOf(surface: Projection, point: MapPoint): number {
  const at = surface.unproject(point);
  const [a, b] = [surface.project(at), surface.project({ ...at, Lng: at.Lng + 0.01 })];
  return Math.log2((Math.hypot(b.x - a.x, b.y - a.y) * 36_000) / 512);
}

interface Pointed {
  readonly points: readonly MapCoordinate[];
}
interface Piece<T> {
  readonly of: T;
  readonly from: number;
  readonly to: number;
}

/** Points that share a box of the index: few enough that a pointer is measured against some dozens. */
const PIECE = 12;

function piecesOf<T extends Pointed>(all: readonly T[]): readonly Piece<T>[] {
  return all.flatMap((of) =>
    Array.from({ length: Math.ceil((of.points.length - 1) / PIECE) }, (_, i) => ({
      of,
      from: i * PIECE,
      to: Math.min((i + 1) * PIECE, of.points.length - 1),
    })),
  );
}

function indexOf<T extends Pointed>() {
  const known = new WeakMap<readonly T[], readonly Piece<T>[]>();
  const places = indexed(({ of, from, to }: Piece<T>): MercatorBox => boxAround(of.points.slice(from, to + 1)));
  return (all: readonly T[]) => {
    let pieces = known.get(all);
    if (!pieces) known.set(all, (pieces = piecesOf(all)));
    return places(pieces);
  };
}

const stretchPieces = indexOf<Stretch>();
const polylinePieces = indexOf<Polyline>();
