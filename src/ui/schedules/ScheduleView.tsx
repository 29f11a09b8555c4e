import { Badge } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadSchedule } from '../../commands/schedules/loadSchedule.ts';
import type { ScheduleDetails, TrackDetails } from '../../domain/scheduleDetails.ts';
import type { Schedule } from '../../domain/schedules.ts';
import type { TrackDirection } from '../../domain/tracks.ts';
import { calendarInterval, exceptionsByDate, exceptionText } from '../../projections/calendarText.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { vehicleTypeLabel } from '../../projections/vehicleTypes.ts';
import { useAgencyNames } from '../agencies/useAgencyNames.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { FoldList } from '../parts/FoldList.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import { TrackView } from './TrackView.tsx';
import classes from './schedules.module.css';
import { byId } from '../../projections/byId.ts';

/** One schedule: what it is, when it runs, its tracks, and the chosen track. */
export function ScheduleView({ scheduleId }: { scheduleId: string }): ReactNode {
  const { versionId = 0 } = usePlace();
  const load = useView((view) => byId(view.versions[versionId]?.scheduleDetails, scheduleId));
  return (
    <article className={classes['page']} aria-label={`Schedule ${scheduleId}`}>
      {!load?.value && (
        <div className={classes['crumbs']}>
          <BackToList />
        </div>
      )}
      <LoadStates load={load} what="schedule" retry={loadSchedule({ versionId, scheduleId })}>
        {(details) => <Filled details={details} />}
      </LoadStates>
    </article>
  );
}

function BackToList(): ReactNode {
  const pathTo = usePathTo();
  return (
    <Link to={pathTo({ page: 'schedules' })} className={classes['back']} aria-label="All schedules" title="All schedules">
      <IconArrowLeft size={16} aria-hidden />
    </Link>
  );
}

function Filled({ details }: { details: ScheduleDetails }): ReactNode {
  const { trackId } = usePlace();
  const chosen = details.Tracks.find(({ Track }) => Track.Id === trackId);
  return (
    <div className={classes['schedule']} data-track={chosen ? '' : undefined}>
      <Head schedule={details.Schedule} />
      <Tracks details={details} chosen={trackId} />
      {chosen && <TrackView key={chosen.Track.Id} details={chosen} />}
      {!chosen && trackId !== undefined && <Empty title="There is no such track" hint={`This schedule has no track with the id ${trackId}.`} />}
    </div>
  );
}

function Head({ schedule }: { schedule: Schedule }): ReactNode {
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const agencyName = useAgencyNames(versionId);
  const { Calendar, AgencyId, VehicleType } = schedule;
  return (
    <header className={classes['head']}>
      <div className={classes['headName']}>
        <BackToList />
        <ScheduleBadge name={schedule.Name || schedule.Id} color={schedule.Color} textColor={schedule.TextColor} />
        <h1 className={classes['longName']}>{schedule.LongName || schedule.Name || schedule.Id}</h1>
        {schedule.IsBaseSchedule && (
          <Badge variant="light" color="gray" tt="none" fw={500}>
            Base schedule
          </Badge>
        )}
      </div>
      <dl className={classes['facts']}>
        <Fact name="Id">
          <CopyId id={schedule.Id} what="schedule id" />
        </Fact>
        <Fact name="Runs">
          <span className="dmp-number">{calendarInterval(Calendar)}</span>
        </Fact>
        <Fact name="Type">{VehicleType === undefined ? 'N/A' : vehicleTypeLabel(VehicleType)}</Fact>
        <Fact name="Agency">
          {AgencyId === undefined ? 'N/A' : <Link to={pathTo({ page: 'agencies', itemId: AgencyId })}>{agencyName(AgencyId)}</Link>}
        </Fact>
        <Fact name="Transport">{schedule.ExternalTransportId ?? 'N/A'}</Fact>
      </dl>
      {Calendar.Exceptions.length > 0 && (
        <div className={classes['exceptions']}>
          <FoldList title="Exceptions" items={exceptionsByDate(Calendar)} idOf={({ Date }) => Date}>
            {(exception) => (
              <span className={classes['exception']}>
                <time dateTime={exception.Date} className="dmp-number">
                  {exception.Date}
                </time>
                <span>{exceptionText(exception)}</span>
              </span>
            )}
          </FoldList>
        </div>
      )}
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tracks({ details, chosen }: { details: ScheduleDetails; chosen: string | undefined }): ReactNode {
  const { schedulePage } = usePlace();
  const pathTo = usePathTo();
  const { Schedule, Tracks: tracks } = details;
  return (
    <section className={classes['tracks']} aria-label="Tracks">
      <h2 className={classes['sectionTitle']}>
        Tracks <span className={classes['quiet']}>{tracks.length}</span>
      </h2>
      {tracks.length === 0 && <p className={classes['quiet']}>This schedule has no tracks.</p>}
      <ul className={classes['trackList']}>
        {tracks.map((track) => (
          <li key={track.Track.Id}>
            <Link
              to={pathTo({ page: 'schedules', itemId: Schedule.Id, trackId: track.Track.Id, schedulePage: schedulePage ?? 'map' })}
              className={classes['track']}
              aria-current={track.Track.Id === chosen ? 'true' : undefined}
            >
              <TrackLine {...track} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TrackLine({ Track, Timetables }: TrackDetails): ReactNode {
  const runs = Timetables.reduce((sum, timetable) => sum + departureCount(timetable), 0);
  const { label, icon: Icon } = DIRECTIONS[Track.Direction];
  return (
    <>
      <Icon size={15} role="img" aria-label={label} className={classes['direction']} />
      <span className={classes['trackName']}>
        {Track.Name || Track.Id}
        {Track.Symbol !== undefined && <span className={classes['quiet']}> {Track.Symbol}</span>}
        {!Track.Visible && <span className={classes['quiet']}> · hidden</span>}
      </span>
      <span className={`dmp-number ${classes['quiet']}`}>{`${Track.Stops.length} ${Track.Stops.length === 1 ? 'stop' : 'stops'}`}</span>
      <span className={`dmp-number ${classes['quiet']}`}>{`${runs.toLocaleString('en-GB')} ${runs === 1 ? 'departure' : 'departures'}`}</span>
    </>
  );
}

const DIRECTIONS: Readonly<Record<TrackDirection, { readonly label: string; readonly icon: typeof IconArrowRight }>> = {
  Forward: { label: 'Forward', icon: IconArrowRight },
  Backward: { label: 'Backward', icon: IconArrowLeft },
  Unknown: { label: 'Unknown direction', icon: IconMinus },
};
