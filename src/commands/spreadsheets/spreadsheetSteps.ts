/** The steps of workbooks; `machines/spreadsheetMachine.ts` follows them and issues the edit of the plan. */
import { z } from 'zod';
import { pageOfKind } from '../../domain/model/catalogue.ts';
import { SHEET_KINDS, type SheetKind } from '../../domain/spreadsheet/sheetFields.ts';
import { ImportPlan } from '../../domain/spreadsheet/plan.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import type { AppState } from '../../projections/state.ts';
import { defineStep } from '../defineStep.ts';

/** What is written to and read from a workbook: the timetables of a line, or a list; `ids` are the rows that are written, where not all. */
export const SpreadsheetSubject = z.discriminatedUnion('of', [
  z.object({ of: z.literal('timetables'), scheduleId: z.string(), trackId: z.string().optional() }),
  z.object({ of: z.literal('rows'), kind: z.enum(SHEET_KINDS), ids: z.array(z.string()).optional() }),
]);
export type SpreadsheetSubject = z.infer<typeof SpreadsheetSubject>;

function subjectAt(view: AppState): SpreadsheetSubject | undefined {
  const { page, itemId, trackId } = presentPlace(view);
  if (page === 'schedules' && itemId !== undefined) return { of: 'timetables', scheduleId: itemId, ...(trackId !== undefined && { trackId }) };
  const kind = sheetKindOfPage(page);
  return kind && { of: 'rows', kind };
}

/** The kind whose list a page shows, where it has workbooks; the day types on that of the calendar. */
export function sheetKindOfPage(page: string | undefined): SheetKind | undefined {
  return SHEET_KINDS.find((kind) => pageOfKind(kind) === page);
}

/** Shows how the subject of the page is downloaded as a workbook and read from one. */
export const openSpreadsheet = defineStep('spreadsheet.open', 'Open the spreadsheet window', {
  payload: z.object({ versionId: VersionId, subject: SpreadsheetSubject }),
  samples: [{ versionId: 1, subject: { of: 'timetables', scheduleId: 'L1', trackId: 'a-b' } }],
  action: {
    title: 'Spreadsheet (.xlsx)',
    icon: 'file-spreadsheet',
    group: 'Lists',
    words: 'excel xls table workbook libreoffice export import download upload',
    payload: (view) => {
      const version = presentVersion(view);
      const subject = subjectAt(view);
      if (!version) return { why: 'Open a version first' };
      return subject ? { versionId: version.Id, subject } : { why: 'Open a line, or a list of stops, lines, agencies or fares' };
    },
  },
});

/** Reads a file that was chosen; its bytes never enter the log. */
export const chooseSpreadsheet = defineStep('spreadsheet.choose', ({ file }) => `Read ${file}`, {
  payload: z.object({ file: z.string() }),
  samples: [{ file: 'line 4.xlsx' }],
  decide: (view) => refusedEdit(view),
});

/** What the file would change. */
export const planSpreadsheet = defineStep('spreadsheet.plan', ({ plan }) => `Preview ${plan.file}`, {
  payload: z.object({ plan: ImportPlan }),
  samples: [
    {
      plan: {
        file: 'line 4.xlsx',
        lines: [{ sheet: 'Mon–Fri', cell: 'D7', act: 'change', name: '08:00', changes: [{ field: 'Market', from: '08:02', to: '08:03' }], more: 0 }],
        adds: 0,
        changes: 1,
        same: 3,
        absent: 0,
        ignored: [],
        faults: [],
        moreFaults: 0,
        edit: {
          times: {
            scheduleId: 'L1',
            tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, cells: [[1, 28_920, 28_980]] }] } }],
          },
        },
      },
    },
  ],
});

/** The file cannot be read, and why. */
export const refuseSpreadsheet = defineStep('spreadsheet.refuse', ({ messages }) => messages[0] ?? 'Not read', {
  payload: z.object({ messages: z.array(z.string()) }),
  samples: [{ messages: ['The file is no workbook. Save it as .xlsx first.'] }],
});

/** Makes the changes of the preview. */
export const applySpreadsheet = defineStep('spreadsheet.apply', 'Apply the spreadsheet');

/** Closes the window; nothing changes. */
export const closeSpreadsheet = defineStep('spreadsheet.close', 'Close the spreadsheet window');
