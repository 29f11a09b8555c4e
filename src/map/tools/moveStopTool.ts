import type { MapCoordinate } from '../mapPicture.ts';
import { detailZoom } from '../viewport.ts';
import type { MapTool } from './mapTool.ts';
import { stopDrag } from './stopDrag.ts';

/** What moving a stop by hand can lead to. */
export interface MoveStopIntents {
  /** A selected stop has been pressed. */
  onGrab(stopId: string): void;
  /** Dropped here, at another place than it was grabbed. */
  onDrop(stopId: string, to: MapCoordinate, from: MapCoordinate): void;
  /** Escape, or released without having been moved. */
  onCancel(stopId: string | undefined): void;
}

/** Press a selected stop and drag. Escape puts it back. */
export function moveStopTool(intents: MoveStopIntents): MapTool {
  return (surface) => {
    const drag = stopDrag(surface);
    const stopPointer = surface.onPointer((pointer) => {
      const { kind, point, button } = pointer;
      const held = drag.held();
      if (held !== undefined) {
        if (kind === 'move') drag.follow(pointer);
        if (kind !== 'up') return;
        const dropped = drag.drop(pointer);
        if (dropped) intents.onDrop(dropped.id, dropped.to, dropped.from);
        else intents.onCancel(held);
        surface.overlay(undefined);
        return;
      }
      if (surface.zoom() < detailZoom) return;
      if (kind !== 'move' && !(kind === 'down' && button === 0)) return;
      const id = surface.at(point).stops.find(surface.isSelected);
      if (kind === 'move') surface.setCursor(id === undefined ? '' : 'grab');
      else if (id !== undefined && drag.grab(id, pointer)) intents.onGrab(id);
    });

    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      const id = drag.held();
      drag.end();
      intents.onCancel(id);
      return true;
    });

    return () => {
      stopPointer();
      stopKeys();
      drag.end();
    };
  };
}
