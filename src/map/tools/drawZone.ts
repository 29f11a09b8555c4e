import {
  applyZone,
  closeZone,
  drawZonePoint,
  insertZonePoint,
  moveZonePoint,
  removeZonePoint,
  takeBackZonePoint,
} from '../../commands/flex/zoneSteps.ts';
import { type Coordinate, roundDegrees } from '../../domain/coordinate.ts';
import { closesBorder, endsRing, flatPoints, neighboursOf, ringsOf, type ZoneGeometry } from '../../domain/zoneGeometry.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { DrawZoneContext } from '../../machines/drawZoneMachine.ts';
import type { AppState } from '../../projections/state.ts';
import type { MapCoordinate, MapSketch } from '../mapPicture.ts';
import type { SeenState } from '../layers/mapLayer.ts';
import { drawShapeTool } from './drawShapeTool.ts';
import type { ToolDeclaration } from './mapTools.ts';
import { shapePointsTool } from './shapePointsTool.ts';

/** Draws the border of a zone; taken up by `startZone`. */
export const drawZoneDeclaration: ToolDeclaration = {
  id: 'drawZone',
  atEveryZoom: true,
  isInHand: ({ workflows }) => workflows['drawZone']?.value === 'drawing',
  hint: () => 'Click the corners of the zone. Enter, or a click on the first corner, applies; Backspace takes the last one back, Escape leaves.',
  sketch: ({ workflows }: SeenState) => sketchOf(workflows['drawZone']?.context as DrawZoneContext | undefined),
  take: ({ dispatch, stateNow }) =>
    drawShapeTool({
      end: () => contextOf(stateNow())?.points.at(-1),
      onClick: (at) => {
        const to = rounded(at);
        const { points } = contextOf(stateNow()) ?? { points: [] };
        dispatch(closesBorder(points, to) ? applyZone({}) : drawZonePoint({ at: to }));
      },
      onCancel: () => dispatch(closeZone({})),
      onApply: () => dispatch(applyZone({})),
      onBack: () => dispatch(takeBackZonePoint({})),
    }),
};

/** Moves, inserts and removes points of the border of a zone, holes among them; taken up by `reshapeZone`. */
export const reshapeZoneDeclaration: ToolDeclaration = {
  id: 'reshapeZone',
  atEveryZoom: true,
  isInHand: ({ workflows }) => workflows['drawZone']?.value === 'reshaping',
  hint: () => 'Drag a corner, or drag the border to insert one; right-click removes a corner. Enter applies, Escape leaves.',
  sketch: ({ workflows }: SeenState) => sketchOf(workflows['drawZone']?.context as DrawZoneContext | undefined),
  take: ({ dispatch, stateNow }) => {
    const border = (): ZoneGeometry | undefined => contextOf(stateNow())?.geometry ?? undefined;
    return shapePointsTool({
      points: () => pointsOf(border()),
      endsLine: (index) => {
        const geometry = border();
        return geometry === undefined || endsRing(geometry, index);
      },
      neighbours: (index, fresh) => {
        const geometry = border();
        return geometry ? neighboursOf(geometry, index, fresh) : [];
      },
      onMove: (index, to) => dispatch(moveZonePoint({ index, to: rounded(to) })),
      onInsert: (index, to) => dispatch(insertZonePoint({ index, to: rounded(to) })),
      onRemove: (index) => dispatch(removeZonePoint({ index })),
      onCancel: () => dispatch(closeZone({})),
      onApply: () => dispatch(applyZone({})),
    });
  },
};

function contextOf({ workflows }: KernelState<AppState>): DrawZoneContext | undefined {
  return workflows['drawZone']?.context as DrawZoneContext | undefined;
}

function rounded({ Lat, Lng }: MapCoordinate): Coordinate {
  return { Lat: roundDegrees(Lat), Lng: roundDegrees(Lng) };
}

let flat: { readonly of: ZoneGeometry; readonly points: readonly Coordinate[] } | undefined;

/** The same list for the same border. */
function pointsOf(geometry: ZoneGeometry | undefined): readonly Coordinate[] {
  if (!geometry) return [];
  if (flat?.of !== geometry) flat = { of: geometry, points: flatPoints(geometry) };
  return flat.points;
}

let last: { readonly of: DrawZoneContext; readonly sketch: MapSketch } | undefined;

function sketchOf(of: DrawZoneContext | undefined): MapSketch | undefined {
  if (!of) return undefined;
  if (last?.of !== of) last = { of, sketch: of.geometry ? borderSketch(of.geometry) : drawnSketch(of.points) };
  return last.sketch;
}

/** Handles of a border at most: of longer ones its lines are shown, and points are taken where they are. */
const MOST_HANDLES = 2000;

function borderSketch(geometry: ZoneGeometry): MapSketch {
  const lines = ringsOf(geometry).map((ring) => ring.map(([Lng = 0, Lat = 0]): Coordinate => ({ Lat, Lng })));
  return { lines, handles: lines.flatMap((line) => line.slice(1)).slice(0, MOST_HANDLES) };
}

function drawnSketch(points: readonly Coordinate[]): MapSketch {
  return { line: points, handles: points.map((at, i) => ({ ...at, chosen: i === points.length - 1 })) };
}
