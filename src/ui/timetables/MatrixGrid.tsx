import { memo, type ReactNode, type RefObject, useId, useMemo } from 'react';
import { formatServiceTime } from '../../domain/time.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { firstStart, type MatrixRow, type StopMatrix } from '../../domain/timetableSheet/stopMatrix.ts';
import { type StopField, stopValueAt, stopValueWords, usualValue } from '../../domain/timetableSheet/stopValues.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { timetableLabel } from '../../projections/timetableChoices.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { StopName } from '../schedules/StopName.tsx';
import { shownDays } from '../parts/shownDays.ts';
import { said } from '../language/language.ts';
import { type Cursor, kept, type Place, rangeOf } from './cursor.ts';
import { belowCell, boxOfCell } from './gridBoxes.ts';
import { GridFrame } from './GridFrame.tsx';
import { type MatrixKey, matrixKeyOf } from './matrixKeys.ts';
import { HEAD_HEIGHT, MATRIX_COLUMN_WIDTH, ROW_HEAD_WIDTH, SHEET_ROW_HEIGHT } from './sheetSizes.ts';
import { type Span, useGridView } from './useGridView.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** A field in a row head, where a stop has more than one. */
const SIDES: Readonly<Record<StopField, string>> = {
  PickupIntervals: 'pick-up',
  DropOffIntervals: 'drop-off',
  ContinuousPickupIntervals: 'pick-up',
  ContinuousDropOffIntervals: 'drop-off',
  Timepoints: '',
};

interface MatrixGridProps {
  readonly label: string;
  readonly matrix: StopMatrix;
  readonly cursor: Cursor;
  readonly readOnly: boolean;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly onCursor: (cursor: Cursor) => void;
  readonly onKey: (key: MatrixKey) => void;
  readonly onCopy: (range: Range) => string;
  readonly onPaste: (text: string) => void;
  readonly onFill: (range: Range, to: Place) => void;
  readonly onMenu: (point: { readonly x: number; readonly y: number }) => void;
}

/** Stops down and timetables across, as a grid of the page. */
export function MatrixGrid({ label, matrix, readOnly, grid, ...props }: MatrixGridProps): ReactNode {
  const prefix = useId();
  const extent = { rows: matrix.rows.length, columns: matrix.columns.length };
  const cursor = kept(props.cursor, extent);
  const range = rangeOf(cursor);
  const view = useGridView({ grid, ...extent, active: cursor.active, widthOf: () => MATRIX_COLUMN_WIDTH, widths: '' });
  const { spans } = view;
  const columns = useMemo(
    (): readonly MatrixColumn[] =>
      spans.flatMap((span) => {
        const timetable = matrix.columns[span.index];
        return timetable ? [{ ...span, timetable }] : [];
      }),
    [matrix, spans],
  );
  return (
    <GridFrame
      grid={grid}
      label={label}
      prefix={prefix}
      view={view}
      keys={{ extent, enterOpens: true, isTyped: () => false }}
      cursor={cursor}
      readOnly={readOnly}
      typing={false}
      onCursor={props.onCursor}
      onOpen={(place) => {
        if (!readOnly) props.onMenu(belowCell(grid.current, boxOfCell(place, view.columns())));
      }}
      onKey={(event) => {
        const key = matrixKeyOf(event);
        if (key !== undefined) props.onKey(key);
        return key !== undefined;
      }}
      onCopy={props.onCopy}
      onClear={() => props.onKey('clear')}
      onPaste={props.onPaste}
      onFill={props.onFill}
      onMenu={props.onMenu}
      head={<MatrixHead columns={columns} from={range.left} to={range.right} />}
    >
      {view.rows.map(({ index, start }) => {
        const row = matrix.rows[index];
        const inRange = index >= range.top && index <= range.bottom;
        return (
          row && (
            <MatrixRowView
              key={index}
              prefix={prefix}
              index={index}
              top={start}
              row={row}
              isFirst={matrix.rows[index - 1]?.position !== row.position}
              columns={columns}
              selectedFrom={inRange ? range.left : -1}
              selectedTo={inRange ? range.right : -1}
            />
          )
        );
      })}
    </GridFrame>
  );
}

