/** Which way a sheet lies on the screen: stops down and departures across, or, transposed, departures down and stops across. */
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { Cursor, Place } from './cursor.ts';
import type { SheetKey } from './sheetKeys.ts';

/** Rows and columns of the screen, and the way between places of the screen and of the sheet: the same both ways. */
export interface Axes {
  readonly rows: number;
  readonly columns: number;
  place(place: Place): Place;
  range(range: Range): Range;
  cursor(cursor: Cursor): Cursor;
  /** What a key means that speaks of rows, columns or a direction. */
  key(key: SheetKey): SheetKey;
  /** A table of texts between tabs. */
  text(text: string): string;
}

export function axesOf(sheet: Sheet, transposed: boolean): Axes {
  const size = { rows: sheet.rows.length, columns: sheet.columns.length };
  return transposed
    ? { rows: size.columns, columns: size.rows, place: turned, range: turnedRange, cursor: turnedCursor, key: turnedKey, text: turnedText }
    : { ...size, place: same, range: same, cursor: same, key: same, text: same };
}

function same<T>(value: T): T {
  return value;
}

function turned({ row, column }: Place): Place {
  return { row: column, column: row };
}

function turnedRange({ top, bottom, left, right }: Range): Range {
  return { top: left, bottom: right, left: top, right: bottom };
}

function turnedCursor({ active, anchor, corner }: Cursor): Cursor {
  return { active: turned(active), anchor: turned(anchor), ...(corner === undefined ? {} : { corner: turned(corner) }) };
}

const TURNED_KEYS: Partial<Record<SheetKey, SheetKey>> = {
  fillDown: 'fillRight',
  fillRight: 'fillDown',
  selectColumns: 'selectRows',
  selectRows: 'selectColumns',
};

function turnedKey(key: SheetKey): SheetKey {
  return TURNED_KEYS[key] ?? key;
}

/** Lines become columns; shorter ones are filled up with nothing. The line at the end that spreadsheets add is none. */
function turnedText(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const width = Math.max(0, ...lines.map((line) => line.length));
  return Array.from({ length: width }, (_, at) => lines.map((line) => line[at] ?? '').join('\t')).join('\n');
}
