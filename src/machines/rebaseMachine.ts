/**
 * Rebasing corrections: two versions are chosen, a preview is made, and then a draft. Another choice requires another preview.
 * Its id is `carryOn`, and its steps are `carryOn.*`: recorded logs name them so.
 *
 *   closed --OPEN--> choosing --TRY--> trying --TRIED--> tried --MAKE--> making --DONE--> closed
 *                                            --FAILED--> choosing              --FAILED--> tried, with why
 */
import { assign, setup } from 'xstate';
import { chooseRebase, closeRebase, openRebase, submitRebase, tryRebase } from '../commands/changes/changeDialogSteps.ts';
import { loadRebase } from '../commands/changes/loadChanges.ts';
import { clearChangeNotes, rebaseCorrections } from '../commands/changes/switchChanges.ts';
import { defineWorkflow } from '../commands/define.ts';
import { VersionName } from '../domain/versions.ts';
import { answerOf, type CommandInput, parsePayload, payloadOf } from '../kernel/command.ts';
import { databaseOfChanges } from '../projections/changeLog.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

export interface RebaseContext {
  readonly databaseId: string;
  /** The version whose corrections are rebased, and the version they are rebased onto. */
  readonly from: number | null;
  readonly onto: number | null;
  /** How many corrections would be applied. */
  readonly fitting: number;
  readonly messages: readonly string[];
}

export type RebaseEvent =
  | { readonly type: 'OPEN'; readonly databaseId: string }
  | { readonly type: 'CHOOSE'; readonly from?: number | undefined; readonly onto?: number | undefined }
  | { readonly type: 'TRY' }
  | { readonly type: 'TRIED'; readonly from: number; readonly onto: number; readonly fitting: number }
  | { readonly type: 'MAKE'; readonly name: string }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: RebaseContext = { databaseId: '', from: null, onto: null, fitting: 0, messages: [] };

export const rebaseMachine = setup({
  types: { context: {} as RebaseContext, events: {} as RebaseEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    choose: assign(({ context, event }) =>
      event.type === 'CHOOSE' ? { from: event.from ?? context.from, onto: event.onto ?? context.onto, fitting: 0, messages: [] } : {},
    ),
    why: assign(why),
  },
  guards: {
    isPair: ({ context: { from, onto } }) => from !== null && onto !== null && from !== onto,
    isThisPair: ({ context, event }) => event.type === 'TRIED' && event.from === context.from && event.onto === context.onto,
    canMake: ({ context, event }) => event.type === 'MAKE' && context.fitting > 0 && VersionName.safeParse(event.name).success,
  },
}).createMachine({
  id: 'carryOn',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: {
          target: 'choosing',
          actions: [assign(({ event }) => ({ databaseId: event.databaseId })), { type: 'dispatch', params: () => clearChangeNotes({}) }],
        },
      },
    },
    choosing: {
      on: {
        CHOOSE: { actions: 'choose' },
        TRY: {
          guard: 'isPair',
          target: 'trying',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { from, onto } }) => loadRebase({ versionId: from ?? 0, onto: onto ?? 0 }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    trying: {
      on: {
        TRIED: { guard: 'isThisPair', target: 'tried', actions: assign(({ event }) => ({ fitting: event.fitting })) },
        FAILED: { target: 'choosing', actions: 'why' },
        CHOOSE: { target: 'choosing', actions: 'choose' },
        CLOSE: 'closed',
      },
    },
    tried: {
      on: {
        CHOOSE: { target: 'choosing', actions: 'choose' },
        MAKE: {
          guard: 'canMake',
          target: 'making',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { from, onto }, event }) => rebaseCorrections({ versionId: from ?? 0, onto: onto ?? 0, name: event.name.trim() }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    making: { on: { ...waitingFrom('tried'), CLOSE: 'closed' } },
  },
});

/** Which records the machine hears. */
export const rebaseWorkflow = defineWorkflow({
  id: 'carryOn',
  machine: rebaseMachine,
  route: (record, view, { about, snapshot }): RebaseEvent | undefined => {
    const opened = payloadOf(openRebase, record);
    if (opened) return { type: 'OPEN', ...opened };
    const chosen = payloadOf(chooseRebase, record);
    if (chosen) return { type: 'CHOOSE', ...chosen };
    if (record.type === tryRebase.type) return { type: 'TRY' };
    const submitted = payloadOf(submitRebase, record);
    if (submitted) return { type: 'MAKE', ...submitted };
    if (record.type === closeRebase.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return databaseOfChanges(view) !== snapshot.context.databaseId ? { type: 'CLOSE' } : undefined;
    const tried = answerOf(loadRebase, record);
    const pair = parsePayload(loadRebase, about?.payload);
    if (tried && pair) return { type: 'TRIED', from: pair.versionId, onto: pair.onto, fitting: tried.Applied };
    return answerTo([loadRebase, rebaseCorrections], record, about);
  },
});
