import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { distanceToSegment } from '../sources/picking.ts';
import type { MapSurface, MapTool } from './mapTool.ts';

/** What taking hold of the points of a line can lead to. */
export interface ShapePointsIntents {
  /** The points now; the same array while nothing changed. */
  points(): readonly MapCoordinate[];
  /** Whether no line leads on from a point; by default from the last one. */
  endsLine?(index: number): boolean;
  /** What a point lies between; by default the points before and after it. */
  neighbours?(index: number, fresh: boolean): readonly (MapCoordinate | undefined)[];
  onMove(index: number, to: MapCoordinate): void;
  /** A new point, before the one that has this index now. */
  onInsert(index: number, to: MapCoordinate): void;
  onRemove(index: number): void;
  /** Escape while nothing is held. */
  onCancel(): void;
  /** Enter. */
  onApply(): void;
}

/** Px within which a point is meant, and a line between two. */
const POINT_REACH = 9;
const LINE_REACH = 6;

/**
 * Press a point and drag it, press the line and drag a new point out of it, right-click a point to take it out (or press Delete over
 * it). While a point is dragged two segments and one dot follow the pointer over the map, which is not repainted: the line itself, of
 * 5,000 points or more, is not touched.
 */
export function shapePointsTool(intents: ShapePointsIntents): MapTool {
  return (surface) => {
    let held: { readonly index: number; readonly fresh: boolean; moved: boolean } | undefined;
    let over = -1;

    const show = (at: MapCoordinate): void => {
      if (!held) return;
      const points = intents.points();
      const [before, after] = intents.neighbours?.(held.index, held.fresh) ?? [
        points[held.index - 1],
        points[held.fresh ? held.index : held.index + 1],
      ];
      surface.overlay({ pointer: { line: [before, at, after].filter((one) => one !== undefined), dot: at } });
    };
    const letGo = (): void => {
      held = undefined;
      surface.overlay(undefined);
      surface.setCursor('');
    };

    const stopPointer = surface.onPointer((pointer) => {
      const { kind, at, point, button } = pointer;
      if (held) {
        if (kind === 'move') {
          held.moved = true;
          show(at);
        } else if (kind === 'up') {
          const { index, fresh, moved } = held;
          letGo();
          if (moved && fresh) intents.onInsert(index, at);
          else if (moved) intents.onMove(index, at);
        }
        return;
      }
      if (kind === 'move') {
        const near = nearest(surface, intents, point);
        over = near?.on === 'point' ? near.index : -1;
        surface.setCursor(near === undefined ? '' : near.on === 'point' ? 'grab' : 'pointer');
      } else if (kind === 'down' && button === 0) {
        const near = nearest(surface, intents, point);
        if (!near) return;
        pointer.hold();
        surface.setCursor('grabbing');
        held = { index: near.index, fresh: near.on === 'line', moved: false };
      } else if (kind === 'menu') {
        const near = nearest(surface, intents, point);
        if (near?.on === 'point') intents.onRemove(near.index);
      }
    });
    const stopKeys = surface.onKey((code) => {
      if (code === 'Escape') {
        if (held) letGo();
        else intents.onCancel();
        return true;
      }
      if (code === 'Enter') {
        intents.onApply();
        return true;
      }
      if ((code === 'Delete' || code === 'Backspace') && over >= 0) {
        intents.onRemove(over);
        over = -1;
        return true;
      }
      return false;
    });
    return () => {
      stopPointer();
      stopKeys();
      letGo();
    };
  };
}

/** The point or the place on the line that a px means. Only what lies in a box of some px round it is projected. */
function nearest(
  surface: MapSurface,
  intents: ShapePointsIntents,
  px: MapPoint,
): { readonly on: 'point' | 'line'; readonly index: number } | undefined {
  const points = intents.points();
  const [a, b] = [
    surface.unproject({ x: px.x - POINT_REACH, y: px.y - POINT_REACH }),
    surface.unproject({ x: px.x + POINT_REACH, y: px.y + POINT_REACH }),
  ];
  const [south, north] = [Math.min(a.Lat, b.Lat), Math.max(a.Lat, b.Lat)];
  const [west, east] = [Math.min(a.Lng, b.Lng), Math.max(a.Lng, b.Lng)];
  let point = { index: -1, away: POINT_REACH };
  let line = { index: -1, away: LINE_REACH };
  for (const [index, at] of points.entries()) {
    const next = (intents.endsLine?.(index) ? undefined : points[index + 1]) ?? at;
    if (Math.max(at.Lat, next.Lat) < south || Math.min(at.Lat, next.Lat) > north) continue;
    if (Math.max(at.Lng, next.Lng) < west || Math.min(at.Lng, next.Lng) > east) continue;
    const [here, there] = [surface.project(at), surface.project(next)];
    for (const [place, i] of [
      [here, index],
      [there, index + 1],
    ] as const) {
      const away = Math.hypot(place.x - px.x, place.y - px.y);
      if (away <= point.away && i < points.length && (i === index || next !== at)) point = { index: i, away };
    }
    const away = distanceToSegment(px, here, there);
    if (away <= line.away && next !== at) line = { index: index + 1, away };
  }
  if (point.index >= 0) return { on: 'point', index: point.index };
  return line.index >= 0 ? { on: 'line', index: line.index } : undefined;
}
