/** The steps of editing a timetable sheet; `machines/editSheetMachine.ts` follows them and issues `editSheet` for what is typed. */
import { z } from 'zod';
import { SheetAct } from '../../domain/edits/timetables.ts';
import { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

const SheetTrack = z.object({ versionId: VersionId, scheduleId: z.string(), trackId: z.string() });

/** Opens a cell for typing: a departure by its column's key, a row and the stop that stands there; `was` is what the cell reads. */
export const beginCell = defineStep('sheet.begin', ({ row }) => `Type a time at row ${row + 1}`, {
  payload: SheetTrack.extend({ column: z.int(), row: z.int().min(0), stopId: z.string(), was: z.string() }),
  samples: [{ versionId: 1, scheduleId: 'L1', trackId: 'a-b', column: 0, row: 2, stopId: 'S3', was: '08:04' }],
});

/**
 * Enters what was typed: the edit it makes, null where it makes none, and then why, if there is a reason. `now` is what the cell
 * reads now; null where its departure or its stop is gone.
 */
export const enterCell = defineStep('sheet.enter', 'Enter a time', {
  payload: z.object({ now: z.string().nullable(), write: z.object({ act: SheetAct, edit: SheetEdit }).nullable(), message: z.string().nullable() }),
  samples: [{ now: '08:04', write: null, message: '25:61 is not a time' }],
});

/** Discards the text of the cell, or closes the list of errors. */
export const cancelCell = defineStep('sheet.cancel', 'Leave the cell');

/** An act on the sheet that cannot be done, as a whole: why, and the bad cells. */
export const refuseSheetAct = defineStep('sheet.refuse', ({ messages }) => messages[0] ?? 'Not done', {
  payload: SheetTrack.extend({ messages: z.array(z.string()) }),
  samples: [{ versionId: 1, scheduleId: 'L1', trackId: 'a-b', messages: ['Nothing was pasted', 'Row 2, column 2: 25:61 is not a time'] }],
});
