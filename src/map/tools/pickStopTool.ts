import type { MapTool } from './mapTool.ts';

/** What picking one stop can lead to. */
export interface PickStopIntents {
  onPick(stopId: string): void;
  /** Escape. */
  onCancel(): void;
}

/** A click on a stop picks it, at any zoom; a click on ground does nothing. */
export function pickStopTool(intents: PickStopIntents): MapTool {
  return (surface) => {
    surface.setCursor('crosshair');
    const stopPointer = surface.onPointer(({ kind, point, button }) => {
      if (kind === 'move') surface.setCursor(surface.at(point).stops.length === 0 ? 'crosshair' : 'pointer');
      if (kind !== 'click' || button !== 0) return;
      const [stopId] = surface.at(point).stops;
      if (stopId !== undefined) intents.onPick(stopId);
    });
    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      intents.onCancel();
      return true;
    });
    return () => {
      stopPointer();
      stopKeys();
      surface.setCursor('');
    };
  };
}
