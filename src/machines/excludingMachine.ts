/**
 * Setting cases of a rule aside: the mode is in the address (`excluding=true` with a rule); what is selected is here.
 *
 *   idle --ENTER--> selecting --CONFIRM--> saving --DONE--> selecting
 *                                                 --FAILED--> selecting, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { excludeCases } from '../commands/exclusions/excludeCases.ts';
import { confirmExcluding, selectCases } from '../commands/exclusions/excludingSteps.ts';
import { exclusionKey, type ValidationEntity } from '../domain/validation.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { casesKey, summaryPlace } from '../projections/validation.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

interface ExcludingContext {
  readonly versionId: number;
  readonly ruleId: number;
  /** One id of each selected entity; of schedules, of each selected family. */
  readonly selected: readonly string[];
  readonly entity: ValidationEntity;
  readonly messages: readonly string[];
}

export type ExcludingEvent =
  | { readonly type: 'ENTER'; readonly versionId: number; readonly ruleId: number }
  | { readonly type: 'SELECT'; readonly entity: ValidationEntity; readonly ids: readonly string[]; readonly selected: boolean }
  | { readonly type: 'CONFIRM'; readonly removed: boolean }
  | Answer
  | { readonly type: 'LEAVE' };

const NOTHING: ExcludingContext = { versionId: 0, ruleId: 0, entity: 'Stop', selected: [], messages: [] };

export const excludingMachine = setup({
  types: { context: {} as ExcludingContext, events: {} as ExcludingEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
    begin: assign(({ event }) => (event.type === 'ENTER' ? { ...NOTHING, versionId: event.versionId, ruleId: event.ruleId } : {})),
  },
  guards: { isSelected: ({ context }) => context.selected.length > 0 },
}).createMachine({
  id: 'excluding',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: { entry: 'forget', on: { ENTER: { target: 'selecting', actions: 'begin' } } },
    selecting: {
      on: {
        ENTER: { target: 'selecting', actions: 'begin' },
        SELECT: { actions: assign(({ context, event }) => ({ entity: event.entity, messages: [], selected: selection(context, event) })) },
        CONFIRM: {
          guard: 'isSelected',
          target: 'saving',
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId, ruleId, entity, selected }, event }) =>
              excludeCases({ versionId, ruleId, entity, ids: [...selected], removed: event.removed }),
          },
        },
        LEAVE: 'idle',
      },
    },
    saving: {
      on: {
        DONE: { target: 'selecting', actions: assign({ selected: [], messages: [] }) },
        FAILED: { target: 'selecting', actions: 'why' },
        LEAVE: 'idle',
      },
    },
  },
});

/** What is selected after some are selected or deselected: one id of each family. */
function selection(context: ExcludingContext, { entity, ids, selected }: Extract<ExcludingEvent, { type: 'SELECT' }>): readonly string[] {
  const keys = new Set(ids.map((id) => exclusionKey(entity, id)));
  const rest = context.selected.filter((id) => !keys.has(exclusionKey(entity, id)));
  if (!selected) return rest;
  const seen = new Set<string>();
  return [
    ...rest,
    ...ids.filter((id) => {
      const key = exclusionKey(entity, id);
      return !seen.has(key) && seen.add(key);
    }),
  ];
}

/** Which records the machine hears. */
export const excludingWorkflow = defineWorkflow({
  id: 'excluding',
  machine: excludingMachine,
  route: (record, view, { about, snapshot }): ExcludingEvent | undefined => {
    const { ruleId, versionId }: ExcludingContext = snapshot.context;
    if (record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started') {
      const { rule, excluding } = summaryPlace(view.location.search);
      const version = presentPlace(view).versionId;
      return excluding && rule !== undefined && version !== undefined ? { type: 'ENTER', versionId: version, ruleId: rule } : { type: 'LEAVE' };
    }
    const chosen = payloadOf(selectCases, record);
    if (chosen) {
      const cases = view.versions[versionId]?.validation.cases;
      const rule = cases?.[casesKey(ruleId, false)]?.value?.rule ?? cases?.[casesKey(ruleId, true)]?.value?.rule;
      return { type: 'SELECT', entity: rule?.Entity ?? 'Stop', ...chosen };
    }
    const confirmed = payloadOf(confirmExcluding, record);
    if (confirmed) return { type: 'CONFIRM', removed: confirmed.removed };
    return answerTo([excludeCases], record, about);
  },
});
