/**
 * Mending the cases of a rule: what its remedy would change is looked at, document by document, and done at once. What could not be done is
 * looked at again, with why.
 *
 *   closed --OPEN--> choosing --TOGGLE--> choosing --MEND--> mending --DONE--> closed
 *                                                                    --FAILED--> choosing, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { mendCases } from '../commands/validation/mendCases.ts';
import { closeMendCases, confirmMendCases, openMendCases, toggleMended } from '../commands/validation/mendCasesSteps.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { type MendedDocument, mendPayload } from '../projections/mends.ts';
import { summaryPlace } from '../projections/validation.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

export interface MendCasesContext {
  readonly versionId: number;
  readonly ruleId: number;
  /** Of those that came since the edit of the version began. */
  readonly fresh: boolean;
  /** Ids of the documents that stay as they are. */
  readonly left: readonly string[];
  readonly messages: readonly string[];
}

export type MendCasesEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly ruleId: number; readonly fresh: boolean }
  | { readonly type: 'TOGGLE'; readonly id: string }
  | { readonly type: 'MEND'; readonly documents: readonly MendedDocument[] }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: MendCasesContext = { versionId: 0, ruleId: 0, fresh: false, left: [], messages: [] };

export const mendCasesMachine = setup({
  types: { context: {} as MendCasesContext, events: {} as MendCasesEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: { hasDocuments: ({ event }) => event.type === 'MEND' && event.documents.length > 0 },
}).createMachine({
  id: 'mendCases',
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
        MEND: {
          guard: 'hasDocuments',
          target: 'mending',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, ruleId }, event: { documents } }) => mendCases({ versionId, ruleId, documents: [...documents] }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    mending: { on: { ...waitingFrom('choosing'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const mendCasesWorkflow = defineWorkflow({
  id: 'mendCases',
  machine: mendCasesMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): MendCasesEvent | undefined => {
    const opened = payloadOf(openMendCases, record);
    if (opened) return { type: 'OPEN', ...opened };
    const toggled = payloadOf(toggleMended, record);
    if (toggled) return { type: 'TOGGLE', ...toggled };
    if (record.type === confirmMendCases.type) return { type: 'MEND', documents: mendPayload(view, snapshot.context) };
    if (record.type === closeMendCases.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { rule, fresh } = summaryPlace(view.location.search);
      const { versionId, ruleId, fresh: wasFresh } = snapshot.context;
      const isThere = presentPlace(view).versionId === versionId && rule === ruleId && fresh === wasFresh;
      return isThere ? undefined : { type: 'CLOSE' };
    }
    const answer = answerTo([mendCases], record, about);
    return isMadeAfterAll(answer, snapshot, 'choosing') ? { type: 'CLOSE' } : answer;
  },
});
