/** What the events of workbooks are on the fake screen. */
import {
  applySpreadsheet,
  chooseSpreadsheet,
  closeSpreadsheet,
  openSpreadsheet,
  planSpreadsheet,
  refuseSpreadsheet,
} from '../../src/commands/spreadsheets/spreadsheetSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { SpreadsheetEvent } from '../../src/machines/spreadsheetMachine.ts';
import { acting } from './fakeParts.ts';
import { edited } from './scheduleScreens.ts';

export const SPREADSHEET_CALLS: readonly string[] = ['timetable.importTimes', 'rows.import'];

const TIMETABLES = 'schedules/L1/a-b/timetables';

export const actOnSpreadsheet = acting<SpreadsheetEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: ({ versionId, subject }) => {
      if (kernel.workflow('spreadsheet').getSnapshot().value === 'closed')
        kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/${subject.of === 'rows' ? 'agencies' : TIMETABLES}`, search: '' }));
      kernel.dispatch(openSpreadsheet({ versionId, subject }));
    },
    CHOOSE: ({ file }) => chooseSpreadsheet({ file }),
    PLAN: ({ plan }) => planSpreadsheet({ plan }),
    REFUSE: ({ messages }) => refuseSpreadsheet({ messages: [...messages] }),
    APPLY: () => applySpreadsheet({}),
    CLOSE: () => closeSpreadsheet({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
    DONE: () => {
      for (const call of SPREADSHEET_CALLS) screen.answer(call, edited);
    },
    FAILED: ({ messages }) => {
      for (const call of SPREADSHEET_CALLS) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
  };
});
