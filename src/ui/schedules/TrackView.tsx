import type { ReactNode } from 'react';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { TimetablePage } from '../timetables/TimetablePages.tsx';
import { PrintPage } from '../timetables/PrintPage.tsx';
import { SheetPage } from '../timetables/SheetPage.tsx';
import { TrackStopsPage } from '../tracks/TrackStopsPage.tsx';
import classes from './schedules.module.css';

/** The sub-pages of a track that there are. */
const PAGES = [
  { page: 'map', title: 'Stops' },
  { page: 'timetables', title: 'Timetables' },
  { page: 'times', title: 'Times' },
  { page: 'access', title: 'Access' },
  { page: 'continuous-access', title: 'Continuous access' },
  { page: 'timepoints', title: 'Timepoints' },
  { page: 'print', title: 'Print' },
] as const;

const TIMETABLE_PAGES: readonly string[] = ['times', 'access', 'continuous-access', 'timepoints'];

/** A track: its stops beside the map, or its timetables. */
export function TrackView({ details, vehicleType }: { details: TrackDetails; vehicleType: number | undefined }): ReactNode {
  const { schedulePage = 'map' } = usePlace();
  const pathTo = usePathTo();
  const { Track } = details;
  const at = { page: 'schedules', itemId: Track.ScheduleId, trackId: Track.Id };
  return (
    <section className={classes['trackView']} aria-label={`Track ${Track.Name || Track.Id}`}>
      <nav className={classes['tabs']} aria-label="Pages of the track">
        {PAGES.map(({ page, title }) => (
          <Link
            key={page}
            to={pathTo({ ...at, schedulePage: page })}
            className={classes['tab']}
            aria-current={schedulePage === page ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {schedulePage === 'map' && <TrackStopsPage details={details} />}
      {schedulePage === 'timetables' && <SheetPage details={details} vehicleType={vehicleType} />}
      {schedulePage === 'print' && <PrintPage details={details} />}
      {TIMETABLE_PAGES.includes(schedulePage) && <TimetablePage details={details} />}
      {!PAGES.some(({ page }) => page === schedulePage) && (
        <Empty title="There is no such page" hint={<Link to={pathTo({ ...at, schedulePage: 'map' })}>Go to the stops of this track</Link>} />
      )}
    </section>
  );
}
