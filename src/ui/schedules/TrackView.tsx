import type { ReactNode } from 'react';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { shapeNotice, type TrackStopRow, trackStopRows } from '../../projections/trackTimetable.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { StopName } from './StopName.tsx';
import { TimetablesView } from './TimetablesView.tsx';
import classes from './schedules.module.css';

/** The sub-pages of a track that there are. */
const PAGES = [
  { page: 'map', title: 'Stops' },
  { page: 'timetables', title: 'Timetables' },
] as const;

/** A track: its stops beside the map, or its timetables. */
export function TrackView({ details }: { details: TrackDetails }): ReactNode {
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
      {schedulePage === 'map' && <TrackStops details={details} />}
      {schedulePage === 'timetables' && <TimetablesView details={details} />}
      {!PAGES.some(({ page }) => page === schedulePage) && (
        <Empty title="There is no such page" hint={<Link to={pathTo({ ...at, schedulePage: 'map' })}>Go to the stops of this track</Link>} />
      )}
    </section>
  );
}

function TrackStops({ details: { Track } }: { details: TrackDetails }): ReactNode {
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const notice = shapeNotice(Track);
  return (
    <>
      {notice !== undefined && (
        <p className={classes['notice']} role="status">
          {notice}
        </p>
      )}
      <VirtualList
        label={`Stops of track ${Track.Name || Track.Id}`}
        rows={trackStopRows(Track)}
        columns={STOP_COLUMNS}
        idOf={idOf}
        onChoose={(row) => open(pathTo({ page: 'stops', itemId: row.stopId }))}
        empty={<Empty title="This track has no stops" />}
      />
    </>
  );
}

const STOP_COLUMNS: readonly Column<TrackStopRow>[] = [
  { key: 'position', title: '#', width: '44px', align: 'right', render: (row) => row.position + 1 },
  { key: 'stop', title: 'Stop', width: 'minmax(130px, 2fr)', render: (row) => <StopName stopId={row.stopId} ignored={row.ignored} /> },
  {
    key: 'id',
    title: 'Id',
    width: 'minmax(80px, 1fr)',
    render: (row) => (
      <span className="dmp-mono" title={row.stopId}>
        {row.stopId}
      </span>
    ),
  },
  {
    key: 'destination',
    title: 'Destination',
    width: 'minmax(90px, 1.2fr)',
    render: (row) => <span title={row.destination}>{row.destination ?? ''}</span>,
  },
  { key: 'sequence', title: 'Sequence', width: '78px', align: 'right', render: (row) => row.shapeSequence ?? '–' },
];

function idOf(row: { readonly position: number }): string {
  return String(row.position);
}
