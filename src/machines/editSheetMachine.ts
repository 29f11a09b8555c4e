/**
 * Editing a timetable sheet: a cell is typed into until it can be written, and errors are shown until they are closed. Acts that are done at once (paste, fill, shift) are one edit each and need no machine.
 *
 *   idle --BEGIN--> typing --ENTER--> idle
 *   idle --REFUSE--> refused --CANCEL--> idle
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { beginCell, cancelCell, enterCell, refuseSheetAct } from '../commands/timetables/editSheetSteps.ts';
import { editSheet } from '../commands/timetables/timetableEdits.ts';
import type { SheetAct } from '../domain/edits/timetables.ts';
import type { SheetEdit } from '../domain/timetableSheet/sheetEdit.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';

interface SheetTrack {
  readonly versionId: number;
  readonly scheduleId: string;
  readonly trackId: string;
}

interface Cell {
  /** Key of the column, and the row with the stop that stood there; -1 while nothing is typed. */
  readonly column: number;
  readonly row: number;
  readonly stopId: string;
  /** What the cell read when the typing began, or when it was last said that somebody else wrote there. */
  readonly was: string;
}

interface EditSheetContext extends SheetTrack, Cell {
  readonly messages: readonly string[];
}

export type EditSheetEvent =
  | ({ readonly type: 'BEGIN' } & SheetTrack & Cell)
  | {
      readonly type: 'ENTER';
      readonly now: string | null;
      readonly write: { readonly act: SheetAct; readonly edit: SheetEdit } | null;
      readonly message: string | null;
    }
  | { readonly type: 'CANCEL' }
  | ({ readonly type: 'REFUSE'; readonly messages: readonly string[] } & SheetTrack)
  | { readonly type: 'LEAVE' };

const NOTHING: EditSheetContext = { versionId: 0, scheduleId: '', trackId: '', column: -1, row: 0, stopId: '', was: '', messages: [] };
const GONE = 'This departure or its stop was removed meanwhile. Copy what you typed, or press Escape.';

export const editSheetMachine = setup({
  types: { context: {} as EditSheetContext, events: {} as EditSheetEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    take: assign(({ event }) => {
      if (event.type !== 'BEGIN') return {};
      const { type: _type, ...cell } = event;
      return { ...cell, messages: [] };
    }),
    tell: assign(({ event }) => {
      if (event.type !== 'REFUSE') return {};
      const { type: _type, ...refusal } = event;
      return refusal;
    }),
  },
  guards: {
    isGone: ({ event }) => event.type === 'ENTER' && event.now === null,
    /** Somebody else wrote there while this was typed: it is said once, a second Enter writes. */
    isOther: ({ context, event }) => event.type === 'ENTER' && event.now !== context.was,
    isEdit: ({ event }) => event.type === 'ENTER' && event.write !== null,
    isWrong: ({ event }) => event.type === 'ENTER' && event.message !== null,
  },
}).createMachine({
  id: 'editSheet',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: { BEGIN: { target: 'typing', actions: 'take' }, REFUSE: { target: 'refused', actions: 'tell' } },
    },
    typing: {
      on: {
        BEGIN: { actions: 'take' },
        ENTER: [
          { guard: 'isGone', actions: assign({ messages: [GONE] }) },
          {
            guard: 'isOther',
            actions: assign(({ event: { now } }) => ({
              was: now ?? '',
              messages: [`Somebody else wrote ${now === '' ? 'no time' : now} here meanwhile: Enter again writes yours`],
            })),
          },
          {
            guard: 'isEdit',
            target: 'idle',
            actions: {
              type: 'dispatch',
              params: ({ context: { versionId, scheduleId, trackId }, event: { write } }) =>
                editSheet({ versionId, scheduleId, trackId, act: write?.act ?? 'type', edit: write?.edit ?? {} }),
            },
          },
          { guard: 'isWrong', actions: assign(({ event: { message } }) => ({ messages: [message ?? ''] })) },
          { target: 'idle' },
        ],
        REFUSE: { actions: assign(({ event }) => ({ messages: event.messages })) },
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
    refused: {
      on: {
        REFUSE: { actions: 'tell' },
        BEGIN: { target: 'typing', actions: 'take' },
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
  },
});

/** Which records the machine hears. */
export const editSheetWorkflow = defineWorkflow({
  id: 'editSheet',
  machine: editSheetMachine,
  route: (record, view, { snapshot }): EditSheetEvent | undefined => {
    const cell = payloadOf(beginCell, record);
    if (cell) return { type: 'BEGIN', ...cell };
    const entered = payloadOf(enterCell, record);
    if (entered) return { type: 'ENTER', ...entered };
    if (record.type === cancelCell.type) return { type: 'CANCEL' };
    const refusal = payloadOf(refuseSheetAct, record);
    if (refusal) return { type: 'REFUSE', ...refusal };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, itemId, trackId } = presentPlace(view);
    const { context } = snapshot;
    return versionId === context.versionId && itemId === context.scheduleId && trackId === context.trackId ? undefined : { type: 'LEAVE' };
  },
});
