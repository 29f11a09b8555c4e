import { IconMap2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { shortId, STOP_ID_LENGTH } from '../../domain/shortId.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { pathwayRows, transferRows, type UseRow } from '../../projections/stopUses.ts';
import { type LinkList, linkQuery } from '../../projections/overlays.ts';
import { Link } from '../parts/Link.tsx';
import { FoldList } from '../parts/FoldList.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** What belongs to a stop: transfers, pathways, schedules with their tracks, agencies. */
export function StopRelations({ details }: { details: StopDetails }): ReactNode {
  const pathTo = usePathTo();
  return (
    <>
      <FoldList title={texts.transfers} items={transferRows(details)} idOf={({ id }) => id}>
        {(row) => <Use list="transfers" row={row} />}
      </FoldList>
      <FoldList title={texts.pathways} items={pathwayRows(details)} idOf={({ id }) => id}>
        {(row) => <Use list="pathways" row={row} />}
      </FoldList>
      <FoldList title={texts.schedules} items={details.Schedules} idOf={({ Id }) => Id}>
        {({ Id, Name, LongName, Tracks }) => (
          <div className={classes['use']}>
            <span>
              <Link to={pathTo({ page: 'schedules', itemId: Id })}>{scheduleName({ Id, Name, LongName })}</Link>
              {Name !== '' && LongName !== undefined && <span className={classes['quiet']}> {LongName}</span>}
            </span>
            <span className={classes['tracks']}>
              {Tracks.map((track) => (
                <Link key={track.Id} to={pathTo({ page: 'schedules', itemId: Id, trackId: track.Id, schedulePage: 'map' })}>
                  {track.Name || track.Id}
                </Link>
              ))}
            </span>
          </div>
        )}
      </FoldList>
      <FoldList title={texts.agencies} items={details.Agencies} idOf={({ Id }) => Id}>
        {({ Id, Name }) => <Link to={pathTo({ page: 'agencies', itemId: Id })}>{Name || 'N/A'}</Link>}
      </FoldList>
    </>
  );
}

function Use({ list, row: { id, label, facts, other } }: { list: LinkList; row: UseRow }): ReactNode {
  const pathTo = usePathTo();
  return (
    <div className={classes['use']}>
      <span>{[label, ...facts].join(' · ')}</span>
      <span className={classes['otherStop']}>
        <span className={classes['quiet']}>{other.direction}</span> {other.name}
        {other.stopId !== undefined && (
          <>
            <span className={`dmp-mono ${classes['quiet']}`} title={other.stopId}>
              {shortId(other.stopId, STOP_ID_LENGTH)}
            </span>
            <Link
              to={pathTo({ page: 'stops' }) + linkQuery('', list, id)}
              className={classes['showOnMap']}
              aria-label={texts.showLinkOnMap({ label, direction: other.direction, name: other.name })}
            >
              <IconMap2 size={13} aria-hidden /> {texts.showOnMap}
            </Link>
          </>
        )}
      </span>
    </div>
  );
}
