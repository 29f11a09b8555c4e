import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { dateOfDays, daysOf, weekdayOf } from '../../domain/date.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import { spokenLanguage } from '../language/language.ts';
import { dateReachedBy } from './calendarKeys.ts';
import classes from './calendar.module.css';

/** How a date is drawn. */
export interface DateCell {
  /** What it is drawn as: usual, none, other, all, outside. */
  readonly kind: string;
  /** Nothing runs, though it is a day as any other. */
  readonly idle?: boolean;
  /** What a reader is told, and the tooltip. */
  readonly label: string;
  readonly title: string;
  readonly style?: CSSProperties | undefined;
  /** A mark in the corner: a holiday has a name, a line differs. */
  readonly marked?: boolean;
}

interface YearGridProps {
  readonly year: number;
  /** The date that is looked at. */
  readonly day: string;
  readonly painted: ReadonlySet<string>;
  /** The last date of the stroke under way. */
  readonly reached: string | undefined;
  readonly cellOf: (date: string, nth: number) => DateCell;
  readonly onDay: (date: string) => void;
  /** Puts the brush on a date, from another one where the stroke goes on from there. */
  readonly onPress: (from: string, to: string) => void;
  readonly onReach: (date: string) => void;
  readonly onRelease: () => void;
  readonly onCancel: () => void;
}

/** A year of dates, painted by drag or by the keyboard. */
export function YearGrid(props: YearGridProps): ReactNode {
  const { year, day, reached, onDay, onPress, onReach, onRelease, onCancel } = props;
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
      {Array.from({ length: 12 }, (_, month) => (
        <Month key={month} {...props} year={year} month={month} />
      ))}
    </div>
  );
}

function Month({ year, month, day, painted, cellOf, onDay, onPress, onRelease }: YearGridProps & { readonly month: number }): ReactNode {
  const first = daysOf(`${year}-${String(month + 1).padStart(2, '0')}-01`) ?? 0;
  const next = daysOf(month === 11 ? `${year + 1}-01-01` : `${year}-${String(month + 2).padStart(2, '0')}-01`) ?? first + 31;
  const length = next - first;
  const name = monthName(month);
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
      <div className={classes['monthName']}>{name}</div>
      <div className={classes['days']}>
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className={classes['weekday']} aria-hidden>
            {weekday.slice(0, 1)}
          </span>
        ))}
        {Array.from({ length }, (_, nth) => {
          const date = dateOfDays(first + nth);
          const { kind, idle, label, title, style, marked } = cellOf(date, nth + 1);
          return (
            <button
              key={date}
              type="button"
              tabIndex={date === day || (nth === 0 && !day.startsWith(date.slice(0, 7))) ? 0 : -1}
              className={`${classes['day']} dmp-data-colour`}
              style={nth === 0 ? { gridColumnStart: weekdayOf(first) + 1, ...style } : style}
              data-date={date}
              data-kind={kind}
              data-idle={idle ? '' : undefined}
              data-marked={marked ? '' : undefined}
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

/** The name of a month, January is 0, in the language of the screens. */
function monthName(month: number): string {
  return new Date(Date.UTC(2026, month, 1)).toLocaleString(spokenLanguage().locale, { month: 'long', timeZone: 'UTC' });
}
