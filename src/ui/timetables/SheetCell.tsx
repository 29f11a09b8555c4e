import { shallowEqual } from '@mantine/hooks';
import { memo, type ReactNode } from 'react';
import { calendarTime, formatServiceTime } from '../../domain/time.ts';
import type { ShownCell } from '../../domain/timetableSheet/sheet.ts';
import { ROW_HEAD_WIDTH } from './sheetSizes.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

interface SheetCellProps {
  readonly id: string;
  /** Column of the screen, from 0. */
  readonly at: number;
  readonly left: number;
  readonly width: number;
  readonly cell: ShownCell;
  readonly selected: boolean;
  readonly fault: string | undefined;
  /** Number of the timetable. */
  readonly timetable: number;
}

/** One time of the sheet. The four kinds of empty look different. */
export const SheetCell = memo(function SheetCell({ id, at, left, width, cell, selected, fault, timetable }: SheetCellProps): ReactNode {
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={at + 2}
      aria-selected={selected}
      aria-invalid={fault === undefined ? undefined : true}
      className={classes['cell']}
      data-kind={cell.kind}
      data-tint={timetable % 6}
      style={{ left: left + ROW_HEAD_WIDTH, width }}
      title={fault ?? (cell.kind === 'time' ? calendarTime(cell.time) : cell.kind === 'untimed' ? texts.interpolatedHint : undefined)}
    >
      {textOf(cell)}
    </div>
  );
}, isSame);

/** An edit makes every cell of the sheet again; most of them say what they said. */
function isSame({ cell, ...before }: SheetCellProps, { cell: next, ...after }: SheetCellProps): boolean {
  return shallowEqual(before, after) && shallowEqual(cell, next);
}

function textOf(cell: ShownCell): string {
  if (cell.kind === 'time') return formatServiceTime(cell.time);
  if (cell.kind === 'notServed') return '-';
  return cell.kind === 'untimed' && cell.estimate !== null ? formatServiceTime(Math.round(cell.estimate / 60) * 60) : '';
}
