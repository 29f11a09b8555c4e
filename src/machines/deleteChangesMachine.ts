/**
 * Deleting change sets: what that touches is asked about, then each set is deleted by a call of its own, one after the other. Those that
 * could not be deleted are asked about again, with why.
 *
 *   closed --ASK--> asking --CONFIRM--> deleting --DONE, FAILED--> deleting, until all are answered --> closed
 *                                                                                  one was refused --> asking, with why
 */
import { assign, enqueueActions, setup } from 'xstate';
import { askDeleteChanges, closeDeleteChanges, confirmDeleteChanges } from '../commands/changes/changeDialogSteps.ts';
import { deleteChanges } from '../commands/changes/switchChanges.ts';
import { defineWorkflow } from '../commands/define.ts';
import { type CommandInput, parsePayload, payloadOf } from '../kernel/command.ts';
import { type Answer, answerTo } from './answers.ts';

export interface DeleteChangesContext {
  readonly versionId: number;
  /** The sets that are asked about, or wait for their answer, the next one first. */
  readonly setIds: readonly number[];
  readonly refused: readonly number[];
  readonly messages: readonly string[];
}

export type DeleteChangesEvent =
  | { readonly type: 'ASK'; readonly versionId: number; readonly setIds: readonly number[] }
  | { readonly type: 'CONFIRM' }
  /** What came of the next set. */
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: DeleteChangesContext = { versionId: 0, setIds: [], refused: [], messages: [] };

export const deleteChangesMachine = setup({
  types: { context: {} as DeleteChangesContext, events: {} as DeleteChangesEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    strike: assign(({ context: { setIds } }) => ({ setIds: setIds.slice(1) })),
    refuse: assign(({ context: { setIds, refused }, event }) =>
      event.type === 'FAILED' ? { setIds: setIds.slice(1), refused: [...refused, ...setIds.slice(0, 1)], messages: event.messages } : {},
    ),
    askAgain: assign(({ context: { refused } }) => ({ setIds: refused, refused: [] })),
  },
  guards: {
    hasSets: ({ event }) => event.type === 'ASK' && event.setIds.length > 0,
    hasMore: ({ context }) => context.setIds.length > 1,
    hasRefused: ({ context }) => context.refused.length > 0,
  },
}).createMachine({
  id: 'deleteChanges',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        ASK: { guard: 'hasSets', target: 'asking', actions: assign(({ event: { versionId, setIds } }) => ({ versionId, setIds })) },
      },
    },
    asking: {
      on: {
        CONFIRM: {
          target: 'deleting',
          actions: [
            assign({ messages: [] }),
            enqueueActions(({ context: { versionId, setIds }, enqueue }) => {
              for (const setId of setIds) enqueue({ type: 'dispatch', params: deleteChanges({ versionId, changeIds: [], setId }) });
            }),
          ],
        },
        CLOSE: 'closed',
      },
    },
    deleting: {
      on: {
        DONE: [{ guard: 'hasMore', actions: 'strike' }, { guard: 'hasRefused', target: 'asking', actions: 'askAgain' }, { target: 'closed' }],
        FAILED: [
          { guard: 'hasMore', actions: 'refuse' },
          { target: 'asking', actions: ['refuse', 'askAgain'] },
        ],
        CLOSE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const deleteChangesWorkflow = defineWorkflow({
  id: 'deleteChanges',
  machine: deleteChangesMachine,
  absentUntilUsed: true,
  route: (record, _view, { about, snapshot }): DeleteChangesEvent | undefined => {
    const asked = payloadOf(askDeleteChanges, record);
    if (asked) return { type: 'ASK', ...asked };
    if (record.type === confirmDeleteChanges.type) return { type: 'CONFIRM' };
    if ([closeDeleteChanges.type, 'app.started', 'location.open', 'location.changed'].includes(record.type)) return { type: 'CLOSE' };
    // one that was closed while it went on is not waited for
    const setId = parsePayload(deleteChanges, about?.payload)?.setId;
    return setId !== undefined && setId === snapshot.context.setIds[0] ? answerTo([deleteChanges], record, about) : undefined;
  },
});
