import { memo, type ReactNode } from 'react';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { TimetablePage } from '../timetables/TimetablePages.tsx';
import { PrintPage } from '../timetables/PrintPage.tsx';
import { SheetPage } from '../timetables/SheetPage.tsx';
import { TrackStopsPage } from '../tracks/TrackStopsPage.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** The sub-pages of a track that there are. */
const PAGES = [
  {
    page: 'map',
    get title() {
      return texts.stops;
    },
  },
  {
    page: 'timetables',
    get title() {
      return texts.timetables;
    },
  },
  {
    page: 'times',
    get title() {
      return texts.times;
    },
  },
  {
    page: 'access',
    get title() {
      return texts.access;
    },
  },
  {
    page: 'continuous-access',
    get title() {
      return texts.continuousAccess;
    },
  },
  {
    page: 'timepoints',
    get title() {
      return texts.timepoints;
    },
  },
  {
    page: 'print',
    get title() {
      return texts.print;
    },
  },
] as const;

const TIMETABLE_PAGES: readonly string[] = ['times', 'access', 'continuous-access', 'timepoints'];

/** A track: its stops beside the map, or its timetables. */
export function TrackView({ details, vehicleType }: { details: TrackDetails; vehicleType: number | undefined }): ReactNode {
  const { schedulePage = 'map' } = usePlace();
  const pathTo = usePathTo();
  const { Track } = details;
  return (
    <section className={classes['trackView']} aria-label={texts.trackName({ name: Track.Name || Track.Id })}>
      <Tabs scheduleId={Track.ScheduleId} trackId={Track.Id} present={schedulePage} />
      {schedulePage === 'map' && <TrackStopsPage details={details} />}
      {schedulePage === 'timetables' && <SheetPage details={details} vehicleType={vehicleType} />}
      {schedulePage === 'print' && <PrintPage details={details} />}
      {TIMETABLE_PAGES.includes(schedulePage) && <TimetablePage details={details} />}
      {!PAGES.some(({ page }) => page === schedulePage) && (
        <Empty
          title={texts.unknownPage}
          hint={<Link to={pathTo({ page: 'schedules', itemId: Track.ScheduleId, trackId: Track.Id, schedulePage: 'map' })}>{texts.goToStops}</Link>}
        />
      )}
    </section>
  );
}

interface TabsProps {
  readonly scheduleId: string;
  readonly trackId: string;
  readonly present: string;
}

const Tabs = memo(function Tabs({ scheduleId, trackId, present }: TabsProps): ReactNode {
  const pathTo = usePathTo();
  return (
    <nav className={classes['tabs']} aria-label={texts.pagesOfTheTrack}>
      {PAGES.map(({ page, title }) => (
        <Link
          key={page}
          to={pathTo({ page: 'schedules', itemId: scheduleId, trackId, schedulePage: page })}
          className={classes['tab']}
          aria-current={present === page ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
});
