/** What a person does on the sheet, as the edit that it amounts to. Each is one command, one undo, one change set. */
import { anchorOf, type CellValue, movedCell, sameCell, sidesOf } from './profile.ts';
import { cellOfColumn, interpolated, type Sheet, type SheetColumn, type SheetRow, sideOf, withSide } from './sheet.ts';
import type { CellEdit, ColumnEdit, SheetEdit } from './sheetEdit.ts';

/** A rectangle of the sheet: rows and columns from and to, both included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What is written into a cell: a time in seconds, null blank, `-` not served. */
export type Written = number | null | '-';

/** A cell to be written: row and column of the sheet. */
export interface WrittenCell {
  readonly row: number;
  readonly column: number;
  readonly to: Written;
}

/**
 * Cells written by hand, by a paste or a fill. In a column of which the first timed cell alone is written, the whole departure
 * moves to that time; otherwise each cell is its own.
 */
export function writeCells(sheet: Sheet, cells: readonly WrittenCell[]): SheetEdit {
  const columns: ColumnEdit[] = [];
  for (const [at, of] of grouped(cells)) {
    const column = sheet.columns[at];
    if (!column) continue;
    const [only] = of;
    const by = of.length === 1 && only ? shiftOf(sheet, column, only) : undefined;
    if (by !== undefined) {
      if (by !== 0) columns.push({ of: column.ref, by });
      continue;
    }
    const edits = cellEdits(sheet, column, of);
    if (edits.length > 0) columns.push({ of: column.ref, cells: edits });
  }
  return columns.length === 0 ? {} : { columns };
}

/** A cell written for every departure of its timetable; `onward` moves all later stops by as much. */
export function writeBand(sheet: Sheet, { row, column: at, to }: WrittenCell, onward: boolean): SheetEdit {
  const column = sheet.columns[at];
  const place = sheet.rows[row];
  if (!column || !place) return {};
  const { timetable, start } = column;
  const before = cellOfColumn(column, place.position);
  const after = withSide(before, place.side, to);
  const [was, is] = [sideOf(before, place.side), sideOf(after, place.side)];
  const by = onward && was !== null && is !== null ? is - was : 0;
  const cells: [number, CellValue, CellValue][] = [];
  if (!sameCell(before, after)) {
    // an arrival that moves takes its own departure along when everything later does
    const whole = by !== 0 && place.side === 'arrival' ? movedCell(before, by) : after;
    cells.push([place.position, movedCell(before, -start), movedCell(whole, -start)]);
  }
  if (by !== 0)
    for (let position = place.position + 1; position < timetable.DepartureOffsets.length; position++) {
      const later = movedCell(cellOfColumn(column, position), -start);
      if (!sameCell(later, movedCell(later, by))) cells.push([position, later, movedCell(later, by)]);
    }
  return cells.length === 0 ? {} : { bands: [{ timetable: timetable.Number, cells }] };
}

/** A cell and all later stops of one departure moved: "from here on". */
export function writeOnward(sheet: Sheet, written: WrittenCell): SheetEdit {
  const column = sheet.columns[written.column];
  const [band] = writeBand(sheet, written, true).bands ?? [];
  if (!column || !band) return {};
  const { start } = column;
  return {
    columns: [
      { of: column.ref, cells: band.cells.map(([position, before, after]) => [position, movedCell(before, start), movedCell(after, start)]) },
    ],
  };
}

/** Whole departures some seconds later, earlier when negative. */
export function shiftColumns(sheet: Sheet, columns: readonly number[], by: number): SheetEdit {
  if (by === 0 || columns.length === 0) return {};
  return { columns: columns.flatMap((at) => (sheet.columns[at] ? [{ of: sheet.columns[at].ref, by }] : [])) };
}

