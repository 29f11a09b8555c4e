import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { dateOfDays, daysOf, weekdayOf } from '../../domain/date.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import { spokenLanguage, said } from '../language/language.ts';
import { dateReachedBy } from './calendarKeys.ts';
import classes from './calendar.module.css';

/** How a date is drawn. */
export interface DateCell {
  /** What it is drawn as: usual, none, other, all, outside. */
  readonly kind: string;
  /** Nothing runs, though it is a day as any other. */
  readonly idle?: boolean;
  /** Text for screen readers and the tooltip. */
  readonly label: string;
  readonly title: string;
  readonly style?: CSSProperties | undefined;
  /** Colour of the period that the date lies in. */
  readonly band?: string | undefined;
  /** A mark in the corner: a holiday has a name, a line differs. */
  readonly marked?: boolean;
}

interface YearGridProps {
  /** The first of the twelve months, as `2026-01`. */
  readonly from: string;
  /** The date that is looked at. */
  readonly day: string;
  readonly painted: ReadonlySet<string>;
  /** The last date of the stroke under way. */
  readonly reached: string | undefined;
  readonly cellOf: (date: string, nth: number) => DateCell;
  readonly onDay: (date: string) => void;
  /** Paints a date, from the previous date of the same stroke. */
  readonly onPress: (from: string, to: string) => void;
  readonly onReach: (date: string) => void;
  readonly onRelease: () => void;
  readonly onCancel: () => void;
}

/** A year of dates, painted by drag or by the keyboard. */
export function YearGrid(props: YearGridProps): ReactNode {
  const { from, day, reached, onDay, onPress, onReach, onRelease, onCancel } = props;
  const dateAt = (event: PointerEvent<HTMLElement>): string | undefined => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-date]');
    return found?.dataset['date'];
  };
  return (
    <div
      className={classes['months']}
      onPointerDown={(event) => {
        const date = dateAt(event);
        if (date === undefined || event.button !== 0) return;
        onDay(date);
        event.currentTarget.setPointerCapture(event.pointerId);
        onPress(event.shiftKey ? day : date, date);
      }}
      onPointerMove={(event) => {
        const date = reached === undefined ? undefined : dateAt(event);
        if (date !== undefined && reached !== date) onReach(date);
      }}
      onPointerUp={() => reached !== undefined && onRelease()}
      onPointerCancel={() => reached !== undefined && onCancel()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || reached === undefined) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      {Array.from({ length: 12 }, (_, nth) => {
        const month = monthAfter(from, nth);
        return <Month key={month} {...props} month={month} />;
      })}
    </div>
  );
}

function Month({ from, month, day, painted, cellOf, onDay, onPress, onRelease }: YearGridProps & { readonly month: string }): ReactNode {
  const first = daysOf(`${month}-01`) ?? 0;
  const length = (daysOf(`${monthAfter(month, 1)}-01`) ?? first + 31) - first;
  const [year, name] = [month.slice(0, 4), monthName(month)];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, date: string): void => {
    const to = dateReachedBy(event.key, date);
    if (to !== undefined) {
      event.preventDefault();
      // the day may stand in another year, which has to be drawn before it can have the focus
      flushSync(() => onDay(to));
      document.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus();
    }
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onPress(date, date);
      onRelease();
    }
  };
  return (
    <div className={classes['month']} role="group" aria-label={`${name} ${year}`}>
      <div className={classes['monthName']}>{from.endsWith('-01') ? name : `${name} ${year}`}</div>
      <div className={classes['days']}>
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className={classes['weekday']} aria-hidden>
            {said(weekday).slice(0, 1)}
          </span>
        ))}
        {Array.from({ length }, (_, nth) => {
          const date = dateOfDays(first + nth);
          const { kind, idle, label, title, style, band, marked } = cellOf(date, nth + 1);
          return (
            <button
              key={date}
              type="button"
              tabIndex={date === day || (nth === 0 && !day.startsWith(date.slice(0, 7))) ? 0 : -1}
              className={`${classes['day']} dmp-data-colour`}
              style={{
                ...(nth === 0 && { gridColumnStart: weekdayOf(first) + 1 }),
                ...(band !== undefined && { '--band': band }),
                ...style,
              }}
              data-date={date}
              data-kind={kind}
              data-idle={idle ? '' : undefined}
              data-marked={marked ? '' : undefined}
              data-band={band === undefined ? undefined : ''}
              data-painted={painted.has(date) ? '' : undefined}
              aria-pressed={date === day}
              aria-label={label}
              title={title}
              onKeyDown={(event) => onKeyDown(event, date)}
            >
              {nth + 1}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** The month that comes so many after another, as `2026-01`. */
export function monthAfter(month: string, by: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`;
}

/** The name of a month `2026-01` in the language of the screens. */
function monthName(month: string): string {
  return new Date(`${month}-01`).toLocaleString(spokenLanguage().locale, { month: 'long', timeZone: 'UTC' });
}
