/**
 * The border of a zone of GTFS Flex: drawn anew, or the points of the one that is there moved; saved in one edit.
 *
 *   closed --DRAW--> drawing --APPLY--> saving --DONE--> closed
 *      '--RESHAPE--> reshaping --APPLY--^  '-- FAILED --> drawing or reshaping
 */
import { assign, setup } from 'xstate';
import { startDetour } from '../commands/tracks/detourSteps.ts';
import { startShape } from '../commands/tracks/shapeSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { editZoneGeometry } from '../commands/flex/zoneEdits.ts';
import {
  applyZone,
  closeZone,
  drawZonePoint,
  insertZonePoint,
  moveZonePoint,
  removeZonePoint,
  reshapeZone,
  startZone,
  takeBackZonePoint,
} from '../commands/flex/zoneSteps.ts';
import { type Coordinate, samePlace } from '../domain/coordinate.ts';
import { polygonOf, withInserted, withMoved, withoutPosition, type ZoneGeometry } from '../domain/zoneGeometry.ts';
import { sameJson } from '../domain/sameJson.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

export interface DrawZoneContext {
  readonly versionId: number;
  readonly zoneId: string;
  /** Points of a new border. */
  readonly points: readonly Coordinate[];
  /** The border whose points are moved: now, as it was opened, and before the last change. */
  readonly geometry: ZoneGeometry | null;
  readonly opened: ZoneGeometry | null;
  readonly former: ZoneGeometry | null;
  readonly messages: readonly string[];
}

export type DrawZoneEvent =
  | { readonly type: 'DRAW'; readonly versionId: number; readonly zoneId: string }
  | { readonly type: 'RESHAPE'; readonly versionId: number; readonly zoneId: string; readonly geometry: ZoneGeometry }
  | { readonly type: 'POINT'; readonly at: Coordinate }
  | { readonly type: 'BACK' }
  | { readonly type: 'MOVE'; readonly index: number; readonly to: Coordinate }
  | { readonly type: 'INSERT'; readonly index: number; readonly to: Coordinate }
  | { readonly type: 'REMOVE'; readonly index: number }
  | { readonly type: 'APPLY' }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: DrawZoneContext = { versionId: 0, zoneId: '', points: [], geometry: null, opened: null, former: null, messages: [] };

function changed({ geometry }: DrawZoneContext, change: (geometry: ZoneGeometry) => ZoneGeometry): Partial<DrawZoneContext> {
  if (!geometry) return {};
  const next = change(geometry);
  return next === geometry ? {} : { geometry: next, former: geometry, messages: [] };
}

export const drawZoneMachine = setup({
  types: { context: {} as DrawZoneContext, events: {} as DrawZoneEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(({ event }) => {
      if (event.type === 'DRAW') return { ...NOTHING, versionId: event.versionId, zoneId: event.zoneId };
      if (event.type === 'RESHAPE')
        return { ...NOTHING, versionId: event.versionId, zoneId: event.zoneId, geometry: event.geometry, opened: event.geometry };
      return {};
    }),
    save: assign({ messages: [] }),
    why: assign(why),
  },
  guards: {
    // a double click, or one on a point that is there, is none
    isNew: ({ context: { points }, event }) => event.type === 'POINT' && !points.some((point) => samePlace(point, event.at)),
    isArea: ({ context }) => context.points.length > 2,
    isChanged: ({ context }) => !sameJson(context.geometry, context.opened),
    hasFormer: ({ context }) => context.former !== null,
    isReshaped: ({ context }) => context.geometry !== null,
  },
}).createMachine({
  id: 'drawZone',
  context: NOTHING,
  initial: 'closed',
  on: {
    DRAW: { target: '.drawing', actions: 'begin' },
    RESHAPE: { target: '.reshaping', actions: 'begin' },
  },
  states: {
    closed: { entry: 'forget' },
    drawing: {
      on: {
        CLOSE: 'closed',
        POINT: { guard: 'isNew', actions: assign(({ context, event }) => ({ points: [...context.points, event.at], messages: [] })) },
        BACK: { actions: assign(({ context }) => ({ points: context.points.slice(0, -1), messages: [] })) },
        APPLY: {
          guard: 'isArea',
          target: 'saving',
          actions: [
            'save',
            {
              type: 'dispatch',
              params: ({ context: { versionId, zoneId, points } }) => editZoneGeometry({ versionId, zoneId, geometry: polygonOf(points) }),
            },
          ],
        },
      },
    },
    reshaping: {
      on: {
        CLOSE: 'closed',
        MOVE: { actions: assign(({ context, event }) => changed(context, (geometry) => withMoved(geometry, event.index, event.to))) },
        INSERT: { actions: assign(({ context, event }) => changed(context, (geometry) => withInserted(geometry, event.index, event.to))) },
        REMOVE: { actions: assign(({ context, event }) => changed(context, (geometry) => withoutPosition(geometry, event.index))) },
        BACK: {
          guard: 'hasFormer',
          actions: assign(({ context: { former } }) => ({ geometry: former, former: null, messages: [] })),
        },
        APPLY: [
          {
            guard: 'isChanged',
            target: 'saving',
            actions: [
              'save',
              {
                type: 'dispatch',
                params: ({ context: { versionId, zoneId, geometry } }) =>
                  editZoneGeometry({ versionId, zoneId, geometry: geometry ?? polygonOf([]) }),
              },
            ],
          },
          { target: 'closed' },
        ],
      },
    },
    saving: {
      on: {
        CLOSE: 'closed',
        DONE: 'closed',
        FAILED: [
          { guard: 'isReshaped', target: 'reshaping', actions: 'why' },
          { target: 'drawing', actions: 'why' },
        ],
      },
    },
  },
});

/** Which records the machine follows. */
export const drawZoneWorkflow = defineWorkflow({
  id: 'drawZone',
  machine: drawZoneMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): DrawZoneEvent | undefined => {
    const drawn = payloadOf(startZone, record);
    if (drawn) return { type: 'DRAW', ...drawn };
    const reshaped = payloadOf(reshapeZone, record);
    if (reshaped) return { type: 'RESHAPE', ...reshaped };
    const point = payloadOf(drawZonePoint, record);
    if (point) return { type: 'POINT', at: point.at };
    const moved = payloadOf(moveZonePoint, record);
    if (moved) return { type: 'MOVE', ...moved };
    const inserted = payloadOf(insertZonePoint, record);
    if (inserted) return { type: 'INSERT', ...inserted };
    const removed = payloadOf(removeZonePoint, record);
    if (removed) return { type: 'REMOVE', ...removed };
    if (record.type === takeBackZonePoint.type) return { type: 'BACK' };
    if (record.type === applyZone.type) return { type: 'APPLY' };
    // one tool of the map at a time
    if ([closeZone.type, startShape.type, startDetour.type, 'app.started'].includes(record.type)) return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { versionId, page, itemId } = presentPlace(view);
      const { context } = snapshot;
      return versionId === context.versionId && page === 'zones' && itemId === context.zoneId ? undefined : { type: 'CLOSE' };
    }
    return answerTo([editZoneGeometry], record, about);
  },
});
