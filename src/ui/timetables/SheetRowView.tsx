import { memo, type ReactNode } from 'react';
import { type Sheet, type SheetColumn, type SheetRow, shownCell } from '../../domain/timetableSheet/sheet.ts';
import { StopName } from '../schedules/StopName.tsx';
import { SheetCell } from './SheetCell.tsx';
import { ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';
import type { Span } from './useGridView.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** A departure in view. */
export interface VisibleColumn extends Span {
  readonly column: SheetColumn;
}

interface SheetRowProps {
  readonly prefix: string;
  readonly index: number;
  readonly top: number;
  readonly row: SheetRow;
  readonly sheet: Sheet;
  readonly columns: readonly VisibleColumn[];
  /** The empty column at the end, where it is in view. */
  readonly add: Span | undefined;
  readonly selectedFrom: number;
  readonly selectedTo: number;
  readonly faultAt: (column: number, position: number) => string | undefined;
  readonly estimatesOf: (column: number) => readonly (number | null)[] | undefined;
}

/** One stop with its times in the columns in view. */
export const SheetRowView = memo(function SheetRowView({
  prefix,
  index,
  top,
  row,
  sheet,
  columns,
  add,
  selectedFrom,
  selectedTo,
  faultAt,
  estimatesOf,
}: SheetRowProps): ReactNode {
  const { position, stop, side } = row;
  const ignored = stop.Ignored === true;
  const second = side === 'departure' && sheet.rows[index - 1]?.position === position;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      data-ignored={ignored ? '' : undefined}
      data-side={side}
      style={{ top, height: SHEET_ROW_HEIGHT }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={classes['rowHead']}
        data-rowhead={index}
        data-selected={selectedFrom >= 0 ? '' : undefined}
        style={{ width: ROW_HEAD_WIDTH }}
      >
        <span className={classes['number']}>{second ? '' : position + 1}</span>
        {second ? (
          <span className={classes['stop']} />
        ) : (
          <span className={classes['stop']}>
            <StopName stopId={stop.StopId} ignored={ignored} />
          </span>
        )}
        {side !== 'both' && <span className={classes['side']}>{side === 'arrival' ? texts.arr : texts.dep}</span>}
      </div>
      {columns.map(({ index: at, left, width, column }) => {
        const cell = shownCell(row, column, estimatesOf(at));
        const fault = cell.kind === 'time' ? faultAt(at, position) : undefined;
        return (
          <SheetCell
            key={column.key}
            id={`${prefix}-${index}-${at}`}
            at={at}
            left={left}
            width={width}
            cell={cell}
            selected={at >= selectedFrom && at <= selectedTo}
            fault={fault}
            timetable={column.timetable.Number}
          />
        );
      })}
      {add && (
        <div
          id={`${prefix}-${index}-${add.index}`}
          role="gridcell"
          aria-colindex={add.index + 2}
          aria-label={texts.newDeparture}
          className={classes['addCell']}
          style={{ left: add.left + ROW_HEAD_WIDTH, width: add.width }}
        />
      )}
    </div>
  );
});
