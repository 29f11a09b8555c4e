/**
 * Creating a transfer on the map: two stops, then type and duration. A refused form stays open with what was wrong.
 *
 *   closed --START--> choosingStart --PICK--> drawing --PICK--> filling --SUBMIT--> creating --DONE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { announceTransfer, cancelTransfer, pickTransferStop, startTransfer, submitTransfer } from '../commands/transfers/createTransferSteps.ts';
import { createTransfer } from '../commands/transfers/transferEdits.ts';
import { TIMED_TRANSFER } from '../domain/transfers.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';
import { begin, CLOSED, CONNECTING_GUARDS, type ConnectingEnd, type ConnectingStart, endOfConnecting, ENDS_WHEN_CHOSEN } from './connectingStops.ts';

interface CreateTransferContext {
  readonly versionId: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly transferId: string;
  readonly messages: readonly string[];
}

export type CreateTransferEvent =
  | ConnectingStart
  | { readonly type: 'PICK'; readonly stopId: string; readonly transferId: string }
  | { readonly type: 'SUBMIT'; readonly transferType: number; readonly duration: string }
  | { readonly type: 'CANCEL' }
  | ConnectingEnd
  | Answer;

const NOTHING: CreateTransferContext = { versionId: 0, from: null, to: null, transferId: '', messages: [] };

/** Seconds of a typed duration; undefined where it is none: digits only. */
export function durationOf(text: string): number | undefined {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}

export const createTransferMachine = setup({
  types: { context: {} as CreateTransferContext, events: {} as CreateTransferEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(begin),
    why: assign(why),
  },
  guards: {
    ...CONNECTING_GUARDS,
    isAnother: ({ context, event }) => event.type === 'PICK' && event.stopId !== context.from,
    hasDuration: ({ event }) => event.type === 'SUBMIT' && (event.transferType !== TIMED_TRANSFER || durationOf(event.duration) !== undefined),
  },
}).createMachine({
  id: 'createTransfer',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: CLOSED,
    choosingStart: {
      on: {
        PICK: { target: 'drawing', actions: assign(({ event }) => ({ from: event.stopId })) },
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    drawing: {
      on: {
        PICK: { guard: 'isAnother', target: 'filling', actions: assign(({ event }) => ({ to: event.stopId, transferId: event.transferId })) },
        CANCEL: 'closed',
        ...ENDS_WHEN_CHOSEN,
      },
    },
    filling: {
      on: {
        SUBMIT: {
          guard: 'hasDuration',
          target: 'creating',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, from, to, transferId }, event }) => {
                // sent only where it is a whole number, and belongs to the type
                const time = event.transferType === TIMED_TRANSFER ? durationOf(event.duration) : undefined;
                return createTransfer({
                  versionId,
                  transferId,
                  stopFrom: from ?? '',
                  stopTo: to ?? '',
                  transferType: event.transferType,
                  ...(time === undefined ? {} : { transferTime: time }),
                });
              },
            },
          ],
        },
        CANCEL: 'closed',
        ...ENDS_WHEN_CHOSEN,
      },
    },
    creating: {
      on: {
        ...waitingFrom('filling'),
        DONE: {
          target: 'closed',
          actions: { type: 'dispatch', params: ({ context }) => announceTransfer({ transferId: context.transferId }) },
        },
        ...ENDS_WHEN_CHOSEN,
      },
    },
  },
});

/** Which records the machine hears. */
export const createTransferWorkflow = defineWorkflow({
  id: 'createTransfer',
  machine: createTransferMachine,
  route: (record, view, { about, snapshot }): CreateTransferEvent | undefined => {
    const start = payloadOf(startTransfer, record);
    if (start) return { type: 'START', ...start };
    const pick = payloadOf(pickTransferStop, record);
    if (pick) return { type: 'PICK', ...pick };
    const form = payloadOf(submitTransfer, record);
    if (form) return { type: 'SUBMIT', transferType: form.type, duration: form.duration };
    if (record.type === cancelTransfer.type) return { type: 'CANCEL' };
    return answerTo([createTransfer], record, about) ?? endOfConnecting(record, view, snapshot.context);
  },
});
