import { useEffect, useRef } from 'react';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { Cursor } from './cursor.ts';

/** Selects the departures that one adds, once they are in the sheet: `expect` is called before they are added. */
export function useAddedColumns(sheet: Sheet, onCursor: (cursor: Cursor) => void): { readonly expect: () => void } {
  const latest = useRef(sheet);
  /** The highest key before; new columns have higher ones. */
  const before = useRef<number>(undefined);
  useEffect(() => {
    latest.current = sheet;
    const highest = before.current;
    if (highest === undefined) return;
    const columns = sheet.columns.flatMap(({ key }, at) => (key > highest ? [at] : []));
    const [first] = columns;
    if (first === undefined) return;
    before.current = undefined;
    // those that stand apart cannot be one selection
    const last = columns.findLast((at, nth) => at === first + nth) ?? first;
    const top = { row: 0, column: first };
    onCursor({ active: top, anchor: top, corner: { row: sheet.rows.length - 1, column: last } });
  }, [sheet, onCursor]);
  return {
    expect: () => {
      before.current = Math.max(-1, ...latest.current.columns.map(({ key }) => key));
    },
  };
}

/** Names the shifts of one selection: those that follow each other are taken back by one undo. */
export function shiftGesture({ top, bottom, left, right }: Range, { track, columns }: Sheet): string {
  const keys = columns.slice(left, right + 1).map(({ key }) => key);
  return `shift ${track.ScheduleId}/${track.Id} ${top}-${bottom} ${keys.join(',')}`;
}
