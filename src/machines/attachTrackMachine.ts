/**
 * Attaching changes to a track: the tracks that fit are suggested, one is chosen, and the changes apply there.
 *
 *   closed --OPEN--> choosing --SUBMIT--> attaching --DONE--> closed
 *                                                  --FAILED--> choosing, with why
 */
import { assign, setup } from 'xstate';
import { closeAttach, openAttach, submitAttach } from '../commands/changes/changeDialogSteps.ts';
import { loadTrackSuggestions } from '../commands/changes/loadChanges.ts';
import { attachTrack, clearChangeNotes } from '../commands/changes/switchChanges.ts';
import { defineWorkflow } from '../commands/define.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { databaseOfChanges } from '../projections/changeLog.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

interface AttachTrackContext {
  /** The draft in which they apply. */
  readonly versionId: number;
  readonly changeIds: readonly number[];
  readonly messages: readonly string[];
}

export type AttachTrackEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly changeIds: readonly number[] }
  | { readonly type: 'SUBMIT'; readonly scheduleId: string; readonly trackId: string }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: AttachTrackContext = { versionId: 0, changeIds: [], messages: [] };

export const attachTrackMachine = setup({
  types: { context: {} as AttachTrackContext, events: {} as AttachTrackEvent },
  actions: { dispatch: (_scope, _command: CommandInput) => undefined, forget: assign(NOTHING), why: assign(why) },
  guards: { isSome: ({ event }) => event.type === 'OPEN' && event.changeIds.length > 0 },
}).createMachine({
  id: 'attachTrack',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: {
          guard: 'isSome',
          target: 'choosing',
          actions: [
            assign(({ event: { versionId, changeIds } }) => ({ versionId, changeIds, messages: [] })),
            { type: 'dispatch', params: () => clearChangeNotes({}) },
            {
              type: 'dispatch',
              params: ({ event: { versionId, changeIds } }) => loadTrackSuggestions({ versionId, changeId: changeIds[0] ?? 0 }),
            },
          ],
        },
      },
    },
    choosing: {
      on: {
        SUBMIT: {
          target: 'attaching',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, changeIds }, event: { scheduleId, trackId } }) =>
                attachTrack({ versionId, changeIds: [...changeIds], scheduleId, trackId }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    attaching: { on: { ...waitingFrom('choosing'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const attachTrackWorkflow = defineWorkflow({
  id: 'attachTrack',
  machine: attachTrackMachine,
  route: (record, view, { about }): AttachTrackEvent | undefined => {
    const opened = payloadOf(openAttach, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitAttach, record);
    if (submitted) return { type: 'SUBMIT', ...submitted };
    if (record.type === closeAttach.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return databaseOfChanges(view) === undefined ? { type: 'CLOSE' } : undefined;
    return answerTo([attachTrack], record, about);
  },
});
