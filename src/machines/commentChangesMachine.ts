/**
 * Comments on changes: one is written, then sent. Closed while it is sent it continues in the background; what could not be sent is kept with why, also
 * while the dialog is closed, until it is sent or put away.
 *
 *   closed --OPEN--> writing --SEND--> sending --DONE--> writing, empty
 *                                             --FAILED--> writing, with the text and why
 *                                             --CLOSE--> unseen --DONE, FAILED--> closed
 */
import { assign, setup } from 'xstate';
import { closeComments, openComments, submitComment } from '../commands/changes/changeDialogSteps.ts';
import { commentOnChanges } from '../commands/changes/switchChanges.ts';
import { defineWorkflow } from '../commands/define.ts';
import { COMMENT_LIMIT } from '../domain/changes.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { databaseOfChanges } from '../projections/changeLog.ts';
import { type Answer, answerTo, why } from './answers.ts';

interface CommentChangesContext {
  readonly databaseId: string;
  /** What is being sent, or could not be. */
  readonly message: string;
  readonly changeIds: readonly number[];
  readonly messages: readonly string[];
  /** Turns with each that was sent: another, empty one begins. */
  readonly turn: boolean;
}

export type CommentChangesEvent =
  | { readonly type: 'OPEN'; readonly databaseId: string }
  | { readonly type: 'SEND'; readonly message: string; readonly changeIds: readonly number[] }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: CommentChangesContext = { databaseId: '', message: '', changeIds: [], messages: [], turn: false };

export const commentChangesMachine = setup({
  types: { context: {} as CommentChangesContext, events: {} as CommentChangesEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    isKept: ({ context, event }) => event.type === 'OPEN' && event.databaseId === context.databaseId,
    isWhole: ({ event }) => {
      if (event.type !== 'SEND' || event.changeIds.length === 0) return false;
      const { length } = event.message.trim();
      return length > 0 && length <= COMMENT_LIMIT;
    },
  },
}).createMachine({
  id: 'commentChanges',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: {
        OPEN: [
          { guard: 'isKept', target: 'writing' },
          { target: 'writing', actions: assign(({ event }) => ({ ...NOTHING, databaseId: event.databaseId })) },
        ],
      },
    },
    writing: {
      on: {
        SEND: {
          guard: 'isWhole',
          target: 'sending',
          actions: [
            assign(({ event }) => ({ message: event.message.trim(), changeIds: event.changeIds, messages: [] })),
            {
              type: 'dispatch',
              params: ({ event }) => commentOnChanges({ message: event.message.trim(), changeIds: [...event.changeIds] }),
            },
          ],
        },
        CLOSE: { target: 'closed', actions: 'forget' },
      },
    },
    sending: {
      on: {
        DONE: { target: 'writing', actions: assign(({ context: { databaseId, turn } }) => ({ ...NOTHING, databaseId, turn: !turn })) },
        FAILED: { target: 'writing', actions: 'why' },
        CLOSE: 'unseen',
      },
    },
    unseen: {
      on: {
        OPEN: 'sending',
        DONE: { target: 'closed', actions: 'forget' },
        FAILED: { target: 'closed', actions: 'why' },
      },
    },
  },
});

/** Which records the machine hears. */
export const commentChangesWorkflow = defineWorkflow({
  id: 'commentChanges',
  machine: commentChangesMachine,
  route: (record, view, { about, snapshot }): CommentChangesEvent | undefined => {
    const opened = payloadOf(openComments, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitComment, record);
    if (submitted) return { type: 'SEND', ...submitted };
    if (record.type === closeComments.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return databaseOfChanges(view) !== snapshot.context.databaseId ? { type: 'CLOSE' } : undefined;
    return answerTo([commentOnChanges], record, about);
  },
});