/** A timetable in view. */
interface MatrixColumn extends Span {
  readonly timetable: Timetable;
}

/** Above the columns: the days, and of each timetable its first departure and how many it has. */
const MatrixHead = memo(function MatrixHead({ columns, from, to }: { columns: readonly MatrixColumn[]; from: number; to: number }): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className={classes['head']} style={{ height: HEAD_HEIGHT }}>
      <div role="columnheader" aria-colindex={1} className={classes['corner']} style={{ width: ROW_HEAD_WIDTH }} data-corner>
        {texts.stop}
      </div>
      <div className={classes['bands']} aria-hidden>
        {bandsOfDays(columns).map(({ index, left, width, days }) => (
          <div key={index} className={classes['band']} data-tint={days % 6} style={{ left: left + ROW_HEAD_WIDTH, width }} title={shownDays(days)}>
            <span className={classes['bandText']}>{shownDays(days)}</span>
          </div>
        ))}
      </div>
      {columns.map(({ index, left, width, timetable }) => {
        const count = departureCount(timetable);
        return (
          <div
            key={timetable.Number}
            role="columnheader"
            aria-colindex={index + 2}
            aria-label={timetableLabel(timetable)}
            className={classes['columnHead']}
            data-head={index}
            data-selected={index >= from && index <= to ? '' : undefined}
            style={{ left: left + ROW_HEAD_WIDTH, width }}
            title={timetableLabel(timetable)}
          >
            <span className={classes['every']}>
              {count === 0 ? '–' : formatServiceTime(firstStart(timetable))}
              <br />
              {count === 1 ? `#${timetable.Number}` : texts.countDep({ count })}
            </span>
          </div>
        );
      })}
    </div>
  );
});

/** Neighbours in view with the same days. */
function bandsOfDays(columns: readonly MatrixColumn[]): readonly { index: number; left: number; width: number; days: number }[] {
  const bands: { index: number; end: number; left: number; width: number; days: number }[] = [];
  for (const { index, left, width, timetable } of columns) {
    const last = bands.at(-1);
    // the column with the focus may be far away
    if (last?.days === timetable.Days && last.end === index) Object.assign(last, { end: index + 1, width: left + width - last.left });
    else bands.push({ index, end: index + 1, left, width, days: timetable.Days });
  }
  return bands;
}

interface MatrixRowProps {
  readonly prefix: string;
  readonly index: number;
  readonly top: number;
  readonly row: MatrixRow;
  /** The first row of its stop. */
  readonly isFirst: boolean;
  readonly columns: readonly MatrixColumn[];
  readonly selectedFrom: number;
  readonly selectedTo: number;
}

/** One field at a stop with its values in the timetables in view. */
const MatrixRowView = memo(function MatrixRowView({ prefix, index, top, row, isFirst, columns, ...props }: MatrixRowProps): ReactNode {
  const { position, stop, field } = row;
  const ignored = stop.Ignored === true;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      data-ignored={ignored ? '' : undefined}
      style={{ top, height: SHEET_ROW_HEIGHT }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={classes['rowHead']}
        data-rowhead={index}
        data-selected={props.selectedFrom >= 0 ? '' : undefined}
        style={{ width: ROW_HEAD_WIDTH }}
      >
        <span className={classes['number']}>{isFirst ? position + 1 : ''}</span>
        <span className={classes['stop']}>{isFirst && <StopName stopId={stop.StopId} ignored={ignored} />}</span>
        {SIDES[field] !== '' && <span className={classes['side']}>{SIDES[field]}</span>}
      </div>
      {columns.map(({ index: at, left, width, timetable }) => {
        const value = stopValueAt(timetable, field, position);
        const words = stopValueWords(field, value);
        return (
          <div
            key={timetable.Number}
            id={`${prefix}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={at >= props.selectedFrom && at <= props.selectedTo}
            aria-label={said(words.label)}
            className={classes['cell']}
            data-value={value === usualValue(field) ? 'usual' : (value ?? '')}
            style={{ left: left + ROW_HEAD_WIDTH, width }}
          >
            {said(words.short)}
          </div>
        );
      })}
    </div>
  );
});
