import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapTool } from './mapTool.ts';

/** What dragging a handle of a sketch can lead to; `place` is its place in the list. */
export interface DragHandlesIntents {
  onGrab?(place: number): void;
  /** The pointer moved with the grabbed handle: show it here. */
  onMove(place: number, to: MapCoordinate): void;
  /** Dropped here. */
  onDrop(place: number, to: MapCoordinate, from: MapCoordinate): void;
  /** Escape: show it at its old place again. Undefined when none was active. */
  onCancel(place: number | undefined, from: MapCoordinate | undefined): void;
}

/** How near the pointer must come to a handle, in px: its drawn radius and a little more. */
const reach = 9;

/**
 * Press a handle of the sketch and drag it: corners of bounds, points of a shape. `handles` says where they are at the
 * moment of the press. It works at every zoom, because handles are drawn large and only while they are edited.
 */
export function dragHandlesTool(handles: () => readonly MapCoordinate[], intents: DragHandlesIntents): MapTool {
  return (surface) => {
    let held: { readonly place: number; readonly from: MapCoordinate; moved: boolean } | undefined;

    const nearest = ({ x, y }: MapPoint): number => {
      let best = { place: -1, away: reach };
      handles().forEach((handle, place) => {
        const at = surface.project(handle);
        const away = Math.hypot(at.x - x, at.y - y);
        if (away <= best.away) best = { place, away };
      });
      return best.place;
    };

    const stopPointer = surface.onPointer((pointer) => {
      const { kind, at, point, button } = pointer;
      if (held) {
        if (kind === 'move') {
          held.moved = true;
          intents.onMove(held.place, at);
        } else if (kind === 'up') {
          const { place, from, moved } = held;
          held = undefined;
          surface.setCursor('');
          if (moved) intents.onDrop(place, at, from);
        }
        return;
      }
      if (kind === 'move') {
        surface.setCursor(nearest(point) < 0 ? '' : 'grab');
      } else if (kind === 'down' && button === 0) {
        const place = nearest(point);
        const from = handles()[place];
        if (!from) return;
        pointer.hold();
        surface.setCursor('grabbing');
        held = { place, from, moved: false };
        intents.onGrab?.(place);
      }
    });

    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      const { place, from } = held ?? {};
      held = undefined;
      surface.setCursor('');
      intents.onCancel(place, from);
      return true;
    });

    return () => {
      stopPointer();
      stopKeys();
      surface.setCursor('');
    };
  };
}
