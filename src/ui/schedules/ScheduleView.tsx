import { Badge } from '@mantine/core';
import { IconArrowLeft, IconChartBar, IconClockPlay, IconCopy, type Icon } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { askCloneSchedule } from '../../commands/schedules/scheduleFormSteps.ts';
import { loadSchedule } from '../../commands/schedules/loadSchedule.ts';
import type { ScheduleDetails } from '../../domain/scheduleDetails.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { calendarInterval, exceptionsByDate } from '../../projections/calendarText.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { isFolded } from '../../projections/foldedBars.ts';
import { editRefusal } from '../../projections/rights.ts';
import { vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { useAgencyNames } from '../agencies/useAgencyNames.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { FoldList } from '../parts/FoldList.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { CalendarYear } from './CalendarYear.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { TrackList } from './TrackList.tsx';
import { TrackView } from './TrackView.tsx';
import { DrivenPage } from '../driven/DrivenPage.tsx';
import { texts as drivenTexts } from '../driven/texts.ts';
import { ServicePage } from '../service/ServicePage.tsx';
import { texts as serviceTexts } from '../service/texts.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { queryValues } from '../../domain/queryText.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';
import { byId } from '../../projections/byId.ts';
import { shownException } from '../parts/shownDays.ts';
import { said } from '../language/language.ts';

/** One schedule: what it is, when it runs, its tracks, and the chosen track. */
export function ScheduleView({ scheduleId }: { scheduleId: string }): ReactNode {
  const { versionId = 0 } = usePlace();
  const load = useView((view) => byId(view.versions[versionId]?.scheduleDetails, scheduleId));
  const details = useView((view) => scheduleDetails(view, versionId, scheduleId));
  return (
    <article className={classes['page']} aria-label={texts.scheduleScheduleId({ scheduleId })}>
      {!load?.value && (
        <div className={classes['crumbs']}>
          <BackToList />
        </div>
      )}
      <LoadStates load={load} what={texts.scheduleWord} retry={loadSchedule({ versionId, scheduleId })}>
        {() => (details ? <Filled details={details} /> : <Empty title={texts.thisScheduleIsGone} hint={texts.removedHint} />)}
      </LoadStates>
    </article>
  );
}

function BackToList(): ReactNode {
  const pathTo = usePathTo();
  return (
    <Link to={pathTo({ page: 'schedules' })} className={classes['back']} aria-label={texts.allSchedules} title={texts.allSchedules}>
      <IconArrowLeft size={16} aria-hidden />
    </Link>
  );
}

function Filled({ details }: { details: ScheduleDetails }): ReactNode {
  const { versionId = 0, trackId } = usePlace();
  const chosen = details.Tracks.find(({ Track }) => Track.Id === trackId);
  const folded = useView(isFolded);
  const shown = useView(shownPart);
  return (
    <div className={classes['schedule']} data-track={chosen ? '' : undefined}>
      {!(folded && chosen) && (
        <>
          <Head schedule={details.Schedule} compact={chosen !== undefined} />
          <TrackList details={details} chosen={trackId} />
        </>
      )}
      {trackId === undefined && shown === 'service' && <ServicePage schedule={details.Schedule} />}
      {trackId === undefined && shown === 'driven' && <DrivenPage details={details} />}
      {trackId === undefined && shown === '' && (
        <>
          <div className={classes['found']}>
            <EntityFindings versionId={versionId} entity="Schedule" entityId={details.Schedule.Id} />
          </div>
          <MarkedForm of={{ versionId, entity: 'Schedule', entityId: details.Schedule.Id }}>
            <ScheduleFields schedule={details.Schedule} />
          </MarkedForm>
          <CalendarYear details={details} />
        </>
      )}
      {chosen && <TrackView key={chosen.Track.Id} details={chosen} vehicleType={details.Schedule.VehicleType} />}
      {!chosen && trackId !== undefined && <Empty title={texts.unknownTrack} hint={texts.unknownTrackHint({ trackId })} />}
    </div>
  );
}

const Head = memo(function Head({ schedule, compact }: { schedule: Schedule; compact: boolean }): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const agencyName = useAgencyNames(versionId);
  const { Calendar, AgencyId, VehicleType } = schedule;
  return (
    <header className={classes['head']}>
      <div className={classes['headName']}>
        <BackToList />
        <ScheduleBadge name={scheduleName(schedule)} color={schedule.Color} textColor={schedule.TextColor} />
        <h1 className={classes['longName']} title={schedule.LongName || scheduleName(schedule)}>
          {schedule.LongName || scheduleName(schedule)}
        </h1>
        {schedule.IsBaseSchedule && (
          <Badge variant="light" color="gray" tt="none" fw={500}>
            {texts.baseSchedule}
          </Badge>
        )}
        <span className={classes['grow']} />
        <PartButton part="service" scheduleId={schedule.Id} label={serviceTexts.service} hint={serviceTexts.openHint} icon={IconChartBar} />
        <PartButton part="driven" scheduleId={schedule.Id} label={drivenTexts.title} hint={drivenTexts.openHint} icon={IconClockPlay} />
        <WhyButton
          label={texts.clone}
          icon={IconCopy}
          compact
          why={why}
          onClick={() => dispatch(askCloneSchedule({ versionId, scheduleIds: [schedule.Id] }))}
        />
        <ItemButton of="schedule" act="remove" label={texts.delete} compact />
      </div>
      {compact ? null : (
        <>
          <dl className={classes['facts']}>
            <Fact name={texts.id}>
              <CopyId id={schedule.Id} what={texts.scheduleIdWord} />
            </Fact>
            <Fact name={texts.runs}>
              <span className="dmp-number">{calendarInterval(Calendar)}</span>
            </Fact>
            <Fact name={texts.type}>{VehicleType === undefined ? 'N/A' : said(vehicleTypeLabel(VehicleType))}</Fact>
            <Fact name={texts.agency}>
              {AgencyId === undefined ? 'N/A' : <Link to={pathTo({ page: 'agencies', itemId: AgencyId })}>{agencyName(AgencyId)}</Link>}
            </Fact>
            <Fact name={texts.transport}>{schedule.ExternalTransportId ?? 'N/A'}</Fact>
          </dl>
          {Calendar.Exceptions.length > 0 && (
            <div className={classes['exceptions']}>
              <FoldList title={texts.exceptions} items={exceptionsByDate(Calendar)} idOf={({ Date }) => Date}>
                {(exception) => (
                  <span className={classes['exception']}>
                    <time dateTime={exception.Date} className="dmp-number">
                      {exception.Date}
                    </time>
                    <span>{shownException(exception)}</span>
                  </span>
                )}
              </FoldList>
            </div>
          )}
        </>
      )}
    </header>
  );
});

/** What is shown in place of the fields of a schedule. */
const PARTS = ['service', 'driven'] as const;
type SchedulePart = (typeof PARTS)[number];

interface PartButtonProps {
  readonly part: SchedulePart;
  readonly scheduleId: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: Icon;
}

/** Between the fields of the schedule and another part of it. */
function PartButton({ part, scheduleId, label, hint, icon }: PartButtonProps): ReactNode {
  const isShown = useView((view) => shownPart(view) === part && presentPlace(view).trackId === undefined);
  const open = useOpenPlace();
  const pathTo = usePathTo();
  return (
    <WhyButton
      label={label}
      icon={icon}
      compact
      active={isShown}
      hint={hint}
      onClick={() => open(pathTo({ page: 'schedules', itemId: scheduleId }), searchWith('', { show: isShown ? undefined : part }))}
    />
  );
}

function shownPart({ location }: AppState): SchedulePart | '' {
  const [shown] = queryValues(location.search, 'show');
  return PARTS.find((part) => part === shown) ?? '';
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
