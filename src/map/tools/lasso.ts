import { selectStops, toggleLasso } from '../../commands/stops/stopSelectionSteps.ts';
import { rows } from '../../kernel/table.ts';
import { presentData } from '../../projections/versions.ts';
import { selectedStops } from '../../projections/stopSelection.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { MapTool } from './mapTool.ts';
import type { ToolDeclaration } from './mapTools.ts';

/** Selects the stops inside a line that is drawn round them; taken up by `toggleLasso`. */
export const lassoDeclaration: ToolDeclaration = {
  id: 'lasso',
  atEveryZoom: true,
  isInHand: ({ view }) => view.stopWork.lasso && presentData(view)?.id === view.stopWork.versionId,
  hint: () => 'Press and draw a line round stops. Shift adds to those that are selected. Escape ends.',
  take: ({ dispatch, stateNow }) =>
    lassoTool({
      onDrawn: (line, adds) => {
        const { view } = stateNow();
        const data = presentData(view);
        if (!data?.stops.value) return;
        const found = [...rows(data.stops.value)].flatMap(({ Id, Coordinate }) => (Coordinate && isInside(line, Coordinate) ? [Id] : []));
        const before = adds ? selectedStops(view) : [];
        dispatch(selectStops({ versionId: data.id, stopIds: [...new Set([...before, ...found])] }));
      },
      onEnd: () => dispatch(toggleLasso({ versionId: stateNow().view.stopWork.versionId, on: false })),
    }),
};

interface LassoIntents {
  /** A line was drawn and the pointer released. */
  onDrawn(line: readonly MapCoordinate[], adds: boolean): void;
  /** Escape. */
  onEnd(): void;
}

/** Px between two points of the drawn line. */
const STEP = 4;

function lassoTool(intents: LassoIntents): MapTool {
  return (surface) => {
    surface.setCursor('crosshair');
    let line: MapCoordinate[] | undefined;
    let last = { x: 0, y: 0 };
    const stopPointer = surface.onPointer(({ kind, at, point, button, shift, hold }) => {
      if (kind === 'down' && button === 0) {
        hold();
        line = [at];
        last = point;
      } else if (kind === 'move' && line) {
        if (Math.hypot(point.x - last.x, point.y - last.y) < STEP) return;
        last = point;
        line.push(at);
        const [first] = line;
        surface.overlay({ pointer: { line: first ? [...line, first] : line } });
      } else if (kind === 'up' && line) {
        const drawn = line;
        line = undefined;
        surface.overlay(undefined);
        if (drawn.length > 2) intents.onDrawn(drawn, shift);
      }
    });
    const stopKeys = surface.onKey((code) => {
      if (code !== 'Escape') return false;
      if (line) {
        line = undefined;
        surface.overlay(undefined);
      } else intents.onEnd();
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

/** Whether a place lies inside a closed line: a ray from it crosses the line an odd number of times. */
function isInside(line: readonly MapCoordinate[], { Lat, Lng }: MapCoordinate): boolean {
  let inside = false;
  line.forEach((a, i) => {
    const b = line[(i + 1) % line.length] ?? a;
    if (a.Lat > Lat !== b.Lat > Lat && Lng < ((b.Lng - a.Lng) * (Lat - a.Lat)) / (b.Lat - a.Lat) + a.Lng) inside = !inside;
  });
  return inside;
}
