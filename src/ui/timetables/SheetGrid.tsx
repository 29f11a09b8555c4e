import { useCallbackRef } from '@mantine/hooks';
import { useVirtualizer, type Range as VirtualRange, defaultRangeExtractor } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { writtenText } from '../../domain/timetableSheet/clipboard.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { type Range, writtenAt } from '../../domain/timetableSheet/sheetActs.ts';
import { axesOf } from './axes.ts';
import { type Cursor, kept, moved, type Place, rangeOf, stepped } from './cursor.ts';
import { type Entry, SheetEntry } from './SheetEntry.tsx';
import { SheetHead } from './SheetHead.tsx';
import { SheetRowView, type VisibleColumn } from './SheetRowView.tsx';
import { columnWidth, HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT, STOP_COLUMN_WIDTH } from './sheetSizes.ts';
import { type SheetKey, sheetKeyOf } from './sheetKeys.ts';
import { DepartureRow, NewDepartureRow, StopsHead, type VisibleStop } from './TransposedRows.tsx';
import { useSheetPointer } from './useSheetPointer.ts';
import classes from './sheet.module.css';

export interface SheetGridProps {
  readonly label: string;
  readonly sheet: Sheet;
  /** Departures lie down the screen and stops across. Cursor, places and ranges of the callbacks are those of the sheet all the same. */
  readonly transposed: boolean;
  readonly cursor: Cursor;
  readonly readOnly: boolean;
  readonly onCursor: (cursor: Cursor) => void;
  /** A cell is opened for typing; `was` is what it reads. */
  readonly onBegin: (place: Place, was: string) => void;
  /** Where the cell that is typed into stands now: undefined once its departure or its stop is gone. */
  readonly typedAt: () => Place | undefined;
  /**
   * What is typed into the cell at a place that reads `now`; answers why it cannot be, and then nothing happened. `wide` is
   * Alt+Enter: the whole band.
   */
  readonly onType: (place: Place | undefined, now: string | null, text: string, wide: boolean) => string | undefined;
  readonly onLeave: () => void;
  /** What was refused while a cell is typed into. */
  readonly told: readonly string[];
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
  /** Opens a cell for typing from outside. */
  readonly opener: Ref<(place: Place) => void>;
  /** A menu is asked for at a point of the screen; `target` is what was pointed at. */
  readonly onMenu: (point: { readonly x: number; readonly y: number }, target: 'cell' | 'departure' | 'stop') => void;
}

