/**
 * Editing a track's shape: MOVE takes hold of its points, DRAW redraws a part of it along the paths that a router finds. What was done
 * is kept in the draft, where each step is undone by itself; the machine knows only which step may come next.
 *
 *   closed --START--> moving | drawing --LEG--> routing --ROUTED--> drawing
 *                     moving | drawing --APPLY--> saving --SAVED--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { editShape, replaceShape } from '../commands/tracks/shapeEdits.ts';
import {
  addShapeLeg,
  applyShape,
  beginSegment,
  cancelShape,
  clickShape,
  closeShapeDraft,
  openShapeDraft,
  routeShape,
  shapeDraft,
  shapeScope,
  startShape,
} from '../commands/tracks/shapeSteps.ts';
import type { Coordinate } from '../domain/coordinate.ts';
import type { RouteVariant } from '../domain/routing.ts';
import { drawnPoints, drawnSegment, type ShapeDraft, type ShapeMode, steppedShape } from '../domain/shapeDraft.ts';
import { encodeShape } from '../domain/shapes.ts';
import { answerOf, type CommandInput, payloadOf, refusalOf } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';
import { routeOf } from '../projections/shapeRoute.ts';
import type { AppState } from '../projections/state.ts';
import { presentPlace } from '../projections/versions.ts';
import { answerTo } from './answers.ts';

interface ShapeContext {
  readonly versionId: number;
  readonly scheduleId: string;
  readonly trackId: string;
  readonly mode: ShapeMode;
  /** The destination of the path that is being requested. */
  readonly from: Coordinate | null;
  readonly to: Coordinate | null;
  readonly position: number | null;
}

export type ShapeEvent =
  | { readonly type: 'START'; readonly versionId: number; readonly scheduleId: string; readonly trackId: string; readonly mode: ShapeMode }
  | { readonly type: 'BEGIN'; readonly at: Coordinate; readonly position: number | null }
  | {
      readonly type: 'LEG';
      readonly from: Coordinate;
      readonly to: Coordinate;
      readonly position: number | null;
      readonly variant: RouteVariant;
      readonly vehicleType?: number;
    }
  | { readonly type: 'STRAIGHT'; readonly from: Coordinate; readonly to: Coordinate; readonly position: number | null }
  | { readonly type: 'ROUTED'; readonly shape: string }
  | { readonly type: 'ROUTE_FAILED' }
  | { readonly type: 'APPLY'; readonly edit: CommandInput | null }
  | { readonly type: 'SAVED' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' };

const NOTHING: ShapeContext = { versionId: 0, scheduleId: '', trackId: '', mode: 'MOVE', from: null, to: null, position: null };

const openDraft = {
  type: 'dispatch',
  params: ({ event }: { event: ShapeEvent }) => {
    const { versionId, scheduleId, trackId, mode } = event.type === 'START' ? event : NOTHING;
    return openShapeDraft({ versionId, scheduleId, trackId, mode });
  },
} as const;

/** A mode is taken up, also in the midst of another: what that has done is dropped. While a shape is saved none is. */
const BEGINNINGS = [
  { guard: 'moves', target: 'moving', actions: ['takeUp', openDraft] },
  { target: 'drawing', actions: ['takeUp', openDraft] },
] as const;

export const shapeMachine = setup({
  types: { context: {} as ShapeContext, events: {} as ShapeEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    takeUp: assign(({ event }) => {
      if (event.type !== 'START') return {};
      const { type: _type, ...place } = event;
      return { ...NOTHING, ...place };
    }),
  },
  guards: {
    moves: ({ event }) => event.type === 'START' && event.mode === 'MOVE',
    changesSomething: ({ event }) => event.type === 'APPLY' && event.edit !== null,
    wasMoving: ({ context }) => context.mode === 'MOVE',
  },
}).createMachine({
  id: 'shape',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        START: BEGINNINGS,
      },
    },
    moving: {
      on: {
        START: BEGINNINGS,
        APPLY: [
          {
            guard: 'changesSomething',
            target: 'saving',
            actions: { type: 'dispatch', params: ({ context, event }) => event.edit ?? closeShapeDraft({ versionId: context.versionId }) },
          },
          { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        ],
        CANCEL: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        LEAVE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
      },
    },
    drawing: {
      on: {
        START: BEGINNINGS,
        BEGIN: {
          actions: {
            type: 'dispatch',
            params: ({ context, event }) => beginSegment({ versionId: context.versionId, at: event.at, position: event.position }),
          },
        },
        LEG: {
          target: 'routing',
          actions: [
            assign(({ event }) => ({ from: event.from, to: event.to, position: event.position })),
            {
              type: 'dispatch',
              params: ({ context: { versionId }, event: { variant, from, to, vehicleType } }) =>
                routeShape({ versionId, variant, from, to, ...(vehicleType === undefined ? {} : { vehicleType }) }),
            },
          ],
        },
        // with Alt: no path is looked for
        STRAIGHT: {
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId }, event: { from, to, position } }) =>
              addShapeLeg({ versionId, shape: encodeShape([from, to]), position }),
          },
        },
        APPLY: [
          {
            guard: 'changesSomething',
            target: 'saving',
            actions: { type: 'dispatch', params: ({ context, event }) => event.edit ?? closeShapeDraft({ versionId: context.versionId }) },
          },
          { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        ],
        CANCEL: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        LEAVE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
      },
    },
    routing: {
      on: {
        START: BEGINNINGS,
        ROUTED: {
          target: 'drawing',
          actions: {
            type: 'dispatch',
            params: ({ context, event }) => addShapeLeg({ versionId: context.versionId, shape: event.shape, position: context.position }),
          },
        },
        // no path was found, and the error says why: the polyline goes straight
        ROUTE_FAILED: {
          target: 'drawing',
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId, from, to, position } }) =>
              addShapeLeg({ versionId, shape: encodeShape(from && to ? [from, to] : []), position }),
          },
        },
        CANCEL: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        LEAVE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
      },
    },
    saving: {
      on: {
        SAVED: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
        FAILED: [{ guard: 'wasMoving', target: 'moving' }, { target: 'drawing' }],
        LEAVE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => closeShapeDraft({ versionId: context.versionId }) } },
      },
    },
  },
});

