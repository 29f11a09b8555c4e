/** Access and timepoints of all timetables of a track in one matrix: stops down, timetables across. */
import type { Timetable } from '../model/timetable.ts';
import type { Track, TrackStop } from '../model/track.ts';
import { startOf } from './departures.ts';
import type { PasteFault } from './clipboard.ts';
import type { Range } from './sheetActs.ts';
import { isStopValue, parseStopValue, type StopField, type StopValue, stopValueAt, stopValuesOf, stopValueWords, usualValue } from './stopValues.ts';

/** A row: one field at one stop. */
export interface MatrixRow {
  readonly position: number;
  readonly stop: TrackStop;
  readonly field: StopField;
}

export interface StopMatrix {
  readonly columns: readonly Timetable[];
  readonly rows: readonly MatrixRow[];
}

/** A cell to be written. */
export interface MatrixCell {
  readonly row: number;
  readonly column: number;
  readonly to: StopValue;
}

/** One value of a field, at positions of timetables. */
export interface StopValues {
  readonly field: StopField;
  readonly to: StopValue;
  readonly timetables: number[];
  readonly positions: number[];
}

/** The matrix of some fields. */
export function stopMatrix(track: Track, timetables: readonly Timetable[], fields: readonly StopField[]): StopMatrix {
  return {
    columns: inOrderOfDays(timetables),
    rows: track.Stops.flatMap((stop, position) => fields.map((field) => ({ position, stop, field }))),
  };
}

/** Timetables of the same days together, those days first that have the most; of the same days by the first departure. */
export function inOrderOfDays(timetables: readonly Timetable[]): readonly Timetable[] {
  const counts = new Map<number, number>();
  for (const { Days } of timetables) counts.set(Days, (counts.get(Days) ?? 0) + 1);
  return timetables.toSorted(
    (a, b) => (counts.get(b.Days) ?? 0) - (counts.get(a.Days) ?? 0) || a.Days - b.Days || firstStart(a) - firstStart(b) || a.Number - b.Number,
  );
}

/** When a timetable begins; those without departures come last. */
export function firstStart({ Departures }: Timetable): number {
  return Departures.reduce((least, departure) => Math.min(least, startOf(departure)), Number.MAX_SAFE_INTEGER);
}

/** What a cell reads; undefined outside the matrix. */
export function matrixValue({ columns, rows }: StopMatrix, row: number, column: number): StopValue | undefined {
  const [of, timetable] = [rows[row], columns[column]];
  return of && timetable && stopValueAt(timetable, of.field, of.position);
}

/** One value for every cell of a rectangle; undefined gives each field its usual one. Cells whose field has no such value stay. */
export function setMatrix({ rows }: StopMatrix, range: Range, to: StopValue | undefined): readonly MatrixCell[] {
  return cellsOf(range).flatMap(({ row, column }) => {
    const field = rows[row]?.field;
    if (field === undefined) return [];
    const value = to === undefined ? usualValue(field) : to;
    return isStopValue(field, value) && stopValuesOf(field).some((one) => one.value === value) ? [{ row, column, to: value }] : [];
  });
}

/** Fills a rectangle from its first column, or each field from its first row. */
export function fillMatrix(matrix: StopMatrix, range: Range, direction: 'down' | 'right'): readonly MatrixCell[] {
  return cellsOf(range).flatMap(({ row, column }) => {
    const from = direction === 'right' ? row : firstOfField(matrix, range, row);
    const to = matrixValue(matrix, from, direction === 'right' ? range.left : column);
    return to === undefined ? [] : [{ row, column, to }];
  });
}

/** Goes on with what is in a rectangle over a larger one, again and again; rows of a field take from rows of that field. */
export function spreadMatrix(matrix: StopMatrix, from: Range, over: Range): readonly MatrixCell[] {
  const width = from.right - from.left + 1;
  const isInside = (row: number): boolean => row >= from.top && row <= from.bottom;
  const fieldAt = (row: number): StopField | undefined => matrix.rows[row]?.field;
  const rowsOf = (field: StopField | undefined): readonly number[] => rowNumbers(from).filter((row) => fieldAt(row) === field);
  const counted = new Map<StopField | undefined, number>();
  return rowNumbers(over).flatMap((row) => {
    const rows = rowsOf(fieldAt(row));
    const nth = counted.get(fieldAt(row)) ?? 0;
    counted.set(fieldAt(row), nth + 1);
    const source = rows[nth % Math.max(1, rows.length)];
    if (source === undefined) return [];
    return columnNumbers(over).flatMap((column): MatrixCell[] => {
      if (isInside(row) && column >= from.left && column <= from.right) return [];
      const to = matrixValue(matrix, source, from.left + ((((column - from.left) % width) + width) % width));
      return to === undefined ? [] : [{ row, column, to }];
    });
  });
}

