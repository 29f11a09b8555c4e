/**
 * Drawing pathways on the map, one after the other: each leads from the node before to the node that is clicked, or that is
 * made where there is none. A second click on the node one stands at ends it, as Escape does.
 *
 *   closed --START--> choosingStart --PICK--> drawing --PICK--> creating --DONE--> drawing --PICK the same--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { endPathway, pickPathwayNode, startPathway } from '../commands/pathways/drawPathwaySteps.ts';
import { createPathway } from '../commands/pathways/pathwayEdits.ts';
import type { Coordinate } from '../domain/coordinate.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { type Answer, answerTo } from './answers.ts';
import { begin, CLOSED, CONNECTING_GUARDS, type ConnectingEnd, type ConnectingStart, endOfConnecting, ENDS_WHEN_CHOSEN } from './connectingStops.ts';

interface DrawPathwayContext {
  readonly versionId: number;
  readonly from: string | null;
  /** The node that the pathway being created leads to. */
  readonly to: string | null;
}

export type DrawPathwayEvent =
  | ConnectingStart
  | { readonly type: 'PICK'; readonly stopId: string | null; readonly at: Coordinate; readonly nodeId: string; readonly pathwayId: string }
  | { readonly type: 'END' }
  | ConnectingEnd
  | Answer;

const NOTHING: DrawPathwayContext = { versionId: 0, from: null, to: null };

export const drawPathwayMachine = setup({
  types: { context: {} as DrawPathwayContext, events: {} as DrawPathwayEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(begin),
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
    closed: CLOSED,
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
        ...ENDS_WHEN_CHOSEN,
      },
    },
    creating: {
      on: {
        DONE: { target: 'drawing', actions: assign(({ context }) => ({ from: context.to, to: null })) },
        FAILED: { target: 'drawing', actions: assign({ to: null }) },
        END: 'closed',
        ...ENDS_WHEN_CHOSEN,
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
    return answerTo([createPathway], record, about) ?? endOfConnecting(record, view, snapshot.context);
  },
});
