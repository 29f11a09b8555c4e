import {
  applyShape,
  cancelShape,
  clickShape,
  insertShapePoint,
  moveShapePoint,
  removeShapePoint,
  shapeDraft,
  shapeScope,
} from '../../commands/tracks/shapeSteps.ts';
import { type Coordinate, roundDegrees } from '../../domain/coordinate.ts';
import { routeOf } from '../../projections/shapeRoute.ts';
import { drawnPoints, type ShapeDraft, steppedShape } from '../../domain/shapeDraft.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { presentTrack } from '../../projections/tracks.ts';
import type { MapCoordinate, MapSketch } from '../mapPicture.ts';
import { contains, type MapExtent, metresPerPixel, padded } from '../viewport.ts';
import type { SeenState } from '../layers/mapLayer.ts';
import { drawShapeTool } from './drawShapeTool.ts';
import type { ToolDeclaration } from './mapTools.ts';
import { shapePointsTool } from './shapePointsTool.ts';

/** Moves, inserts and removes points of the track's shape; taken up by `moveShapePoints`. */
export const movePointsDeclaration: ToolDeclaration = {
  id: 'moveShapePoints',
  atEveryZoom: true,
  isInHand: ({ workflows }) => workflows['shape']?.value === 'moving',
  hint: () => 'Drag a point, or drag the line to insert one; right-click removes a point. Enter applies, Escape cancels.',
  sketch: (seen, extent) => {
    const draft = draftOf(seen);
    return draft && pointsSketch(steppedShape(draft).points, extent);
  },
  take: ({ dispatch, stateNow }) => {
    const versionId = (): number => Number(stateNow().workflows['shape']?.context.versionId);
    return shapePointsTool({
      points: () => {
        const draft = draftOf(stateNow());
        return draft ? steppedShape(draft).points : [];
      },
      onMove: (index, to) => dispatch(moveShapePoint({ versionId: versionId(), index, to: rounded(to) })),
      onInsert: (index, to) => dispatch(insertShapePoint({ versionId: versionId(), index, to: rounded(to) })),
      onRemove: (index) => {
        const draft = draftOf(stateNow());
        // two points are the least a line has
        if (draft && steppedShape(draft).points.length > 2) dispatch(removeShapePoint({ versionId: versionId(), index }));
      },
      onCancel: () => dispatch(cancelShape({ versionId: versionId() })),
      onApply: () => dispatch(applyShape({ versionId: versionId() })),
    });
  },
};

/** Draws a part of the track's shape again; taken up by `drawShape`. */
export const drawShapeDeclaration: ToolDeclaration = {
  id: 'drawShape',
  atEveryZoom: true,
  isInHand: ({ workflows }) => ['drawing', 'routing'].includes(String(workflows['shape']?.value)),
  hint: (state) => {
    if (state.workflows['shape']?.value === 'routing') return 'Looking for the path...';
    const draft = draftOf(state);
    if (!draft?.start) return 'Click the stop where the new part begins. Escape leaves.';
    return 'Click where the shape leads next; end at a stop. Alt draws straight. Enter applies, Ctrl+Z takes the last part back, Escape leaves.';
  },
  sketch: (seen) => {
    const draft = draftOf(seen);
    return draft && drawnSketch(draft);
  },
  take: ({ dispatch, stateNow, routePreview }) =>
    drawShapeTool({
      end: () => {
        const draft = draftOf(stateNow());
        return draft && drawnPoints(draft).at(-1);
      },
      follow: (found) => {
        const session = routePreview?.(({ from }, path) => found(from, path));
        return (
          session && {
            ask: (ends) => {
              const state = stateNow();
              const draft = state.workflows['shape']?.value === 'drawing' ? draftOf(state) : undefined;
              session.ask(
                draft && ends && { versionId: draft.versionId, ...routeOf(state.view, draft), from: rounded(ends.from), to: rounded(ends.to) },
              );
            },
            close: session.close,
          }
        );
      },
      onClick: (at, stopId, straight) => {
        const state = stateNow();
        const draft = draftOf(state);
        if (!draft) return;
        const position = stopId === undefined ? null : positionOf(state, draft, stopId);
        const place = position === null ? undefined : draft.stops[position]?.at;
        dispatch(clickShape({ versionId: draft.versionId, at: rounded(place ?? at), position, ...(straight ? { straight } : {}) }));
      },
      onCancel: () => dispatch(cancelShape({ versionId: Number(stateNow().workflows['shape']?.context.versionId) })),
      onApply: () => dispatch(applyShape({ versionId: Number(stateNow().workflows['shape']?.context.versionId) })),
    }),
};

