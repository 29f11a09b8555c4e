/**
 * Fixing the cases of a rule: what its remedy would change is looked at, document by document, and done at once. What could not be done is
 * looked at again, with why.
 *
 *   closed --OPEN--> choosing --TOGGLE--> choosing --FIX--> fixing --DONE--> closed
 *                                                                    --FAILED--> choosing, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { fixCases } from '../commands/validation/fixCases.ts';
import { closeFixCases, confirmFixCases, openFixCases, toggleFixed } from '../commands/validation/fixCasesSteps.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { type FixedDocument, fixPayload } from '../projections/quickFixes.ts';
import { summaryPlace } from '../projections/validation.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

export interface FixCasesContext {
  readonly versionId: number;
  readonly ruleId: number;
  /** Of those that came since the edit of the version began. */
  readonly fresh: boolean;
  /** Ids of the documents that stay as they are. */
  readonly left: readonly string[];
  readonly messages: readonly string[];
}

export type FixCasesEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly ruleId: number; readonly fresh: boolean }
  | { readonly type: 'TOGGLE'; readonly id: string }
  | { readonly type: 'FIX'; readonly documents: readonly FixedDocument[] }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: FixCasesContext = { versionId: 0, ruleId: 0, fresh: false, left: [], messages: [] };

export const fixCasesMachine = setup({
  types: { context: {} as FixCasesContext, events: {} as FixCasesEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: { hasDocuments: ({ event }) => event.type === 'FIX' && event.documents.length > 0 },
}).createMachine({
  id: 'fixCases',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'choosing', actions: assign(({ event: { versionId, ruleId, fresh } }) => ({ versionId, ruleId, fresh })) } },
    },
    choosing: {
      on: {
        TOGGLE: {
          actions: assign(({ context: { left }, event: { id } }) => ({ left: left.includes(id) ? left.filter((one) => one !== id) : [...left, id] })),
        },
        FIX: {
          guard: 'hasDocuments',
          target: 'fixing',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, ruleId }, event: { documents } }) => fixCases({ versionId, ruleId, documents: [...documents] }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    fixing: { on: { ...waitingFrom('choosing'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const fixCasesWorkflow = defineWorkflow({
  id: 'fixCases',
  machine: fixCasesMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): FixCasesEvent | undefined => {
    const opened = payloadOf(openFixCases, record);
    if (opened) return { type: 'OPEN', ...opened };
    const toggled = payloadOf(toggleFixed, record);
    if (toggled) return { type: 'TOGGLE', ...toggled };
    if (record.type === confirmFixCases.type) return { type: 'FIX', documents: fixPayload(view, snapshot.context) };
    if (record.type === closeFixCases.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { rule, fresh } = summaryPlace(view.location.search);
      const { versionId, ruleId, fresh: wasFresh } = snapshot.context;
      const isThere = presentPlace(view).versionId === versionId && rule === ruleId && fresh === wasFresh;
      return isThere ? undefined : { type: 'CLOSE' };
    }
    const answer = answerTo([fixCases], record, about);
    return isMadeAfterAll(answer, snapshot, 'choosing') ? { type: 'CLOSE' } : answer;
  },
});
