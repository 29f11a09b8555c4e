import type { MapCoordinate } from '../mapPicture.ts';
import type { MapTool } from './mapTool.ts';

/** What drawing a line from place to place can lead to. */
export interface DrawShapeIntents {
  /** Where the line ends now; undefined before it has begun. */
  end(): MapCoordinate | undefined;
  /** A click, on a stop or on ground. */
  onClick(at: MapCoordinate, stopId: string | undefined): void;
  onCancel(): void;
  onApply(): void;
  /** Backspace. */
  onBack?(): void;
}

/** Click place after place; a line follows the pointer from where the drawing has come to. Enter applies, Escape leaves. */
export function drawShapeTool(intents: DrawShapeIntents): MapTool {
  return (surface) => {
    surface.setCursor('crosshair');
    const stopPointer = surface.onPointer(({ kind, at, point, button }) => {
      if (kind === 'move') {
        const from = intents.end();
        const [under] = surface.at(point).stops;
        const to = (under === undefined ? undefined : surface.placeOf(under)) ?? at;
        surface.overlay(from ? { pointer: { line: [from, to] } } : undefined);
        surface.setCursor(under === undefined ? 'crosshair' : 'pointer');
      } else if (kind === 'leave') {
        surface.overlay(undefined);
      } else if (kind === 'click' && button === 0) {
        intents.onClick(at, surface.at(point).stops[0]);
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
      stopPointer();
      stopKeys();
      surface.overlay(undefined);
      surface.setCursor('');
    };
  };
}
