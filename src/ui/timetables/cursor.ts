/** Where the hand is in a sheet: the active cell, the corner a selection began at, and how keys move them. */
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A selection: all cells between the anchor and the corner opposite; the active cell is the corner unless one went round inside. */
export interface Cursor {
  readonly active: Place;
  readonly anchor: Place;
  readonly corner?: Place;
}

export const FIRST_CELL: Cursor = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

/** The rectangle of a selection. */
export function rangeOf({ active, anchor, corner = active }: Cursor): Range {
  return {
    top: Math.min(corner.row, anchor.row),
    bottom: Math.max(corner.row, anchor.row),
    left: Math.min(corner.column, anchor.column),
    right: Math.max(corner.column, anchor.column),
  };
}

/** How large the sheet is, and how many rows and columns are on the screen. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: Place;
}

/** The keys of a press that move or extend. */
export interface Move {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** The cursor after a key; undefined where the key moves nothing. Shift keeps the anchor. */
export function moved(cursor: Cursor, { key, ctrl, shift }: Move, { rows, columns, page }: Extent): Cursor | undefined {
  const { row, column } = shift ? (cursor.corner ?? cursor.active) : cursor.active;
  const last = { row: rows - 1, column: columns - 1 };
  const targets: Readonly<Record<string, Place | undefined>> = {
    ArrowDown: { row: ctrl ? last.row : row + 1, column },
    ArrowUp: { row: ctrl ? 0 : row - 1, column },
    ArrowRight: { row, column: ctrl ? last.column : column + 1 },
    ArrowLeft: { row, column: ctrl ? 0 : column - 1 },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? last.row : row, column: last.column },
    PageDown: { row: row + page.row, column },
    PageUp: { row: row - page.row, column },
  };
  const target = targets[key];
  if (!target) return undefined;
  const active = within(target, last);
  return { active, anchor: shift ? cursor.anchor : active };
}

/** The next cell after one was typed: down or up for Enter, right or left for Tab; inside a selection of several it goes round in it. */
export function stepped(cursor: Cursor, by: Place, { rows, columns }: Pick<Extent, 'rows' | 'columns'>): Cursor {
  const range = rangeOf(cursor);
  const single = range.top === range.bottom && range.left === range.right;
  if (single) {
    const active = within({ row: cursor.active.row + by.row, column: cursor.active.column + by.column }, { row: rows - 1, column: columns - 1 });
    return { active, anchor: active };
  }
  const height = range.bottom - range.top + 1;
  const width = range.right - range.left + 1;
  const [row, column] = [cursor.active.row - range.top, cursor.active.column - range.left];
  const place = by.row === 0 ? row * width + column + by.column : column * height + row + by.row;
  const next = (place + height * width) % (height * width);
  const active = by.row === 0 ? { row: Math.floor(next / width), column: next % width } : { row: next % height, column: Math.floor(next / height) };
  return {
    anchor: cursor.anchor,
    corner: cursor.corner ?? cursor.active,
    active: { row: range.top + active.row, column: range.left + active.column },
  };
}

/** The cursor inside a sheet that became smaller. */
export function kept(cursor: Cursor, { rows, columns }: Pick<Extent, 'rows' | 'columns'>): Cursor {
  const last = { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) };
  const { active, anchor, corner = active } = cursor;
  if ([active, anchor, corner].every((place) => place.row <= last.row && place.column <= last.column)) return cursor;
  return { active: within(active, last), anchor: within(anchor, last), corner: within(corner, last) };
}

function within({ row, column }: Place, last: Place): Place {
  return { row: Math.min(Math.max(row, 0), last.row), column: Math.min(Math.max(column, 0), last.column) };
}

/** Whole columns of a selection, its whole rows, or everything; the active cell stays. */
export function widened(cursor: Cursor, to: 'columns' | 'rows' | 'all', { rows, columns }: Pick<Extent, 'rows' | 'columns'>): Cursor {
  const { top, bottom, left, right } = rangeOf(cursor);
  const last = { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) };
  return {
    active: cursor.active,
    anchor: { row: to === 'rows' ? top : 0, column: to === 'columns' ? left : 0 },
    corner: { row: to === 'rows' ? bottom : last.row, column: to === 'columns' ? right : last.column },
  };
}

/** The selection of a rectangle, at its first cell. */
export function cursorOf({ top, bottom, left, right }: Range): Cursor {
  const first = { row: top, column: left };
  return { active: first, anchor: first, corner: { row: bottom, column: right } };
}

/** The rectangle that the fill handle was dragged to: in one direction, the farthest, never up. */
export function filledRange(range: Range, to: Place): Range {
  const [right, left, down] = [to.column - range.right, range.left - to.column, to.row - range.bottom];
  if (down > Math.max(right, left, 0)) return { ...range, bottom: to.row };
  if (right > 0) return { ...range, right: to.column };
  return left > 0 ? { ...range, left: to.column } : range;
}
