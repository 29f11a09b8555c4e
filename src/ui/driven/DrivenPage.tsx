import { Checkbox, NativeSelect } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadDrivenTimes, takeDrivenTimes } from '../../commands/timetables/drivenTimes.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { type DrivenTimes, rangeErrors } from '../../domain/realtime.ts';
import type { ScheduleDetails } from '../../domain/scheduleDetails.ts';
import type { ProposalRules } from '../../domain/service/drivenTimes.ts';
import { useDispatch } from '../../kernel/react.tsx';
import {
  changedDepartures,
  DRIVEN_DAYS,
  type DrivenDays,
  lastDrivenDays,
  type TrackProposal,
  trackProposals,
} from '../../projections/drivenTimes.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { texts } from './texts.ts';
import classes from './driven.module.css';

const DAY_TEXTS: Readonly<Record<DrivenDays, () => string>> = {
  all: () => texts.allDays,
  weekdays: () => texts.weekdays,
  saturdays: () => texts.saturdays,
  sundays: () => texts.sundays,
};

/** Running times of a line as vehicles drove them, beside the planned ones, and their change in one edit. */
export function DrivenPage({ details }: { details: ScheduleDetails }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const today = useView((view) => view.today);
  const scheduleId = details.Schedule.Id;
  const [from, setFrom] = useState(() => lastDrivenDays(today).from);
  const [to, setTo] = useState(today);
  const faults = rangeErrors({ from, to });
  const isRange = Object.keys(faults).length === 0;
  const question = JSON.stringify({ scheduleId, from, to });
  const kept = useView((view) => view.versions[versionId]?.drivenTimes);
  const load = kept?.question === question ? kept.load : undefined;
  const isOpen = isRange && (load === undefined || load.status === 'idle');
  useEffect(() => {
    if (isOpen) dispatch(loadDrivenTimes({ versionId, scheduleId, from, to }));
  }, [isOpen, versionId, scheduleId, from, to, dispatch]);
  return (
    <section className={classes['page']} aria-label={texts.title}>
      <div className={classes['tools']}>
        <h2 className={classes['title']}>{texts.title}</h2>
        <DateInput label={texts.from} w={140} value={from} error={faults.from ?? (!isCalendarDate(from) && texts.dateFormat)} onChange={setFrom} />
        <DateInput label={texts.to} w={140} value={to} error={faults.to ?? faults.range} onChange={setTo} />
      </div>
      {isRange && (
        <LoadStates
          load={load}
          what={texts.drivenWord}
          retry={loadDrivenTimes({ versionId, scheduleId, from, to })}
          isEmpty={({ Tracks }) => Tracks.every(({ Trips }) => Trips.length === 0)}
          empty={<Empty title={texts.noneTitle} hint={texts.none({ from, to })} />}
        >
          {(driven) => <Proposals details={details} driven={driven} />}
        </LoadStates>
      )}
    </section>
  );
}

function Proposals({ details, driven }: { details: ScheduleDetails; driven: DrivenTimes }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [days, setDays] = useState<DrivenDays>('all');
  const [rules, setRules] = useState<ProposalRules>({ percentile: 50, rounded: 60, keepTimepoints: true, byHour: false });
  const proposals = useMemo(() => trackProposals(details.Tracks, driven, days, rules), [details, driven, days, rules]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = proposals.filter(({ trackId, edit }) => edit !== undefined && !left.has(trackId));
  const departures = taken.reduce((sum, one) => sum + changedDepartures(one), 0);
  const apply = (): void => {
    const tracks = taken.flatMap(({ trackId, edit }) => (edit ? [{ trackId, edit }] : []));
    dispatch(takeDrivenTimes({ versionId, scheduleId: details.Schedule.Id, tracks }));
  };
  return (
    <>
      <div className={classes['tools']}>
        <NativeSelect
          size="xs"
          label={texts.days}
          value={days}
          data={DRIVEN_DAYS.map((one) => ({ value: one, label: DAY_TEXTS[one]() }))}
          onChange={(event) => setDays(DRIVEN_DAYS.find((one) => one === event.currentTarget.value) ?? 'all')}
        />
        <NativeSelect
          size="xs"
          label={texts.percentile}
          value={String(rules.percentile)}
          data={[
            { value: '50', label: texts.p50 },
            { value: '85', label: texts.p85 },
          ]}
          onChange={(event) => setRules({ ...rules, percentile: event.currentTarget.value === '85' ? 85 : 50 })}
        />
        <NativeSelect
          size="xs"
          label={texts.rounded}
          value={String(rules.rounded)}
          data={[
            { value: '10', label: texts.seconds({ seconds: 10 }) },
            { value: '30', label: texts.seconds({ seconds: 30 }) },
            { value: '60', label: texts.minute },
          ]}
          onChange={(event) => setRules({ ...rules, rounded: Number(event.currentTarget.value) })}
        />
        <Checkbox
          label={texts.keepTimepoints}
          checked={rules.keepTimepoints}
          onChange={(event) => setRules({ ...rules, keepTimepoints: event.currentTarget.checked })}
        />
        <Checkbox label={texts.byHour} checked={rules.byHour} onChange={(event) => setRules({ ...rules, byHour: event.currentTarget.checked })} />
        <WhyButton
          label={texts.apply({ departures })}
          icon={IconCheck}
          variant="filled"
          why={why ?? (departures === 0 ? texts.applyNothing : undefined)}
          onClick={apply}
        />
      </div>
      {driven.Every > 1 && <p className={classes['quiet']}>{texts.thinned({ every: driven.Every })}</p>}
      {proposals.map((proposal) => (
        <TrackTable
          key={proposal.trackId}
          proposal={proposal}
          isTaken={!left.has(proposal.trackId)}
          onTake={(take) => setLeft(new Set(take ? [...left].filter((id) => id !== proposal.trackId) : [...left, proposal.trackId]))}
        />
      ))}
    </>
  );
}

function TrackTable({ proposal, isTaken, onTake }: { proposal: TrackProposal; isTaken: boolean; onTake: (take: boolean) => void }): ReactNode {
  const { name, trips, segments } = proposal;
  return (
    <section aria-label={texts.track({ name })}>
      <div className={classes['tools']}>
        <Checkbox
          label={<strong>{texts.track({ name })}</strong>}
          checked={isTaken && proposal.edit !== undefined}
          disabled={proposal.edit === undefined}
          onChange={(event) => onTake(event.currentTarget.checked)}
        />
        <span className={classes['quiet']}>{texts.observed({ trips })}</span>
        <span>{texts.changes({ departures: changedDepartures(proposal) })}</span>
      </div>
      <div className={classes['scroll']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{texts.segment}</th>
              <th>{texts.planned}</th>
              <th>{texts.p50}</th>
              <th>{texts.p85}</th>
              <th>{texts.trips}</th>
              <th>{texts.proposed}</th>
            </tr>
          </thead>
          <tbody>
            {segments.map(({ from, to, planned, p50, p85, observed, proposed }, at) => (
              // a track may go twice from one stop to the next
              <tr key={at}>
                <th scope="row">
                  <StopName stopId={from} /> → <StopName stopId={to} />
                </th>
                <td>{clock(planned)}</td>
                <td>{clock(p50)}</td>
                <td>{clock(p85)}</td>
                <td>{observed}</td>
                <td data-changed={proposed !== planned || undefined}>{clock(proposed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Minutes and seconds: 2:05. */
function clock(seconds: number | null): string {
  if (seconds === null) return '';
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
