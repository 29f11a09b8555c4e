/**
 * Drawing pathways on the map, one after the other: each leads from the node before to the node that is clicked, or that is
 * made where there is none. A second click on the node one stands at ends it, as Escape does.
 *
 *   closed --START--> choosingStart --PICK--> drawing --PICK--> creating --CREATED--> drawing --PICK the same--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { endPathway, pickPathwayNode, startPathway } from '../commands/pathways/drawPathwaySteps.ts';
import { createPathway } from '../commands/pathways/pathwayEdits.ts';
import type { Coordinate } from '../domain/coordinate.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { CONNECTING_GUARDS, type ConnectingEnd, endOfConnecting, ENDS_WITH_STOP } from './connectingStops.ts';

interface DrawPathwayContext {
  readonly versionId: number;
  readonly from: string | null;
  /** The node that the pathway being created leads to. */
  readonly to: string | null;
}

export type DrawPathwayEvent =
  | { readonly type: 'START'; readonly versionId: number; readonly stopId: string | null }
  | { readonly type: 'PICK'; readonly stopId: string | null; readonly at: Coordinate; readonly nodeId: string; readonly pathwayId: string }
  | { readonly type: 'END' }
  | ConnectingEnd
  | { readonly type: 'CREATED' }
  | { readonly type: 'FAILED' };

const NOTHING: DrawPathwayContext = { versionId: 0, from: null, to: null };

export const drawPathwayMachine = setup({
  types: { context: {} as DrawPathwayContext, events: {} as DrawPathwayEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    ...CONNECTING_GUARDS,
    isNode: ({ event }) => event.type === 'PICK' && event.stopId !== null,
    isWhereOneStands: ({ context, event }) => event.type === 'PICK' && (event.stopId ?? event.nodeId) === context.from,
  },
}).createMachine({
  id: 'drawPathway',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        START: [
          { guard: 'fromStop', target: 'drawing', actions: assign(({ event }) => ({ versionId: event.versionId, from: event.stopId })) },
          { target: 'choosingStart', actions: assign(({ event }) => ({ versionId: event.versionId })) },
        ],
      },
    },
    choosingStart: {
      on: {
        PICK: { guard: 'isNode', target: 'drawing', actions: assign(({ event }) => ({ from: event.stopId })) },
        END: 'closed',
        LEAVE: 'closed',
      },
    },
    drawing: {
      on: {
        PICK: [
          { guard: 'isWhereOneStands', target: 'closed' },
          {
            target: 'creating',
            actions: [
              assign(({ event }) => ({ to: event.stopId ?? event.nodeId })),
              {
                type: 'dispatch',
                params: ({ context, event }) =>
                  createPathway({
                    versionId: context.versionId,
                    fromStopId: context.from ?? '',
                    pathwayId: event.pathwayId,
                    toStopId: event.stopId ?? event.nodeId,
                    ...(event.stopId === null ? { toCoordinate: event.at } : {}),
                  }),
              },
            ],
          },
        ],
        END: 'closed',
        LEAVE: 'closed',
        GONE: ENDS_WITH_STOP,
      },
    },
    creating: {
      on: {
        CREATED: { target: 'drawing', actions: assign(({ context }) => ({ from: context.to, to: null })) },
        FAILED: { target: 'drawing', actions: assign({ to: null }) },
        END: 'closed',
        LEAVE: 'closed',
        GONE: ENDS_WITH_STOP,
      },
    },
  },
});

/** Which records the machine hears. */
export const drawPathwayWorkflow = defineWorkflow({
  id: 'drawPathway',
  machine: drawPathwayMachine,
  route: (record, view, { about, snapshot }): DrawPathwayEvent | undefined => {
    const start = payloadOf(startPathway, record);
    if (start) return { type: 'START', ...start };
    const pick = payloadOf(pickPathwayNode, record);
    if (pick) return { type: 'PICK', ...pick };
    if (record.type === endPathway.type) return { type: 'END' };
    if (about?.type === createPathway.type) {
      if (record.type === `${createPathway.type}.answered`) return { type: 'CREATED' };
      if (record.type === `${createPathway.type}.failed` || record.type === `${createPathway.type}.refused`) return { type: 'FAILED' };
    }
    return endOfConnecting(record, view, snapshot.context);
  },
});
