import { IconCalendarStats, IconCalendarPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import {
  applyShared,
  applySimplified,
  askShareExceptions,
  askSimplifyCalendars,
  closeTidyCalendars,
} from '../../commands/calendars/tidyCalendarsSteps.ts';
import { datesOfTimetable } from '../../domain/activeDates.ts';
import type { Calendar, Schedule } from '../../domain/model/schedule.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { type SharedDates, sharedDates, type Simplified, simplified } from '../../domain/simplifiedCalendar.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { TidyCalendarsContext } from '../../machines/tidyCalendarsMachine.ts';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { Question } from '../parts/Question.tsx';
import { shownDays, shownException } from '../parts/shownDays.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface TidyProps {
  readonly versionId: number;
  readonly all: NetworkCalendars;
}

/** Exceptions that are more than they need to be: a calendar out of those that many schedules share, and simpler ones. */
export function TidyCalendars({ versionId, all }: TidyProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const context = useWorkflow('tidyCalendars', (snapshot) => snapshot.context as TidyCalendarsContext);
  const value = useWorkflow('tidyCalendars', (snapshot) => String(snapshot.value));
  const offer = useMemo(() => (all.calendars.length === 0 ? sharedDates(all.schedules, masksOf(all)) : undefined), [all]);
  const exceptions = all.schedules.reduce((sum, schedule) => sum + schedule.Calendar.Exceptions.length, 0);
  const open = value !== 'closed' && context.versionId === versionId ? context.what : '';
  const state = { versionId, all, busy: value === 'saving', messages: context.messages };
  return (
    <section className={classes['part']} aria-label={texts.exceptions}>
      <div className={classes['partBar']}>
        <h2 className={classes['heading']}>{texts.exceptions}</h2>
        <span>{texts.exceptionsOf({ exceptions, lines: all.schedules.length })}</span>
        <WhyButton
          label={texts.simplifyCalendars}
          icon={IconCalendarStats}
          compact
          why={why}
          onClick={() => dispatch(askSimplifyCalendars({ versionId }))}
        />
      </div>
      {offer && (
        <div className={classes['partBar']} role="note">
          <span>{texts.offer({ sharing: offer.scheduleIds.length, all: all.schedules.length, dates: offer.dates.length })}</span>
          <WhyButton
            label={texts.makeACalendar}
            icon={IconCalendarPlus}
            compact
            why={why}
            onClick={() => dispatch(askShareExceptions({ versionId }))}
          />
        </div>
      )}
      {open === 'simplify' && <SimplifyQuestion {...state} />}
      {open === 'share' && <ShareQuestion {...state} />}
    </section>
  );
}

interface PreviewProps extends TidyProps {
  readonly busy: boolean;
  readonly messages: readonly string[];
}

/** Schedules and dates that a preview lists. */
const MOST_LISTED = 40;

function SimplifyQuestion({ all, busy, messages }: PreviewProps): ReactNode {
  const dispatch = useDispatch();
  const preview = useMemo(() => simplifyPreview(all), [all]);
  const { simpler, before, after, tripsBefore, tripsAfter, following } = preview;
  const nothing = simpler.length === 0;
  return (
    <Question
      title={texts.simplifyCalendars}
      size="lg"
      yes={nothing ? texts.close : texts.simplify({ lines: simpler.length })}
      danger={false}
      busy={busy}
      messages={messages}
      onClose={() => dispatch(closeTidyCalendars({}))}
      onYes={() => {
        if (nothing) return dispatch(closeTidyCalendars({}));
        const schedules = simpler.map(({ schedule, calendar, days }) => ({ scheduleId: schedule.Id, calendar, days: [...days] }));
        return dispatch(applySimplified({ schedules }));
      }}
    >
      <p className={classes['text']}>{nothing ? texts.nothingSimpler : texts.simplifyPreview({ lines: simpler.length, before, after })}</p>
      {!nothing && (
        <p className={classes['text']}>
          {texts.tripDates({ before: tripsBefore.toLocaleString('en-GB'), after: tripsAfter.toLocaleString('en-GB') })}
        </p>
      )}
      {following > 0 && <p className={classes['text']}>{texts.followersStay({ lines: following })}</p>}
      {!nothing && (
        <ul className={classes['previewList']} tabIndex={0} aria-label={texts.simplerCalendars}>
          {simpler.slice(0, MOST_LISTED).map((one) => (
            <li key={one.schedule.Id}>
              <strong>{scheduleName(one.schedule)}</strong>{' '}
              <span title={one.schedule.Id}>{[texts.fewer(countsOf(one)), ...changesOf(one)].join('; ')}</span>
            </li>
          ))}
          {simpler.length > MOST_LISTED && <li>{texts.andMore({ more: simpler.length - MOST_LISTED })}</li>}
        </ul>
      )}
    </Question>
  );
}

