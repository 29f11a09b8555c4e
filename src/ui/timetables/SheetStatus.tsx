import { type ReactNode, useMemo } from 'react';
import { formatServiceTime } from '../../domain/time.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { SheetView } from './useSheet.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

interface SheetStatusProps {
  readonly view: SheetView;
  readonly range: Range;
  /** Ways of writing that are on: their boxes may be out of view. */
  readonly modes: readonly string[];
}

/** Below the sheet: what is selected, and how much is wrong. */
export function SheetStatus({ view, range, modes }: SheetStatusProps): ReactNode {
  const { sheet } = view;
  const faults = useMemo(() => {
    const counted = new Map(sheet.columns.map(({ timetable }) => [timetable, 0]));
    for (const timetable of counted.keys()) counted.set(timetable, view.faultsOf(timetable).length);
    const cells = sheet.columns.reduce((sum, { timetable }) => sum + (counted.get(timetable) ?? 0), 0);
    return { cells, columns: sheet.columns.filter((_, at) => view.overlaps.has(at)).length };
  }, [sheet, view]);
  const column = sheet.columns[range.left];
  const row = sheet.rows[range.top];
  const [width, height] = [range.right - range.left + 1, range.bottom - range.top + 1];
  const fault = row ? (view.faultAt(range.left, row.position) ?? view.columnFault(range.left)) : undefined;
  return (
    <div className={classes['status']} role="status" aria-label={texts.sheet}>
      <span>
        {row &&
          (!column
            ? texts.newDepartureHint
            : width * height > 1
              ? texts.departuresByRows({ width, height })
              : texts.stopPositionDepartureFirst({ position: row.position + 1, first: formatServiceTime(column.first) }))}
      </span>
      {modes.length > 0 && <strong>{modes.join(', ')}</strong>}
      {fault !== undefined && (
        <span data-fault title={fault}>
          {fault.replaceAll('\n', ' · ')}
        </span>
      )}
      <span className={classes['spacer']} />
      {faults.cells > 0 && <span data-fault>{texts.doubtfulTimes({ cells: faults.cells })}</span>}
      {faults.columns > 0 && <span data-fault>{texts.sameTime({ columns: faults.columns })}</span>}
      <span>{texts.countOfDepartures({ departures: sheet.columns.length })}</span>
    </div>
  );
}
