import type { MapCoordinate } from '../mapPicture.ts';
import type { MapTool } from './mapTool.ts';
import { detailZoom } from '../viewport.ts';

/** What drawing from stop to stop can lead to. */
export interface ConnectStopsIntents {
  /** Where the line under the pointer begins; undefined while the first stop is to be chosen. */
  from(): string | undefined;
  /** A click on a stop, or on ground (`stopId` undefined). */
  onPick(stopId: string | undefined, at: MapCoordinate): void;
  /** Escape. */
  onCancel(): void;
}

/** Click stop after stop; a line follows the pointer from the one before. It works from zoom 13, where single stops are visible. */
export function connectStopsTool(intents: ConnectStopsIntents): MapTool {
  return (surface) => {
    surface.setCursor('crosshair');
    const stopPointer = surface.onPointer(({ kind, at, point, button }) => {
      if (kind === 'move') {
        const id = intents.from();
        const from = id === undefined ? undefined : surface.placeOf(id);
        const [under] = surface.zoom() >= detailZoom ? surface.at(point).stops : [];
        const to = (under === undefined ? undefined : surface.placeOf(under)) ?? at;
        surface.overlay(from ? { pointer: { line: [from, to] } } : undefined);
        surface.setCursor(under === undefined ? 'crosshair' : 'pointer');
      } else if (kind === 'leave') {
        surface.overlay(undefined);
      } else if (kind === 'click' && button === 0 && surface.zoom() >= detailZoom) {
        intents.onPick(surface.at(point).stops[0], at);
      }
    });
    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      intents.onCancel();
      return true;
    });
    return () => {
      stopPointer();
      stopKeys();
      surface.overlay(undefined);
      surface.setCursor('');
    };
  };
}