/** The sheet as a grid of the page: rows and columns outside the view are not laid out, the selection is one rectangle over it. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { label, sheet, transposed, readOnly, grid } = props;
  const axes = useMemo(() => axesOf(sheet, transposed), [sheet, transposed]);
  const onCursor = (next: Cursor): void => props.onCursor(axes.cursor(next));
  const prefix = useId();
  const [entry, setEntry] = useState<Entry>();
  // an empty departure at the end
  const more = readOnly ? 0 : 1;
  const extent = transposed ? { rows: axes.rows + more, columns: axes.columns } : { rows: axes.rows, columns: axes.columns + more };
  const cursor = kept(axes.cursor(props.cursor), extent);
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
    estimateSize: (index) => (transposed ? STOP_COLUMN_WIDTH : columnWidth(sheet.columns[index], seconds)),
    overscan: 3,
    scrollMargin: ROW_HEAD_WIDTH,
    scrollPaddingStart: ROW_HEAD_WIDTH,
    rangeExtractor: (shown) => withIndex(shown, active.column, extent.columns),
  });
  useLayoutEffect(() => columns.measure(), [columns, extent.columns, seconds, transposed]);

  const visible = columns.getVirtualItems();
  const from = visible[0]?.index ?? 0;
  const signature = visible.map(({ index, start }) => `${index}:${start}`).join(' ');
  const shownColumns = useMemo(
    (): readonly VisibleColumn[] =>
      visible.flatMap(({ index, start, size }) => {
        const column = transposed ? undefined : sheet.columns[index];
        return column ? [{ index, left: start - ROW_HEAD_WIDTH, width: size, column }] : [];
      }),
    // the items are new objects at every render; what they say is in the signature
    // oxlint-disable-next-line react/exhaustive-deps
    [sheet, transposed, signature],
  );
  const shownStops = useMemo(
    (): readonly VisibleStop[] =>
      visible.flatMap(({ index, start, size }) => {
        const row = transposed ? sheet.rows[index] : undefined;
        return row ? [{ index, left: start - ROW_HEAD_WIDTH, width: size, row }] : [];
      }),
    // oxlint-disable-next-line react/exhaustive-deps
    [sheet, transposed, signature],
  );

  const last = sheet.columns.length;
  const end = transposed || readOnly ? undefined : visible.find(({ index }) => index === last);
  const add = useMemo(
    () => end && { index: end.index, left: end.start - ROW_HEAD_WIDTH, width: end.size },
    // oxlint-disable-next-line react/exhaustive-deps
    [end?.index, end?.start, end?.size],
  );
  const onAdd = useCallbackRef(() => props.onKey('add'));

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
    extent,
    cursor,
    starts: () => columns.measurementsCache,
    onCursor,
    onFill: readOnly ? undefined : (filled, to) => props.onFill(axes.range(filled), axes.place(to)),
    onEdit: (place) => begin(place),
  });

  useImperativeHandle(props.opener, () => (place: Place) => {
    const at = axes.cursor({ active: place, anchor: place });
    goTo(at);
    begin(at.active);
  });
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || event.target.closest('input, [data-corner]') || empty) return;
    event.preventDefault();
    const place = pointer.placeAt(event);
    const head = event.target.closest('[data-head]') ? 'column' : event.target.closest('[data-rowhead]') ? 'row' : undefined;
    const isByKey = event.button !== 2;
    if (!isByKey && !isInside(range, place, head))
      onCursor({
        active: { row: head === 'column' ? 0 : place.row, column: head === 'row' ? 0 : place.column },
        anchor: { row: head === 'column' ? 0 : place.row, column: head === 'row' ? 0 : place.column },
        corner: { row: head === 'column' ? extent.rows - 1 : place.row, column: head === 'row' ? extent.columns - 1 : place.column },
      });
    const box = grid.current?.getBoundingClientRect();
    const { left, top, width, height } = boxOfCell(active, columns.measurementsCache);
    const [dx, dy] = [(box?.left ?? 0) - (grid.current?.scrollLeft ?? 0), (box?.top ?? 0) - (grid.current?.scrollTop ?? 0)];
    const point = isByKey ? { x: dx + left + width / 2, y: dy + top + height } : { x: event.clientX, y: event.clientY };
    props.onMenu(point, head === undefined || isByKey ? 'cell' : (head === 'column') === !transposed ? 'departure' : 'stop');
  };

  function begin(place: Place, text?: string): void {
    if (readOnly || empty) return;
    const was = writtenIn(axes.place(place));
    setEntry({ place, text: text ?? was, replaces: text !== undefined });
    props.onBegin(axes.place(place), was);
  }
  function writtenIn({ row, column }: Place): string {
    return writtenText(writtenAt(sheet, row, column));
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
    // the edge is that of the departures: the empty one lies beyond it
    const edges = (event.key === 'End' || ctrl) && last > 0 ? { rows: axes.rows, columns: axes.columns } : extent;
    const next = event.altKey ? undefined : moved(cursor, { key: event.key, ctrl, shift: event.shiftKey }, { ...edges, page });
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
    props.onKey(axes.key(key));
  };

  const copy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget && entry) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', axes.text(props.onCopy(axes.range(range))));
  };
  const box = boxOf(range, columns.measurementsCache);
  const activeBox = boxOfCell(active, columns.measurementsCache);
  // columns come and go while somebody types
  const typedAt = entry && props.typedAt();
  const typedPlace = typedAt && axes.place(typedAt);
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
      onContextMenu={onContextMenu}
      onPaste={(event) => {
        if (entry) return;
        event.preventDefault();
        if (!readOnly) props.onPaste(axes.text(event.clipboardData.getData('text/plain')));
      }}
      {...pointer.handlers}
    >
      <div className={classes['canvas']} style={{ width: columns.getTotalSize() + ROW_HEAD_WIDTH, height: rows.getTotalSize() + HEAD_HEIGHT }}>
        {transposed ? (
          <StopsHead sheet={sheet} stops={shownStops} range={range} />
        ) : (
          <SheetHead
            sheet={sheet}
            columns={shownColumns}
            from={range.left}
            to={range.right}
            columnFault={props.columnFault}
            add={add}
            onAdd={onAdd}
          />
        )}
        {rows.getVirtualItems().map(({ index, start }) => {
          const row = sheet.rows[index];
          const column = sheet.columns[index];
          const inRange = index >= range.top && index <= range.bottom;
          if (transposed)
            return !column ? (
              <NewDepartureRow key="new" prefix={prefix} index={index} top={start} stops={shownStops} onAdd={onAdd} />
            ) : (
              <DepartureRow
                key={column.key}
                prefix={prefix}
                index={index}
                top={start}
                column={column}
                stops={shownStops}
                selectedFrom={inRange ? range.left : -1}
                selectedTo={inRange ? range.right : -1}
                faultAt={props.faultAt}
                columnFault={props.columnFault}
                estimatesOf={props.estimatesOf}
              />
            );
          if (!row) return null;
          return (
            <SheetRowView
              key={index}
              prefix={prefix}
              index={index}
              top={start}
              row={row}
              sheet={sheet}
              columns={shownColumns}
              add={add}
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
            box={typedPlace ? boxOfCell(typedPlace, columns.measurementsCache) : activeBox}
            told={props.told}
            onTyping={(text) => {
              const place = props.typedAt();
              return place && props.onTyping(place, text);
            }}
            onCancel={() => {
              props.onLeave();
              leave();
            }}
            onDone={(text, { step, wide }) => {
              const place = props.typedAt();
              const problem = props.onType(place, place ? writtenIn(place) : null, text, wide);
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

/** Whether a place is selected already: a menu is then asked for the selection. */
function isInside({ top, bottom, left, right }: Range, { row, column }: Place, head: 'column' | 'row' | undefined): boolean {
  return (head === 'column' || (row >= top && row <= bottom)) && (head === 'row' || (column >= left && column <= right));
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

function boxOfCell({ row, column }: Place, columns: Parameters<typeof boxOf>[1]): ReturnType<typeof boxOf> {
  return boxOf({ top: row, bottom: row, left: column, right: column }, columns);
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
