import type { MapPoint, MapPointer } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { detailZoom } from '../viewport.ts';
import type { MapTool } from './mapTool.ts';

/** What moving a stop by hand can lead to. */
export interface MoveStopIntents {
  /** A selected stop has been pressed. */
  onGrab(stopId: string): void;
  /** It was let go here, at another place than it was grabbed. */
  onDrop(stopId: string, to: MapCoordinate, from: MapCoordinate): void;
  /** Escape, or it was let go without having been moved. */
  onCancel(stopId: string | undefined): void;
}

/**
 * Press a selected stop and drag. The stop is hidden and one dot follows the pointer; the other stops are not
 * touched and the map does not pan, so a table of 100,000 stops costs one frame per move. Escape puts it back.
 */
export function moveStopTool(intents: MoveStopIntents): MapTool {
  return (surface) => {
    let grabbed: Grab | undefined;

    const letGo = () => {
      grabbed = undefined;
      surface.setCursor('');
    };

    const drag = ({ kind, at, point }: MapPointer, grab: Grab) => {
      if (kind === 'move') {
        grab.moved ||= Math.hypot(point.x - grab.start.x, point.y - grab.start.y) >= moveThreshold;
        if (!grab.moved) return;
        // Where the pointer is, less the few px by which it missed the middle of the dot when it took hold.
        surface.overlay({ preview: { ...less(at, grab.offset), Type: grab.type }, hiddenStops: [grab.id] });
      } else if (kind === 'up') {
        letGo();
        if (grab.moved) {
          const to = less(at, grab.offset);
          surface.overlay({ preview: { ...to, Type: grab.type }, hiddenStops: [grab.id] });
          intents.onDrop(grab.id, to, grab.from);
        } else {
          intents.onCancel(grab.id);
        }
        surface.overlay(undefined);
      }
    };

    const stopPointer = surface.onPointer((pointer) => {
      if (grabbed) {
        drag(pointer, grabbed);
        return;
      }
      if (surface.zoom() < detailZoom) return;
      const { kind, at, point, button } = pointer;
      if (kind !== 'move' && !(kind === 'down' && button === 0)) return;
      const id = surface.at(point).stops.find(surface.isSelected);
      if (kind === 'move') {
        surface.setCursor(id === undefined ? '' : 'grab');
        return;
      }
      const from = id === undefined ? undefined : surface.placeOf(id);
      if (id === undefined || !from) return;
      pointer.hold();
      surface.setCursor('grabbing');
      grabbed = {
        id,
        from: { Lat: from.Lat, Lng: from.Lng },
        type: from.Type,
        start: point,
        offset: { Lat: at.Lat - from.Lat, Lng: at.Lng - from.Lng },
        moved: false,
      };
      intents.onGrab(id);
    });

    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      const id = grabbed?.id;
      letGo();
      surface.overlay(undefined);
      intents.onCancel(id);
      return true;
    });

    return () => {
      stopPointer();
      stopKeys();
      letGo();
      surface.overlay(undefined);
    };
  };
}

interface Grab {
  readonly id: string;
  readonly from: MapCoordinate;
  readonly type: number;
  readonly start: MapPoint;
  readonly offset: MapCoordinate;
  moved: boolean;
}

/** Px the pointer must travel before a press counts as a drag; a trembling click must not move a stop. */
const moveThreshold = 3;

function less(at: MapCoordinate, offset: MapCoordinate): MapCoordinate {
  return { Lat: at.Lat - offset.Lat, Lng: at.Lng - offset.Lng };
}
