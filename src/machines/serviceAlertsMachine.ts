/**
 * Service alerts of a public feed: one is written or changed, published, ended or removed after a question, and its history is looked at.
 * What was refused is there again, with why.
 *
 *   listing --WRITE--> writing --SAVE--> saving --DONE--> listing, --FAILED--> writing
 *   listing --ASK [history]--> looking --CANCEL--> listing
 *   listing --ASK--> asking --CONFIRM--> acting --DONE--> listing, --FAILED--> asking
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  createServiceAlert,
  endServiceAlert,
  publishServiceAlert,
  removeServiceAlert,
  updateServiceAlert,
} from '../commands/exports/serviceAlerts.ts';
import {
  type AlertQuestion,
  askServiceAlert,
  confirmServiceAlert,
  listServiceAlerts,
  writeServiceAlert,
} from '../commands/exports/serviceAlertSteps.ts';
import { placeOf } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { exportViewOf } from '../projections/exportState.ts';
import { type Answer, answerTo, isMadeAfterAll, why } from './answers.ts';

export interface ServiceAlertsContext {
  /** The alert that is changed; null for a new one. */
  readonly id: number | null;
  readonly question: AlertQuestion | null;
  readonly messages: readonly string[];
}

export type ServiceAlertsEvent =
  | { readonly type: 'WRITE'; readonly id: number | null }
  | { readonly type: 'ASK'; readonly question: AlertQuestion }
  | { readonly type: 'SAVE' }
  | { readonly type: 'CONFIRM' }
  | Answer
  | { readonly type: 'CANCEL' };

const NOTHING: ServiceAlertsContext = { id: null, question: null, messages: [] };

export const serviceAlertsMachine = setup({
  types: { context: {} as ServiceAlertsContext, events: {} as ServiceAlertsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    clear: assign({ messages: [] }),
    why: assign(why),
  },
}).createMachine({
  id: 'serviceAlerts',
  context: NOTHING,
  initial: 'listing',
  states: {
    listing: {
      entry: 'forget',
      on: {
        WRITE: { target: 'writing', actions: assign(({ event }) => ({ id: event.id })) },
        ASK: [
          {
            guard: ({ event }) => event.question.act === 'history',
            target: 'looking',
            actions: assign(({ event }) => ({ question: event.question })),
          },
          { target: 'asking', actions: assign(({ event }) => ({ question: event.question })) },
        ],
      },
    },
    writing: { on: { SAVE: { target: 'saving', actions: 'clear' }, CANCEL: 'listing' } },
    saving: { on: { DONE: 'listing', FAILED: { target: 'writing', actions: 'why' } } },
    looking: { on: { CANCEL: 'listing' } },
    asking: {
      on: {
        CONFIRM: { target: 'acting', actions: ['clear', { type: 'dispatch', params: ({ context }) => actOf(context.question) }] },
        CANCEL: 'listing',
      },
    },
    acting: { on: { DONE: 'listing', FAILED: { target: 'asking', actions: 'why' } } },
  },
});

/** The act that was asked about. */
function actOf(question: AlertQuestion | null): CommandInput {
  if (question === null || question.act === 'history') return listServiceAlerts({});
  const { act, ...seen } = question;
  if (act === 'publish') return publishServiceAlert(seen);
  return act === 'end' ? endServiceAlert(seen) : removeServiceAlert(seen);
}

const SAVES = [createServiceAlert, updateServiceAlert] as const;

/** Which records the machine follows. */
export const serviceAlertsWorkflow = defineWorkflow({
  id: 'serviceAlerts',
  machine: serviceAlertsMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): ServiceAlertsEvent | undefined => {
    const written = payloadOf(writeServiceAlert, record);
    if (written) return { type: 'WRITE', id: written.id };
    const question = payloadOf(askServiceAlert, record);
    if (question) return { type: 'ASK', question };
    if (SAVES.some(({ type }) => record.type === type)) return { type: 'SAVE' };
    if (record.type === confirmServiceAlert.type) return { type: 'CONFIRM' };
    if (record.type === listServiceAlerts.type || record.type === 'app.started') return { type: 'CANCEL' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { path, search } = view.location;
      return placeOf(path).section === 'exports' && exportViewOf(search).alerts ? undefined : { type: 'CANCEL' };
    }
    const answer = answerTo([...SAVES, publishServiceAlert, endServiceAlert, removeServiceAlert], record, about);
    return isMadeAfterAll(answer, snapshot, 'writing', 'asking') ? { type: 'CANCEL' } : answer;
  },
});
