import { Checkbox } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { wantFirstField } from './detailsFocus.ts';
import { columnTracks, nextSorting, sortedBy, type Sorting, tellingColumns, type ValuedColumn } from './listColumns.ts';
import { type ListMove, nextIndex, typeAhead } from './listMoves.ts';
import { offerSteps } from './listSteps.ts';
import { type ListSelection, toggled, toggledTo } from './listSelection.ts';
import type { Listed } from '../../projections/onMap.ts';
import { inSentence } from '../language/language.ts';
import { usePoint } from './pointed.tsx';
import { ROW_HEIGHT } from './theme.ts';
import classes from './VirtualList.module.css';
import { texts } from './texts.ts';

/** A column: what it is called, how wide it is (a grid track: '80px', or '1fr' for a share of the room left), and what a row shows in it. */
export interface Column<T> extends ValuedColumn<T> {
  readonly title: string;
  /** The title is for screen readers alone: the cells say themselves what they hold. */
  readonly titleHidden?: boolean;
  readonly width: string;
  readonly align?: 'left' | 'right';
  render(row: T): ReactNode;
}

interface VirtualListProps<T> {
  /** Name of the list for a screen reader. */
  readonly label: string;
  readonly rows: readonly T[];
  /** All rows, where a search leaves some out: columns do not come and go while one types. */
  readonly all?: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** What typing letters goes by; without it letters are left alone. */
  readonly textOf?: (row: T) => string;
  /** Id of the chosen row; it is scrolled into view when it changes. */
  readonly selected?: string | undefined;
  /** A click or Enter on a row; Space too where rows have no boxes. */
  readonly onChoose?: (row: T) => void;
  /** Gives each row a box: Shift+click selects a range, Ctrl+A all rows, Space the row of the focus, Shift with an arrow the next one too. */
  readonly selection?: ListSelection<T> | undefined;
  /** What a row stands for on the map beside the list: it is shown there while the pointer or the keys rest on the row. */
  readonly onMap?: (row: T) => Listed | undefined;
  readonly rowHeight?: number;
  /** Called when the end of the list comes into view, to load more. */
  readonly onEnd?: () => void;
  /** Shown under the header when there are no rows. */
  readonly empty?: ReactNode;
}

/**
 * A list of any length with a sticky header. One focus for the whole list: arrows, Home, End, Page Up and Page Down go
 * through it, letters go to the next row that begins with them.
 */