/** The open draft of the shape, while its workflow is on. */
function draftOf({ drafts, workflows }: Pick<SeenState, 'drafts' | 'workflows'>): ShapeDraft | undefined {
  const machine = workflows['shape'];
  return machine && machine.value !== 'closed' ? shapeDraft.of({ drafts }, shapeScope(machine.context)) : undefined;
}

/** Which stop of the track a stop on the map is: the next one after where drawing has come to, for a track may call at it twice. */
function positionOf({ view }: KernelState<AppState>, draft: ShapeDraft, stopId: string): number | null {
  const last = draft.legs.findLast(({ position }) => position !== null)?.position ?? draft.start?.position ?? -1;
  const stops = presentTrack(view)?.Stops ?? [];
  const next = stops.findIndex((stop, i) => stop.StopId === stopId && i > last);
  return next < 0 ? null : next;
}

function rounded({ Lat, Lng }: MapCoordinate): Coordinate {
  return { Lat: roundDegrees(Lat), Lng: roundDegrees(Lng) };
}

/** Px between two handles; from this zoom on they are shown. */
const HANDLE_GAP = 9;
const HANDLE_ZOOM = 12;

let points: { readonly of: readonly Coordinate[]; readonly extent: MapExtent | undefined; readonly sketch: MapSketch } | undefined;

/** The line, and handles of those of its points that are in view and not too near to one another. */
function pointsSketch(of: readonly Coordinate[], extent: MapExtent | undefined): MapSketch {
  if (points?.of === of && points.extent === extent) return points.sketch;
  const handles: Coordinate[] = [];
  if (extent && extent.zoom >= HANDLE_ZOOM) {
    const gap = (metresPerPixel(extent.center.Lat, extent.zoom) * HANDLE_GAP) / 111_195;
    const narrow = Math.cos((extent.center.Lat * Math.PI) / 180);
    const view = padded(extent.bounds, (extent.bounds.NorthEast.Lat - extent.bounds.SouthWest.Lat) / 4);
    for (const at of of) {
      const before = handles.at(-1);
      if (before && Math.hypot(at.Lat - before.Lat, (at.Lng - before.Lng) * narrow) < gap) continue;
      if (contains(view, at)) handles.push(at);
    }
  }
  const sketch = { line: inView(of, extent), handles };
  points = { of, extent, sketch };
  return sketch;
}

/**
 * The part of a line from where it first comes near the view to where it last leaves it: of 5,000 points at street level a hundred are
 * fed to the map, at every step again. The view and one as large on every side; all of it further out, where there are no handles.
 */
export function inView(line: readonly Coordinate[], extent: MapExtent | undefined): readonly Coordinate[] {
  if (!extent || extent.zoom < HANDLE_ZOOM || line.length < FEW_POINTS) return line;
  const near = padded(extent.bounds, extent.bounds.NorthEast.Lat - extent.bounds.SouthWest.Lat);
  const first = line.findIndex((at) => contains(near, at));
  const last = line.findLastIndex((at) => contains(near, at));
  // one long piece may cross the view with both ends outside
  return first < 0 ? line : line.slice(Math.max(0, first - 1), last + 2);
}

/** Lines of so few points are fed whole. */
const FEW_POINTS = 300;

let drawn: { readonly of: ShapeDraft; readonly sketch: MapSketch } | undefined;

function drawnSketch(of: ShapeDraft): MapSketch {
  if (drawn?.of !== of) {
    const line = drawnPoints(of);
    const ends = [of.start?.at, line.at(-1)].filter((at) => at !== undefined);
    drawn = { of, sketch: { line, handles: ends.map((at, i) => ({ ...at, chosen: i === ends.length - 1 })) } };
  }
  return drawn.sketch;
}
