/** Sizes of a sheet, in pixels. */
import type { SheetColumn } from '../../domain/timetableSheet/sheet.ts';

export const SHEET_ROW_HEIGHT = 24;
/** Band and departure above the columns. */
export const HEAD_HEIGHT = 56;
/** Number and name of the stop beside the rows. */
export const ROW_HEAD_WIDTH = 212;

/** A stop above its times, where the sheet is transposed: room for its name in two lines. */
export const STOP_COLUMN_WIDTH = 92;

/** Width of a column: an interval says more in its head. */
export function columnWidth(column: SheetColumn | undefined, seconds: boolean): number {
  if (column?.departure.Type === 'Interval') return 104;
  return seconds ? 74 : 60;
}

/** A timetable in the matrix of access and timepoints. */
export const MATRIX_COLUMN_WIDTH = 64;
