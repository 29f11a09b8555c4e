/** Cells as a spreadsheet exchanges them: lines of texts between tabs. */
import { formatServiceTime, parseServiceTime } from '../time.ts';
import { movedCell } from './profile.ts';
import { cellOfColumn, type Sheet, withSide } from './sheet.ts';
import { type Range, type Written, writeCells, type WrittenCell, writtenAt } from './sheetActs.ts';
import { MOST_NEW_DEPARTURES, type NewColumn, type SheetEdit } from './sheetEdit.ts';

/** A rectangle as text: rows are stops, columns departures. */
export function copiedText(sheet: Sheet, { top, bottom, left, right }: Range): string {
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++) {
    const texts: string[] = [];
    for (let column = left; column <= right; column++) texts.push(writtenText(writtenAt(sheet, row, column)));
    lines.push(texts.join('\t'));
  }
  return lines.join('\n');
}

/** What is written into a cell, as text. */
export function writtenText(written: Written): string {
  return written === null ? '' : written === '-' ? '-' : formatServiceTime(written);
}

/** Reads what is typed into a cell: a time, nothing, or `-`; undefined where it is none of these. */
export function parseWritten(text: string): Written | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed === '-' || trimmed === '–' || trimmed === '|') return '-';
  return parseServiceTime(trimmed);
}

/** Why a typed text is no time. */
export function writtenError(text: string): string {
  return /^[\d:.]+$/.test(text.trim()) ? `${text.trim()} is not a time` : 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served';
}

/** A text of the clipboard that is no time; row and column count from the first of the paste. */
export interface PasteFault {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly message: string;
}

/** What a paste would do: all of it, or nothing and why. */
export type Paste =
  | { readonly ok: true; readonly edit: SheetEdit; readonly cells: number; readonly added: number; readonly range: Range }
  | { readonly ok: false; readonly faults: readonly PasteFault[] };

/**
 * Pastes a text at a cell. Columns beyond the last one become new departures, on the days of the last column. A single value
 * fills the whole selection.
 */
export function pasteText(sheet: Sheet, selection: Range, text: string): Paste {
  const lines = tableOf(text);
  const width = Math.max(0, ...lines.map((line) => line.length));
  const faults: PasteFault[] = [];
  const values = lines.map((line, row) =>
    line.map((cell, column): Written => {
      const written = parseWritten(cell);
      if (written === undefined) faults.push({ row, column, text: cell, message: writtenError(cell) });
      return written ?? null;
    }),
  );
  const fillsAll = lines.length === 1 && width === 1;
  const bottom = fillsAll ? selection.bottom : selection.top + lines.length - 1;
  const right = fillsAll ? selection.right : selection.left + width - 1;
  const range = { top: selection.top, left: selection.left, bottom, right };
  const added = Math.max(0, right + 1 - sheet.columns.length);
  if (bottom >= sheet.rows.length)
    faults.push({
      row: sheet.rows.length - selection.top,
      column: 0,
      text: '',
      message: `${lines.length} rows do not fit: ${sheet.rows.length - selection.top} are left below this cell`,
    });
  if (added > MOST_NEW_DEPARTURES)
    faults.push({
      row: 0,
      column: 0,
      text: '',
      message: `${added.toLocaleString('en-GB')} new departures are more than can be added at once (${MOST_NEW_DEPARTURES.toLocaleString('en-GB')})`,
    });
  if (faults.length > 0) return { ok: false, faults };

  const value = (row: number, column: number): Written =>
    fillsAll ? (values[0]?.[0] ?? null) : (values[row - range.top]?.[column - range.left] ?? null);
  const cells: WrittenCell[] = [];
  for (let column = range.left; column <= Math.min(right, sheet.columns.length - 1); column++)
    for (let row = range.top; row <= bottom; row++) cells.push({ row, column, to: value(row, column) });
  const add: NewColumn[] = [];
  for (let column = Math.max(range.left, sheet.columns.length); column <= right; column++) {
    const written = Array.from({ length: bottom - range.top + 1 }, (_, nth) => value(range.top + nth, column));
    const made = newColumn(sheet, range.top, written);
    if (made) add.push(made);
    else faults.push({ row: 0, column: column - range.left, text: '', message: 'A departure needs a time at one stop at least' });
  }
  if (faults.length > 0) return { ok: false, faults };
  const edit = { ...writeCells(sheet, cells), ...(add.length === 0 ? {} : { add }) };
  return { ok: true, edit, cells: cells.length + add.length * (bottom - range.top + 1), added, range };
}

/**
 * A departure of which some rows were written. One time alone gives the running times of the last column; of several, what is
 * not written stays untimed.
 */
export function newColumn(sheet: Sheet, top: number, written: readonly Written[]): NewColumn | undefined {
  const timed = written.flatMap((to, nth) => (typeof to === 'number' ? [nth] : []));
  const [nth] = timed;
  if (nth === undefined) return undefined;
  const pattern = sheet.columns.at(-1);
  const row = sheet.rows[top + nth];
  const like = pattern ? { like: pattern.timetable.Number } : {};
  const days = pattern?.timetable.Days ?? 127;
  const stops = sheet.track.Stops;
  if (pattern && row && timed.length === 1 && written.length === 1) {
    const was = writtenAt(sheet, top + nth, sheet.columns.length - 1);
    const time = written[nth];
    if (typeof was === 'number' && typeof time === 'number')
      return { days, ...like, cells: stops.map((_, position) => movedCell(cellOfColumn(pattern, position), time - was)) };
  }
  const cells = stops.map((): NewColumn['cells'][number] => null);
  written.forEach((to, at) => {
    const place = sheet.rows[top + at];
    if (place) cells[place.position] = withSide(cells[place.position] ?? null, place.side, to);
  });
  return { days, ...like, cells };
}

/** Lines and cells of a copied text; the line break at its end is no line of its own. */
export function tableOf(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}
