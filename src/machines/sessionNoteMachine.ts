/**
 * Writing the note of a session: open, then save. It closes when the note is saved; a failure is shown with a retry.
 *
 *   closed --OPEN--> editing --SAVE--> saving --DONE--> closed
 *                                             --FAILED--> editing, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { saveSessionNote } from '../commands/exclusions/saveSessionNote.ts';
import { closeSessionNote, openSessionNote, submitSessionNote } from '../commands/exclusions/sessionNoteSteps.ts';
import { SESSION_NOTE_LIMIT } from '../domain/exclusions.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

interface SessionNoteContext {
  readonly versionId: number;
  readonly sessionId: number;
  /** As it is kept. */
  readonly note: string;
  readonly messages: readonly string[];
}

export type SessionNoteEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly sessionId: number; readonly note: string }
  | { readonly type: 'SAVE'; readonly note: string }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: SessionNoteContext = { versionId: 0, sessionId: 0, note: '', messages: [] };
const NOT_SAVED = 'Failed to save note';

export const sessionNoteMachine = setup({
  types: { context: {} as SessionNoteContext, events: {} as SessionNoteEvent },
  actions: { dispatch: (_scope, _command: CommandInput) => undefined, forget: assign(NOTHING), why: assign(why) },
  guards: {
    canSave: ({ context, event }) => event.type === 'SAVE' && event.note !== context.note && event.note.length <= SESSION_NOTE_LIMIT,
  },
}).createMachine({
  id: 'sessionNote',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: {
          target: 'editing',
          actions: assign(({ event: { versionId, sessionId, note } }) => ({ versionId, sessionId, note, messages: [] })),
        },
      },
    },
    editing: {
      on: {
        SAVE: {
          guard: 'canSave',
          target: 'saving',
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId, sessionId }, event }) => saveSessionNote({ versionId, sessionId, note: event.note }),
          },
        },
        CLOSE: 'closed',
      },
    },
    saving: { on: { ...waitingFrom('editing'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const sessionNoteWorkflow = defineWorkflow({
  id: 'sessionNote',
  machine: sessionNoteMachine,
  route: (record, _view, { about }): SessionNoteEvent | undefined => {
    const opened = payloadOf(openSessionNote, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitSessionNote, record);
    if (submitted) return { type: 'SAVE', note: submitted.note };
    if (record.type === closeSessionNote.type || record.type === 'app.started') return { type: 'CLOSE' };
    const answer = answerTo([saveSessionNote], record, about);
    return answer?.type === 'FAILED' ? { type: 'FAILED', messages: [NOT_SAVED, ...answer.messages] } : answer;
  },
});
