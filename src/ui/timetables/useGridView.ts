import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react';
import type { Place } from './cursor.ts';
import { type Interval, withIndex } from './gridBoxes.ts';
import { HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';

/** A column in view: pixels from the first column. */
export interface Span {
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

/** What of a grid is laid out. */
export interface GridView {
  readonly rows: readonly { readonly index: number; readonly start: number }[];
  /** The same array as long as the same columns are in view. */
  readonly spans: readonly Span[];
  readonly width: number;
  readonly height: number;
  /** Begin and end of all columns. */
  readonly columns: () => readonly Interval[];
  /** How far a page goes. */
  readonly page: () => Place;
  readonly show: (place: Place) => void;
}

interface GridViewProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly columns: number;
  readonly active: Place;
  readonly widthOf: (column: number) => number;
  /** Changes where the widths do. */
  readonly widths: string;
}

/** The rows and columns of a grid that are in view, and the active cell always. */
export function useGridView({ grid, rows: rowCount, columns: columnCount, active, widthOf, widths }: GridViewProps): GridView {
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => grid.current,
    estimateSize: () => SHEET_ROW_HEIGHT,
    overscan: 4,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (shown) => withIndex(shown, active.row, rowCount),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => grid.current,
    estimateSize: widthOf,
    overscan: 3,
    scrollMargin: ROW_HEAD_WIDTH,
    scrollPaddingStart: ROW_HEAD_WIDTH,
    rangeExtractor: (shown) => withIndex(shown, active.column, columnCount),
  });
  useLayoutEffect(() => columns.measure(), [columns, columnCount, widths]);

  const visible = columns.getVirtualItems();
  const signature = visible.map(({ index, start, size }) => `${index}:${start}:${size}`).join(' ');
  const spans = useMemo(
    () => visible.map(({ index, start, size }): Span => ({ index, left: start - ROW_HEAD_WIDTH, width: size })),
    // the items are new objects at every render; what they say is in the signature
    // oxlint-disable-next-line react/exhaustive-deps
    [signature],
  );
  const show = ({ row, column }: Place): void => {
    rows.scrollToIndex(row, { align: 'auto' });
    columns.scrollToIndex(column, { align: 'auto' });
  };
  const empty = rowCount === 0 || columnCount === 0;
  // what brings a cell into view from outside: a search, the stringline
  useEffect(() => {
    if (!empty) show(active);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [active.row, active.column, empty]);

  return {
    rows: rows.getVirtualItems(),
    spans,
    width: columns.getTotalSize() + ROW_HEAD_WIDTH,
    height: rows.getTotalSize() + HEAD_HEIGHT,
    columns: () => columns.measurementsCache,
    page: () => ({
      row: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - HEAD_HEIGHT) / SHEET_ROW_HEIGHT) - 1),
      column: Math.max(1, visible.length - 6),
    }),
    show,
  };
}
