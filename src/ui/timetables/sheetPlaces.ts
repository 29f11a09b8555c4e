/** What the page of the sheet asks of it: where a cell stands, and what would be wrong there. */
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import type { PasteFault } from '../../domain/timetableSheet/clipboard.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { writtenAt } from '../../domain/timetableSheet/sheetActs.ts';
import { applySheetEdit, type SheetEdit, sheetEditError } from '../../domain/timetableSheet/sheetEdit.ts';
import type { Place } from './cursor.ts';
import type { SheetView } from './useSheet.ts';
import { texts } from './texts.ts';

/** Stands for the key of the empty column at the end. */
export const NEW_COLUMN = -1;

/** Where the cell that is typed into stands now: columns come and go while somebody types, and so do stops. */
export function placeOfCell(sheet: Sheet, { column, row, stopId }: { column: number; row: number; stopId: string }): Place | undefined {
  const at = column === NEW_COLUMN ? sheet.columns.length : sheet.columns.findIndex(({ key }) => key === column);
  return at >= 0 && sheet.rows[row]?.stop.StopId === stopId ? { row, column: at } : undefined;
}

/** What would be wrong at the stop, were the edit made. */
export function faultWhileTyping(
  view: SheetView,
  timetables: TrackDetails['Timetables'],
  edit: SheetEdit,
  position: number,
  stopCount: number,
): string | undefined {
  const refused = sheetEditError(timetables, edit, stopCount);
  if (refused !== undefined) return refused;
  for (const timetable of applySheetEdit(timetables, { ...edit, remove: [] }, stopCount).values()) {
    const before = timetables.find(({ Number }) => Number === timetable?.Number);
    if (!timetable || (before && before.DepartureOffsets === timetable.DepartureOffsets)) continue;
    const fault = view.faultsOf(timetable).find((one) => one.position === position || one.position === position + 1);
    if (fault) return fault.position === position ? fault.message : texts.laterThanStop({ position: fault.position + 1 });
  }
  return undefined;
}

/** The position of a bad clipboard cell in a transposed sheet. */
export function turnedFault({ row, column, ...fault }: PasteFault): PasteFault {
  return { ...fault, row: column, column: row };
}

/** The first row at which the first departure has a time: a new one is typed there. */
export function firstTimedRow(sheet: Sheet): number {
  return Math.max(
    0,
    sheet.rows.findIndex((_, row) => typeof writtenAt(sheet, row, 0) === 'number'),
  );
}
