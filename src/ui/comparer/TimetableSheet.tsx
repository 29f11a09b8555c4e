import { Switch } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { timetableSheet, type TimetableSheetRow } from '../../domain/comparer/timetableCells.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

const ROW = 26;
/** Widths of the columns: of the trip, and of a stop, which holds both times with their seconds. */
const TRIP = 150;
const STOP = 124;

/** Both states of a timetable in one sheet: a row for each departure, a column for each stop, changed cells with both times. */
export function TimetableSheet({ before, after, stops }: { before: Timetable | null; after: Timetable | null; stops: readonly string[] }): ReactNode {
  const [all, setAll] = useState(false);
  const sheet = useMemo(() => timetableSheet(before, after), [before, after]);
  const differing = useMemo(() => sheet.filter((row) => row.state !== 'same'), [sheet]);
  const rows = all ? sheet : differing;
  const scroller = useRef<HTMLDivElement>(null);
  // this component passes nothing of it on
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10 });
  const positions = sheet[0]?.cells.length ?? 0;
  // the head and each row are grids of their own: only widths that do not come from their content are the same in all
  const template = { gridTemplateColumns: `${TRIP}px repeat(${positions}, minmax(${STOP}px, 1fr))`, minWidth: TRIP + positions * STOP };
  return (
    <div className={classes['sheet']}>
      <div className={classes['sheetBar']}>
        <span aria-live="polite">{texts.departuresDiffer({ differing: differing.length, sheet: sheet.length })}</span>
        <Switch size="xs" label={texts.showAllDepartures} checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
      </div>
      <div
        ref={scroller}
        className={classes['sheetScroll']}
        role="table"
        aria-label={texts.departures}
        aria-rowcount={rows.length + 1}
        // scrolled with the keyboard
        tabIndex={0}
      >
        <div role="row" className={classes['sheetHead']} style={template}>
          <div role="columnheader">{texts.trip}</div>
          {Array.from({ length: positions }, (_, place) => (
            <div key={place} role="columnheader" title={stops[place] ?? ''}>
              {stops[place] ?? place + 1}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row && <SheetRow key={key} row={row} index={index} style={{ ...template, transform: `translateY(${start}px)`, height: ROW }} />;
          })}
        </div>
      </div>
    </div>
  );
}

function SheetRow({ row, index, style }: { row: TimetableSheetRow; index: number; style: React.CSSProperties }): ReactNode {
  return (
    <div role="row" aria-rowindex={index + 2} className={classes['sheetRow']} data-state={row.state} style={style}>
      <div role="rowheader" title={row.label}>
        {row.state === 'added' || row.state === 'removed' ? `${row.state === 'added' ? '+' : '−'} ${row.label}` : row.label}
      </div>
      {row.cells.map(({ before, after }, place) => (
        <div key={place} role="cell" className="dmp-number" data-differs={(row.state === 'changed' && before !== after) || undefined}>
          {row.state === 'changed' && before !== after ? (
            <>
              <del>{before || '–'}</del> <ins>{after || '–'}</ins>
            </>
          ) : (
            after || before
          )}
        </div>
      ))}
    </div>
  );
}
