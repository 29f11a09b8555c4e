/**
 * Making a fare: a form, then the edit. What the server says against it is in the form, which stays open.
 *
 *   closed --OPEN--> filling --SUBMIT--> saving --DONE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { createFare } from '../commands/fares/fareEdits.ts';
import { askCreateFare, cancelFareForm, type FareForm, submitFareForm } from '../commands/fares/fareFormSteps.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { dataPath } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

interface FareFormContext {
  readonly databaseId: string;
  readonly versionId: number;
  readonly page: string;
  readonly fareId: string;
  readonly messages: readonly string[];
}

export type FareFormEvent =
  | { readonly type: 'OPEN'; readonly databaseId: string; readonly versionId: number; readonly page: string }
  | { readonly type: 'SUBMIT'; readonly form: FareForm }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: FareFormContext = { databaseId: '', versionId: 0, page: '', fareId: '', messages: [] };

export const fareFormMachine = setup({
  types: { context: {} as FareFormContext, events: {} as FareFormEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    hasId: ({ event }) => event.type === 'SUBMIT' && event.form.fareId.trim() !== '',
  },
}).createMachine({
  id: 'fareForm',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'filling', actions: assign(({ event: { databaseId, versionId, page } }) => ({ databaseId, versionId, page })) } },
    },
    filling: {
      on: {
        SUBMIT: [
          {
            guard: 'hasId',
            target: 'saving',
            actions: [
              assign(({ event }) => ({ fareId: event.form.fareId.trim(), messages: [] })),
              { type: 'dispatch', params: ({ context, event }) => creation(context, event.form) },
            ],
          },
          { actions: assign({ messages: ['Fare id is required'] }) },
        ],
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    saving: {
      on: {
        ...waitingFrom('filling'),
        DONE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => openPlace({ path: placeOfNew(context), search: '' }) } },
        LEAVE: 'closed',
      },
    },
  },
});

function creation({ versionId }: FareFormContext, { fareId, description, price, currency }: FareForm): CommandInput {
  return createFare({
    versionId,
    fareId: fareId.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    price: price.trim(),
    currency,
  });
}

function placeOfNew({ databaseId, versionId, page, fareId }: FareFormContext): string {
  return dataPath({ databaseId, versionId, page, itemId: fareId });
}

/** Which records the machine hears. */
export const fareFormWorkflow = defineWorkflow({
  id: 'fareForm',
  machine: fareFormMachine,
  route: (record, view, { about, snapshot }): FareFormEvent | undefined => {
    const { databaseId = '', versionId, page = '' } = presentPlace(view);
    const open = payloadOf(askCreateFare, record);
    if (open) return { type: 'OPEN', databaseId, versionId: open.versionId, page: 'fares' };
    const form = payloadOf(submitFareForm, record);
    if (form) return { type: 'SUBMIT', form };
    if (record.type === cancelFareForm.type) return { type: 'CANCEL' };
    const answer = answerTo([createFare], record, about);
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    return moved && (versionId !== snapshot.context.versionId || page !== snapshot.context.page) ? { type: 'LEAVE' } : undefined;
  },
});
