/**
 * Find and replace in a version: a search shows every text that would change, the person selects, and one edit changes them. What could
 * not be replaced stays with the reason.
 *
 *   closed --OPEN--> choosing --SEARCH, SELECT--> choosing --REPLACE--> saving --DONE--> closed
 *                                                                              --FAILED--> choosing, with the reason
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { closeFindReplace, confirmReplace, openFindReplace, selectTexts } from '../commands/texts/findReplaceSteps.ts';
import { findTexts } from '../commands/texts/findTexts.ts';
import { replaceTexts } from '../commands/texts/textEdits.ts';
import type { TextChange } from '../domain/edits/texts.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { replacement } from '../projections/foundTexts.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

export interface FindReplaceContext {
  readonly versionId: number;
  /** Keys of the texts that are left unchanged. */
  readonly left: readonly string[];
  readonly messages: readonly string[];
}

interface Replacement {
  readonly find: string;
  readonly replace: string;
  readonly texts: readonly TextChange[];
}

export type FindReplaceEvent =
  | { readonly type: 'OPEN'; readonly versionId: number }
  | { readonly type: 'SEARCH' }
  | { readonly type: 'SELECT'; readonly left: readonly string[] }
  | { readonly type: 'REPLACE'; readonly replacement: Replacement }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: FindReplaceContext = { versionId: 0, left: [], messages: [] };

export const findReplaceMachine = setup({
  types: { context: {} as FindReplaceContext, events: {} as FindReplaceEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
}).createMachine({
  id: 'findReplace',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'choosing', actions: assign(({ event: { versionId } }) => ({ versionId })) } },
    },
    choosing: {
      on: {
        SEARCH: { actions: assign({ left: [], messages: [] }) },
        SELECT: { actions: assign(({ event: { left } }) => ({ left })) },
        REPLACE: {
          target: 'saving',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({
                context: { versionId },
                event: {
                  replacement: { find, replace, texts },
                },
              }) => replaceTexts({ versionId, find, replace, texts: [...texts] }),
            },
          ],
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    saving: { on: { ...waitingFrom('choosing'), LEAVE: 'closed' } },
  },
});

/** Which records the machine receives. */
export const findReplaceWorkflow = defineWorkflow({
  id: 'findReplace',
  machine: findReplaceMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): FindReplaceEvent | undefined => {
    const opened = payloadOf(openFindReplace, record);
    if (opened) return { type: 'OPEN', ...opened };
    if (record.type === findTexts.type && payloadOf(findTexts, record)) return { type: 'SEARCH' };
    const selected = payloadOf(selectTexts, record);
    if (selected) return { type: 'SELECT', ...selected };
    const { versionId, left } = snapshot.context;
    if (record.type === confirmReplace.type) {
      const chosen = replacement(view, versionId, left);
      return chosen && { type: 'REPLACE', replacement: chosen };
    }
    if (record.type === closeFindReplace.type) return { type: 'CLOSE' };
    const answer = answerTo([replaceTexts], record, about);
    if (isMadeAfterAll(answer, snapshot, 'choosing')) return { type: 'CLOSE' };
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    return moved && presentPlace(view).versionId !== versionId ? { type: 'LEAVE' } : undefined;
  },
});
