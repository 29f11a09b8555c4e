import type { ClipboardEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { type Cursor, type Place, rangeOf } from './cursor.ts';
import { belowCell, boxOf, boxOfCell } from './gridBoxes.ts';
import { type GridKeys, gridKeyOf } from './gridKeys.ts';
import { useSheetPointer } from './useSheetPointer.ts';
import type { GridView } from './useGridView.ts';
import classes from './sheet.module.css';

interface GridFrameProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly label: string;
  /** Ids of the cells are `prefix-row-column`. */
  readonly prefix: string;
  readonly view: GridView;
  readonly keys: Omit<GridKeys, 'page'>;
  readonly cursor: Cursor;
  readonly readOnly: boolean;
  /** A cell is typed into: the clipboard is the field's. */
  readonly typing: boolean;
  readonly onCursor: (cursor: Cursor) => void;
  readonly onOpen: (place: Place, text?: string) => void;
  /** A key that not all grids have; returns whether it was one of this grid. */
  readonly onKey: (event: KeyboardEvent<HTMLDivElement>) => boolean;
  readonly onCopy: (range: Range) => string;
  readonly onClear: () => void;
  readonly onPaste: (text: string) => void;
  readonly onFill: (range: Range, to: Place) => void;
  /** A menu is requested at a point of the screen. */
  readonly onMenu: (point: { readonly x: number; readonly y: number }, target: 'cell' | 'column' | 'row') => void;
  readonly head: ReactNode;
  /** The rows in view. */
  readonly children: ReactNode;
  /** The field over the cell that is typed into. */
  readonly entry?: ReactNode;
}

/** A grid of cells as in a spreadsheet: one focus, the selection as one rectangle, keys, pointer and clipboard. */
export function GridFrame(props: GridFrameProps): ReactNode {
  const { grid, prefix, view, cursor, readOnly, keys, onCursor } = props;
  const { extent } = keys;
  const { active } = cursor;
  const range = rangeOf(cursor);
  const empty = extent.rows === 0 || extent.columns === 0;
  const pointer = useSheetPointer({
    grid,
    extent,
    cursor,
    starts: view.columns,
    onCursor,
    onFill: readOnly ? undefined : props.onFill,
    onEdit: (place) => props.onOpen(place),
  });
  const goTo = (next: Cursor): void => {
    onCursor(next);
    view.show(next.corner ?? next.active);
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || event.target.closest('input, [data-corner]') || empty) return;
    event.preventDefault();
    const place = pointer.placeAt(event);
    const head = event.target.closest('[data-head]') ? 'column' : event.target.closest('[data-rowhead]') ? 'row' : undefined;
    const isByKey = event.button !== 2;
    if (!isByKey && !isInside(range, place, head)) {
      const first = { row: head === 'column' ? 0 : place.row, column: head === 'row' ? 0 : place.column };
      const corner = { row: head === 'column' ? extent.rows - 1 : place.row, column: head === 'row' ? extent.columns - 1 : place.column };
      onCursor({ active: first, anchor: first, corner });
    }
    props.onMenu(
      isByKey ? belowCell(grid.current, boxOfCell(active, view.columns())) : { x: event.clientX, y: event.clientY },
      isByKey ? 'cell' : (head ?? 'cell'),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || empty) return;
    const key = gridKeyOf(cursor, event, { ...keys, page: view.page });
    if (key?.does === 'leave' || (key === undefined && !props.onKey(event))) return;
    event.preventDefault();
    event.stopPropagation();
    if (key?.does === 'go') goTo(key.to);
    if (key?.does === 'open') props.onOpen(active, key.text);
  };
  const copy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget && props.typing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', props.onCopy(range));
  };
  return (
    <div
      ref={grid}
      className={classes['grid']}
      role="grid"
      aria-label={props.label}
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
        if (!readOnly && !props.typing) props.onClear();
      }}
      onContextMenu={onContextMenu}
      onPaste={(event) => {
        if (props.typing) return;
        event.preventDefault();
        if (!readOnly) props.onPaste(event.clipboardData.getData('text/plain'));
      }}
      {...pointer.handlers}
    >
      <div className={classes['canvas']} style={{ width: view.width, height: view.height }}>
        {props.head}
        {props.children}
        {!empty && (
          <>
            <div
              className={classes['selection']}
              style={boxOf(range, view.columns())}
              aria-hidden
              data-single={range.top === range.bottom && range.left === range.right ? '' : undefined}
            >
              {!readOnly && <div className={classes['fillHandle']} data-fill />}
            </div>
            {pointer.filling && <div className={classes['filling']} style={boxOf(pointer.filling, view.columns())} aria-hidden />}
            <div className={classes['active']} style={boxOfCell(active, view.columns())} aria-hidden />
          </>
        )}
        {props.entry}
      </div>
    </div>
  );
}

/** Whether a place is selected already: a menu is then asked for the selection. */
function isInside({ top, bottom, left, right }: Range, { row, column }: Place, head: 'column' | 'row' | undefined): boolean {
  return (head === 'column' || (row >= top && row <= bottom)) && (head === 'row' || (column >= left && column <= right));
}
