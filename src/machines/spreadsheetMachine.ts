/**
 * A workbook read back: a file is chosen and read, what it would change is looked at, then it is one edit.
 *
 *   closed --OPEN--> open --CHOOSE--> reading --PLAN--> previewing --APPLY--> saving --DONE--> closed
 *                     a head is assigned: previewing --PLAN--> previewing
 *                                             --REFUSE--> open, with why       --FAILED--> previewing, with why
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { importRows, importTimes } from '../commands/spreadsheets/spreadsheetEdits.ts';
import {
  applySpreadsheet,
  chooseSpreadsheet,
  closeSpreadsheet,
  openSpreadsheet,
  planSpreadsheet,
  refuseSpreadsheet,
  sheetKindOfPage,
  type SpreadsheetSubject,
} from '../commands/spreadsheets/spreadsheetSteps.ts';
import type { ImportPlan } from '../domain/spreadsheet/plan.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

export interface SpreadsheetContext {
  readonly versionId: number;
  readonly subject: SpreadsheetSubject | null;
  /** Name of the file that is read. */
  readonly file: string;
  readonly plan: ImportPlan | null;
  readonly messages: readonly string[];
}

export type SpreadsheetEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly subject: SpreadsheetSubject }
  | { readonly type: 'CHOOSE'; readonly file: string }
  | { readonly type: 'PLAN'; readonly plan: ImportPlan }
  | { readonly type: 'REFUSE'; readonly messages: readonly string[] }
  | { readonly type: 'APPLY' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: SpreadsheetContext = { versionId: 0, subject: null, file: '', plan: null, messages: [] };

export const spreadsheetMachine = setup({
  types: { context: {} as SpreadsheetContext, events: {} as SpreadsheetEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    take: assign(({ event }) => (event.type === 'OPEN' ? { ...NOTHING, versionId: event.versionId, subject: event.subject } : {})),
    note: assign(({ event }) => (event.type === 'CHOOSE' ? { file: event.file, plan: null, messages: [] } : {})),
    why: assign(why),
  },
  guards: {
    changes: ({ context: { plan } }) => plan !== null && plan.edit !== null,
  },
}).createMachine({
  id: 'spreadsheet',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { OPEN: { target: 'open', actions: 'take' } } },
    open: {
      on: {
        OPEN: { actions: 'take' },
        CHOOSE: { target: 'reading', actions: 'note' },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    reading: {
      on: {
        PLAN: { target: 'previewing', actions: assign(({ event: { plan } }) => ({ plan })) },
        REFUSE: { target: 'open', actions: assign(({ event: { messages } }) => ({ messages })) },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    previewing: {
      on: {
        CHOOSE: { target: 'reading', actions: 'note' },
        PLAN: { actions: assign(({ event: { plan } }) => ({ plan, messages: [] })) },
        APPLY: {
          guard: 'changes',
          target: 'saving',
          actions: [assign({ messages: [] }), { type: 'dispatch', params: ({ context: { versionId, plan } }) => commandOf(versionId, plan) }],
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    saving: { on: { ...waitingFrom('previewing'), LEAVE: 'closed' } },
  },
});

function commandOf(versionId: number, plan: ImportPlan | null): CommandInput {
  if (!plan?.edit) throw new Error('A plan without an edit is not applied');
  const { rows, times } = plan.edit;
  if (rows) return importRows({ versionId, ...rows });
  if (times) return importTimes({ versionId, ...times });
  throw new Error('A plan holds one edit');
}

/** Which records the machine hears. */
export const spreadsheetWorkflow = defineWorkflow({
  id: 'spreadsheet',
  machine: spreadsheetMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): SpreadsheetEvent | undefined => {
    const opened = payloadOf(openSpreadsheet, record);
    if (opened) return { type: 'OPEN', ...opened };
    const chosen = payloadOf(chooseSpreadsheet, record);
    if (chosen) return { type: 'CHOOSE', ...chosen };
    const planned = payloadOf(planSpreadsheet, record);
    if (planned) return { type: 'PLAN', ...planned };
    const refused = payloadOf(refuseSpreadsheet, record);
    if (refused) return { type: 'REFUSE', ...refused };
    if (record.type === applySpreadsheet.type) return { type: 'APPLY' };
    if (record.type === closeSpreadsheet.type) return { type: 'CLOSE' };
    // what was chosen is gone with the page
    if (record.type === 'app.started') return snapshot.value === 'reading' ? { type: 'CLOSE' } : undefined;
    const answer = answerTo([importTimes, importRows], record, about);
    if (isMadeAfterAll(answer, snapshot, 'previewing')) return { type: 'CLOSE' };
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    return moved && !isStillThere(snapshot.context, presentPlace(view)) ? { type: 'LEAVE' } : undefined;
  },
});

/** Whether the page still shows what the workbook is about. */
function isStillThere({ versionId, subject }: SpreadsheetContext, place: ReturnType<typeof presentPlace>): boolean {
  if (place.versionId !== versionId || subject === null) return false;
  if (subject.of === 'rows') return sheetKindOfPage(place.page) === subject.kind;
  return place.page === 'schedules' && place.itemId === subject.scheduleId;
}
