import { askDetours, closeDetour, drawDetour, takeBackDetour } from '../../commands/tracks/detourSteps.ts';
import { roundDegrees } from '../../domain/coordinate.ts';
import type { DetourPart } from '../../domain/detours.ts';
import { decodeShape } from '../../domain/shapes.ts';
import type { DetourContext } from '../../machines/detourMachine.ts';
import type { MapSketch } from '../mapPicture.ts';
import type { SeenState } from '../layers/mapLayer.ts';
import { drawShapeTool } from './drawShapeTool.ts';
import type { ToolDeclaration } from './mapTools.ts';

const HINTS: Readonly<Record<string, string>> = {
  drawing: 'Click along the closed street. Enter finds the tracks on it, Backspace takes the last point back, Escape leaves.',
  finding: 'Looking for ways round...',
  choosing: 'Red, dashed: closed. Choose the tracks that go round in the list. Escape leaves.',
  saving: 'Saving the detours...',
};

/** Draws a closed stretch of street and shows the ways round it; taken up by `startDetour`. */
export const detourDeclaration: ToolDeclaration = {
  id: 'detour',
  atEveryZoom: true,
  isInHand: ({ workflows }) => Object.hasOwn(HINTS, String(workflows['detour']?.value)),
  hint: ({ workflows }) => HINTS[String(workflows['detour']?.value)],
  sketch: ({ workflows }: SeenState) => {
    const machine = workflows['detour'];
    return machine && detourSketch(machine.context as DetourContext);
  },
  take: ({ dispatch, stateNow }) => {
    const isDrawing = (): boolean => stateNow().workflows['detour']?.value === 'drawing';
    return drawShapeTool({
      end: () => (isDrawing() ? (stateNow().workflows['detour']?.context as DetourContext | undefined)?.points.at(-1) : undefined),
      onClick: ({ Lat, Lng }) => {
        if (isDrawing()) dispatch(drawDetour({ at: { Lat: roundDegrees(Lat), Lng: roundDegrees(Lng) } }));
      },
      onCancel: () => dispatch(closeDetour({})),
      onApply: () => {
        if (isDrawing()) dispatch(askDetours({}));
      },
      onBack: () => {
        if (isDrawing()) dispatch(takeBackDetour({}));
      },
    });
  },
};

let last: { readonly of: DetourContext; readonly sketch: MapSketch } | undefined;

function detourSketch(of: DetourContext): MapSketch {
  if (last?.of !== of) {
    const { points, found, shown } = of;
    const closed = found && found.Tracks.length > 0 ? decodeShape(found.Closed) : points;
    // of a track that uses the stretch twice, the longer way
    const [part] = (found?.Tracks[shown]?.Parts ?? []).toSorted((a: DetourPart, b: DetourPart) => b.Shape.length - a.Shape.length);
    const handles = found && found.Tracks.length > 0 ? [] : points.map((at, i) => ({ ...at, chosen: i === points.length - 1 }));
    last = { of, sketch: { closed, handles, ...(part ? { line: decodeShape(part.Shape) } : {}) } };
  }
  return last.sketch;
}
