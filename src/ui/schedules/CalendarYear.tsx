import { SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { cancelPainting, pressDate, reachDate, releaseDates } from '../../commands/calendars/paintCalendarSteps.ts';
import { datesBetween, daysRunning, runsOn } from '../../domain/activeDates.ts';
import { dateOfDays, daysOf, isCalendarDate, weekdayOf } from '../../domain/date.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import type { ScheduleDetails } from '../../domain/scheduleDetails.ts';
import type { Calendar } from '../../domain/model/schedule.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { dateReachedBy } from './calendarKeys.ts';
import { EditRefusal } from '../versions/EditRefusal.tsx';
import { RUNS_AS } from './runsAs.ts';
import classes from './calendar.module.css';
import { spokenLanguage } from '../language/language.ts';
import { shownDays, shownException } from '../parts/shownDays.ts';
import { texts } from './texts.ts';

/** A year of a schedule's calendar: what runs on each date, painted by drag or by the keyboard; and what runs on one date. */
export function CalendarYear({ details }: { details: ScheduleDetails }): ReactNode {
  const { Schedule: schedule } = details;
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const calendar = schedule.Calendar;
  const [year, setYear] = useState(() => Number(calendar.fromDate.slice(0, 4)));
  const [brush, setBrush] = useState('none');
  const stroke = useWorkflow('paintCalendar', (snapshot) => (snapshot.value === 'painting' ? `${snapshot.context.from} ${snapshot.context.to}` : ''));
  const [day, setDay] = useState(calendar.fromDate);
  const masks = useMemo(() => [...new Set(details.Tracks.flatMap(({ Timetables }) => Timetables.map(({ Days }) => Days)))], [details]);
  const painted = useMemo(() => new Set(datesOf(stroke)), [stroke]);
  const show = (date: string): void => {
    setDay(date);
    setYear(Number(date.slice(0, 4)));
  };
  const press = (from: string, to: string): void => {
    const runAs = RUNS_AS.find(({ value }) => value === brush)?.runAs ?? null;
    if (editable) dispatch(pressDate({ versionId, scheduleId: schedule.Id, from, to, runAs }));
  };
  const dateAt = (event: PointerEvent<HTMLElement>): string | undefined => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-date]');
    return found?.dataset['date'];
  };
  return (
    <section className={classes['calendar']} aria-label={texts.calendar}>
      <div className={classes['bar']}>
        <WhyButton label={texts.yearBefore} icon={IconChevronLeft} iconOnly onClick={() => setYear((n) => n - 1)} />
        <h2 className={classes['year']}>{year}</h2>
        <WhyButton label={texts.yearAfter} icon={IconChevronRight} iconOnly onClick={() => setYear((n) => n + 1)} />
        {editable ? (
          <SegmentedControl aria-label={texts.paint} value={brush} onChange={setBrush} data={RUNS_AS.map(({ value, label }) => ({ value, label }))} />
        ) : (
          <EditRefusal />
        )}
      </div>
      <div
        className={classes['months']}
        onPointerDown={(event) => {
          const date = dateAt(event);
          if (date === undefined || event.button !== 0) return;
          setDay(date);
          event.currentTarget.setPointerCapture(event.pointerId);
          press(event.shiftKey ? day : date, date);
        }}
        onPointerMove={(event) => {
          const date = stroke === '' ? undefined : dateAt(event);
          if (date !== undefined && !stroke.endsWith(date)) dispatch(reachDate({ date }));
        }}
        onPointerUp={() => stroke !== '' && dispatch(releaseDates({}))}
        onPointerCancel={() => stroke !== '' && dispatch(cancelPainting({}))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || stroke === '') return;
          event.stopPropagation();
          dispatch(cancelPainting({}));
        }}
      >
        {Array.from({ length: 12 }, (_, month) => (
          <Month
            key={month}
            year={year}
            month={month}
            calendar={calendar}
            masks={masks}
            painted={painted}
            day={day}
            onDay={show}
            onPaint={(date) => {
              press(date, date);
              if (editable) dispatch(releaseDates({}));
            }}
          />
        ))}
      </div>
      <DayAnswer details={details} day={day} onDay={show} />
    </section>
  );
}

