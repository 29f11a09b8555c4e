import { metresBetween } from '../../domain/coordinate.ts';
import type { MapPoint, MapPointer } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapSurface } from './mapTool.ts';

/** A stop that was put somewhere else. */
export interface DroppedStop {
  readonly id: string;
  readonly to: MapCoordinate;
  readonly from: MapCoordinate;
}

/** A stop under the pressed pointer. */
export interface StopDrag {
  /** Takes hold of a stop; false where the map does not show it. */
  grab(id: string, pointer: MapPointer): boolean;
  held(): string | undefined;
  /** Whether the pointer has travelled far enough to mean a drag. */
  moved(): boolean;
  /** The pointer moved: the dot follows it. */
  follow(pointer: MapPointer): void;
  /** The pointer was released: where the stop is now; undefined where it was not moved. Takes the dot away only by `end`. */
  drop(pointer: MapPointer): DroppedStop | undefined;
  /** Lets go of everything and takes the dot away. */
  end(): void;
}

/**
 * Drags one stop over the map: it is hidden, one dot follows the pointer, a line leads back to where it stood. The other stops
 * are not touched and the map does not pan, so a table of 100,000 stops costs one frame per move.
 */
export function stopDrag(surface: MapSurface): StopDrag {
  let grabbed: Grab | undefined;
  const show = (grab: Grab, to: MapCoordinate): void => {
    surface.overlay({ preview: { ...to, Type: grab.type }, hiddenStops: [grab.id], trail: { from: grab.from, to } });
    surface.say?.(`Let go to put the stop here, ${metres(grab.from, to)} away. Escape cancels.`);
  };
  return {
    grab(id, { at, point, hold }) {
      const from = surface.placeOf(id);
      if (!from) return false;
      hold();
      surface.setCursor('grabbing');
      grabbed = {
        id,
        from: { Lat: from.Lat, Lng: from.Lng },
        type: from.Type,
        start: point,
        offset: { Lat: at.Lat - from.Lat, Lng: at.Lng - from.Lng },
        moved: false,
      };
      return true;
    },
    held: () => grabbed?.id,
    moved: () => grabbed?.moved ?? false,
    follow({ at, point }) {
      if (!grabbed) return;
      grabbed.moved ||= Math.hypot(point.x - grabbed.start.x, point.y - grabbed.start.y) >= moveThreshold;
      // where the pointer is, less the few px by which it missed the middle of the dot when it took hold
      if (grabbed.moved) show(grabbed, less(at, grabbed.offset));
    },
    drop({ at }) {
      const grab = grabbed;
      grabbed = undefined;
      surface.setCursor('');
      if (!grab?.moved) return undefined;
      const to = less(at, grab.offset);
      show(grab, to);
      surface.say?.(undefined);
      return { id: grab.id, to, from: grab.from };
    },
    end() {
      grabbed = undefined;
      surface.say?.(undefined);
      surface.setCursor('');
      surface.overlay(undefined);
    },
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

/** A distance as people say it: '143 m', '2.4 km'. */
function metres(from: MapCoordinate, to: MapCoordinate): string {
  const far = metresBetween(from, to);
  return far < 1000 ? `${Math.round(far)} m` : `${(far / 1000).toFixed(1)} km`;
}

function less(at: MapCoordinate, offset: MapCoordinate): MapCoordinate {
  return { Lat: at.Lat - offset.Lat, Lng: at.Lng - offset.Lng };
}
