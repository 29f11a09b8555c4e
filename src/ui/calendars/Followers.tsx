import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { deleteNetworkCalendar, followCalendar } from '../../commands/calendars/networkCalendarEdits.ts';
import type { NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import { differences } from '../../domain/networkCalendar.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { editRefusal } from '../../projections/rights.ts';
import { calendarQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { Question } from '../parts/Question.tsx';
import { shownException } from '../parts/shownDays.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { useAsking } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

/** Most dates shown for one schedule, and most schedules listed. */
const MOST_DATES = 6;
const MOST_LISTED = 50;

/** Who follows a calendar, and who differs from it on which dates. */
export function Followers({ versionId, all, calendar }: { versionId: number; all: NetworkCalendars; calendar: NetworkCalendar }): ReactNode {
  const dispatch = useDispatch();
  const pathTo = usePathTo();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(calendarQuestion);
  const followers = useMemo(() => all.schedules.filter(({ FollowsCalendar }) => FollowsCalendar === calendar.Id), [all, calendar]);
  const differing = useMemo(
    () => followers.map((schedule) => ({ schedule, dates: differences(schedule, calendar) })).filter(({ dates }) => dates.length > 0),
    [followers, calendar],
  );
  const others = all.schedules.filter(({ FollowsCalendar }) => FollowsCalendar === undefined).map(({ Id }) => Id);
  return (
    <section className={classes['part']} aria-label={texts.following}>
      <div className={classes['partBar']}>
        <h2 className={classes['heading']}>{texts.following}</h2>
        <span>{texts.followOf({ following: followers.length, all: all.schedules.length, name: calendar.Name })}</span>
        {others.length > 0 && (
          <WhyButton
            label={texts.followAll}
            compact
            why={why}
            onClick={() => dispatch(followCalendar({ versionId, scheduleIds: others.toSorted(), calendarId: calendar.Id }))}
          />
        )}
        <WhyButton label={texts.deleteCalendar} icon={IconTrash} compact color="red" why={why} onClick={() => setAsking('delete')} />
      </div>
      {asking === 'delete' && (
        <Question
          title={texts.deleteCalendar}
          yes={texts.delete}
          onClose={() => setAsking()}
          onYes={() => {
            dispatch(deleteNetworkCalendar({ versionId, calendarId: calendar.Id, scheduleIds: followers.map(({ Id }) => Id).toSorted() }));
            setAsking();
          }}
        >
          {texts.deleteQuestion({ name: calendar.Name, lines: followers.length })}
        </Question>
      )}
      {differing.length > 0 && (
        <>
          <h3 className={classes['quiet']}>{texts.differ({ lines: differing.length })}</h3>
          <ul className={classes['differing']}>
            {differing.slice(0, MOST_LISTED).map(({ schedule, dates }) => (
              <li key={schedule.Id}>
                <Link to={pathTo({ page: 'schedules', itemId: schedule.Id })}>{scheduleName(schedule)}</Link>
                <span>
                  {dates
                    .slice(0, MOST_DATES)
                    .map(({ date, own, calendar: theirs }) => texts.difference({ date, own: runsAsWords(own), calendar: runsAsWords(theirs) }))
                    .join('; ')}
                  {dates.length > MOST_DATES && texts.andMore({ more: dates.length - MOST_DATES })}
                </span>
                <WhyButton
                  label={texts.takeCalendars}
                  compact
                  variant="subtle"
                  why={why}
                  onClick={() =>
                    dispatch(
                      followCalendar({ versionId, scheduleIds: [schedule.Id], calendarId: calendar.Id, own: 'replace', calendars: [calendar.Id] }),
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {differing.length > MOST_LISTED && <p className={classes['quiet']}>{texts.andMore({ more: differing.length - MOST_LISTED })}</p>}
        </>
      )}
    </section>
  );
}

function runsAsWords(runAs: number | undefined): string {
  return runAs === undefined ? texts.asUsual : shownException({ RunAs: runAs });
}
