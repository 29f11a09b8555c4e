import { memo, type ReactNode } from 'react';
import { formatServiceTime } from '../../domain/time.ts';
import { bandsOf, type Sheet, type SheetColumn } from '../../domain/timetableSheet/sheet.ts';
import { headwayText } from '../../projections/trackTimetable.ts';
import { shownDays } from '../parts/shownDays.ts';
import type { VisibleColumn } from './SheetRowView.tsx';
import { HEAD_HEIGHT, ROW_HEAD_WIDTH } from './sheetSizes.ts';
import type { Span } from './useGridView.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

interface SheetHeadProps {
  readonly sheet: Sheet;
  readonly columns: readonly VisibleColumn[];
  /** First and last selected column. */
  readonly from: number;
  readonly to: number;
  readonly columnFault: (column: number) => string | undefined;
  /** The empty column at the end, where it is in view. */
  readonly add: Span | undefined;
  readonly onAdd: () => void;
}

/** Above the columns: which timetable they belong to with its days, and what each departure is. */
export const SheetHead = memo(function SheetHead({ sheet, columns, from, to, columnFault, add, onAdd }: SheetHeadProps): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className={classes['head']} style={{ height: HEAD_HEIGHT }}>
      <div role="columnheader" aria-colindex={1} className={classes['corner']} style={{ width: ROW_HEAD_WIDTH }} data-corner>
        {texts.stop}
      </div>
      <div className={classes['bands']} aria-hidden>
        {bandsInView(sheet, columns).map(({ from, left, width, days, number }) => (
          <div
            key={from}
            className={classes['band']}
            data-tint={number % 6}
            style={{ left: left + ROW_HEAD_WIDTH, width }}
            title={texts.timetableNumberDays({ number, days })}
          >
            <span className={classes['bandText']}>{days}</span>
          </div>
        ))}
      </div>
      {columns.map(({ index, left, width, column }) => {
        const fault = columnFault(index);
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-label={`${formatServiceTime(column.first)}, ${shownDays(column.timetable.Days)}${fault === undefined ? '' : `, ${fault}`}`}
            className={classes['columnHead']}
            data-head={index}
            data-selected={index >= from && index <= to ? '' : undefined}
            data-fault={fault === undefined ? undefined : ''}
            style={{ left: left + ROW_HEAD_WIDTH, width }}
            title={[fault, hintOf(column)].filter(Boolean).join('\n')}
          >
            <DepartureName column={column} index={index} breaks />
          </div>
        );
      })}
      {add && (
        <div
          role="columnheader"
          aria-colindex={add.index + 2}
          className={classes['columnHead']}
          data-head={add.index}
          style={{ left: add.left + ROW_HEAD_WIDTH, width: add.width }}
        >
          <AddButton onAdd={onAdd} />
        </div>
      )}
    </div>
  );
});

/** Opens the first cell of the empty column. Keys reach it by Insert. */
export function AddButton({ onAdd }: { onAdd: () => void }): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['addHead']}
      aria-label={texts.newDeparture}
      title={texts.newDepartureInsert}
      onClick={onAdd}
    >
      +
    </button>
  );
}

/** What a departure is called: its trip, or the headway and span of an interval (`breaks`: in two lines). */
export function DepartureName({ column, index, breaks = false }: { column: SheetColumn; index: number; breaks?: boolean }): ReactNode {
  const { Type, tripShortName, TripId, FromTime = 0, ToTime = 0, Frequency = 0 } = column.departure;
  if (Type !== 'Interval') return <span className={classes['trip']}>{shortened(tripShortName ?? TripId) ?? `#${index + 1}`}</span>;
  return (
    <span className={classes['every']}>
      {headwayText(Frequency)}
      {breaks ? <br /> : ' '}
      {`${formatServiceTime(FromTime)}-${formatServiceTime(ToTime)}`}
    </span>
  );
}

/** Trip ids differ at their end. */
function shortened(id: string | undefined): string | undefined {
  return id === undefined || id.length <= 8 ? id : `…${id.slice(-7)}`;
}

/** All that is known of a departure, in a line. */
export function hintOf({ departure, timetable, first }: SheetColumn): string {
  return [
    departure.Type === 'Exact'
      ? texts.departureFirst({ first: formatServiceTime(first) })
      : `${headwayText(departure.Frequency ?? 0)} ${formatServiceTime(departure.FromTime ?? 0)}-${formatServiceTime(departure.ToTime ?? 0)}`,
    shownDays(timetable.Days),
    departure.TripId === undefined ? '' : texts.tripTripId({ tripId: departure.TripId }),
    (departure.tripShortName ?? timetable.TripShortName) === undefined
      ? ''
      : texts.shortNameTripShortName({ tripShortName: departure.tripShortName ?? timetable.TripShortName ?? '' }),
    (departure.blockId ?? timetable.BlockId) === undefined ? '' : texts.blockBlockId({ blockId: departure.blockId ?? timetable.BlockId ?? '' }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function bandsInView(sheet: Sheet, columns: readonly VisibleColumn[]): { from: number; left: number; width: number; days: string; number: number }[] {
  // of neighbours in view alone: the column that has the focus may be far away
  const bands: { from: number; to: number; left: number; width: number; days: string; number: number }[] = [];
  for (const { index, left, width, column } of columns) {
    const [only] = bandsOf([column]);
    const last = bands.at(-1);
    if (!only) continue;
    if (last && last.number === only.timetable.Number && last.to === index) {
      last.to = index + 1;
      last.width = left + width - last.left;
    } else bands.push({ from: index, to: index + 1, left, width, days: shownDays(only.timetable.Days), number: only.timetable.Number });
  }
  return bands;
}