function ShareQuestion({ all, busy, messages }: PreviewProps): ReactNode {
  const dispatch = useDispatch();
  const offer: SharedDates | undefined = useMemo(() => sharedDates(all.schedules, masksOf(all)), [all]);
  const close = (): string => dispatch(closeTidyCalendars({}));
  if (!offer)
    return (
      <Question title={texts.makeACalendar} yes={texts.close} danger={false} onClose={close} onYes={close}>
        {texts.nothingShared}
      </Question>
    );
  const ids = new Set(offer.scheduleIds);
  const others = all.schedules.filter(({ Id }) => !ids.has(Id));
  return (
    <Question
      title={texts.makeACalendar}
      size="lg"
      yes={texts.makeIt}
      danger={false}
      busy={busy}
      messages={messages}
      onClose={close}
      onYes={() => dispatch(applyShared({ name: texts.network, scheduleIds: offer.scheduleIds.toSorted(), put: [...offer.dates] }))}
    >
      <p className={classes['text']}>{texts.sharePreview({ lines: offer.scheduleIds.length, dates: offer.dates.length, name: texts.network })}</p>
      {others.length > 0 && <p className={classes['text']}>{texts.othersStay({ lines: others.length })}</p>}
      <ul className={classes['previewList']} tabIndex={0} aria-label={texts.sharedDates}>
        {offer.dates.slice(0, MOST_LISTED).map((day) => (
          <li key={day.Date}>
            <strong className="dmp-number">{day.Date}</strong> {shownException({ RunAs: day.RunAs ?? 0 })}
          </li>
        ))}
        {offer.dates.length > MOST_LISTED && <li>{texts.andMore({ more: offer.dates.length - MOST_LISTED })}</li>}
      </ul>
    </Question>
  );
}

/** Weekdays of the timetables of a schedule that have trips. */
function masksOf({ trips }: NetworkCalendars): (schedule: Schedule) => readonly number[] {
  return ({ Id }) => (trips.get(Id) ?? []).map(({ Days }) => Days);
}

function simplifyPreview(all: NetworkCalendars) {
  const simpler = all.schedules.flatMap((schedule) => simplified(schedule, masksOf(all)(schedule)) ?? []);
  const sum = (count: (one: Simplified) => number): number => simpler.reduce((total, one) => total + count(one), 0);
  const tripDates = (one: Simplified, calendar: Calendar, daysOf: (days: number) => number): number =>
    (all.trips.get(one.schedule.Id) ?? []).reduce((total, { Days, Trips }) => total + Trips * datesOfTimetable(calendar, daysOf(Days)).length, 0);
  return {
    simpler,
    before: sum(({ schedule }) => schedule.Calendar.Exceptions.length),
    after: sum(({ calendar }) => calendar.Exceptions.length),
    tripsBefore: sum((one) => tripDates(one, one.schedule.Calendar, (days) => days)),
    tripsAfter: sum((one) => tripDates(one, one.calendar, (days) => one.days.find(({ from }) => from === days)?.to ?? days)),
    following: all.schedules.filter(({ FollowsCalendar, Calendar: own }) => FollowsCalendar !== undefined && own.Exceptions.length > 0).length,
  };
}

function countsOf({ schedule, calendar }: Simplified): { readonly before: number; readonly after: number } {
  return { before: schedule.Calendar.Exceptions.length, after: calendar.Exceptions.length };
}

/** What else becomes otherwise than before: weekdays and validity. */
function changesOf({ schedule: { Calendar: own }, calendar, days }: Simplified): readonly string[] {
  const validity =
    own.fromDate === calendar.fromDate && own.toDate === calendar.toDate ? [] : [texts.validFromTo({ from: calendar.fromDate, to: calendar.toDate })];
  return [...days.map(({ from, to }) => texts.daysBecome({ from: shownDays(from), to: shownDays(to) })), ...validity];
}
