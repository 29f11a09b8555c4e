import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { datesBetween } from '../../domain/activeDates.ts';
import { addDays, daysOf, isCalendarDate, weekdayOf } from '../../domain/date.ts';
import { tripsOnDates } from '../../domain/dayTrips.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import { scheduleName } from '../../domain/schedules.ts';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { said } from '../language/language.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

/** Dates of a range at most: each is a column. */
const MOST_DATES = 92;
/** Dates that are shown unless others are typed. */
const FOUR_WEEKS = 28;
/** Px. */
const ROW = 24;

interface MapRow {
  readonly id: string;
  readonly name: string;
  readonly trips: readonly number[];
}

/** What runs on a range of dates: trips of each schedule by date, and of the network. */
export function RangeMap({ all, day }: { all: NetworkCalendars; day: string }): ReactNode {
  const [typed, setTyped] = useState<{ readonly from?: string; readonly to?: string }>({});
  const from = typed.from ?? day;
  const to = typed.to ?? (isCalendarDate(from) ? addDays(from, FOUR_WEEKS - 1) : day);
  const isRange = isCalendarDate(from) && isCalendarDate(to) && from <= to && to < addDays(from, MOST_DATES);
  const dates = useMemo(() => (isRange ? datesBetween(from, to) : []), [isRange, from, to]);
  const rows = useMemo(() => rowsOf(all, dates), [all, dates]);
  const total = useMemo(() => dates.map((_, nth) => rows.reduce((sum, { trips }) => sum + (trips[nth] ?? 0), 0)), [dates, rows]);
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 8, paddingStart: 0 });
  return (
    <section className={classes['part']} aria-label={texts.range}>
      <div className={classes['partBar']}>
        <h2 className={classes['heading']}>{texts.range}</h2>
        <DateInput label={texts.firstDay} w={130} value={from} onChange={(text) => setTyped({ ...typed, from: text })} />
        <DateInput
          label={texts.lastDay}
          w={130}
          value={to}
          error={!isRange && texts.atMostDates({ dates: MOST_DATES })}
          onChange={(text) => setTyped({ ...typed, to: text })}
        />
        <span className={classes['note']}>{texts.rangeWords({ dates: dates.length, lines: rows.length })}</span>
      </div>
      <div ref={box} className={classes['map']} role="table" aria-label={texts.range} aria-rowcount={rows.length + 2} tabIndex={0}>
        <div className={classes['mapHead']} role="rowgroup" style={{ width: widthOf(dates.length) }}>
          <div className={classes['mapRow']} role="row" aria-rowindex={1}>
            <span className={classes['mapName']} role="columnheader">
              {texts.schedule}
            </span>
            {dates.map((date) => (
              <span key={date} className={classes['mapCell']} role="columnheader" data-weekend={isWeekend(date) ? '' : undefined} title={date}>
                {`${said(WEEKDAYS[weekdayOf(daysOf(date) ?? 0)] ?? '')} ${Number(date.slice(8))}`}
              </span>
            ))}
          </div>
          <Row index={2} row={{ id: '', name: texts.allSchedules, trips: total }} dates={dates} />
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: list.getTotalSize(), width: widthOf(dates.length) }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row && <Row key={row.id} index={index + 3} row={row} dates={dates} top={start} />;
          })}
        </div>
      </div>
    </section>
  );
}

function Row({ index, row, dates, top }: { index: number; row: MapRow; dates: readonly string[]; top?: number }): ReactNode {
  const most = Math.max(1, ...row.trips);
  return (
    <div
      className={classes['mapRow']}
      role="row"
      aria-rowindex={index}
      style={top === undefined ? undefined : { position: 'absolute', top: 0, left: 0, transform: `translateY(${top}px)` }}
    >
      <span className={classes['mapName']} role="rowheader" title={row.name}>
        {row.name}
      </span>
      {dates.map((date, nth) => {
        const trips = row.trips[nth] ?? 0;
        return (
          <span
            key={date}
            className={`${classes['mapCell']} dmp-data-colour`}
            role="cell"
            data-weekend={isWeekend(date) ? '' : undefined}
            title={texts.tripsOf({ name: row.name, date, trips })}
            style={
              trips === 0 ? undefined : { background: `color-mix(in srgb, var(--dmp-accent) ${Math.round(6 + (trips / most) * 34)}%, transparent)` }
            }
          >
            {trips === 0 ? '–' : trips}
          </span>
        );
      })}
    </div>
  );
}

/** Schedules that run on any of the dates. */
function rowsOf({ schedules, trips }: NetworkCalendars, dates: readonly string[]): readonly MapRow[] {
  return schedules
    .map((schedule) => ({ id: schedule.Id, name: scheduleName(schedule), trips: tripsOnDates(schedule, trips.get(schedule.Id) ?? [], dates) }))
    .filter((row) => row.trips.some((count) => count > 0));
}

function isWeekend(date: string): boolean {
  return weekdayOf(daysOf(date) ?? 0) > 4;
}

/** Px of a name and that many dates. */
function widthOf(dates: number): number {
  return 170 + 46 * dates;
}
