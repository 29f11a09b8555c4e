/** The steps of editing a track's shape on the map; `machines/shapeMachine.ts` follows them, the draft keeps what was done. */
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
import { defineStep, stepsOn } from '../defineStep.ts';

export const shapeDraft = defineDraft('shape', ShapeDraft);

/** Undo scope of the shape that is edited in a version: there is one at most. */
export function shapeScope({ versionId }: { readonly versionId: number }): string {
  return `shape/${versionId}`;
}
const shapeStep = stepsOn(shapeDraft, shapeScope);

const TrackPlace = z.object({ versionId: VersionId, scheduleId: z.string(), trackId: z.string() });
const InVersion = z.object({ versionId: VersionId });

/** Takes up the shape of a track, to move its points or to draw a part of it again. */
export const startShape = defineStep('shape.start', (p) => (p.mode === 'MOVE' ? 'Move shape points' : 'Draw shape'), {
  payload: TrackPlace.extend({ mode: ShapeMode }),
  samples: [
    { versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' as const },
    { versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'DRAW' as const },
  ],
  decide: (view, p) => {
    const refused = refusedEdit(view);
    if (refused) return refused;
    return trackIn(view, p) ? undefined : { code: 'track.missing', message: 'Open a track first' };
  },
});

/** Begins the draft of a shape; what another mode has done so far is dropped. */
export const openShapeDraft = shapeStep('shape.open', 'Open the shape', {
  payload: TrackPlace.extend({ mode: ShapeMode }),
  samples: [{ versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' as const }],
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

export const moveShapePoints = defineStep('shape.startMove', 'Move shape points', {
  payload: InVersion,
  samples: [{ versionId: 1 }],
  action: startAction('MOVE', 'Move shape points', 'vector-points', 'Alt+KeyW'),
  next: (p, _reply, view) => startOf(view, p.versionId, 'MOVE'),
});

export const drawShape = defineStep('shape.startDraw', 'Draw shape', {
  payload: InVersion,
  samples: [{ versionId: 1 }],
  action: startAction('DRAW', 'Draw shape', 'pencil', 'Alt+KeyD'),
  next: (p, _reply, view) => startOf(view, p.versionId, 'DRAW'),
});

function startOf(view: AppState, versionId: number, mode: ShapeMode) {
  const track = presentTrack(view);
  return track ? [startShape({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, mode })] : [];
}

/** Puts a point of the shape somewhere else. */
export const moveShapePoint = shapeStep('shape.movePoint', 'Move shape point', {
  payload: InVersion.extend({ index: z.int().min(0), to: Coordinate }),
  samples: [{ versionId: 1, index: 1, to: { Lat: 52.11, Lng: 5.11 } }],
  edit: (doc, p) => void doc.steps.push({ kind: 'move', index: p.index, to: p.to }),
});

/** Puts a new point into the shape, before the point that has that index now. */
export const insertShapePoint = shapeStep('shape.insertPoint', 'Insert shape point', {
  payload: InVersion.extend({ index: z.int().min(0), to: Coordinate }),
  samples: [{ versionId: 1, index: 1, to: { Lat: 52.12, Lng: 5.12 } }],
  edit: (doc, p) => void doc.steps.push({ kind: 'insert', index: p.index, to: p.to }),
});

/** Takes a point out of the shape. */
export const removeShapePoint = shapeStep('shape.removePoint', 'Remove shape point', {
  payload: InVersion.extend({ index: z.int().min(0) }),
  samples: [{ versionId: 1, index: 1 }],
  edit: (doc, p) => void doc.steps.push({ kind: 'remove', index: p.index }),
});

/** Puts a line from a file, or one that was found along the streets, in place of the whole shape. */
export const importShapeLine = shapeStep('shape.importLine', (p) => (p.sequences === undefined ? 'Import a line as the shape' : 'Follow streets'), {
  payload: InVersion.extend({ shape: z.string().min(1), sequences: z.array(z.int().min(0)).optional() }),
  samples: [{ versionId: 1, shape: '_p~iF~ps|U_ulLnnqC' }],
  edit: (doc, p) => void doc.steps.push({ kind: 'replace', shape: p.shape, ...(p.sequences === undefined ? {} : { sequences: p.sequences }) }),
});

/** Whether times are spread over the stops again by distance when the shape is applied. */
export const setRecalculateTimes = shapeStep('shape.recalculateTimes', (p) => (p.on ? 'Recalculate times' : 'Keep times'), {
  payload: InVersion.extend({ on: z.boolean() }),
  samples: [{ versionId: 1, on: true }],
  edit: (doc, p) => {
    doc.recalculateTimes = p.on;
  },
});

/** A click while drawing: on a stop of the track (by its position), or on ground; `straight`: no path is looked for. */
export const clickShape = defineStep('shape.click', 'Click the map', {
  payload: InVersion.extend({ at: Coordinate, position: z.int().min(0).nullable(), straight: z.boolean().optional() }),
  samples: [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, position: null }],
});

/** Begins the part that is drawn. */
export const beginSegment = shapeStep('shape.beginSegment', 'Begin to draw', {
  payload: InVersion.extend({ at: Coordinate, position: z.int().min(0).nullable() }),
  samples: [{ versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, position: 0 }],
  edit: (doc, p) => {
    doc.start = { at: p.at, position: p.position };
  },
});

/** Requests the path to the next place. The answer is in the log, so a replay makes no request. */
export const routeShape = defineCommand('shape.route', {
  payload: InVersion.extend({
    variant: RouteVariant,
    from: Coordinate,
    to: Coordinate,
    /** Of the line, where it keeps off the streets. */
    vehicleType: z.int().optional(),
  }),
  samples: () => [{ versionId: 1, variant: 'standard' as const, from: { Lat: 52.1, Lng: 5.1 }, to: { Lat: 52.2, Lng: 5.2 } }],
  label: () => 'Find the path',
  policy: 'latest',
  call: (p) =>
    request(routeSegment, {
      params: { versionId: p.versionId, variant: p.variant },
      body: { From: p.from, To: p.to, ...(p.vehicleType === undefined ? {} : { VehicleType: p.vehicleType }) },
    }),
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

/** Draws to the next place, along a path that was found. */
export const addShapeLeg = shapeStep('shape.addLeg', 'Draw on', {
  payload: InVersion.extend({ shape: z.string(), position: z.int().min(0).nullable() }),
  samples: [{ versionId: 1, shape: '_p~iF~ps|U_ulLnnqC', position: null }],
  edit: (doc, p) => void doc.legs.push({ shape: p.shape, position: p.position }),
});

/** Saves what was done to the shape. */
export const applyShape = defineStep('shape.apply', 'Apply the shape', { payload: InVersion, samples: [{ versionId: 1 }] });

/** Discards the changes of the shape. */
export const cancelShape = defineStep('shape.cancel', 'Discard the changes of the shape', { payload: InVersion, samples: [{ versionId: 1 }] });

/** Ends the draft of the shape. */
export const closeShapeDraft = shapeStep('shape.close', 'Close the shape', {
  payload: InVersion,
  samples: [{ versionId: 1 }],
  close: true,
});
