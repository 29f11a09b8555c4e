import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { type LineTracks, linesOfTracks } from '../../projections/networkLines.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** So many lines are named on the card; more are counted. */
const NAMED = 8;

/** Names the lines under the pointer. A line has one schedule for each period, so names are shown once. */
export function LinesCard({ tracks }: { tracks: readonly string[] }): ReactNode {
  const lines = useLines(tracks);
  const names = [...new Map(lines.map(({ line }) => [`${line.Name} ${line.LongName ?? ''}`, line])).values()];
  if (names.length === 0) return null;
  const others = names.length - NAMED;
  return (
    <Paper shadow="md" withBorder className={classes['linesCard']} role="tooltip">
      {names.slice(0, NAMED).map((line) => (
        <div key={line.Id} className={classes['lineName']}>
          <ScheduleBadge name={scheduleName(line)} color={line.Color} />
          {line.LongName !== undefined && <span className={classes['quiet']}>{line.LongName}</span>}
        </div>
      ))}
      {others > 0 && <div className={classes['quiet']}>{texts.andOthersMore({ others })}</div>}
    </Paper>
  );
}

/** The lines that pass where one clicked, each with its tracks. */
export function LinesMenu({ tracks, onClose }: { tracks: readonly string[]; onClose: () => void }): ReactNode {
  const lines = useLines(tracks);
  const pathTo = usePathTo();
  return (
    <PopupFrame title={texts.linesHere} subtitle={`${lines.length} ${lines.length === 1 ? 'schedule' : 'schedules'}`} width={310} onClose={onClose}>
      <ul className={classes['linesMenu']}>
        {lines.map(({ line, trackIds }) => (
          <li key={line.Id}>
            <div className={classes['lineName']}>
              <ScheduleBadge name={scheduleName(line)} color={line.Color} />
              <Link to={pathTo({ page: 'schedules', itemId: line.Id })}>{line.LongName || line.Id}</Link>
            </div>
            <div className={classes['lineTracks']}>
              {trackIds.map((trackId) => (
                <Link key={trackId} to={pathTo({ page: 'schedules', itemId: line.Id, trackId, schedulePage: 'map' })}>
                  {trackId}
                </Link>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </PopupFrame>
  );
}

function useLines(tracks: readonly string[]): readonly LineTracks[] {
  return useView(
    (view) => linesOfTracks(view, tracks),
    (a, b) => a.length === b.length && a.every((one, i) => one.line === b[i]?.line && one.trackIds.join() === b[i].trackIds.join()),
  );
}
