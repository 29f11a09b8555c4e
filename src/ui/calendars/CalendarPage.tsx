import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadCalendars } from '../../commands/calendars/loadCalendars.ts';
import {
  cancelNetworkCalendar,
  pressNetworkDate,
  reachNetworkDate,
  releaseNetworkDates,
  takeBackNetworkChange,
} from '../../commands/calendars/networkCalendarSteps.ts';
import { datesBetween } from '../../domain/activeDates.ts';
import { hexColour, readableOn } from '../../domain/colours.ts';
import { CALENDAR_PAGE } from '../../domain/locations.ts';
import type { CalendarDay, NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import { assignedDays, changedCalendar, datesOfPeriod } from '../../domain/networkCalendar.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { networkCalendars, type NetworkCalendars } from '../../projections/networkCalendars.ts';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { shownException } from '../parts/shownDays.ts';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { type DateCell, monthAfter, YearGrid } from '../schedules/YearGrid.tsx';
import { EditRefusal } from '../versions/EditRefusal.tsx';
import { SpreadsheetButton } from '../spreadsheets/SpreadsheetButton.tsx';
import { bandOf } from './bands.ts';
import { CalendarParts } from './CalendarParts.tsx';
import { Followers } from './Followers.tsx';
import { NotSavedYet } from './NotSavedYet.tsx';
import { TidyCalendars } from './TidyCalendars.tsx';
import { RangeMap } from './RangeMap.tsx';
import { WhatRuns } from './WhatRuns.tsx';
import { runsChoices, runsOf } from './runs.ts';
import { texts } from './texts.ts';
import { useCollected } from './useCollected.ts';
import schedule from '../schedules/calendar.module.css';
import classes from './calendars.module.css';

/** Day types shown beside the usual choices; more are a list. */
const MOST_BESIDE = 2;

/** The address of a calendar that is still to be made. */
const NEW = 'new';

/** The calendars of the network: a year that is painted for all that follow, who differs, and what runs on a date. */
export function CalendarPage(): ReactNode {
  const { versionId = 0 } = usePlace();
  const load = useView((view) => view.versions[versionId]?.calendars);
  const all = useView((view) => networkCalendars(view, versionId));
  return (
    <LoadStates load={load} what={texts.calendars} retry={loadCalendars({ versionId })}>
      {() =>
        all.schedules.length === 0 ? <Empty title={texts.noSchedules} hint={texts.noSchedulesHint} /> : <Year versionId={versionId} all={all} />
      }
    </LoadStates>
  );
}

function Year({ versionId, all }: { versionId: number; all: NetworkCalendars }): ReactNode {
  const { itemId } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const today = useView((view) => view.today);
  const chosen = itemId === NEW ? undefined : (all.calendars.find(({ Id }) => Id === itemId) ?? all.calendars[0]);
  const calendarId = chosen?.Id ?? '';
  const collected = useCollected(versionId, calendarId);
  const saved: NetworkCalendar = useMemo(() => chosen ?? { Id: '', Name: texts.network, Dates: [], Periods: [] }, [chosen]);
  const shown = useMemo(() => changedCalendar(saved, collected.change), [saved, collected.change]);
  const span = useMemo(() => spanOf(all), [all]);
  const [day, setDay] = useState(() => (today >= span.first && today <= span.last ? today : span.first));
  const [month, setMonth] = useState(() => day.slice(0, 7));
  const [brush, setBrush] = useState('sun');
  const [name, setName] = useState('');
  const stroke = useWorkflow('networkCalendar', (snapshot) =>
    snapshot.value === 'painting' ? `${snapshot.context.from} ${snapshot.context.to}` : '',
  );
  const [from, to] = stroke.split(' ');
  const painted = useMemo(() => new Set(from === undefined || to === undefined ? [] : datesBetween(from, to)), [from, to]);
  const show = (date: string): void => {
    setDay(date);
    setMonth((first) => monthShowing(first, date.slice(0, 7)));
  };
  const cellOf = useCells(shown, all);
  const press = (first: string, last: string): void => {
    if (editable) dispatch(pressNetworkDate({ versionId, calendarId, from: first, to: last, brush: brushOf(brush, name, all, shown, last) }));
  };
  useTakeBack(collected.isUnsaved);
  return (
    <div className={classes['page']}>
      <section className={schedule['calendar']} aria-label={texts.calendar}>
        <div className={schedule['bar']}>
          <h1 className={classes['title']}>{texts.calendar}</h1>
          {all.calendars.length > 0 && (
            <NativeSelect
              aria-label={texts.calendar}
              value={calendarId === '' ? NEW : calendarId}
              data={[
                ...all.calendars.map(({ Id, Name }) => ({ value: Id, label: Name })),
                ...(editable ? [{ value: NEW, label: texts.newCalendar }] : []),
              ]}
              onChange={(event) => open(pathTo({ page: CALENDAR_PAGE, itemId: event.currentTarget.value }), '')}
            />
          )}
          <WhyButton label={texts.yearBefore} icon={IconChevronLeft} iconOnly onClick={() => setMonth((first) => monthAfter(first, -12))} />
          <h2 className={schedule['year']}>{yearWords(month)}</h2>
          <WhyButton label={texts.yearAfter} icon={IconChevronRight} iconOnly onClick={() => setMonth((first) => monthAfter(first, 12))} />
          {all.dayTypes.length > 0 && <SpreadsheetButton versionId={versionId} kind="DayType" />}
          {editable ? (
            <>
              {all.dayTypes.length > MOST_BESIDE ? (
                <NativeSelect
                  aria-label={texts.paint}
                  value={brush}
                  data={[...runsChoices(all.dayTypes)]}
                  onChange={(event) => setBrush(event.currentTarget.value)}
                />
              ) : (
                <SegmentedControl aria-label={texts.paint} value={brush} onChange={setBrush} data={[...runsChoices(all.dayTypes)]} />
              )}
              <TextInput
                aria-label={texts.nameOfDates}
                placeholder={texts.suchAsChristmasDay}
                value={name}
                maxLength={200}
                w={210}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            </>
          ) : (
            <EditRefusal />
          )}
        </div>
        {collected.isUnsaved && <NotSavedYet versionId={versionId} all={all} saved={saved} shown={shown} collected={collected} />}
        <YearGrid
          from={month}
          day={day}
          painted={painted}
          reached={to}
          cellOf={cellOf}
          onDay={show}
          onPress={press}
          onReach={(date) => dispatch(reachNetworkDate({ date }))}
          onRelease={() => editable && dispatch(releaseNetworkDates({}))}
          onCancel={() => dispatch(cancelNetworkCalendar({}))}
        />
      </section>
      <CalendarParts versionId={versionId} all={all} shown={shown} span={span} />
      {chosen && <Followers versionId={versionId} all={all} calendar={chosen} />}
      <TidyCalendars versionId={versionId} all={all} />
      <WhatRuns all={all} day={day} onDay={show} />
      <RangeMap all={all} day={day} />
    </div>
  );
}

/** First and last date of the schedules. */
function spanOf({ schedules }: NetworkCalendars): { readonly first: string; readonly last: string } {
  const first = schedules.reduce((least, { Calendar }) => (Calendar.fromDate < least ? Calendar.fromDate : least), '9999-12-31');
  const last = schedules.reduce((most, { Calendar }) => (Calendar.toDate > most ? Calendar.toDate : most), '');
  return { first, last };
}

/** The first month of the twelve that show another one. */
function monthShowing(first: string, month: string): string {
  if (month < first) return monthShowing(monthAfter(first, -12), month);
  return month >= monthAfter(first, 12) ? monthShowing(monthAfter(first, 12), month) : first;
}

/** The year, or both where the months are of two. */
function yearWords(first: string): string {
  const [from, to] = [first.slice(0, 4), monthAfter(first, 11).slice(0, 4)];
  return from === to ? from : `${from}/${to.slice(2)}`;
}

/** What the brush leaves on a date. Within a period *As usual* has to be said; elsewhere nothing stands on the date then. */
function brushOf(
  value: string,
  name: string,
  { dayTypes }: NetworkCalendars,
  calendar: NetworkCalendar,
  date: string,
): Omit<CalendarDay, 'Date'> | null {
  const named = name.trim() === '' ? {} : { Name: name.trim() };
  const runs = runsOf(value, dayTypes);
  if (runs.RunAs !== undefined) return { ...runs, ...named };
  const isInPeriod = calendar.Periods.some((period) => period.RunAs !== undefined && datesOfPeriod(period).includes(date));
  return isInPeriod || name.trim() !== '' ? named : null;
}

const EVER = { fromDate: '1900-01-01', toDate: '2999-12-31' };

/** How the dates of a calendar are drawn. */
function useCells(calendar: NetworkCalendar, { dayTypes }: NetworkCalendars): (date: string, nth: number) => DateCell {
  return useMemo(() => {
    const assigned = assignedDays(calendar, EVER);
    const days = new Map(calendar.Dates.map((one) => [one.Date, one]));
    const types = new Map(dayTypes.map((one) => [one.Id, one]));
    const periods = new Map(calendar.Periods.flatMap((period) => datesOfPeriod(period).map((date) => [date, period] as const)));
    const bands = new Map(calendar.Periods.map((period, nth) => [period, bandOf(period, nth, dayTypes)]));
    return (date, nth) => {
      const runAs = assigned.get(date);
      const one = days.get(date);
      const period = periods.get(date);
      const type = types.get((one ? one.DayTypeId : period?.DayTypeId) ?? '');
      const words = runAs === undefined ? texts.asUsual : (type?.Name ?? shownException({ RunAs: runAs }));
      const name = one?.Name ?? period?.Name;
      const color = hexColour(type?.Color);
      return {
        kind: runAs === undefined ? 'usual' : runAs === 0 ? 'none' : runAs === 127 ? 'all' : 'other',
        label: texts.cell({ nth, date, name: name === undefined ? '' : `, ${name}`, words }),
        title: `${date}${name === undefined ? '' : `, ${name}`}: ${words}`,
        band: period && bands.get(period),
        marked: one?.Name !== undefined,
        style: color === undefined ? undefined : { background: color, borderColor: color, color: readableOn(color) },
      };
    };
  }, [calendar, dayTypes]);
}

/** Ctrl+Z takes back what is not saved, before anything that is. */
function useTakeBack(isUnsaved: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      dispatch(takeBackNetworkChange({}));
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isUnsaved, dispatch]);
}
