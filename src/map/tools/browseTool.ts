import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapHit } from '../mapSync.ts';
import { detailZoom } from '../viewport.ts';
import type { MapSurface, MapTool } from './mapTool.ts';

/** A popup over a stop opens when the pointer has rested on it for this many ms. */
export const hoverDelay = 300;

/** What looking around on the map can lead to. */
export interface BrowseIntents {
  /** The pointer rests on these stops (nearest first), or where there are none on these lines; empty lists when it has left them. */
  onHover(stopIds: readonly string[], lines: readonly string[], at: MapCoordinate): void;
  /** A click: what lies within 5 px, possibly nothing. Below zoom 13 nothing is told. */
  onClick(hit: MapHit, at: MapCoordinate, point: MapPoint): void;
  /** A right click. Below zoom 13 the hit is empty. */
  onContextMenu?(at: MapCoordinate, hit: MapHit, point: MapPoint): void;
}

/** The tool in hand when no other is: hover, click, right click. */
export function browseTool(intents: BrowseIntents): MapTool {
  return (surface) => {
    let under = '';
    let hovering = false;
    let cancel = () => {};

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

    const stop = surface.onPointer(({ kind, at, point, button }) => {
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
        case 'down':
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
    return () => {
      stop();
      leave({ Lat: 0, Lng: 0 });
    };
  };
}

const noHit: MapHit = { stops: [] };

function detailAt(surface: MapSurface, point: MapPoint): MapHit {
  return surface.zoom() >= detailZoom ? surface.at(point) : noHit;
}
