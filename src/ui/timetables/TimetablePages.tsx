import type { ReactNode } from 'react';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { listed } from '../../projections/onMap.ts';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { MatrixPage } from './MatrixPage.tsx';
import { useStopColumns } from './stopColumns.tsx';
import type { StopLine } from './stopLine.tsx';
import { STOP_PAGES, type StopPage } from './stopPages.ts';
import { TidyTimetables } from './TidyTimetables.tsx';
import { useTimeColumns } from './timeColumns.tsx';
import { TimetableChooser } from './TimetableChooser.tsx';
import { TimetableDepartures } from './TimetableDepartures.tsx';
import { NewTimetable, TimetableSettings } from './TimetableSettings.tsx';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** The pages about the timetables of a track: running times, cumulative times, access, continuous access, timepoints. */
export function TimetablePage({ details }: { details: TrackDetails }): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0, timetable: number, schedulePage = 'times', timetableView } = usePlace();
  const pathTo = usePathTo();
  const stopPage = STOP_PAGES[schedulePage];
  // without a number the pages about stops show all timetables, the page of times the first
  const chosen = timetables.find(({ Number }) => Number === number) ?? (number === undefined && !stopPage ? timetables[0] : undefined);
  const isMatrix = stopPage !== undefined && number === undefined && timetables.length > 0;
  const at = { page: 'schedules', itemId: track.ScheduleId, trackId: track.Id, schedulePage };
  const tools = (
    <>
      <TimetableChooser
        timetables={timetables}
        chosen={chosen?.Number}
        pathOf={(timetable) => pathTo({ ...at, timetable, ...(timetableView === undefined ? {} : { timetableView }) })}
      />
      {stopPage && !isMatrix && <Link to={pathTo(at)}>{texts.allTimetables}</Link>}
      <NewTimetable track={track} like={chosen?.Number ?? timetables[0]?.Number} />
      <TidyTimetables track={track} timetables={timetables} />
    </>
  );
  if (isMatrix)
    return (
      <div className={classes['page']}>
        <MatrixPage key={schedulePage} details={details} page={stopPage} tools={tools} />
      </div>
    );
  return (
    <div className={classes['page']}>
      <nav className={classes['toolbar']} aria-label={texts.timetables}>
        {tools}
        <span className={classes['spacer']} />
        {schedulePage === 'times' && chosen && (
          <div className={classes['views']} role="group" aria-label={texts.shown}>
            {VIEWS.map(({ view, label }) => (
              <Link
                key={label}
                to={pathTo({ ...at, timetable: chosen.Number, ...(view === undefined ? {} : { timetableView: view }) })}
                aria-current={view === timetableView ? 'true' : undefined}
              >
                {label}
              </Link>
            ))}
          </div>
        )}
      </nav>
      {!chosen && (
        <Empty
          title={timetables.length === 0 ? texts.noTimetables : texts.unknownTimetable}
          hint={timetables.length === 0 ? texts.noTimetablesHint : texts.unknownTimetableHint({ number: number ?? '' })}
        />
      )}
      {chosen && stopPage && <StopList track={track} timetable={chosen} page={stopPage} />}
      {chosen && !stopPage && timetableView === undefined && (
        <MarkedForm of={{ versionId, entity: 'Schedule', entityId: chosen.ScheduleId, trackId: chosen.TrackId, timetable: chosen.Number }}>
          <TimetableSettings key={chosen.Number} timetable={chosen} />
        </MarkedForm>
      )}
      {chosen && !stopPage && timetableView === 'departures' && <TimetableDepartures timetable={chosen} />}
      {chosen && !stopPage && timetableView !== 'departures' && <TimeList track={track} timetable={chosen} view={timetableView} />}
    </div>
  );
}

/** What the page of times shows of a timetable: running times with its values, times since the start, or its departures. */
const VIEWS = [
  {
    view: undefined,
    get label() {
      return texts.timesBetweenStops;
    },
  },
  {
    view: 'cumulative',
    get label() {
      return texts.cumulativeTimes;
    },
  },
  {
    view: 'departures',
    get label() {
      return texts.departures;
    },
  },
] as const;

function StopList({ track, timetable, page }: { track: Track; timetable: Timetable; page: StopPage }): ReactNode {
  return <Lines label={page.title} track={track} columns={useStopColumns(timetable, page, !useView(canEdit))} />;
}

function TimeList({ track, timetable, view }: { track: Track; timetable: Timetable; view: string | undefined }): ReactNode {
  return <Lines label={texts.runningTimes} track={track} columns={useTimeColumns(timetable, view, !useView(canEdit))} />;
}

function Lines({ label, track, columns }: { label: string; track: Track; columns: readonly Column<StopLine>[] }): ReactNode {
  return (
    <VirtualList
      label={label}
      rows={track.Stops.map(({ StopId }, position) => ({ position, stopId: StopId }))}
      columns={columns}
      idOf={idOf}
      rowHeight={32}
      onMap={({ stopId }) => listed('stops', stopId)}
      empty={<Empty title={texts.noStops} />}
    />
  );
}

function idOf(row: StopLine): string {
  return String(row.position);
}
