import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { SheetRow } from '../../domain/translationSheet.ts';
import { languageName } from '../../domain/translations.ts';
import { type Cursor, FIRST_CELL, kept, moved, type Place, rangeOf, stepped } from '../timetables/cursor.ts';
import { type Entry, SheetEntry } from '../timetables/SheetEntry.tsx';
import classes from './translationSheet.module.css';
import { texts } from './texts.ts';

const ROW_HEIGHT = 30;
const HEAD_HEIGHT = 42;
const ROW_HEAD_WIDTH = 260;
const COLUMN_WIDTH = 220;

interface TranslationSheetGridProps {
  readonly languages: readonly string[];
  readonly rows: readonly SheetRow[];
  readonly missing: readonly number[];
  readonly readOnly: boolean;
  /** Writes texts into cells of the shown rows, all in one edit. */
  readonly onWrite: (cells: readonly { readonly row: number; readonly column: number; readonly text: string }[]) => void;
  readonly onPaste: (text: string, at: Place) => void;
  readonly onCopy: (range: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }) => string;
}

/** Texts down, languages across: arrows, Enter, Tab, F2, typing, Delete, Ctrl+D, copy and paste as in a spreadsheet. */
export function TranslationSheetGrid({ languages, rows, missing, readOnly, onWrite, onPaste, onCopy }: TranslationSheetGridProps): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [place, setPlace] = useState<Cursor>(FIRST_CELL);
  const [entry, setEntry] = useState<Entry>();
  const dragging = useRef(false);
  const extent = { rows: rows.length, columns: languages.length };
  const cursor = kept(place, extent);
  const { active } = cursor;
  const range = rangeOf(cursor);
  const empty = extent.rows === 0 || extent.columns === 0;
  // nothing that it returns is handed to a memoised component
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const goTo = (next: Cursor): void => {
    setPlace(next);
    const { row, column } = next.corner ?? next.active;
    virtual.scrollToIndex(row, { align: 'auto' });
    const scroller = grid.current;
    if (!scroller) return;
    const left = column * COLUMN_WIDTH;
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    const hidden = left + COLUMN_WIDTH + ROW_HEAD_WIDTH - scroller.clientWidth;
    if (hidden > scroller.scrollLeft) scroller.scrollLeft = hidden;
  };
  const begin = (at: Place, text?: string): void => {
    if (readOnly || empty) return;
    setEntry({ place: at, text: text ?? rows[at.row]?.cells[at.column]?.text ?? '', replaces: text !== undefined });
  };
  const leave = (): void => {
    setEntry(undefined);
    grid.current?.focus({ preventScroll: true });
  };
  const over = (text: (row: number, column: number) => string): void => {
    const cells = [];
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) cells.push({ row, column, text: text(row, column) });
    }
    onWrite(cells);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || empty || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const page = { row: Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1), column: 1 };
    const act = (): (() => void) | undefined => {
      const next = moved(cursor, { key: event.key, ctrl, shift: event.shiftKey }, { ...extent, page });
      if (next) return () => goTo(next);
      if (event.key === 'Enter' && !ctrl) return () => goTo(stepped(cursor, { row: event.shiftKey ? -1 : 1, column: 0 }, extent));
      if (event.key === 'Tab' && !ctrl) {
        const at = event.shiftKey ? 0 : extent.columns - 1;
        return active.column === at ? undefined : () => goTo(stepped(cursor, { row: 0, column: event.shiftKey ? -1 : 1 }, extent));
      }
      if (event.key === 'F2') return () => begin(active);
      if (event.key === 'Delete' || event.key === 'Backspace') return () => !readOnly && over(() => '');
      if (ctrl && event.code === 'KeyA')
        return () => setPlace({ active: { row: extent.rows - 1, column: extent.columns - 1 }, anchor: { row: 0, column: 0 } });
      if (ctrl && event.code === 'KeyD') return () => !readOnly && over((_row, column) => rows[range.top]?.cells[column]?.text ?? '');
      return !ctrl && event.key.length === 1 && event.key !== ' ' ? () => begin(active, event.key) : undefined;
    };
    const done = act();
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  const placeAt = ({ clientX, clientY }: PointerEvent | { clientX: number; clientY: number }): Place => {
    const scroller = grid.current;
    if (!scroller) return active;
    const box = scroller.getBoundingClientRect();
    const [x, y] = [clientX - box.left - ROW_HEAD_WIDTH + scroller.scrollLeft, clientY - box.top - HEAD_HEIGHT + scroller.scrollTop];
    const within = (value: number, count: number): number => Math.min(Math.max(0, Math.floor(value)), count - 1);
    return { row: within(y / ROW_HEIGHT, extent.rows), column: within(x / COLUMN_WIDTH, extent.columns) };
  };
  const copy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (entry || empty) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', onCopy(range));
  };
  const boxOf = (of: typeof range): { top: number; left: number; width: number; height: number } => ({
    top: HEAD_HEIGHT + of.top * ROW_HEIGHT,
    left: ROW_HEAD_WIDTH + of.left * COLUMN_WIDTH,
    width: (of.right - of.left + 1) * COLUMN_WIDTH,
    height: (of.bottom - of.top + 1) * ROW_HEIGHT,
  });
  const activeBox = boxOf({ top: active.row, bottom: active.row, left: active.column, right: active.column });
  return (
    <div
      ref={grid}
      className={classes['grid']}
      role="grid"
      aria-label={texts.sheetOfTranslations}
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns + 1}
      aria-readonly={readOnly}
      aria-multiselectable
      tabIndex={0}
      aria-activedescendant={empty ? undefined : `${prefix}-${active.row}-${active.column}`}
      onKeyDown={onKeyDown}
      onCopy={copy}
      onPaste={(event) => {
        if (entry || empty) return;
        event.preventDefault();
        if (!readOnly) onPaste(event.clipboardData.getData('text/plain'), { row: range.top, column: range.left });
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || empty || (event.target as HTMLElement).closest('input,[data-head],[data-rowhead]')) return;
        const at = placeAt(event);
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPlace({ active: at, anchor: event.shiftKey ? cursor.anchor : at });
      }}
      onPointerMove={(event) => dragging.current && setPlace({ active: placeAt(event), anchor: cursor.anchor })}
      onPointerUp={() => (dragging.current = false)}
      onDoubleClick={(event) => !(event.target as HTMLElement).closest('input,[data-head],[data-rowhead]') && begin(placeAt(event))}
    >
      <div
        className={classes['canvas']}
        style={{ width: ROW_HEAD_WIDTH + extent.columns * COLUMN_WIDTH, height: virtual.getTotalSize() + HEAD_HEIGHT }}
      >
        <div className={classes['head']} role="row" aria-rowindex={1} data-head style={{ height: HEAD_HEIGHT }}>
          <div role="columnheader" className={classes['corner']} style={{ width: ROW_HEAD_WIDTH }}>
            {texts.text}
          </div>
          {languages.map((language, i) => (
            <div key={language} role="columnheader" className={classes['language']} style={{ width: COLUMN_WIDTH }}>
              <span>{`${languageName(language)} (${language})`}</span>
              <span className={`dmp-number ${classes['missing']}`}>
                {missing[i] === 0 ? texts.complete : texts.countMissing({ missing: missing[i] ?? 0 })}
              </span>
            </div>
          ))}
        </div>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div key={index} role="row" aria-rowindex={index + 2} className={classes['row']} style={{ top: start, height: ROW_HEIGHT }}>
              <div role="rowheader" data-rowhead className={classes['rowHead']} style={{ width: ROW_HEAD_WIDTH }} title={row.Value}>
                <span className={classes['value']}>{row.Value}</span>
                <span className={classes['field']}>{row.FieldName}</span>
              </div>
              {row.cells.map((cell, column) => (
                <div
                  key={languages[column]}
                  id={`${prefix}-${index}-${column}`}
                  role="gridcell"
                  aria-selected={index >= range.top && index <= range.bottom && column >= range.left && column <= range.right}
                  className={classes['cell']}
                  data-missing={cell.text === '' || undefined}
                  style={{ width: COLUMN_WIDTH }}
                  lang={languages[column]}
                  dir="auto"
                  title={cell.mixed ? texts.mixedTranslations : cell.text}
                >
                  {cell.mixed ? `${cell.text} …` : cell.text}
                </div>
              ))}
            </div>
          );
        })}
        {!empty && (
          <>
            <div className={classes['selection']} style={boxOf(range)} aria-hidden />
            <div className={classes['active']} style={activeBox} aria-hidden />
          </>
        )}
        {entry && (
          <SheetEntry
            key={`${entry.place.row} ${entry.place.column}`}
            entry={entry}
            label={texts.translation}
            box={activeBox}
            onTyping={() => undefined}
            onCancel={leave}
            onDone={(text, { step }) => {
              onWrite([{ ...entry.place, text }]);
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
