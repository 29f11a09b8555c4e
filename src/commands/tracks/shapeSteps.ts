/** The steps of editing a track's way on the map; `machines/shapeMachine.ts` follows them, the draft keeps what was done. */
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { routeSegment } from '../../contract/routing.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import { RouteAnswer, RouteVariant } from '../../domain/routing.ts';
import { ShapeDraft, ShapeMode } from '../../domain/shapeDraft.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandAction } from '../../kernel/command.ts';
import { defineDraft } from '../../kernel/draftKind.ts';
import { editRefusal, refusedEdit } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { stopRow } from '../../projections/stops.ts';
import { presentTrack, trackIn } from '../../projections/tracks.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

export const shapeDraft = defineDraft('shape', ShapeDraft);

/** Undo scope of the shape that is edited in a version: there is one at most. */
export function shapeScope({ versionId }: { readonly versionId: number }): string {
  return `shape/${versionId}`;
}

const TrackPlace = z.object({ versionId: VersionId, scheduleId: z.string(), trackId: z.string() });
const InVersion = z.object({ versionId: VersionId });

/** Takes up the shape of a track, to move its points or to draw a part of it anew. */
export const startShape = defineCommand('shape.start', {
  payload: TrackPlace.extend({ mode: ShapeMode }),
  samples: () => [
    { versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' as const },
    { versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'DRAW' as const },
  ],
  label: (p) => (p.mode === 'MOVE' ? 'Move shape points' : 'Draw shape'),
  decide: (view, p) => {
    const refused = refusedEdit(view);
    if (refused) return refused;
    return trackIn(view, p) ? undefined : { code: 'track.missing', message: 'Open a track first' };
  },
  inverse: 'none',
  keep: 'all',
});

/** Begins the draft of a shape; what another mode has done so far is dropped. */
export const openShapeDraft = defineCommand('shape.open', {
  payload: TrackPlace.extend({ mode: ShapeMode }),
  samples: () => [{ versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' as const }],
  label: () => 'Open the shape',
  draft: {
    kind: shapeDraft,
    scope: shapeScope,
    open: (p, base) => {
      const track = trackIn(base, p);
      return {
        ...p,
        base: track?.Shape ?? null,
        stops: (track?.Stops ?? []).map(({ StopId, ShapeSequence }) => ({
          sequence: ShapeSequence ?? null,
          at: stopRow(base, p.versionId, StopId)?.Coordinate ?? null,
        })),
        recalculateTimes: false,
        steps: [],
        start: null,
        legs: [],
      };
    },
  },
  inverse: 'none',
  keep: 'all',
});

/** What button, key and palette dispatch: the track of the address. */
function startAction(mode: ShapeMode, title: string, icon: string, key: string): CommandAction<AppState, z.infer<typeof InVersion>> {
  return {
    title,
    icon,
    key,
    group: 'Tracks',
    payload: (view) => {
      const { versionId } = presentPlace(view);
      const track = presentTrack(view);
      if (versionId === undefined || !track) return { why: 'Open a track first' };
      const why = editRefusal(view);
      if (why !== undefined) return { why };
      return mode === 'MOVE' && track.Shape === undefined ? { why: 'The track has no shape yet: draw one' } : { versionId };
    },
  };
}

export const moveShapePoints = defineCommand('shape.startMove', {
  payload: InVersion,
  samples: () => [{ versionId: 1 }],
  label: () => 'Move shape points',
  action: startAction('MOVE', 'Move shape points', 'vector-points', 'Alt+KeyW'),
  inverse: 'none',
  next: (p, _reply, view) => startOf(view, p.versionId, 'MOVE'),
  keep: 'all',
});

export const drawShape = defineCommand('shape.startDraw', {
  payload: InVersion,
  samples: () => [{ versionId: 1 }],
  label: () => 'Draw shape',
  action: startAction('DRAW', 'Draw shape', 'pencil', 'Alt+KeyD'),
  inverse: 'none',
  next: (p, _reply, view) => startOf(view, p.versionId, 'DRAW'),
  keep: 'all',
});

function startOf(view: AppState, versionId: number, mode: ShapeMode) {
  const track = presentTrack(view);
  return track ? [startShape({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, mode })] : [];
}

/** Puts a point of the shape somewhere else. */
export const moveShapePoint = defineCommand('shape.movePoint', {
  payload: InVersion.extend({ index: z.int().min(0), to: Coordinate }),
  samples: () => [{ versionId: 1, index: 1, to: { Lat: 52.11, Lng: 5.11 } }],
  label: () => 'Move shape point',
  draft: { kind: shapeDraft, scope: shapeScope, edit: (doc, p) => void doc.steps.push({ kind: 'move', index: p.index, to: p.to }) },
  inverse: 'draft',
  keep: 'all',
});

/** Puts a new point into the shape, before the point that has that index now. */
export const insertShapePoint = defineCommand('shape.insertPoint', {
  payload: InVersion.extend({ index: z.int().min(0), to: Coordinate }),
  samples: () => [{ versionId: 1, index: 1, to: { Lat: 52.12, Lng: 5.12 } }],
  label: () => 'Insert shape point',
  draft: { kind: shapeDraft, scope: shapeScope, edit: (doc, p) => void doc.steps.push({ kind: 'insert', index: p.index, to: p.to }) },
  inverse: 'draft',
  keep: 'all',
});

/** Takes a point out of the shape. */
export const removeShapePoint = defineCommand('shape.removePoint', {
  payload: InVersion.extend({ index: z.int().min(0) }),
  samples: () => [{ versionId: 1, index: 1 }],
  label: () => 'Remove shape point',
  draft: { kind: shapeDraft, scope: shapeScope, edit: (doc, p) => void doc.steps.push({ kind: 'remove', index: p.index }) },
  inverse: 'draft',
  keep: 'all',
});

/** Puts a line from a file in place of the whole shape. */
export const importShapeLine = defineCommand('shape.importLine', {
  payload: InVersion.extend({ shape: z.string().min(1) }),
  samples: () => [{ versionId: 1, shape: '_p~iF~ps|U_ulLnnqC' }],
  label: () => 'Import a line as the shape',
  draft: { kind: shapeDraft, scope: shapeScope, edit: (doc, p) => void doc.steps.push({ kind: 'replace', shape: p.shape }) },
  inverse: 'draft',
  keep: 'all',
});

/** Whether times are spread anew over the stops by distance when the shape is applied. */
export const setRecalculateTimes = defineCommand('shape.recalculateTimes', {
  payload: InVersion.extend({ on: z.boolean() }),
  samples: () => [{ versionId: 1, on: true }],
  label: (p) => (p.on ? 'Recalculate times' : 'Keep times'),
  draft: {
    kind: shapeDraft,
    scope: shapeScope,
    edit: (doc, p) => {
      doc.recalculateTimes = p.on;
    },
  },
  inverse: 'draft',
  keep: 'all',
});

/** A click while drawing: on a stop of the track (by its position), or on ground. */
export const clickShape = defineCommand('shape.click', {
  payload: InVersion.extend({ at: Coordinate, position: z.int().min(0).nullable() }),
  samples: () => [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, position: null }],
  label: () => 'Click the map',
  inverse: 'none',
  keep: 'all',
});

/** Begins the part that is drawn. */
export const beginSegment = defineCommand('shape.beginSegment', {
  payload: InVersion.extend({ at: Coordinate, position: z.int().min(0).nullable() }),
  samples: () => [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, position: 0 }],
  label: () => 'Begin to draw',
  draft: {
    kind: shapeDraft,
    scope: shapeScope,
    edit: (doc, p) => {
      doc.start = { at: p.at, position: p.position };
    },
  },
  inverse: 'draft',
  keep: 'all',
});

/** Asks for the way to the next place. The answer stands in the log, so a replay asks nobody. */
export const routeShape = defineCommand('shape.route', {
  payload: InVersion.extend({ variant: RouteVariant, from: Coordinate, to: Coordinate }),
  samples: () => [{ versionId: 1, variant: 'standard' as const, from: { Lat: 52.1, Lng: 5.1 }, to: { Lat: 52.2, Lng: 5.2 } }],
  label: () => 'Find the way',
  policy: 'latest',
  call: (p) => request(routeSegment, { params: { versionId: p.versionId, variant: p.variant }, body: { From: p.from, To: p.to } }),
  reply: RouteAnswer,
  answered: (base, p, reply) => {
    if (reply.Notice === undefined) return;
    const id = `route/${p.versionId}`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'info', text: reply.Notice }];
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Draws on to the next place, along a way that was found. */
export const addShapeLeg = defineCommand('shape.addLeg', {
  payload: InVersion.extend({ shape: z.string(), position: z.int().min(0).nullable() }),
  samples: () => [{ versionId: 1, shape: '_p~iF~ps|U_ulLnnqC', position: null }],
  label: () => 'Draw on',
  draft: { kind: shapeDraft, scope: shapeScope, edit: (doc, p) => void doc.legs.push({ shape: p.shape, position: p.position }) },
  inverse: 'draft',
  keep: 'all',
});

/** Saves what was done to the shape. */
export const applyShape = defineCommand('shape.apply', {
  payload: InVersion,
  samples: () => [{ versionId: 1 }],
  label: () => 'Apply the shape',
  inverse: 'none',
  keep: 'all',
});

/** Leaves the shape as it was. */
export const cancelShape = defineCommand('shape.cancel', {
  payload: InVersion,
  samples: () => [{ versionId: 1 }],
  label: () => 'Leave the shape as it was',
  inverse: 'none',
  keep: 'all',
});

/** Ends the draft of the shape. */
export const closeShapeDraft = defineCommand('shape.close', {
  payload: InVersion,
  samples: () => [{ versionId: 1 }],
  label: () => 'Close the shape',
  draft: { kind: shapeDraft, scope: shapeScope, close: true },
  inverse: 'none',
  keep: 'all',
});

export const shapeCommands = [
  addShapeLeg,
  applyShape,
  beginSegment,
  cancelShape,
  clickShape,
  closeShapeDraft,
  drawShape,
  importShapeLine,
  insertShapePoint,
  moveShapePoint,
  moveShapePoints,
  openShapeDraft,
  removeShapePoint,
  routeShape,
  setRecalculateTimes,
  startShape,
] as const;
