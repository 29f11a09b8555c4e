import { type ReactNode, useMemo } from 'react';
import { formatDays } from '../../domain/days.ts';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import type { Timetable } from '../../domain/timetables.ts';
import {
  departureCount,
  type DepartureRow,
  departureRows,
  departureSpan,
  type HourRow,
  hourRows,
  type RunningRow,
  runningRows,
} from '../../projections/trackTimetable.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../stops/usePlace.ts';
import { StopName } from './StopName.tsx';
import classes from './schedules.module.css';

/** The timetables of a track: which days, when it departs, and when the first run is where. */
export function TimetablesView({ details: { Track, Timetables } }: { details: TrackDetails }): ReactNode {
  const { timetable: number } = usePlace();
  const pathTo = usePathTo();
  const chosen = Timetables.find((one) => one.Number === number) ?? (number === undefined ? Timetables[0] : undefined);
  if (Timetables.length === 0) return <Empty title="This track has no timetables" />;
  return (
    <div className={classes['timetables']}>
      <nav className={classes['days']} aria-label="Timetables">
        {Timetables.map((one) => (
          <Link
            key={one.Number}
            to={pathTo({ page: 'schedules', itemId: Track.ScheduleId, trackId: Track.Id, schedulePage: 'timetables', timetable: one.Number })}
            className={classes['day']}
            aria-current={one === chosen ? 'page' : undefined}
          >
            {formatDays(one.Days)}{' '}
            <span className={`dmp-number ${classes['quiet']}`}>
              {[departureSpan(one), departureCount(one).toLocaleString('en-GB')].filter(Boolean).join(' · ')}
            </span>
          </Link>
        ))}
      </nav>
      {chosen ? (
        <OneTimetable timetable={chosen} stopIds={Track.Stops} />
      ) : (
        <Empty title="There is no such timetable" hint={`This track has no timetable ${number}.`} />
      )}
    </div>
  );
}

interface TimedStop extends RunningRow {
  readonly stopId: string;
}

function OneTimetable({ timetable, stopIds }: { timetable: Timetable; stopIds: readonly { readonly StopId: string }[] }): ReactNode {
  const departures = useMemo(() => departureRows(timetable), [timetable]);
  const hours = useMemo(() => hourRows(departures), [departures]);
  const intervals = useMemo(() => departures.filter(({ kind }) => kind === 'Interval'), [departures]);
  const stops = useMemo(
    () => runningRows(timetable).map((row): TimedStop => ({ ...row, stopId: stopIds[row.position]?.StopId ?? '' })),
    [timetable, stopIds],
  );
  return (
    <div className={classes['timetable']}>
      {/* it scrolls and holds nothing to focus: without a tab stop of its own the keyboard could not scroll it */}
      <section className={classes['departures']} tabIndex={0} aria-label={`Departures, ${formatDays(timetable.Days)}`}>
        {departures.length === 0 && <p className={classes['quiet']}>No departures.</p>}
        {intervals.length > 0 && (
          <ul className={classes['intervals']}>
            {intervals.map((departure) => (
              <li key={departure.key} title={departure.hint}>
                {departure.text}
              </li>
            ))}
          </ul>
        )}
        {hours.map((hour) => (
          <Hour key={hour.hour} row={hour} />
        ))}
      </section>
      <VirtualList label="Running times" rows={stops} columns={TIME_COLUMNS} idOf={idOf} empty={<Empty title="No times are known" />} />
    </div>
  );
}

/** Departures of one hour, as a panel at a stop shows them. Rows outside the view are not laid out. */
function Hour({ row: { hour, departures } }: { row: HourRow }): ReactNode {
  return (
    <div className={classes['hour']} role="group" aria-label={`${hour} o'clock`}>
      <span className={`dmp-number ${classes['hourName']}`} aria-hidden>
        {String(hour).padStart(2, '0')}
      </span>
      <span className={classes['minutes']}>
        {departures.map((departure) => (
          <Departure key={departure.key} departure={departure} />
        ))}
      </span>
    </div>
  );
}

function Departure({ departure: { text, clock, hint } }: { departure: DepartureRow }): ReactNode {
  return (
    <time className="dmp-number" title={hint} data-night={clock === undefined ? undefined : ''}>
      {text}
    </time>
  );
}

const TIME_COLUMNS: readonly Column<TimedStop>[] = [
  { key: 'position', title: '#', width: '40px', align: 'right', render: (row) => row.position + 1 },
  { key: 'stop', title: 'Stop', width: 'minmax(120px, 1fr)', render: (row) => <StopName stopId={row.stopId} /> },
  {
    key: 'running',
    title: 'Running',
    width: '68px',
    align: 'right',
    render: (row) => (
      <span title={row.approximate ? 'Approximate' : undefined}>{row.approximate && row.running !== '' ? `~${row.running}` : row.running}</span>
    ),
  },
  { key: 'arrival', title: 'Arrives', width: '74px', align: 'right', render: (row) => <span title={row.hint}>{row.arrival}</span> },
  { key: 'departure', title: 'Departs', width: '74px', align: 'right', render: (row) => <span title={row.hint}>{row.departure}</span> },
];

function idOf(row: TimedStop): string {
  return String(row.position);
}
