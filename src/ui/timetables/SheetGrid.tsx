import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, type Ref, type RefObject, useId, useImperativeHandle, useMemo, useState } from 'react';
import { writtenText } from '../../domain/timetableSheet/clipboard.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { type Range, writtenAt } from '../../domain/timetableSheet/sheetActs.ts';
import { axesOf } from './axes.ts';
import { type Cursor, kept, type Place, rangeOf, stepped } from './cursor.ts';
import { boxOfCell } from './gridBoxes.ts';
import { GridFrame } from './GridFrame.tsx';
import { type Entry, SheetEntry } from './SheetEntry.tsx';
import { SheetHead } from './SheetHead.tsx';
import { SheetRowView, type VisibleColumn } from './SheetRowView.tsx';
import { columnWidth, STOP_COLUMN_WIDTH } from './sheetSizes.ts';
import { type SheetKey, sheetKeyOf } from './sheetKeys.ts';
import { SheetPeople, useSheetPresence } from './SheetPeople.tsx';
import { DepartureRow, NewDepartureRow, StopsHead, type VisibleStop } from './TransposedRows.tsx';
import { useGridView } from './useGridView.ts';

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
  readonly messages: readonly string[];
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
  /** A menu is requested at a point of the screen; `target` is what was pointed at. */
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
  const view = useGridView({
    grid,
    ...extent,
    active,
    widthOf: (index) => (transposed ? STOP_COLUMN_WIDTH : columnWidth(sheet.columns[index], seconds)),
    widths: `${seconds} ${transposed}`,
  });
  useSheetPresence(sheet, axes.place(active), (place) => view.show(axes.place(place)));
  const { spans } = view;
  const shownColumns = useMemo(
    (): readonly VisibleColumn[] =>
      spans.flatMap((span) => {
        const column = transposed ? undefined : sheet.columns[span.index];
        return column ? [{ ...span, column }] : [];
      }),
    [sheet, transposed, spans],
  );
  const shownStops = useMemo(
    (): readonly VisibleStop[] =>
      spans.flatMap((span) => {
        const row = transposed ? sheet.rows[span.index] : undefined;
        return row ? [{ ...span, row }] : [];
      }),
    [sheet, transposed, spans],
  );
  const last = sheet.columns.length;
  const add = useMemo(() => (transposed || readOnly ? undefined : spans.find(({ index }) => index === last)), [spans, transposed, readOnly, last]);
  const onAdd = useCallbackRef(() => props.onKey('add'));

  useImperativeHandle(props.opener, () => (place: Place) => {
    const at = axes.cursor({ active: place, anchor: place });
    goTo(at);
    begin(at.active);
  });
  const goTo = (next: Cursor): void => {
    onCursor(next);
    view.show(next.active);
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
  // columns come and go while somebody types
  const typedAt = entry && props.typedAt();
  return (
    <GridFrame
      grid={grid}
      label={label}
      prefix={prefix}
      view={view}
      // the edge is that of the departures: the empty one lies beyond it
      keys={{ extent, ...(last > 0 ? { edges: axes } : {}), isTyped: (key) => /^[\d:]$/.test(key) }}
      cursor={cursor}
      readOnly={readOnly}
      typing={entry !== undefined}
      onCursor={onCursor}
      onOpen={begin}
      onKey={(event) => {
        const key = sheetKeyOf(event);
        if (key !== undefined) props.onKey(axes.key(key));
        return key !== undefined;
      }}
      onCopy={(copied) => axes.text(props.onCopy(axes.range(copied)))}
      onClear={() => props.onKey('clear')}
      onPaste={(text) => props.onPaste(axes.text(text))}
      onFill={(filled, to) => props.onFill(axes.range(filled), axes.place(to))}
      onMenu={(point, target) => props.onMenu(point, target === 'cell' ? 'cell' : (target === 'column') === !transposed ? 'departure' : 'stop')}
      head={
        transposed ? (
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
        )
      }
      entry={
        entry && (
          <SheetEntry
            key={`${entry.place.row} ${entry.place.column}`}
            entry={entry}
            box={boxOfCell(typedAt ? axes.place(typedAt) : active, view.columns())}
            messages={props.messages}
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
        )
      }
    >
      <SheetPeople sheet={sheet} boxOf={(place) => boxOfCell(axes.place(place), view.columns())} />
      {view.rows.map(({ index, start }) => {
        const row = sheet.rows[index];
        const column = sheet.columns[index];
        const inRange = index >= range.top && index <= range.bottom;
        const selected = { selectedFrom: inRange ? range.left : -1, selectedTo: inRange ? range.right : -1 };
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
              {...selected}
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
            {...selected}
            faultAt={props.faultAt}
            estimatesOf={props.estimatesOf}
          />
        );
      })}
    </GridFrame>
  );
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