/** The same in all timetables of the days of each cell's own. */
export function onAllOfDays({ columns }: StopMatrix, cells: readonly MatrixCell[]): readonly MatrixCell[] {
  const ofDays = new Map<number, number[]>();
  columns.forEach(({ Days }, at) => ofDays.set(Days, [...(ofDays.get(Days) ?? []), at]));
  return cells.flatMap(({ row, column, to }) => (ofDays.get(columns[column]?.Days ?? -1) ?? []).map((at) => ({ row, column: at, to })));
}

/** A rectangle as text for a spreadsheet. */
export function matrixText(matrix: StopMatrix, { top, bottom, left, right }: Range): string {
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++) {
    const texts: string[] = [];
    for (let column = left; column <= right; column++) {
      const [field, value] = [matrix.rows[row]?.field, matrixValue(matrix, row, column)];
      const isBlank = field === undefined || value === undefined || (value === null && usualValue(field) === null);
      texts.push(isBlank ? '' : stopValueWords(field, value).label);
    }
    lines.push(texts.join('\t'));
  }
  return lines.join('\n');
}

/** What a paste would do: all of it, or nothing and why. */
export type MatrixPaste =
  | { readonly ok: true; readonly cells: readonly MatrixCell[]; readonly range: Range }
  | { readonly ok: false; readonly faults: readonly PasteFault[] };

/** Pastes a table at a selection; it is repeated where the selection is a multiple of it. */
export function pasteMatrix(matrix: StopMatrix, selection: Range, table: readonly (readonly string[])[]): MatrixPaste {
  const size = { height: table.length, width: Math.max(1, ...table.map((line) => line.length)) };
  const [height, width] = [selection.bottom - selection.top + 1, selection.right - selection.left + 1];
  const isMultiple = height % size.height === 0 && width % size.width === 0;
  const [bottom, right] = isMultiple ? [selection.bottom, selection.right] : [selection.top + size.height - 1, selection.left + size.width - 1];
  const range = { top: selection.top, left: selection.left, bottom, right };
  const faults: PasteFault[] = [];
  const left = { rows: matrix.rows.length - selection.top, columns: matrix.columns.length - selection.left };
  if (bottom >= matrix.rows.length)
    faults.push({ row: left.rows, column: 0, text: '', message: `${size.height} rows do not fit: ${left.rows} are left below this cell` });
  if (right >= matrix.columns.length)
    faults.push({ row: 0, column: left.columns, text: '', message: `${size.width} columns do not fit: ${left.columns} are left from this cell on` });
  const cells = cellsOf(range).flatMap(({ row, column }): MatrixCell[] => {
    const field = matrix.rows[row]?.field;
    const text = table[(row - range.top) % size.height]?.[(column - range.left) % size.width] ?? '';
    const to = field && parseStopValue(field, text);
    if (field && to === undefined && row < range.top + size.height && column < range.left + size.width)
      faults.push({ row: row - range.top, column: column - range.left, text, message: `${text.trim()} is none of ${wordsOf(field)}` });
    return to === undefined ? [] : [{ row, column, to }];
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, cells, range };
}

/** The values that written cells come to, without those that stay as they are; cells of a later place go before. */
export function stopValuesFor(matrix: StopMatrix, cells: readonly MatrixCell[]): readonly StopValues[] {
  const last = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  // positions of one timetable by field and value, then timetables by the same positions
  const positions = new Map<string, { field: StopField; to: StopValue; timetable: number; positions: number[] }>();
  for (const { row, column, to } of last.values()) {
    const [of, timetable] = [matrix.rows[row], matrix.columns[column]];
    if (!of || !timetable || matrixValue(matrix, row, column) === to) continue;
    const key = `${of.field} ${to} ${timetable.Number}`;
    const known = positions.get(key);
    if (known) known.positions.push(of.position);
    else positions.set(key, { field: of.field, to, timetable: timetable.Number, positions: [of.position] });
  }
  const values = new Map<string, { field: StopField; to: StopValue; timetables: number[]; positions: number[] }>();
  for (const { field, to, timetable, positions: at } of positions.values()) {
    const sorted = at.toSorted((a, b) => a - b);
    const key = `${field} ${to} ${sorted.join(',')}`;
    const known = values.get(key);
    if (known) known.timetables.push(timetable);
    else values.set(key, { field, to, timetables: [timetable], positions: sorted });
  }
  return [...values.values()];
}

function firstOfField(matrix: StopMatrix, { top, bottom }: Range, row: number): number {
  for (let at = top; at <= bottom; at++) if (matrix.rows[at]?.field === matrix.rows[row]?.field) return at;
  return row;
}

function cellsOf(range: Range): { row: number; column: number }[] {
  return rowNumbers(range).flatMap((row) => columnNumbers(range).map((column) => ({ row, column })));
}

function rowNumbers({ top, bottom }: Range): number[] {
  return Array.from({ length: bottom - top + 1 }, (_, nth) => top + nth);
}

function columnNumbers({ left, right }: Range): number[] {
  return Array.from({ length: right - left + 1 }, (_, nth) => left + nth);
}

function wordsOf(field: StopField): string {
  return stopValuesOf(field)
    .map(({ value, label }) => (value === null ? 'nothing' : `${value} ${label}`))
    .join(', ');
}
