import { useVirtualizer, type Range as VirtualRange, defaultRangeExtractor } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react';
import { writtenText } from '../../domain/timetableSheet/clipboard.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { type Range, writtenAt } from '../../domain/timetableSheet/sheetActs.ts';
import { type Cursor, kept, moved, type Place, rangeOf, stepped } from './cursor.ts';
import { type Entry, SheetEntry } from './SheetEntry.tsx';
import { SheetHead } from './SheetHead.tsx';
import { SheetRowView, type VisibleColumn } from './SheetRowView.tsx';
import { columnWidth, HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';
import { type SheetKey, sheetKeyOf } from './sheetKeys.ts';
import { useSheetPointer } from './useSheetPointer.ts';
import classes from './sheet.module.css';

export interface SheetGridProps {
  readonly label: string;
  readonly sheet: Sheet;
  readonly cursor: Cursor;
  readonly readOnly: boolean;
  readonly onCursor: (cursor: Cursor) => void;
  /** What is typed into a cell; answers why it cannot be, and then nothing happened. `wide` is Alt+Enter: the whole band. */
  readonly onType: (place: Place, text: string, wide: boolean) => string | undefined;
  /** What is wrong with a text while it is typed. */
  readonly onTyping: (place: Place, text: string) => string | undefined;
  readonly onKey: (key: SheetKey) => void;
  readonly onCopy: (range: Range) => string;
  readonly onPaste: (text: string) => void;
  readonly onFill: (range: Range, to: Place) => void;
  /** What is wrong at a stop of a column, undefined where nothing is. */
  readonly faultAt: (column: number, position: number) => string | undefined;
  readonly columnFault: (column: number) => string | undefined;
  readonly estimatesOf: (column: number) => readonly (number | null)[] | undefined;
  readonly grid: RefObject<HTMLDivElement | null>;
}

/** The sheet as a grid of the page: rows and columns outside the view are not laid out, the selection is one rectangle over it. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { label, sheet, readOnly, onCursor, grid } = props;
  const prefix = useId();
  const [entry, setEntry] = useState<Entry>();
  const extent = { rows: sheet.rows.length, columns: sheet.columns.length };
  const cursor = kept(props.cursor, extent);
  const { active } = cursor;
  const range = rangeOf(cursor);
  const empty = extent.rows === 0 || extent.columns === 0;

  const seconds = useMemo(() => usesSeconds(sheet), [sheet]);
  const rows = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => grid.current,
    estimateSize: () => SHEET_ROW_HEIGHT,
    overscan: 4,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (shown) => withIndex(shown, active.row, extent.rows),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: extent.columns,
    getScrollElement: () => grid.current,
    estimateSize: (index) => columnWidth(sheet.columns[index], seconds),
    overscan: 3,
    scrollMargin: ROW_HEAD_WIDTH,
    scrollPaddingStart: ROW_HEAD_WIDTH,
    rangeExtractor: (shown) => withIndex(shown, active.column, extent.columns),
  });
  useLayoutEffect(() => columns.measure(), [columns, sheet.columns.length, seconds]);

  const visible = columns.getVirtualItems();
  const from = visible[0]?.index ?? 0;
  const signature = visible.map(({ index, start }) => `${index}:${start}`).join(' ');
  const shownColumns = useMemo(
    (): readonly VisibleColumn[] =>
      visible.flatMap(({ index, start, size }) => {
        const column = sheet.columns[index];
        return column ? [{ index, left: start - ROW_HEAD_WIDTH, width: size, column }] : [];
      }),
    // the items are new objects at every render; what they say is in the signature
    // oxlint-disable-next-line react/exhaustive-deps
    [sheet, signature],
  );

  const goTo = (next: Cursor): void => {
    onCursor(next);
    const { row, column } = next.corner ?? next.active;
    rows.scrollToIndex(row, { align: 'auto' });
    columns.scrollToIndex(column, { align: 'auto' });
  };
  // what brings a cell into view from outside: a search, the stringline
  useEffect(() => {
    if (empty) return;
    rows.scrollToIndex(active.row, { align: 'auto' });
    columns.scrollToIndex(active.column, { align: 'auto' });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [active.row, active.column, empty]);

  const pointer = useSheetPointer({
    grid,
    sheet,
    cursor,
    starts: () => columns.measurementsCache,
    onCursor,
    onFill: readOnly ? undefined : props.onFill,
    onEdit: (place) => begin(place),
  });

  function begin(place: Place, text?: string): void {
    if (readOnly || empty) return;
    const was = writtenText(writtenAt(sheet, place.row, place.column));
    setEntry({ place, text: text ?? was, was, replaces: text !== undefined });
  }
  const leave = (): void => {
    setEntry(undefined);
    grid.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || empty) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const page = {
      row: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - HEAD_HEIGHT) / SHEET_ROW_HEIGHT) - 1),
      column: Math.max(1, visible.length - 6),
    };
    const next = event.altKey ? undefined : moved(cursor, { key: event.key, ctrl, shift: event.shiftKey }, { ...extent, page });
    const taken = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (next) {
      taken();
      return goTo(next);
    }
    if (event.key === 'Enter' && !ctrl && !event.altKey) {
      taken();
      return goTo(stepped(cursor, { row: event.shiftKey ? -1 : 1, column: 0 }, extent));
    }
    if (event.key === 'Tab' && !ctrl && !event.altKey) {
      const by = event.shiftKey ? -1 : 1;
      const isEdge =
        range.left === range.right && range.top === range.bottom && (by < 0 ? active.column === 0 : active.column === extent.columns - 1);
      if (isEdge) return;
      taken();
      return goTo(stepped(cursor, { row: 0, column: by }, extent));
    }
    if (event.key === 'F2') {
      taken();
      return begin(active);
    }
    if (!ctrl && !event.altKey && /^[\d:]$/.test(event.key)) {
      taken();
      return begin(active, event.key);
    }
    const key = sheetKeyOf(event);
    if (key === undefined) return;
    taken();
    props.onKey(key);
  };

  const copy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget && entry) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', props.onCopy(range));
  };
  const box = boxOf(range, columns.measurementsCache);
  const activeBox = boxOf({ top: active.row, bottom: active.row, left: active.column, right: active.column }, columns.measurementsCache);
  return (
    <div
      ref={grid}
      className={classes['grid']}
      role="grid"
      aria-label={label}
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns + 1}
      aria-multiselectable
      aria-readonly={readOnly}
      tabIndex={0}
      aria-activedescendant={empty ? undefined : `${prefix}-${active.row}-${active.column}`}
      onKeyDown={onKeyDown}
      onCopy={copy}
      onCut={(event) => {
        copy(event);
        if (!readOnly) props.onKey('clear');
      }}
      onPaste={(event) => {
        if (entry) return;
        event.preventDefault();
        if (!readOnly) props.onPaste(event.clipboardData.getData('text/plain'));
      }}
      {...pointer.handlers}
    >
      <div className={classes['canvas']} style={{ width: columns.getTotalSize() + ROW_HEAD_WIDTH, height: rows.getTotalSize() + HEAD_HEIGHT }}>
        <SheetHead sheet={sheet} columns={shownColumns} range={range} columnFault={props.columnFault} />
        {rows.getVirtualItems().map(({ index, start }) => {
          const row = sheet.rows[index];
          if (!row) return null;
          const inRange = index >= range.top && index <= range.bottom;
          return (
            <SheetRowView
              key={index}
              prefix={prefix}
              index={index}
              top={start}
              row={row}
              sheet={sheet}
              columns={shownColumns}
              selectedFrom={inRange ? range.left : -1}
              selectedTo={inRange ? range.right : -1}
              active={index === active.row ? active.column : -1}
              faultAt={props.faultAt}
              estimatesOf={props.estimatesOf}
            />
          );
        })}
        {!empty && from >= 0 && (
          <>
            <div
              className={classes['selection']}
              style={box}
              aria-hidden
              data-single={range.top === range.bottom && range.left === range.right ? '' : undefined}
            >
              {!readOnly && <div className={classes['fillHandle']} data-fill />}
            </div>
            {pointer.filling && <div className={classes['filling']} style={boxOf(pointer.filling, columns.measurementsCache)} aria-hidden />}
            <div className={classes['active']} style={activeBox} aria-hidden />
          </>
        )}
        {entry && (
          <SheetEntry
            key={`${entry.place.row} ${entry.place.column}`}
            entry={entry}
            box={activeBox}
            onTyping={(text) => props.onTyping(entry.place, text)}
            onCancel={leave}
            onDone={(text, { step, wide }) => {
              // somebody else wrote here meanwhile: it is said once, a second Enter writes
              const now = writtenText(writtenAt(sheet, entry.place.row, entry.place.column));
              if (now !== entry.was) {
                setEntry({ ...entry, was: now });
                return `Somebody else wrote ${now === '' ? 'no time' : now} here meanwhile: Enter again writes yours`;
              }
              const problem = props.onType(entry.place, text, wide);
              if (problem !== undefined) return problem;
              leave();
              if (step) goTo(stepped(cursor, step, extent));
              return undefined;
            }}
          />
        )}
      </div>
    </div>
  );
}

function withIndex(range: VirtualRange, index: number, count: number): number[] {
  const shown = defaultRangeExtractor(range);
  return index < 0 || index >= count || shown.includes(index) ? shown : [...shown, index].toSorted((a, b) => a - b);
}

/** The rectangle of cells in pixels of the canvas. */
function boxOf(
  { top, bottom, left, right }: Range,
  columns: readonly { readonly start: number; readonly end: number }[],
): { top: number; left: number; width: number; height: number } {
  const x = columns[left]?.start ?? ROW_HEAD_WIDTH;
  return { top: HEAD_HEIGHT + top * SHEET_ROW_HEIGHT, height: (bottom - top + 1) * SHEET_ROW_HEIGHT, left: x, width: (columns[right]?.end ?? x) - x };
}

/** Whether a time of the sheet has seconds: columns are wider then. */
function usesSeconds({ columns }: Sheet): boolean {
  const timetables = new Set(columns.map(({ timetable }) => timetable));
  const odd = (offset: number | null): boolean => offset !== null && offset % 60 !== 0;
  return (
    columns.some(({ start }) => start % 60 !== 0) ||
    [...timetables].some(({ ArrivalOffsets, DepartureOffsets }) => ArrivalOffsets.some(odd) || DepartureOffsets.some(odd))
  );
}
