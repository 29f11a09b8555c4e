/**
 * Moving a stop by hand. Press and drag are a preview of the map alone; the drop issues `moveStop`.
 *
 *   idle --START--> armed --GRAB--> dragging --DROP--> saving --SETTLED--> idle
 *
 * Escape (CANCEL) and leaving the stop (LEAVE) end it anywhere before saving. A drop where the stop already is changes nothing.
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { moveStop } from '../commands/stops/stopEdits.ts';
import { cancelStopMove, dropStop, grabStop, startStopMove } from '../commands/stops/moveStopGesture.ts';
import { type Coordinate, samePlace } from '../domain/coordinate.ts';
import { placeOf } from '../domain/locations.ts';
import { type CommandInput, payloadOf, refusalOf } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';

interface MoveStopContext {
  readonly versionId: number;
  readonly stopId: string;
  readonly from: Coordinate | null;
  readonly rev: number;
}

export type MoveStopEvent =
  | { readonly type: 'START'; readonly versionId: number; readonly stopId: string }
  | { readonly type: 'GRAB'; readonly stopId: string; readonly from: Coordinate | null; readonly rev: number }
  | { readonly type: 'DROP'; readonly to: Coordinate }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'SETTLED' }
  | { readonly type: 'FAILED' };

const NOTHING: MoveStopContext = { versionId: 0, stopId: '', from: null, rev: 0 };

export const moveStopMachine = setup({
  types: { context: {} as MoveStopContext, events: {} as MoveStopEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    isTheStop: ({ context, event }) => event.type === 'GRAB' && event.stopId === context.stopId,
    isElsewhere: ({ context, event }) => event.type === 'DROP' && !samePlace(context.from, event.to),
  },
}).createMachine({
  id: 'moveStop',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: { START: { target: 'armed', actions: assign(({ event }) => ({ versionId: event.versionId, stopId: event.stopId })) } },
    },
    armed: {
      on: {
        GRAB: { guard: 'isTheStop', target: 'dragging', actions: assign(({ event }) => ({ from: event.from, rev: event.rev })) },
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
    dragging: {
      on: {
        DROP: [
          {
            guard: 'isElsewhere',
            target: 'saving',
            actions: {
              type: 'dispatch',
              params: ({ context: { versionId, stopId, rev }, event }) => moveStop({ versionId, stopId, coordinate: event.to, rev }),
            },
          },
          { target: 'armed' },
        ],
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
    saving: {
      on: { SETTLED: 'idle', FAILED: 'armed', LEAVE: 'idle' },
    },
  },
});

/** Which records the machine hears. */
export const moveStopWorkflow = defineWorkflow({
  id: 'moveStop',
  machine: moveStopMachine,
  route: (record, view, { about, snapshot }): MoveStopEvent | undefined => {
    const start = payloadOf(startStopMove, record);
    if (start) return { type: 'START', ...start };
    const grab = payloadOf(grabStop, record);
    if (grab) return { type: 'GRAB', ...grab };
    const drop = payloadOf(dropStop, record);
    if (drop) return { type: 'DROP', ...drop };
    if (record.type === cancelStopMove.type) return { type: 'CANCEL' };
    if (about?.type === moveStop.type || refusalOf(moveStop, record)) return outcomeOf(record);
    if (isElsewhere(record, snapshot.context)) return { type: 'LEAVE' };
    return undefined;

    function isElsewhere(of: LogRecord, context: MoveStopContext): boolean {
      if (of.type !== 'location.open' && of.type !== 'location.changed') return false;
      const place = placeOf(view.location.path);
      return place.section !== 'data' || place.versionId !== context.versionId || place.itemId !== context.stopId;
    }
  },
});

function outcomeOf(record: LogRecord): MoveStopEvent | undefined {
  if (record.type === `${moveStop.type}.answered`) return { type: 'SETTLED' };
  if (record.type === `${moveStop.type}.failed` || record.type === `${moveStop.type}.refused`) return { type: 'FAILED' };
  return undefined;
}
