/** The table of workbooks that are read back. */
import { machineTable } from './machineTable.ts';

export const spreadsheet = machineTable(
  `
  closed     | OPEN   | open       |  | versionId = event.versionId; subject = event.subject; messages = [] | the subject, Download, and Choose a file
  open       | OPEN   | open       |  | subject = event.subject; file = ""; messages = []                   | the other subject
  open, previewing | CHOOSE | reading |  | file = event.file; plan = null; messages = []                    | that the file is read
  reading    | PLAN   | previewing |  | plan = event.plan; file = was.file                                  | what would change, row by row, and the cells that are wrong
  previewing | PLAN   | previewing |  | plan = event.plan; messages = []                                     | what would change with the heads that were assigned
  reading    | REFUSE | open       |  | messages = event.messages                                           | why the file is not read, and Choose a file
  previewing | APPLY [times to apply] | saving | timetable.importTimes | messages = []; plan = was.plan | the preview waits
  previewing | APPLY [rows to apply]  | saving | rows.import           | messages = []; plan = was.plan | the preview waits
  saving     | DONE   | closed     |  | plan = null; subject = null                                         | the page with what was in the file
  saving     | FAILED | previewing |  | messages = event.messages; plan = was.plan                          | the preview with what the server says
  open, reading, previewing | CLOSE, LEAVE | closed |  | plan = null; file = ""                            | the page, and nothing has changed
  saving     | LEAVE  | closed     |  | plan = null                                                         | another page
  `,
  {
    'times to apply': (_event, context) => context['plan']?.['edit']?.['times'] !== undefined,
    'rows to apply': (_event, context) => context['plan']?.['edit']?.['rows'] !== undefined,
  },
);
