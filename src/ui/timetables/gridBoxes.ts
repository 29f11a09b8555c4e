/** Where cells of a grid lie on its canvas, in pixels. */
import { defaultRangeExtractor, type Range as VirtualRange } from '@tanstack/react-virtual';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { Place } from './cursor.ts';
import { HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';

/** Begin and end of a column. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle of cells. */
export function boxOf({ top, bottom, left, right }: Range, columns: readonly Interval[]): Box {
  const x = columns[left]?.start ?? ROW_HEAD_WIDTH;
  return { top: HEAD_HEIGHT + top * SHEET_ROW_HEIGHT, height: (bottom - top + 1) * SHEET_ROW_HEIGHT, left: x, width: (columns[right]?.end ?? x) - x };
}

/** The rectangle of one cell. */
export function boxOfCell({ row, column }: Place, columns: readonly Interval[]): Box {
  return boxOf({ top: row, bottom: row, left: column, right: column }, columns);
}

/** What is laid out: what is in view, and the one with the focus. */
export function withIndex(range: VirtualRange, index: number, count: number): number[] {
  const shown = defaultRangeExtractor(range);
  return index < 0 || index >= count || shown.includes(index) ? shown : [...shown, index].toSorted((a, b) => a - b);
}

/** The point of the screen below the middle of a cell. */
export function belowCell(grid: HTMLDivElement | null, { left, top, width, height }: Box): { x: number; y: number } {
  const box = grid?.getBoundingClientRect();
  return {
    x: (box?.left ?? 0) - (grid?.scrollLeft ?? 0) + left + width / 2,
    y: (box?.top ?? 0) - (grid?.scrollTop ?? 0) + top + height,
  };
}
