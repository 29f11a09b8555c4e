import { SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { cancelPainting, pressDate, reachDate, releaseDates } from '../../commands/calendars/paintCalendarSteps.ts';
import { datesBetween, daysRunning, runsOn } from '../../domain/activeDates.ts';
import { isCalendarDate } from '../../domain/date.ts';
import type { ScheduleDetails } from '../../domain/scheduleDetails.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { EditRefusal } from '../versions/EditRefusal.tsx';
import { RUNS_AS } from './runsAs.ts';
import { type DateCell, YearGrid } from './YearGrid.tsx';
import classes from './calendar.module.css';
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
  const cellOf = (date: string, nth: number): DateCell => {
    const runs = daysRunning(calendar, date);
    const exception = calendar.Exceptions.findLast((one) => one.Date === date);
    const kind = exception ? (exception.RunAs === 0 ? 'none' : exception.RunAs === 127 ? 'all' : 'other') : runs === 0 ? 'outside' : 'usual';
    const running = masks.filter((mask) => runsOn(calendar, mask, date)).length;
    const words = exception ? shownException(exception) : runs === 0 ? texts.notValid : shownDays(runs);
    const label = texts.dayLabel({ nth, date, words, running, masks: masks.length });
    return { kind, idle: running === 0, label, title: `${date}: ${words}` };
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
      <YearGrid
        from={`${year}-01`}
        day={day}
        painted={painted}
        reached={stroke === '' ? undefined : stroke.split(' ')[1]}
        cellOf={cellOf}
        onDay={show}
        onPress={press}
        onReach={(date) => dispatch(reachDate({ date }))}
        onRelease={() => editable && dispatch(releaseDates({}))}
        onCancel={() => dispatch(cancelPainting({}))}
      />
      <DayAnswer details={details} day={day} onDay={show} />
    </section>
  );
}

/** The dates under a stroke, written `from to`. */
function datesOf(stroke: string): readonly string[] {
  const [from, to] = stroke.split(' ');
  return from === undefined || to === undefined ? [] : datesBetween(from, to);
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
        error={typed !== undefined && !isCalendarDate(typed) && texts.dateFormat}
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
