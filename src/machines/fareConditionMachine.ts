/**
 * The editor of a fare's conditions: which one, its value, then the edit. A stop can be picked on the map while the value is made.
 *
 *   closed --OPEN--> choosing --CHOOSE--> filling --SUBMIT--> saving --DONE--> closed
 *                                         filling --PICK--> picking --PICKED--> filling
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { editFareRules, setFareConditions } from '../commands/fares/fareEdits.ts';
import {
  cancelFareCondition,
  changeFareCondition,
  chooseFareCondition,
  openFareCondition,
  pickFareStop,
  submitFareCondition,
  takeFareStop,
} from '../commands/fares/fareConditionSteps.ts';
import type { ConditionChoice, FareConditionDraft, StopPick } from '../domain/fareConditionDraft.ts';
import type { FareConditionValues } from '../domain/fareConditions.ts';
import type { FareRule } from '../domain/model/fare.ts';
import { type CommandInput, payloadOf, refusalOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

interface FareConditionContext {
  readonly versionId: number;
  readonly fareId: string;
  readonly condition: ConditionChoice | null;
  readonly draft: FareConditionDraft;
  readonly pick: StopPick | null;
  readonly messages: readonly string[];
}

interface Outcome {
  readonly conditions?: FareConditionValues | undefined;
  readonly rules?: { readonly add: readonly FareRule[]; readonly remove: readonly FareRule[] } | undefined;
  readonly faults?: readonly string[] | undefined;
}

export type FareConditionEvent =
  | {
      readonly type: 'OPEN';
      readonly versionId: number;
      readonly fareId: string;
      readonly condition: ConditionChoice | null;
      readonly draft: FareConditionDraft;
    }
  | { readonly type: 'CHOOSE'; readonly condition: ConditionChoice }
  | { readonly type: 'BACK' }
  | { readonly type: 'CHANGE'; readonly draft: FareConditionDraft }
  | { readonly type: 'PICK'; readonly at: StopPick }
  | { readonly type: 'PICKED'; readonly stopId: string }
  | ({ readonly type: 'SUBMIT' } & Outcome)
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: FareConditionContext = { versionId: 0, fareId: '', condition: null, draft: {}, pick: null, messages: [] };

export const fareConditionMachine = setup({
  types: { context: {} as FareConditionContext, events: {} as FareConditionEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
    take: assign(({ event }) => {
      if (event.type !== 'OPEN') return {};
      const { versionId, fareId, condition, draft } = event;
      return { versionId, fareId, condition, draft, messages: [] };
    }),
  },
  guards: {
    isChosen: ({ event }) => event.type === 'OPEN' && event.condition !== null,
    isRules: ({ event }) => event.type === 'SUBMIT' && event.rules !== undefined,
    isConditions: ({ event }) => event.type === 'SUBMIT' && event.conditions !== undefined,
  },
}).createMachine({
  id: 'fareCondition',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: [
          { guard: 'isChosen', target: 'filling', actions: 'take' },
          { target: 'choosing', actions: 'take' },
        ],
      },
    },
    choosing: {
      on: {
        CHOOSE: { target: 'filling', actions: assign(({ event }) => ({ condition: event.condition })) },
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    filling: {
      on: {
        CHANGE: { actions: assign(({ context, event }) => ({ draft: { ...context.draft, ...event.draft }, messages: [] })) },
        PICK: { target: 'picking', actions: assign(({ event }) => ({ pick: event.at })) },
        BACK: { target: 'choosing', actions: assign({ condition: null, draft: {}, messages: [] }) },
        SUBMIT: [
          {
            guard: 'isRules',
            target: 'saving',
            actions: {
              type: 'dispatch',
              params: ({ context: { versionId, fareId }, event: { rules } }) =>
                editFareRules({ versionId, fareId, add: [...(rules?.add ?? [])], remove: [...(rules?.remove ?? [])] }),
            },
          },
          {
            guard: 'isConditions',
            target: 'saving',
            actions: {
              type: 'dispatch',
              params: ({ context: { versionId, fareId }, event: { conditions = {} } }) => setFareConditions({ versionId, fareId, conditions }),
            },
          },
          { actions: assign(({ event }) => ({ messages: event.faults ?? [] })) },
        ],
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    picking: {
      on: {
        PICKED: {
          target: 'filling',
          actions: assign(({ context, event }) => ({ draft: withStop(context, event.stopId), pick: null, messages: [] })),
        },
        CANCEL: { target: 'filling', actions: assign({ pick: null }) },
        LEAVE: 'closed',
      },
    },
    saving: {
      on: {
        ...waitingFrom('filling'),
        LEAVE: 'closed',
      },
    },
  },
});

function withStop({ draft, pick }: FareConditionContext, stopId: string): FareConditionDraft {
  if (pick !== 'stops') return { ...draft, [pick ?? 'from']: stopId };
  return { ...draft, stops: [...new Set([...(draft.stops ?? []), stopId])] };
}

/** Which records the machine hears. */
export const fareConditionWorkflow = defineWorkflow({
  id: 'fareCondition',
  machine: fareConditionMachine,
  route: (record, view, { about, snapshot }): FareConditionEvent | undefined => {
    const open = payloadOf(openFareCondition, record);
    if (open) return { type: 'OPEN', ...open };
    const choice = payloadOf(chooseFareCondition, record);
    if (choice) return choice.condition === null ? { type: 'BACK' } : { type: 'CHOOSE', condition: choice.condition };
    const change = payloadOf(changeFareCondition, record);
    if (change) return { type: 'CHANGE', ...change };
    const pick = payloadOf(pickFareStop, record);
    if (pick) return { type: 'PICK', ...pick };
    const picked = payloadOf(takeFareStop, record);
    if (picked) return { type: 'PICKED', ...picked };
    const form = payloadOf(submitFareCondition, record);
    if (form) return { type: 'SUBMIT', ...form };
    if (record.type === cancelFareCondition.type) return { type: 'CANCEL' };
    const edits = [setFareConditions, editFareRules];
    // what is so already is as good as saved
    if (edits.some((edit) => refusalOf(edit, record)?.code === 'edit.same')) return { type: 'DONE' };
    const answer = answerTo(edits, record, about);
    if (isMadeAfterAll(answer, snapshot, 'filling')) return { type: 'CANCEL' };
    if (answer) return answer;
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, page, itemId } = presentPlace(view);
    const { context } = snapshot;
    return versionId === context.versionId && page === 'fares' && itemId === context.fareId ? undefined : { type: 'LEAVE' };
  },
});
