/** What a version is, at a glance: what to do next, when it runs, its lines, what is found in it and what changed. */
import { type ReactNode, useEffect } from 'react';
import { loadServiceOverview } from '../../commands/versions/loadServiceOverview.ts';
import { dateOfDays, daysOf } from '../../domain/date.ts';
import { dataPath } from '../../domain/locations.ts';
import type { OverviewLine, ServiceOverview } from '../../domain/serviceOverview.ts';
import { findingsWords } from '../../domain/versionOutlook.ts';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { validationTotals, withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { nextStep } from './nextStep.ts';
import { ServiceCalendar } from './ServiceCalendar.tsx';
import classes from './VersionOverview.module.css';
import { WhatDiffers } from './WhatDiffers.tsx';

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
      <LoadStates load={load} what="days of service" retry={loadServiceOverview({ versionId })} skeleton={4}>
        {(overview) => (
          <>
            <Next version={version} isEmpty={overview.Lines.length === 0} />
            <Service overview={overview} />
            {overview.Lines.length > 0 && <Lines lines={overview.Lines} databaseId={databaseId} versionId={versionId} />}
          </>
        )}
      </LoadStates>
      <Findings databaseId={databaseId} versionId={versionId} />
      {parent !== null && (
        <section aria-label="What changed" className={classes['changed']}>
          <h2 className={classes['heading']}>Changed since the version it was made from</h2>
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
    <section aria-label="Next">
      <h2 className={classes['heading']}>Next</h2>
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
      <section aria-label="Service">
        <h2 className={classes['heading']}>Service</h2>
        <p className={classes['quiet']}>Nothing runs in this version yet.</p>
      </section>
    );
  }
  const most = Math.max(...Trips);
  const first = daysOf(FirstDay) ?? 0;
  const last = dateOfDays(first + Trips.length - 1);
  const running = Trips.filter((n) => n > 0).length;
  const busiest = dateOfDays(first + Trips.indexOf(most));
  return (
    <section aria-label="Service">
      <h2 className={classes['heading']}>Service</h2>
      <p className={`dmp-number ${classes['text']}`}>
        {`${FirstDay} to ${last}${last < today ? ', which is over' : ''}. ${running.toLocaleString('en-GB')} of ${Trips.length.toLocaleString('en-GB')} days with service; ${most.toLocaleString('en-GB')} trips on the busiest day, ${busiest}.`}
      </p>
      <ServiceCalendar firstDay={FirstDay} trips={Trips} today={today} />
    </section>
  );
}

function Lines({ lines, databaseId, versionId }: { lines: readonly OverviewLine[]; databaseId: string; versionId: number }): ReactNode {
  const more = lines.length - MOST_LINES;
  return (
    <section aria-label="Lines">
      <h2 className={classes['heading']}>
        Lines <span className={classes['quiet']}>{lines.length.toLocaleString('en-GB')}</span>
      </h2>
      <ul className={classes['lines']}>
        {lines.slice(0, MOST_LINES).map(({ ScheduleId, Name, LongName, Color, TextColor, Trips }) => (
          <li key={ScheduleId}>
            <Link
              to={dataPath({ databaseId, versionId, page: 'schedules', itemId: ScheduleId })}
              title={`${[Name, LongName].filter((text) => text !== '').join(' ')}: ${Trips.toLocaleString('en-GB')} trips on its busiest day`}
            >
              <ScheduleBadge name={Name || LongName || ScheduleId} color={Color} textColor={TextColor} />
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to={dataPath({ databaseId, versionId, page: 'schedules' })}>{`and ${more.toLocaleString('en-GB')} more`}</Link>
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
    <section aria-label="Findings">
      <h2 className={classes['heading']}>Found by validation</h2>
      {found.length === 0 ? (
        <p className={classes['quiet']}>No errors or warnings.</p>
      ) : (
        <ul className={classes['findings']}>
          {found.map(({ GroupName, Errors, Warnings }) => (
            <li key={GroupName}>
              <Link
                to={`${path}${withSummary('', { summary: GroupName.toLowerCase() })}`}
              >{`${findingsWords(Errors, Warnings)} in ${GroupName.toLowerCase()}`}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