/** The dates under a stroke, written `from to`. */
function datesOf(stroke: string): readonly string[] {
  const [from, to] = stroke.split(' ');
  return from === undefined || to === undefined ? [] : datesBetween(from, to);
}

interface MonthProps {
  readonly year: number;
  readonly month: number;
  readonly calendar: Calendar;
  readonly masks: readonly number[];
  readonly painted: ReadonlySet<string>;
  readonly day: string;
  readonly onDay: (date: string) => void;
  readonly onPaint: (date: string) => void;
}

function Month({ year, month, calendar, masks, painted, day, onDay, onPaint }: MonthProps): ReactNode {
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
      onPaint(date);
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
          const runs = daysRunning(calendar, date);
          const exception = calendar.Exceptions.findLast((one) => one.Date === date);
          const kind = exception ? (exception.RunAs === 0 ? 'none' : exception.RunAs === 127 ? 'all' : 'other') : runs === 0 ? 'outside' : 'usual';
          const running = masks.filter((mask) => runsOn(calendar, mask, date)).length;
          const words = exception ? shownException(exception) : runs === 0 ? texts.notValid : shownDays(runs);
          return (
            <button
              key={date}
              type="button"
              tabIndex={date === day || (nth === 0 && !day.startsWith(date.slice(0, 7))) ? 0 : -1}
              className={`${classes['day']} dmp-data-colour`}
              style={nth === 0 ? { gridColumnStart: weekdayOf(first) + 1 } : undefined}
              data-date={date}
              data-kind={kind}
              data-idle={running === 0 ? '' : undefined}
              data-painted={painted.has(date) ? '' : undefined}
              aria-pressed={date === day}
              aria-label={texts.nthDateWordsRunningOfMasks({ nth: nth + 1, date, words, running, masks: masks.length })}
              title={`${date}: ${words}`}
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

/** Which departures run on a date: how many of each track, and the way to their sheet. */
function DayAnswer({
  details: { Schedule: schedule, Tracks },
  day,
  onDay,
}: {
  details: ScheduleDetails;
  day: string;
  onDay: (date: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string>();
  const pathTo = usePathTo();
  // the sheet of these days shows the departures of the date, and no others
  const runsAs = daysRunning(schedule.Calendar, day);
  const lines = Tracks.map(({ Track, Timetables }) => {
    const running = Timetables.filter(({ Days }) => runsOn(schedule.Calendar, Days, day));
    return {
      id: Track.Id,
      name: Track.Name || Track.Id,
      departures: running.reduce((sum, one) => sum + departureCount(one), 0),
      days: [...new Set(running.map(({ Days }) => Days))],
    };
  });
  const total = lines.reduce((sum, { departures }) => sum + departures, 0);
  return (
    <div className={classes['answer']}>
      <TextInput
        label={texts.whatRunsOn}
        value={typed ?? day}
        w={120}
        error={typed !== undefined && !isCalendarDate(typed) && texts.aDateIsWrittenAs2026}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(isCalendarDate(text) ? undefined : text);
          if (isCalendarDate(text)) onDay(text);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <div role="status">
        <div className={classes['answerTitle']}>{total === 0 ? texts.nothingRunsOnDay({ day }) : texts.departureRunsOnDay({ total, day })}</div>
        {lines.map(({ id, name, departures, days }) => (
          <div key={id} className={classes['quiet']}>
            {departures === 0 ? (
              name
            ) : (
              <Link to={`${pathTo({ page: 'schedules', itemId: schedule.Id, trackId: id, schedulePage: 'timetables' })}?days=${runsAs}`}>{name}</Link>
            )}
            {`: ${departures.toLocaleString('en-GB')}${days.length > 0 ? ` (${days.map(shownDays).join('; ')})` : ''}`}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The name of a month, January is 0, in the language of the screens. */
function monthName(month: number): string {
  return new Date(Date.UTC(2026, month, 1)).toLocaleString(spokenLanguage().locale, { month: 'long', timeZone: 'UTC' });
}
