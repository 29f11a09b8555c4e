import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate, MapLink } from '../mapPicture.ts';
import { pickRadius } from '../viewport.ts';
import { boxAt, type PlaceIndex } from './placeIndex.ts';
import type { StopRow } from './stopTable.ts';

/** How the surface turns places into px and back; any engine fits. */
export interface Projection {
  project(at: MapCoordinate): MapPoint;
  unproject(point: MapPoint): MapCoordinate;
}

/**
 * The stops whose centre is within 5 px of the point, nearest first, then by id. It measures the projected
 * distance itself, so the answer is the same on every map provider and does not depend on how big dots are drawn.
 */
export function stopsAt(index: PlaceIndex<StopRow>, surface: Projection, point: MapPoint, radius: number = pickRadius): StopRow[] {
  return index
    .within(boxAt(surface, point, radius))
    .map((row) => ({ row, away: distance(surface.project(row.stop), point) }))
    .filter(({ away }) => away <= radius)
    .toSorted((a, b) => a.away - b.away || compareIds(a.row.stop.Id, b.row.stop.Id))
    .map(({ row }) => row);
}

/** The links (pathways, transfers) whose line passes within 5 px of the point, nearest first. */
export function linksAt<T extends MapLink>(index: PlaceIndex<T>, surface: Projection, point: MapPoint, radius: number = pickRadius): T[] {
  return index
    .within(boxAt(surface, point, radius))
    .map((link) => ({ link, away: distanceToSegment(point, surface.project(link.From), surface.project(link.To)) }))
    .filter(({ away }) => away <= radius)
    .toSorted((a, b) => a.away - b.away || compareIds(a.link.Id, b.link.Id))
    .map(({ link }) => link);
}

/** Distance in px from a point to the nearest point of a segment. */
export function distanceToSegment(point: MapPoint, from: MapPoint, to: MapPoint): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length2));
  return distance(point, { x: from.x + along * dx, y: from.y + along * dy });
}

function distance(a: MapPoint, b: MapPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
