/** What a version is, at a glance: what to do next, when it runs, its lines, what is found in it and what changed. */
import { type ReactNode, useEffect } from 'react';
import { loadServiceOverview } from '../../commands/versions/loadServiceOverview.ts';
import { dateOfDays, daysOf } from '../../domain/date.ts';
import { CALENDAR_PAGE, dataPath } from '../../domain/locations.ts';
import type { OverviewLine, ServiceOverview } from '../../domain/serviceOverview.ts';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { validationTotals, withSummary } from '../../projections/validation.ts';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { nextStep } from './nextStep.ts';
import { findingsWords } from './outlookWords.ts';
import { ServiceCalendar } from './ServiceCalendar.tsx';
import classes from './VersionOverview.module.css';
import { WhatDiffers } from './WhatDiffers.tsx';
import { texts } from './texts.ts';

/** At most so many lines are drawn as badges. */
const MOST_LINES = 80;

export function VersionOverview({ version, databaseId }: { version: Version; databaseId: string }): ReactNode {
  const dispatch = useDispatch();
  const versionId = version.Id;
  const load = useView((view) => view.serviceOverviews?.[String(versionId)]);
  const parent = version.ParentId;
  useEffect(() => void dispatch(loadServiceOverview({ versionId })), [dispatch, versionId]);
  return (
    <>
      <LoadStates load={load} what={texts.daysOfService} retry={loadServiceOverview({ versionId })} skeleton={4}>
        {(overview) => (
          <>
            <Next version={version} isEmpty={overview.Lines.length === 0} />
            <Service overview={overview} />
            <Shared overview={overview} to={dataPath({ databaseId, versionId, page: CALENDAR_PAGE })} />
            {overview.Lines.length > 0 && <Lines lines={overview.Lines} databaseId={databaseId} versionId={versionId} />}
          </>
        )}
      </LoadStates>
      <Findings databaseId={databaseId} versionId={versionId} />
      {parent !== null && (
        <section aria-label={texts.whatChanged} className={classes['changed']}>
          <h2 className={classes['heading']}>{texts.changedSinceSource}</h2>
          <WhatDiffers databaseId={databaseId} from={parent} to={versionId} />
        </section>
      )}
    </>
  );
}

function Next({ version, isEmpty }: { version: Version; isEmpty: boolean }): ReactNode {
  const errors = useView((view) => validationTotals(view.versions[version.Id]?.validation.summary.value)?.errors);
  const next = nextStep(version, errors, isEmpty);
  if (!next) return null;
  return (
    <section aria-label={texts.next}>
      <h2 className={classes['heading']}>{texts.next}</h2>
      <p className={classes['text']}>
        {next.text} <Link to={next.to}>{next.link}</Link>
      </p>
    </section>
  );
}

function Service({ overview: { FirstDay, Trips } }: { overview: ServiceOverview }): ReactNode {
  const today = useView((view) => view.today);
  if (FirstDay === null) {
    return (
      <section aria-label={texts.service}>
        <h2 className={classes['heading']}>{texts.service}</h2>
        <p className={classes['quiet']}>{texts.nothingRunsInThisVersionYet}</p>
      </section>
    );
  }
  const most = Math.max(...Trips);
  const first = daysOf(FirstDay) ?? 0;
  const last = dateOfDays(first + Trips.length - 1);
  const running = Trips.filter((n) => n > 0).length;
  const busiest = dateOfDays(first + Trips.indexOf(most));
  return (
    <section aria-label={texts.service}>
      <h2 className={classes['heading']}>{texts.service}</h2>
      <p className={`dmp-number ${classes['text']}`}>
        {texts.serviceSummary({
          firstDay: FirstDay,
          last,
          part: last < today ? texts.expiredSuffix : '',
          running,
          trips: Trips.length,
          most,
          busiest,
        })}
      </p>
      <ServiceCalendar firstDay={FirstDay} trips={Trips} today={today} />
    </section>
  );
}

/** Exceptions that schedules share, as those of an imported feed: one calendar could hold them. */
function Shared({ overview: { Shared: shared }, to }: { overview: ServiceOverview; to: string }): ReactNode {
  if (!shared) return null;
  return (
    <p className={classes['text']}>
      {texts.schedulesShareExceptions({ schedules: shared.Schedules, all: shared.Of, dates: shared.Dates })} <Link to={to}>{texts.makeCalendar}</Link>
    </p>
  );
}

function Lines({ lines, databaseId, versionId }: { lines: readonly OverviewLine[]; databaseId: string; versionId: number }): ReactNode {
  const more = lines.length - MOST_LINES;
  return (
    <section aria-label={texts.lines}>
      <h2 className={classes['heading']}>
        {texts.lines} <span className={classes['quiet']}>{lines.length.toLocaleString('en-GB')}</span>
      </h2>
      <ul className={classes['lines']}>
        {lines.slice(0, MOST_LINES).map(({ ScheduleId, Name, LongName, Color, TextColor, Trips }) => (
          <li key={ScheduleId}>
            <Link
              to={dataPath({ databaseId, versionId, page: 'schedules', itemId: ScheduleId })}
              title={texts.busiestDay({ line: [Name, LongName].filter((text) => text !== '').join(' '), trips: Trips })}
            >
              <ScheduleBadge name={Name || LongName || ScheduleId} color={Color} textColor={TextColor} />
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to={dataPath({ databaseId, versionId, page: 'schedules' })}>{texts.andMoreMore({ more })}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Errors and warnings by kind, each leading to its cases. */
function Findings({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  const summary = useView((view) => view.versions[versionId]?.validation.summary.value);
  if (!summary || summary.ValidatedRev === null) return null;
  const found = summary.Groups.filter(({ Errors, Warnings }) => Errors + Warnings > 0);
  const path = dataPath({ databaseId, versionId });
  return (
    <section aria-label={texts.findings}>
      <h2 className={classes['heading']}>{texts.foundByValidation}</h2>
      {found.length === 0 ? (
        <p className={classes['quiet']}>{texts.noErrorsOrWarnings}</p>
      ) : (
        <ul className={classes['findings']}>
          {found.map(({ GroupName, Errors, Warnings }) => (
            <li key={GroupName}>
              <Link to={`${path}${withSummary('', { summary: GroupName.toLowerCase() })}`}>
                {texts.errorsInGroupName({ errors: findingsWords(Errors, Warnings) ?? '', groupName: said(GroupName.toLowerCase()) })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
