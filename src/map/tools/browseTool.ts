import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapHit } from '../mapSync.ts';
import { detailZoom } from '../viewport.ts';
import type { MapSurface, MapTool } from './mapTool.ts';
import { stopDrag } from './stopDrag.ts';

/** A popup over a stop opens when the pointer has rested on it for this many ms. */
export const hoverDelay = 300;

/** What looking around on the map can lead to. */
export interface BrowseIntents {
  /** The pointer rests on these stops (nearest first), or where there are none on these lines; empty lists when it has left them. */
  onHover(stopIds: readonly string[], lines: readonly string[], at: MapCoordinate): void;
  /** A click: what lies within 5 px, possibly nothing. No event below zoom 13. */
  onClick(hit: MapHit, at: MapCoordinate, point: MapPoint): void;
  /** A right click. Below zoom 13 the hit is empty. */
  onContextMenu?(at: MapCoordinate, hit: MapHit, point: MapPoint): void;
  /** Whether a selected stop can be moved now by pressing it and dragging. */
  canMove?(): boolean;
  /** It was. */
  onMove?(stopId: string, to: MapCoordinate): void;
}

/** The active tool when no other is: hover, click, right click. */
export function browseTool(intents: BrowseIntents): MapTool {
  return (surface) => {
    let under = '';
    let hovering = false;
    let cancel = () => {};
    const drag = stopDrag(surface);

    const leave = (at: MapCoordinate) => {
      cancel();
      cancel = () => {};
      under = '';
      if (hovering) {
        hovering = false;
        intents.onHover([], [], at);
      }
      surface.setCursor('');
    };

    const stop = surface.onPointer((pointer) => {
      const { kind, at, point, button } = pointer;
      if (drag.held() !== undefined) {
        if (kind === 'move') drag.follow(pointer);
        if (kind !== 'up') return;
        const dropped = drag.drop(pointer);
        if (dropped) intents.onMove?.(dropped.id, dropped.to);
        surface.overlay(undefined);
        return;
      }
      const hit = kind === 'move' || kind === 'click' || kind === 'menu' ? detailAt(surface, point) : noHit;
      switch (kind) {
        case 'move': {
          const { stops } = hit;
          const lines = stops.length > 0 ? [] : (hit['lines'] ?? []);
          const key = [...stops, '', ...lines].join('\n');
          surface.setCursor(Object.values(hit).some((ids) => ids.length > 0) ? 'pointer' : '');
          if (key === under) return;
          leave(at);
          if (stops.length + lines.length === 0) return;
          under = key;
          surface.setCursor('pointer');
          cancel = surface.later(hoverDelay, () => {
            hovering = true;
            intents.onHover(stops, lines, at);
          });
          return;
        }
        case 'down': {
          leave(at);
          const id = button === 0 ? detailAt(surface, point).stops.find(surface.isSelected) : undefined;
          if (id !== undefined && intents.canMove?.() === true) drag.grab(id, pointer);
          return;
        }
        case 'leave':
          leave(at);
          return;
        case 'click':
          if (button === 0 && surface.zoom() >= detailZoom) intents.onClick(hit, at, point);
          return;
        case 'menu':
          leave(at);
          intents.onContextMenu?.(at, hit, point);
          return;
        case 'up':
      }
    });
    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape' || drag.held() === undefined) return false;
      drag.end();
      return true;
    });
    return () => {
      stop();
      stopKeys();
      drag.end();
      leave({ Lat: 0, Lng: 0 });
    };
  };
}

const noHit: MapHit = { stops: [] };

function detailAt(surface: MapSurface, point: MapPoint): MapHit {
  return surface.zoom() >= detailZoom ? surface.at(point) : noHit;
}