/** A rectangle some seconds later: whole departures where it begins at their first timed stop, else its cells alone. */
export function shiftRange(sheet: Sheet, range: Range, by: number): SheetEdit {
  const columns: ColumnEdit[] = [];
  for (let at = range.left; at <= range.right; at++) {
    const column = sheet.columns[at];
    if (!column) continue;
    const anchor = anchorOf(column.timetable)?.position ?? 0;
    const rows = sheet.rows.slice(range.top, range.bottom + 1);
    if (rows.some(({ position }) => position <= anchor)) {
      columns.push({ of: column.ref, by });
      continue;
    }
    const cells = rows.flatMap((row, nth): WrittenCell[] => {
      const time = sideOf(cellOfColumn(column, row.position), row.side);
      return time === null ? [] : [{ row: range.top + nth, column: at, to: time + by }];
    });
    const edits = cellEdits(sheet, column, cells);
    if (edits.length > 0) columns.push({ of: column.ref, cells: edits });
  }
  return columns.length === 0 ? {} : { columns };
}

/** What two shifts of one selection come to. */
export function joinedShifts(earlier: SheetEdit, later: SheetEdit): SheetEdit {
  const columns = (earlier.columns ?? []).map((column, at): ColumnEdit => {
    const next = later.columns?.[at];
    const after = new Map((next?.cells ?? []).map(([position, , to]) => [position, to]));
    return {
      of: column.of,
      ...(column.by === undefined ? {} : { by: column.by + (next?.by ?? 0) }),
      ...(column.cells && { cells: column.cells.map(([position, from, to]): CellEdit => [position, from, after.get(position) ?? to]) }),
    };
  });
  return { columns };
}

/** One value for every cell of a rectangle: blank, not served. */
export function writeRange(sheet: Sheet, range: Range, to: Written): SheetEdit {
  const columns: ColumnEdit[] = [];
  for (let at = range.left; at <= range.right; at++) {
    const column = sheet.columns[at];
    if (!column) continue;
    const edits = cellEdits(
      sheet,
      column,
      rowNumbers(range).map((row) => ({ row, column: at, to })),
    );
    if (edits.length > 0) columns.push({ of: column.ref, cells: edits });
  }
  return columns.length === 0 ? {} : { columns };
}

/** Fills a rectangle from its first row (down) or its first column (right). */
export function fillRange(sheet: Sheet, range: Range, direction: 'down' | 'right'): SheetEdit {
  const cells: WrittenCell[] = [];
  for (const row of rowNumbers(range))
    for (let column = range.left; column <= range.right; column++) {
      const from = direction === 'down' ? [range.top, column] : [row, range.left];
      const to = writtenAt(sheet, from[0] ?? 0, from[1] ?? 0);
      if (from[0] !== row || from[1] !== column) cells.push({ row, column, to });
    }
  return writeCells(sheet, cells);
}

/**
 * Goes on with what is in a rectangle into the columns to its right (left when negative), at the distance of its last two
 * columns; with one column alone it is copied.
 */
export function fillOn(sheet: Sheet, range: Range, columns: number): SheetEdit {
  const cells: WrittenCell[] = [];
  for (const row of rowNumbers(range)) {
    const edge = columns > 0 ? range.right : range.left;
    const next = columns > 0 ? edge - 1 : edge + 1;
    const last = writtenAt(sheet, row, edge);
    const before = range.left === range.right ? null : writtenAt(sheet, row, next);
    const step = typeof last === 'number' && typeof before === 'number' ? last - before : 0;
    for (let nth = 1; nth <= Math.abs(columns); nth++)
      cells.push({ row, column: edge + Math.sign(columns) * nth, to: typeof last === 'number' ? last + step * nth : last });
  }
  return writeCells(sheet, cells);
}

