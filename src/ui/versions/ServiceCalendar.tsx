import type { ReactNode } from 'react';
import { addDays, dateOfDays, daysOf, weekdayOf } from '../../domain/date.ts';
import classes from './VersionOverview.module.css';
import { texts } from './texts.ts';

/** At most so many months are drawn. */
const MONTHS = 12;

/** A version's days of service by month, the darker the more trips. `trips` begins with the first day. */
export function ServiceCalendar({ firstDay, trips, today }: { firstDay: string; trips: readonly number[]; today: string }): ReactNode {
  const most = trips.reduce((all, n) => Math.max(all, n), 1);
  const first = daysOf(firstDay) ?? 0;
  const lastDay = dateOfDays(first + trips.length - 1);
  const months = monthsBetween(firstDay, lastDay);
  const from = Math.max(
    0,
    Math.min(
      months.findLastIndex((month) => month <= today.slice(0, 7)),
      months.length - MONTHS,
    ),
  );
  const shown = months.slice(from, from + MONTHS);
  return (
    <div className={classes['months']}>
      {shown.map((month) => (
        <figure key={month} className={classes['month']}>
          <figcaption>{month}</figcaption>
          <svg viewBox={`0 0 ${7 * CELL} ${6 * CELL}`} role="img" aria-label={monthWords(month, first, trips)}>
            {daysOfMonth(month).map((day, i) => {
              const count = trips[day - first] ?? 0;
              const place = i + weekdayOf(day - i);
              const date = dateOfDays(day);
              return (
                <rect
                  key={day}
                  x={(place % 7) * CELL + 0.5}
                  y={Math.floor(place / 7) * CELL + 0.5}
                  width={CELL - 1}
                  height={CELL - 1}
                  rx={1}
                  className={classes['day']}
                  data-none={count === 0 || undefined}
                  data-today={date === today || undefined}
                  style={count === 0 ? undefined : { fillOpacity: 0.25 + (0.75 * count) / most }}
                >
                  <title>{`${date}: ${count === 0 ? texts.noService : counted(count)}`}</title>
                </rect>
              );
            })}
          </svg>
        </figure>
      ))}
      {months.length > shown.length && (
        <p className={classes['quiet']}>{texts.shownOfMonthsMonths({ shown: shown.length, months: months.length })}</p>
      )}
    </div>
  );
}

const CELL = 10;

/** `2026-07: service on 31 of 31 days`. */
function monthWords(month: string, first: number, trips: readonly number[]): string {
  const days = daysOfMonth(month);
  return texts.monthService({ month, count: days.filter((day) => (trips[day - first] ?? 0) > 0).length, days: days.length });
}

/** `1 trip`, `1,200 trips`. */
function counted(n: number): string {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? 'trip' : 'trips'}`;
}

/** Days from 1970-01-01 of a month such as 2026-07. */
function daysOfMonth(month: string): number[] {
  const first = daysOf(`${month}-01`) ?? 0;
  return Array.from({ length: 31 }, (_, i) => first + i).filter((day) => dateOfDays(day).startsWith(month));
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = `${addDays(day, 31).slice(0, 7)}-01`) months.push(day.slice(0, 7));
  return months;
}
