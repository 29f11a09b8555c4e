/** Events of workbooks that are read back. */
import type { ImportPlan } from '../../../src/domain/spreadsheet/plan.ts';
import type { SpreadsheetEvent } from '../../../src/machines/spreadsheetMachine.ts';

/** A file that says what is there. */
const SAME: ImportPlan = {
  file: 'line.xlsx',
  lines: [],
  adds: 0,
  changes: 0,
  same: 2,
  absent: 0,
  ignored: [],
  faults: [],
  moreFaults: 0,
  edit: null,
};
const OTHER: ImportPlan = {
  ...SAME,
  lines: [{ sheet: 'Mon–Fri', cell: 'D6', act: 'change', name: '08:00', changes: [{ field: 'S2', from: '08:02', to: '08:03' }], more: 0 }],
  changes: 1,
  edit: {
    times: {
      scheduleId: 'L1',
      tracks: [{ trackId: 'a-b', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, cells: [[1, 28_920, 28_980]] }] } }],
    },
  },
};
const ROWS: ImportPlan = {
  ...SAME,
  file: 'agencies.xlsx',
  lines: [{ sheet: 'Agencies', cell: 'A2', act: 'change', name: 'A1', changes: [{ field: 'Phone', from: '', to: '112' }], more: 0 }],
  changes: 1,
  edit: { rows: { kind: 'Agency', rows: [{ id: 'A1', values: { Phone: ['', '112'] } }] } },
};
const SUBJECT = { of: 'timetables', scheduleId: 'L1', trackId: 'a-b' } as const;

export const spreadsheet: readonly SpreadsheetEvent[] = [
  { type: 'OPEN', versionId: 1, subject: SUBJECT },
  { type: 'OPEN', versionId: 1, subject: { of: 'timetables', scheduleId: 'L1' } },
  { type: 'OPEN', versionId: 1, subject: { of: 'rows', kind: 'Agency', ids: ['A1'] } },
  { type: 'CHOOSE', file: 'line.xlsx' },
  { type: 'PLAN', plan: OTHER },
  { type: 'PLAN', plan: ROWS },
  { type: 'PLAN', plan: SAME },
  { type: 'REFUSE', messages: ['The file is no workbook. Save it as .xlsx first.'] },
  { type: 'APPLY' },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['The departure at 08:00 is not there any more'] },
];