/** Times between the first and the last timed cell of a rectangle, by distance and on full steps of seconds; what stood between is replaced. */
export function interpolateRange(sheet: Sheet, range: Range, metres: readonly number[] | null, step = 1): SheetEdit {
  const columns: ColumnEdit[] = [];
  for (let at = range.left; at <= range.right; at++) {
    const column = sheet.columns[at];
    const [top, bottom] = [sheet.rows[range.top]?.position, sheet.rows[range.bottom]?.position];
    if (!column || top === undefined || bottom === undefined) continue;
    const cells = sheet.track.Stops.map((_, position) => cellOfColumn(column, position));
    const served = cells.flatMap((cell, position) => (position >= top && position <= bottom && cell !== '-' ? [position] : []));
    const timed = served.filter((position) => cells[position] !== null);
    const [from, to] = [timed[0], timed.at(-1)];
    if (from === undefined || to === undefined || from === to) continue;
    const sides = (cell: CellValue | undefined, side: 0 | 1): number | null => sidesOf(cell ?? null)[side] ?? sidesOf(cell ?? null)[1 - side] ?? null;
    const values = cells.map((cell, position) => (position === from ? sides(cell, 1) : position === to ? sides(cell, 0) : null));
    const filled = interpolated(values, metres);
    const edits = served.flatMap((position): [number, CellValue, CellValue][] => {
      const [before, exact] = [cells[position] ?? null, filled[position] ?? null];
      // never outside the two times that it lies between
      const after = exact === null ? null : Math.min(Math.max(Math.round(exact / step) * step, values[from] ?? exact), values[to] ?? exact);
      return position <= from || position >= to || sameCell(before, after) ? [] : [[position, before, after]];
    });
    if (edits.length > 0) columns.push({ of: column.ref, cells: edits });
  }
  return columns.length === 0 ? {} : { columns };
}

/** Departures taken away. */
export function removeColumns(sheet: Sheet, columns: readonly number[]): SheetEdit {
  const remove = columns.flatMap((at) => sheet.columns[at]?.ref ?? []);
  return remove.length === 0 ? {} : { remove };
}

/** What is in a cell, as it could be written elsewhere. */
export function writtenAt(sheet: Sheet, row: number, column: number): Written {
  const [place, of] = [sheet.rows[row], sheet.columns[column]];
  if (!place || !of) return null;
  const cell = cellOfColumn(of, place.position);
  return cell === '-' ? '-' : sideOf(cell, place.side);
}

/** How far a column moves when this cell alone is written; undefined where it is not its first timed one. */
function shiftOf(sheet: Sheet, column: SheetColumn, { row, to }: WrittenCell): number | undefined {
  const place = sheet.rows[row];
  if (typeof to !== 'number' || !place || anchorOf(column.timetable)?.position !== place.position) return undefined;
  const was = sideOf(cellOfColumn(column, place.position), place.side);
  return was === null || (place.side === 'arrival' && waits(column, place.position)) ? undefined : to - was;
}

function waits(column: SheetColumn, position: number): boolean {
  return Array.isArray(cellOfColumn(column, position));
}

function cellEdits(sheet: Sheet, column: SheetColumn, written: readonly WrittenCell[]): [number, CellValue, CellValue][] {
  const now = new Map<number, CellValue>();
  for (const { row, to } of written) {
    const place: SheetRow | undefined = sheet.rows[row];
    if (!place) continue;
    const before = now.has(place.position) ? (now.get(place.position) ?? null) : cellOfColumn(column, place.position);
    now.set(place.position, withSide(before, place.side, to));
  }
  return [...now].flatMap(([position, after]): [number, CellValue, CellValue][] => {
    const before = cellOfColumn(column, position);
    return sameCell(before, after) ? [] : [[position, before, after]];
  });
}

function grouped(cells: readonly WrittenCell[]): ReadonlyMap<number, readonly WrittenCell[]> {
  const columns = new Map<number, WrittenCell[]>();
  for (const cell of cells) {
    const of = columns.get(cell.column);
    if (of) of.push(cell);
    else columns.set(cell.column, [cell]);
  }
  return columns;
}

function rowNumbers({ top, bottom }: Range): number[] {
  return Array.from({ length: bottom - top + 1 }, (_, nth) => top + nth);
}
