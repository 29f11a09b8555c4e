/**
 * Merging two stops: what will change is looked at, either way round, and then done. What could not be done is looked at again, with why.
 *
 *   closed --ASK--> looking --ASK--> looking --MERGE--> merging --DONE--> closed
 *                                                              --FAILED--> looking, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { mergeStops } from '../commands/stops/stopBulkEdits.ts';
import { askMergeStops, closeMergeStops, confirmMergeStops } from '../commands/stops/stopSelectionSteps.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { mergePayload } from '../projections/stopSelection.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

type Merge = NonNullable<ReturnType<typeof mergePayload>>;

interface MergeStopsContext {
  readonly versionId: number;
  readonly keptId: string;
  readonly goneId: string;
  readonly messages: readonly string[];
}

export type MergeStopsEvent =
  | { readonly type: 'ASK'; readonly versionId: number; readonly keptId: string; readonly goneId: string }
  /** With the documents that the merge changes; undefined while they are not known. */
  | { readonly type: 'MERGE'; readonly users: Merge['users'] | undefined }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: MergeStopsContext = { versionId: 0, keptId: '', goneId: '', messages: [] };

export const mergeStopsMachine = setup({
  types: { context: {} as MergeStopsContext, events: {} as MergeStopsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    take: assign(({ event }) => {
      if (event.type !== 'ASK') return {};
      const { versionId, keptId, goneId } = event;
      return { versionId, keptId, goneId, messages: [] };
    }),
    why: assign(why),
  },
  guards: { isKnown: ({ event }) => event.type === 'MERGE' && event.users !== undefined },
}).createMachine({
  id: 'mergeStops',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { ASK: { target: 'looking', actions: 'take' } } },
    looking: {
      on: {
        ASK: { actions: 'take' },
        MERGE: {
          guard: 'isKnown',
          target: 'merging',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, keptId, goneId }, event: { users = [] } }) => mergeStops({ versionId, keptId, goneId, users }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    merging: { on: { ...waitingFrom('looking'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const mergeStopsWorkflow = defineWorkflow({
  id: 'mergeStops',
  machine: mergeStopsMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): MergeStopsEvent | undefined => {
    const asked = payloadOf(askMergeStops, record);
    if (asked) return { type: 'ASK', ...asked };
    if (record.type === confirmMergeStops.type) return { type: 'MERGE', users: mergePayload(view)?.users };
    if (record.type === closeMergeStops.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return presentPlace(view).versionId === snapshot.context.versionId ? undefined : { type: 'CLOSE' };
    return answerTo([mergeStops], record, about);
  },
});
