import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ListMove, nextIndex } from './listMoves.ts';
import classes from './GroupedList.module.css';
import { ROW_HEIGHT } from './theme.ts';

/** Rows under a heading that opens and closes them. */
export interface RowGroup<T> {
  readonly key: string;
  readonly title: string;
  readonly open: boolean;
  readonly rows: readonly T[];
}

interface GroupedListProps<T> {
  readonly groups: readonly RowGroup<T>[];
  readonly idOf: (row: T) => string;
  /** Id of the chosen row; it is scrolled into view when it changes. */
  readonly selected: string | undefined;
  readonly onToggle: (key: string, open: boolean) => void;
  /** A link with these attributes: the list finds it by them. */
  readonly render: (row: T, place: RowPlace, group: RowGroup<T>) => ReactNode;
}

export interface RowPlace {
  readonly 'data-list-row': number;
}

/** Rows of any number in groups; only those in view are in the page. Up, Down, Home, End and pages go through the rows of all open groups. */
export function GroupedList<T>({ groups, idOf, selected, onToggle, render }: GroupedListProps<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => groups.flatMap((group) => [{ group, row: undefined }, ...(group.open ? group.rows.map((row) => ({ group, row })) : [])]),
    [groups],
  );
  const places = useMemo(() => items.flatMap(({ row }, i) => (row === undefined ? [] : [i])), [items]);
  const [focused, setFocused] = useState(-1);
  const selectedIndex = items.findIndex(({ row }) => row !== undefined && idOf(row) === selected);
  // the compiler leaves this component as it is: the virtualizer answers other values from the same functions
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // the row with the focus stays in the page
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return focused < 0 || focused >= items.length || shown.includes(focused) ? shown : [...shown, focused].toSorted((a, b) => a - b);
    },
  });
  const shownBefore = useRef<string>(undefined);
  useEffect(() => {
    if (selectedIndex < 0 || shownBefore.current === selected) return;
    shownBefore.current = selected;
    virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [virtualizer, selected, selectedIndex]);
  const wanted = useRef(-1);
  // at once: a key that comes while nothing has the focus would be lost. A row that is not here yet comes with the next drawing
  useLayoutEffect(() => {
    if (wanted.current < 0) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-list-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = -1;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const move = MOVES[event.key];
    const at = places.indexOf(Number((event.target as HTMLElement).dataset['listRow'] ?? -1));
    if (move === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const to = places[nextIndex(move, at, places.length, page)];
    if (to === undefined) return;
    wanted.current = to;
    virtualizer.scrollToIndex(to, { align: 'auto' });
    setFocused(to);
  };
  return (
    <div
      ref={scroller}
      className={classes['list']}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused(Number((event.target as HTMLElement).dataset['listRow'] ?? -1))}
    >
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const { group, row } = item;
          return (
            <div
              key={row === undefined ? `group ${group.key}` : idOf(row)}
              className={classes['item']}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              {row === undefined ? <Heading group={group} onToggle={onToggle} /> : render(row, { 'data-list-row': index }, group)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Heading<T>({
  group: { key, title, open, rows },
  onToggle,
}: {
  group: RowGroup<T>;
  onToggle: (key: string, open: boolean) => void;
}): ReactNode {
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <h2 className={classes['heading']}>
      <UnstyledButton className={classes['fold']} aria-expanded={open} onClick={() => onToggle(key, !open)}>
        <Chevron size={14} aria-hidden />
        {title}
        <span className={`dmp-number ${classes['count']}`}>{rows.length.toLocaleString('en-GB')}</span>
      </UnstyledButton>
    </h2>
  );
}

const MOVES: Readonly<Record<string, ListMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};
