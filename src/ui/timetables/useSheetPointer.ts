import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { type Cursor, filledRange, type Place, rangeOf } from './cursor.ts';
import { HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';

interface SheetPointerProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  /** Rows and columns on the screen. */
  readonly extent: { readonly rows: number; readonly columns: number };
  readonly cursor: Cursor;
  readonly starts: () => readonly { readonly start: number; readonly end: number }[];
  readonly onCursor: (cursor: Cursor) => void;
  /** Undefined where nothing may be changed. */
  readonly onFill: ((range: Range, to: Place) => void) | undefined;
  readonly onEdit: (place: Place) => void;
}

interface SheetPointer {
  readonly placeAt: (point: Point) => Place;
  /** Cells that the fill handle has been dragged over. */
  readonly filling: Range | undefined;
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void;
    onPointerMove(event: PointerEvent<HTMLDivElement>): void;
    onPointerUp(event: PointerEvent<HTMLDivElement>): void;
    onDoubleClick(event: { readonly clientX: number; readonly clientY: number; readonly target: EventTarget }): void;
  };
}

/** The mouse on a sheet: click and drag select, headers select whole rows and columns, the handle fills. */
export function useSheetPointer({ grid, extent, cursor, starts, onCursor, onFill, onEdit }: SheetPointerProps): SheetPointer {
  const drag = useRef<'select' | 'rows' | 'columns' | 'fill'>(undefined);
  const [filling, setFilling] = useState<Range>();
  const last = { row: extent.rows - 1, column: extent.columns - 1 };

  const placeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const scroller = grid.current;
    if (!scroller) return cursor.active;
    const box = scroller.getBoundingClientRect();
    // over the sticky headers one is at the edge of what is in view
    const x = Math.max(clientX - box.left, ROW_HEAD_WIDTH) + scroller.scrollLeft;
    const y = Math.max(clientY - box.top, HEAD_HEIGHT) + scroller.scrollTop;
    const row = Math.floor((y - HEAD_HEIGHT) / SHEET_ROW_HEIGHT);
    const all = starts();
    let [low, high] = [0, all.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.end ?? 0) <= x) low = middle + 1;
      else high = middle;
    }
    return { row: Math.min(Math.max(0, row), last.row), column: Math.min(Math.max(0, low), last.column) };
  };

  /** Takes the drag to a point of the screen. */
  const reach = (point: Point): void => {
    const place = placeAt(point);
    if (drag.current === 'fill') return setFilling(filledRange(rangeOf(cursor), place));
    if (drag.current === 'columns')
      return onCursor({ anchor: cursor.anchor, active: cursor.active, corner: { row: last.row, column: place.column } });
    if (drag.current === 'rows') return onCursor({ anchor: cursor.anchor, active: cursor.active, corner: { row: place.row, column: last.column } });
    const { active } = cursor;
    if (place.row !== active.row || place.column !== active.column) onCursor({ anchor: cursor.anchor, active: place });
  };
  const follow = useEdgeScroll(grid, drag, reach);

  return {
    filling,
    placeAt,
    handlers: {
      onPointerDown: (event) => {
        const target = event.target as HTMLElement;
        if (event.button !== 0 || target.closest('input, button') || last.row < 0 || last.column < 0) return;
        const place = placeAt(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        if (target.dataset['fill'] !== undefined && onFill) {
          drag.current = 'fill';
          return;
        }
        const anchor = event.shiftKey ? cursor.anchor : place;
        if (target.closest('[data-corner]')) return onCursor({ anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 }, corner: last });
        if (target.closest('[data-head]')) {
          drag.current = 'columns';
          return onCursor({
            anchor: { row: 0, column: anchor.column },
            active: { row: 0, column: place.column },
            corner: { row: last.row, column: place.column },
          });
        }
        if (target.closest('[data-rowhead]')) {
          drag.current = 'rows';
          return onCursor({
            anchor: { row: anchor.row, column: 0 },
            active: { row: place.row, column: 0 },
            corner: { row: place.row, column: last.column },
          });
        }
        drag.current = 'select';
        onCursor({ anchor, active: place });
      },
      onPointerMove: (event) => {
        if (drag.current === undefined) return;
        reach(event);
        follow(event);
      },
      onPointerUp: (event) => {
        follow(undefined);
        if (drag.current === 'fill') {
          setFilling(undefined);
          onFill?.(rangeOf(cursor), placeAt(event));
        }
        drag.current = undefined;
      },
      onDoubleClick: (event) => {
        if ((event.target as HTMLElement).closest('[data-head],[data-rowhead],[data-corner],input,button')) return;
        onEdit(placeAt(event));
      },
    },
  };
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Milliseconds between two steps while a drag is held beyond the edge, and the pixels of a step at most. */
const EDGE_STEP = 40;
const MOST_PIXELS = 48;

/** Scrolls while a drag is held beyond the edge of the grid, faster the further it is; the returned function gets each point, and undefined at the end. */
function useEdgeScroll(
  grid: RefObject<HTMLDivElement | null>,
  drag: RefObject<string | undefined>,
  reach: (point: Point) => void,
): (point: Point | undefined) => void {
  const latest = useRef(reach);
  useLayoutEffect(() => void (latest.current = reach));
  const held = useRef<Point>(undefined);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  const beyond = ({ clientX, clientY }: Point): readonly [number, number] => {
    const box = grid.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    const over = (at: number, from: number, to: number): number =>
      Math.max(-MOST_PIXELS, Math.min(MOST_PIXELS, at < from ? at - from : at > to ? at - to : 0));
    return [over(clientX, box.left + ROW_HEAD_WIDTH, box.right - 4), over(clientY, box.top + HEAD_HEIGHT, box.bottom - 4)];
  };
  const step = (): void => {
    const point = held.current;
    if (!point || drag.current === undefined) return clearInterval(timer.current);
    const [x, y] = beyond(point);
    grid.current?.scrollBy(drag.current === 'rows' ? 0 : x, drag.current === 'columns' ? 0 : y);
    latest.current(point);
  };
  return (point) => {
    clearInterval(timer.current);
    held.current = point && { clientX: point.clientX, clientY: point.clientY };
    const [x, y] = point ? beyond(point) : [0, 0];
    if (x !== 0 || y !== 0) timer.current = setInterval(step, EDGE_STEP);
  };
}
