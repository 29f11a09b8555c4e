import type { MapCoordinate } from '../mapPicture.ts';
import type { MapTool } from './mapTool.ts';

/** What drawing a line from place to place can lead to. */
export interface DrawShapeIntents {
  /** Where the line ends now; undefined before it has begun. */
  end(): MapCoordinate | undefined;
  /** A click, on a stop or on ground; `straight` with Alt. */
  onClick(at: MapCoordinate, stopId: string | undefined, straight: boolean): void;
  onCancel(): void;
  onApply(): void;
  /** Backspace. */
  onBack?(): void;
  /** Begins to ask for the path that a click would draw; undefined where the line is straight. */
  follow?(found: (from: MapCoordinate, path: readonly MapCoordinate[]) => void): Follower | undefined;
}

/** Asks for paths to the pointer; without places there is nothing to ask any more. */
export interface Follower {
  ask(ends?: { readonly from: MapCoordinate; readonly to: MapCoordinate }): void;
  close(): void;
}

/**
 * Click place after place; a line follows the pointer from where the drawing has come to, along the path that a click would draw where
 * there is one. Until it comes the last path goes straight on to the pointer.
 * With Alt the line is straight. Enter applies, Escape leaves.
 */
export function drawShapeTool(intents: DrawShapeIntents): MapTool {
  return (surface) => {
    surface.setCursor('crosshair');
    /** The path that was found, from where it begins. */
    let found: { readonly from: MapCoordinate; readonly path: readonly MapCoordinate[] } | undefined;
    let pointer: MapCoordinate | undefined;
    const show = (): void => {
      const from = intents.end();
      if (!from || !pointer) return surface.overlay(undefined);
      surface.overlay({ pointer: { line: [...(found && isSame(found.from, from) ? found.path : [from]), pointer] } });
    };
    const follower = intents.follow?.((from, path) => {
      found = { from, path };
      show();
    });
    const stopPointer = surface.onPointer(({ kind, at, point, button, alt }) => {
      if (kind === 'move') {
        const from = intents.end();
        const [under] = surface.at(point).stops;
        pointer = (under === undefined ? undefined : surface.placeOf(under)) ?? at;
        if (alt) found = undefined;
        follower?.ask(from && !alt ? { from, to: pointer } : undefined);
        show();
        surface.setCursor(under === undefined ? 'crosshair' : 'pointer');
      } else if (kind === 'leave') {
        pointer = undefined;
        follower?.ask();
        show();
      } else if (kind === 'click' && button === 0) {
        found = undefined;
        follower?.ask();
        intents.onClick(at, surface.at(point).stops[0], alt);
      }
    });
    const stopKeys = surface.onKey((code) => {
      if (code === 'Escape') intents.onCancel();
      else if (code === 'Enter') intents.onApply();
      else if (code === 'Backspace' && intents.onBack) intents.onBack();
      else return false;
      return true;
    });
    return () => {
      follower?.close();
      stopPointer();
      stopKeys();
      surface.overlay(undefined);
      surface.setCursor('');
    };
  };
}

/** The same place, when one of them was rounded for a call. */
function isSame(a: MapCoordinate, b: MapCoordinate): boolean {
  return Math.abs(a.Lat - b.Lat) < 2e-6 && Math.abs(a.Lng - b.Lng) < 2e-6;
}
