import { memo, type ReactNode } from 'react';
import { formatServiceTime } from '../../domain/time.ts';
import { type Sheet, type SheetColumn, type SheetRow, shownCell } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { StopName } from '../schedules/StopName.tsx';
import { shownDays } from '../parts/shownDays.ts';
import { SheetCell } from './SheetCell.tsx';
import { AddButton, DepartureName, hintOf } from './SheetHead.tsx';
import { HEAD_HEIGHT, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';
import type { Span } from './useGridView.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** A stop in view as a column. */
export interface VisibleStop extends Span {
  readonly row: SheetRow;
}

/** Above the columns of a transposed sheet: the stops. */
export const StopsHead = memo(function StopsHead({ sheet, stops, range }: { sheet: Sheet; stops: readonly VisibleStop[]; range: Range }): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className={classes['head']} style={{ height: HEAD_HEIGHT }}>
      <div role="columnheader" aria-colindex={1} className={classes['corner']} style={{ width: ROW_HEAD_WIDTH }} data-corner>
        {texts.departureTitle}
      </div>
      {stops.map(({ index, left, width, row: { position, stop, side } }) => (
        <div
          key={`${position} ${side}`}
          role="columnheader"
          aria-colindex={index + 2}
          className={classes['stopHead']}
          data-head={index}
          data-selected={index >= range.left && index <= range.right ? '' : undefined}
          data-ignored={stop.Ignored === true ? '' : undefined}
          style={{ left: left + ROW_HEAD_WIDTH, width }}
        >
          <span className={classes['side']}>{`${position + 1}${side === 'both' ? '' : ` ${side === 'arrival' ? texts.arr : texts.dep}`}`}</span>
          {!(side === 'departure' && sheet.rows[index - 1]?.position === position) && (
            <span className={classes['stopHeadName']}>
              <StopName stopId={stop.StopId} ignored={stop.Ignored === true} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
});

interface DepartureRowProps {
  readonly prefix: string;
  readonly index: number;
  readonly top: number;
  readonly column: SheetColumn;
  readonly stops: readonly VisibleStop[];
  readonly selectedFrom: number;
  readonly selectedTo: number;
  readonly faultAt: (column: number, position: number) => string | undefined;
  readonly columnFault: (column: number) => string | undefined;
  readonly estimatesOf: (column: number) => readonly (number | null)[] | undefined;
}

/** One departure of a transposed sheet with its times at the stops in view. */
export const DepartureRow = memo(function DepartureRow(props: DepartureRowProps): ReactNode {
  const { prefix, index, top, column, stops, selectedFrom, selectedTo, faultAt, estimatesOf } = props;
  const { timetable } = column;
  const wrong = props.columnFault(index);
  const estimates = estimatesOf(index);
  return (
    <div role="row" aria-rowindex={index + 2} className={classes['row']} style={{ top, height: SHEET_ROW_HEIGHT }}>
      <div
        role="rowheader"
        aria-colindex={1}
        aria-label={`${formatServiceTime(column.first)}, ${shownDays(timetable.Days)}${wrong === undefined ? '' : `, ${wrong}`}`}
        className={classes['rowHead']}
        data-rowhead={index}
        data-tint={timetable.Number % 6}
        data-departure
        data-fault={wrong === undefined ? undefined : ''}
        data-selected={selectedFrom >= 0 ? '' : undefined}
        style={{ width: ROW_HEAD_WIDTH }}
        title={[wrong, hintOf(column)].filter(Boolean).join('\n')}
      >
        <span className={classes['days']}>{shownDays(timetable.Days)}</span>
        <span className={classes['stop']}>
          <DepartureName column={column} index={index} />
        </span>
      </div>
      {stops.map(({ index: at, left, width, row }) => {
        const cell = shownCell(row, column, estimates);
        return (
          <SheetCell
            key={`${row.position} ${row.side}`}
            id={`${prefix}-${index}-${at}`}
            at={at}
            left={left}
            width={width}
            cell={cell}
            selected={at >= selectedFrom && at <= selectedTo}
            fault={cell.kind === 'time' ? faultAt(index, row.position) : undefined}
            timetable={timetable.Number}
          />
        );
      })}
    </div>
  );
});

interface NewRowProps {
  readonly prefix: string;
  readonly index: number;
  readonly top: number;
  readonly stops: readonly VisibleStop[];
  readonly onAdd: () => void;
}

/** The empty row at the end of a transposed sheet. */
export function NewDepartureRow({ prefix, index, top, stops, onAdd }: NewRowProps): ReactNode {
  return (
    <div role="row" aria-rowindex={index + 2} className={classes['row']} style={{ top, height: SHEET_ROW_HEIGHT }}>
      <div role="rowheader" aria-colindex={1} className={classes['rowHead']} data-rowhead={index} style={{ width: ROW_HEAD_WIDTH }}>
        <AddButton onAdd={onAdd} />
      </div>
      {stops.map(({ index: at, left, width }) => (
        <div
          key={at}
          id={`${prefix}-${index}-${at}`}
          role="gridcell"
          aria-colindex={at + 2}
          aria-label={texts.newDeparture}
          className={classes['addCell']}
          style={{ left: left + ROW_HEAD_WIDTH, width }}
        />
      ))}
    </div>
  );
}
