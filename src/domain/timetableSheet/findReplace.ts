/** Finding times and trip ids in a sheet, and replacing them. */
import { formatServiceTime, parseServiceTime } from '../time.ts';
import type { Sheet } from './sheet.ts';
import { writeCells, type WrittenCell, writtenAt } from './sheetActs.ts';
import type { SheetEdit } from './sheetEdit.ts';

/** What is looked for: a time as typed (08:05 finds 08:05 alone, `08:` every time of that hour), or a part of a trip id. */
export interface Find {
  readonly what: 'times' | 'tripIds';
  readonly text: string;
}

/** A place where it was found; row 0 for a trip id. */
export interface Found {
  readonly row: number;
  readonly column: number;
}

/** Every place in order of the columns. */
export function findInSheet(sheet: Sheet, { what, text }: Find): readonly Found[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  if (what === 'tripIds')
    return sheet.columns.flatMap(({ departure: { TripId } }, column) => (TripId?.includes(wanted) === true ? [{ row: 0, column }] : []));
  const exact = parseServiceTime(wanted);
  const found: Found[] = [];
  for (let column = 0; column < sheet.columns.length; column++)
    for (let row = 0; row < sheet.rows.length; row++) {
      const time = writtenAt(sheet, row, column);
      if (typeof time === 'number' && (exact === undefined ? formatServiceTime(time).includes(wanted) : time === exact)) found.push({ row, column });
    }
  return found;
}

/** Replaces what was found: a time by a time, the found part of a trip id by another text. Undefined where it cannot be. */
export function replaceInSheet(sheet: Sheet, { what, text }: Find, by: string, places: readonly Found[]): SheetEdit | undefined {
  if (what === 'tripIds') {
    const wanted = text.trim();
    const columns = places.flatMap(({ column }) => {
      const of = sheet.columns[column];
      if (!of) return [];
      const TripId = (of.departure.TripId ?? '').replaceAll(wanted, by.trim());
      return TripId === of.departure.TripId ? [] : [{ of: of.ref, fields: { TripId: TripId === '' ? null : TripId } }];
    });
    return { columns };
  }
  const time = parseServiceTime(by);
  const only = parseServiceTime(text);
  if (time === undefined || only === undefined) return undefined;
  const cells: WrittenCell[] = places.map(({ row, column }) => ({ row, column, to: time }));
  return writeCells(sheet, cells);
}