/** Which records the machine hears. */
export const shapeWorkflow = defineWorkflow({
  id: 'shape',
  machine: shapeMachine,
  route: (record, view, { about, drafts, snapshot }): ShapeEvent | undefined => {
    const start = payloadOf(startShape, record);
    if (start) return { type: 'START', ...start };
    const draft = shapeDraft.of({ drafts }, shapeScope(snapshot.context));
    const click = payloadOf(clickShape, record);
    if (click && draft) {
      return clickEvent(draft, click, view);
    }
    if (record.type === applyShape.type) return { type: 'APPLY', edit: draft ? editOf(draft) : null };
    if (record.type === cancelShape.type) return { type: 'CANCEL' };
    if (about?.type === routeShape.type) {
      const found = answerOf(routeShape, record);
      if (found) return { type: 'ROUTED', shape: found.Route };
      if (record.type === `${routeShape.type}.failed`) return { type: 'ROUTE_FAILED' };
    }
    const answer = answerTo([editShape, replaceShape], record, about);
    if (answer) return { type: answer.type === 'DONE' || isAsItWas(record) ? 'SAVED' : 'FAILED' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, itemId, trackId } = presentPlace(view);
    const { context } = snapshot;
    return versionId === context.versionId && itemId === context.scheduleId && trackId === context.trackId ? undefined : { type: 'LEAVE' };
  },
});

/** What was drawn is the shape that the track has: there is nothing to save. */
function isAsItWas(record: LogRecord): boolean {
  return [editShape, replaceShape].some((edit) => refusalOf(edit, record)?.code === 'edit.same');
}

/** A recorded click. */
interface ShapeClick {
  readonly at: Coordinate;
  readonly position: number | null;
  readonly straight?: boolean | undefined;
}

function clickEvent(draft: ShapeDraft, { at, position, straight = false }: ShapeClick, view: AppState): ShapeEvent {
  const from = drawnPoints(draft).at(-1);
  if (!from) return { type: 'BEGIN', at, position };
  return straight ? { type: 'STRAIGHT', from, to: at, position } : { type: 'LEG', from, to: at, position, ...routeOf(view, draft) };
}

/** What is sent of a draft; null where it changes nothing. */
function editOf(draft: ShapeDraft): CommandInput | null {
  const { versionId, scheduleId, trackId, recalculateTimes } = draft;
  const track = { versionId, scheduleId, trackId, recalculateTimes };
  if (draft.mode === 'DRAW') {
    const drawn = drawnSegment(draft);
    return drawn ? replaceShape({ ...track, ...drawn }) : null;
  }
  if (draft.steps.length === 0 && !recalculateTimes) return null;
  const { points, sequences } = steppedShape(draft);
  const followsStreets = draft.steps.some((step) => step.kind === 'replace' && step.sequences !== undefined);
  return editShape({ ...track, shape: encodeShape(points), sequences: [...sequences], ...(followsStreets ? { followsStreets } : {}) });
}