export function VirtualList<T>({
  label,
  rows: given,
  all = given,
  columns: declared,
  idOf,
  textOf,
  selected,
  onChoose,
  selection,
  onMap,
  rowHeight = ROW_HEIGHT,
  onEnd,
  empty,
}: VirtualListProps<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const point = usePoint();
  const [sorting, setSorting] = useState(() => sortings.get(label));
  const shownColumns = useMemo(() => tellingColumns(declared, all), [declared, all]);
  const columns = selection ? [boxColumn(selection, idOf, (row, range) => select(row, range)), ...shownColumns] : shownColumns;
  const rows = useMemo(() => sortedBy(given, declared, sorting), [given, declared, sorting]);
  const prefix = useId();
  const [active, setActive] = useState<{ readonly id: string; readonly index: number }>();
  const [focused, setFocused] = useState(false);
  const typed = useRef({ text: '', at: 0 });
  const anchor = useRef<string>(undefined);

  const selectedIndex = useMemo(() => indexOfId(rows, selected, idOf), [rows, selected, idOf]);
  const activeIndex = useMemo(() => {
    const there = active && rows[active.index];
    // where it was when it became the active one, but for rows that came or went: 100,000 are not looked through with every key
    return there !== undefined && idOf(there) === active?.id ? active.index : indexOfId(rows, active?.id, idOf);
  }, [rows, active, idOf]);
  const current = activeIndex >= 0 ? activeIndex : selectedIndex;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    // the row the focus is on stays in the page, or a screen reader would lose it when one scrolls
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return current < 0 || current >= rows.length || shown.includes(current) ? shown : [...shown, current].toSorted((a, b) => a - b);
    },
  });

  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // a list that changes under the reader stays where it is, unless that takes the chosen row out of sight
  const seen = useRef<{ readonly selected: string | undefined; readonly inView: boolean }>(undefined);
  useEffect(() => {
    const same = seen.current?.selected === selected && seen.current !== undefined;
    if (selectedIndex >= 0 && (!same || seen.current?.inView === true)) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [virtualizer, selected, selectedIndex]);
  const { range } = virtualizer;
  const inView = range !== null && selectedIndex >= range.startIndex && selectedIndex <= range.endIndex;
  useEffect(() => {
    if (selectedIndex >= 0) seen.current = { selected, inView };
  });

  const openAt = useEffectEvent((index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive({ id: idOf(row), index });
    onChoose?.(row);
  });
  const opens = onChoose !== undefined;
  useEffect(() => {
    if (!opens || selected === undefined || selectedIndex < 0) return undefined;
    return offerSteps({ chosen: selected, index: selectedIndex, count: rows.length, open: (index) => openAt(index) });
  }, [opens, selected, selectedIndex, rows.length]);

  const select = (row: T, range: boolean): void => {
    if (!selection) return;
    const id = idOf(row);
    selection.onSelect(range ? toggledTo(selection.selected, rows.map(idOf), anchor.current, id) : toggled(selection.selected, id));
    anchor.current = id;
  };
  /** Selects the row that the focus is on and the one it goes to; the row it comes from becomes the anchor. */
  const selectOnward = (to: number): void => {
    const [from, next] = [rows[current], rows[to]];
    if (!selection || next === undefined) return;
    selection.onSelect(new Set([...selection.selected, ...(from === undefined ? [] : [idOf(from)]), idOf(next)]));
    anchor.current = idOf(next);
  };
  const goTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setActive({ id: idOf(row), index });
    virtualizer.scrollToIndex(index, { align: 'auto' });
    if (onMap) point(onMap(row));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (selection && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      return selection.onSelect(new Set([...selection.selected, ...rows.map(idOf)]));
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
      const to = nextIndex(move, current, rows.length, page);
      if (event.shiftKey) selectOnward(to);
      return goTo(to);
    }
    const searching = event.timeStamp - typed.current.at < TYPE_AHEAD_PAUSE;
    if (event.key === 'Enter' || (event.key === ' ' && !searching)) {
      const row = rows[current];
      event.preventDefault();
      if (row === undefined) return;
      if (selection && (event.key === ' ' || selection.byRow === true)) return select(row, event.shiftKey);
      onChoose?.(row);
      if (event.key === 'Enter') wantFirstField(idOf(row));
      return;
    }
    if (!textOf || !/^[\p{L}\p{N} ]$/u.test(event.key)) return;
    event.preventDefault();
    const text = (searching ? typed.current.text : '') + event.key;
    typed.current = { text, at: event.timeStamp };
    const found = typeAhead(rows, textOf, text, current);
    if (found !== undefined) goTo(found);
  };

  const tracks = useMemo(() => columnTracks(shownColumns, all), [shownColumns, all]);
  const template = { gridTemplateColumns: selection ? `${BOX_WIDTH} ${tracks}` : tracks };
  const rowId = (index: number): string => `${prefix}-${index}`;
  const items = virtualizer.getVirtualItems();
  const atEnd = rows.length > 0 && items.some(({ index }) => index === rows.length - 1);
  useEffect(() => {
    if (atEnd) onEnd?.();
    // once for every length at which its end is seen
    // oxlint-disable-next-line react/exhaustive-deps
  }, [atEnd, rows.length]);
  return (
    <div
      ref={scroller}
      className={classes['list']}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      aria-activedescendant={focused && current >= 0 ? rowId(current) : undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        setFocused(true);
        const row = rows[Math.max(0, current)];
        if (current < 0 && row !== undefined) setActive({ id: idOf(row), index: 0 });
      }}
      onBlur={() => {
        setFocused(false);
        if (onMap) point(undefined);
      }}
    >
      <div className={classes['header']} role="rowgroup" style={{ height: HEADER_HEIGHT }}>
        <div className={classes['row']} role="row" aria-rowindex={1} style={{ ...template, height: HEADER_HEIGHT }}>
          {columns.map(({ key, title, titleHidden, align, value }) => (
            <div
              key={key}
              role="columnheader"
              className={classes['cell']}
              data-align={align}
              aria-sort={value ? (sorting?.key === key ? (sorting.down ? 'descending' : 'ascending') : 'none') : undefined}
            >
              {value ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={classes['head']}
                  title={texts.sortByTitle({ title: inSentence(title) })}
                  onClick={() => {
                    const next = nextSorting(sorting, key);
                    if (next) sortings.set(label, next);
                    else sortings.delete(label);
                    setSorting(next);
                  }}
                >
                  {title}
                  {sorting?.key === key && (sorting.down ? ' ↓' : ' ↑')}
                </button>
              ) : (
                <span className={titleHidden ? 'dmp-sr-only' : undefined}>{title}</span>
              )}
            </div>
          ))}
        </div>
      </div>
      <div className={classes['body']} role="rowgroup" style={{ height: rows.length * rowHeight }} onPointerLeave={onMap && (() => point(undefined))}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={key}
              id={rowId(index)}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === selectedIndex}
              data-active={focused && index === current}
              className={classes['row']}
              data-row
              style={{ ...template, height: rowHeight, transform: `translateY(${start - HEADER_HEIGHT}px)` }}
              onPointerEnter={onMap && ((event) => event.pointerType !== 'touch' && point(onMap(row)))}
              // or the browser selects the text of the rows between
              onMouseDown={selection && ((event) => event.shiftKey && event.preventDefault())}
              onClick={(event) => {
                setActive({ id: idOf(row), index });
                if (selection?.byRow === true) select(row, event.shiftKey);
                else onChoose?.(row);
              }}
            >
              {columns.map((column) => (
                <div key={column.key} role="gridcell" className={classes['cell']} data-align={column.align}>
                  {column.render(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {rows.length === 0 && empty !== undefined && (
        <div role="rowgroup">
          <div role="row" aria-rowindex={2}>
            <div role="gridcell" aria-colspan={columns.length}>
              {empty}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * The title of a list with how many it holds, and of how many when a search is on. A `total` of undefined is a list that is not
 * loaded: nobody knows how many it holds.
 */
export function ListTitle({ title, count, total }: { title: string; count: number; total: number | undefined }): ReactNode {
  const number = (n: number): string => n.toLocaleString('en-GB');
  return (
    <h1 className={classes['title']}>
      {title}{' '}
      <span className={`dmp-number ${classes['count']}`} aria-live="polite">
        {total === undefined ? '' : total === count ? number(count) : texts.countOfTotal({ count: number(count), total: number(total) })}
      </span>
    </h1>
  );
}

const BOX_WIDTH = '28px';

/** A box in each row. The list has one tab stop: the keys select the row of the focus. */
function boxColumn<T>({ selected, boxLabel }: ListSelection<T>, idOf: (row: T) => string, onBox: (row: T, range: boolean) => void): Column<T> {
  return {
    key: 'selected',
    title: texts.selected,
    titleHidden: true,
    width: BOX_WIDTH,
    render: (row) => (
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={boxLabel(row)}
        checked={selected.has(idOf(row))}
        readOnly
        onClick={(event) => {
          // the row would open, or where it selects, change the box back
          event.stopPropagation();
          onBox(row, event.shiftKey);
        }}
      />
    ),
  };
}

/** How each list was sorted last, for as long as the page is open. */
const sortings = new Map<string, Sorting>();

const HEADER_HEIGHT = 28;

/** Letters that follow within so many milliseconds belong to one word. */
const TYPE_AHEAD_PAUSE = 700;

const MOVES: Readonly<Record<string, ListMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

function indexOfId<T>(rows: readonly T[], id: string | undefined, idOf: (row: T) => string): number {
  return id === undefined ? -1 : rows.findIndex((row) => idOf(row) === id);
}
