/**
 * Delivery locations: listed, made or changed, tried, and deleted after a question. What could not be saved or deleted is there again, with why.
 *
 *   listing --EDIT--> editing --SAVE--> saving --DONE--> listing, --FAILED--> editing
 *                     editing --TEST--> testing --TESTED--> editing
 *   listing --ASK--> asking --CONFIRM--> removing --DONE--> listing, --FAILED--> asking
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { deleteDeliveryLocation, saveDeliveryLocation, testDeliveryLocation } from '../commands/exports/deliveryLocations.ts';
import { askDeleteLocation, confirmDeleteLocation, editDeliveryLocation, listDeliveryLocations } from '../commands/exports/deliveryLocationSteps.ts';
import { placeOf } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { exportViewOf } from '../projections/exportState.ts';
import { type Answer, answerTo, isMadeAfterAll, why } from './answers.ts';

export interface DeliveryLocationsContext {
  /** The location that is changed or asked about; null for a new one, and in the list. */
  readonly id: number | null;
  readonly messages: readonly string[];
}

export type DeliveryLocationsEvent =
  | { readonly type: 'EDIT'; readonly id: number | null }
  | { readonly type: 'TEST' }
  | { readonly type: 'TESTED' }
  | { readonly type: 'SAVE' }
  | { readonly type: 'ASK'; readonly id: number }
  | { readonly type: 'CONFIRM' }
  | Answer
  | { readonly type: 'CANCEL' };

const NOTHING: DeliveryLocationsContext = { id: null, messages: [] };
const SAVE = { target: 'saving', actions: 'clear' } as const;

export const deliveryLocationsMachine = setup({
  types: { context: {} as DeliveryLocationsContext, events: {} as DeliveryLocationsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    clear: assign({ messages: [] }),
    why: assign(why),
  },
}).createMachine({
  id: 'deliveryLocations',
  context: NOTHING,
  initial: 'listing',
  states: {
    listing: {
      entry: 'forget',
      on: {
        EDIT: { target: 'editing', actions: assign(({ event }) => ({ id: event.id })) },
        ASK: { target: 'asking', actions: assign(({ event }) => ({ id: event.id })) },
      },
    },
    editing: { on: { TEST: 'testing', SAVE, CANCEL: 'listing' } },
    testing: { on: { TESTED: 'editing', SAVE, CANCEL: 'listing' } },
    saving: { on: { DONE: 'listing', FAILED: { target: 'editing', actions: 'why' }, CANCEL: 'listing' } },
    asking: {
      on: {
        CONFIRM: {
          target: 'removing',
          actions: ['clear', { type: 'dispatch', params: ({ context }) => deleteDeliveryLocation({ id: context.id ?? 0 }) }],
        },
        CANCEL: 'listing',
      },
    },
    removing: { on: { DONE: 'listing', FAILED: { target: 'asking', actions: 'why' }, CANCEL: 'listing' } },
  },
});

/** Which records the machine hears. */
export const deliveryLocationsWorkflow = defineWorkflow({
  id: 'deliveryLocations',
  machine: deliveryLocationsMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): DeliveryLocationsEvent | undefined => {
    const edited = payloadOf(editDeliveryLocation, record);
    if (edited) return { type: 'EDIT', id: edited.id };
    const asked = payloadOf(askDeleteLocation, record);
    if (asked) return { type: 'ASK', id: asked.id };
    if (record.type === testDeliveryLocation.type) return { type: 'TEST' };
    if (record.type === saveDeliveryLocation.type) return { type: 'SAVE' };
    if (record.type === confirmDeleteLocation.type) return { type: 'CONFIRM' };
    if (record.type === listDeliveryLocations.type || record.type === 'app.started') return { type: 'CANCEL' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { path, search } = view.location;
      return placeOf(path).section === 'exports' && exportViewOf(search).locations ? undefined : { type: 'CANCEL' };
    }
    if (answerTo([testDeliveryLocation], record, about)) return { type: 'TESTED' };
    const answer = answerTo([saveDeliveryLocation, deleteDeliveryLocation], record, about);
    return isMadeAfterAll(answer, snapshot, 'editing') ? { type: 'CANCEL' } : answer;
  },
});
