import { type ReactNode, useMemo } from 'react';
import { transportNames, type TransportName } from '../../projections/fareWords.ts';
import { useView } from '../parts/appState.ts';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { usePlace } from '../parts/usePlace.ts';
import classes from './fares.module.css';

/** A transport as its vehicles show it; the id where no schedule runs on it. */
export function TransportBadge({ id, short = false }: { id: string; short?: boolean }): ReactNode {
  const names = useTransports();
  const known = names.get(id);
  if (!known)
    return (
      <span className="dmp-mono" title={id}>
        {id}
      </span>
    );
  return (
    <span className={classes['transport']} title={known.longName}>
      <ScheduleBadge name={known.name} color={known.color} />
      {!short && known.longName !== undefined && <span className={classes['longName']}>{known.longName}</span>}
    </span>
  );
}

/** The transports of the version in view by id, as far as its schedules are loaded. */
export function useTransports(): ReadonlyMap<string, TransportName> {
  const { versionId = 0 } = usePlace();
  const schedules = useView((view) => view.versions[versionId]?.schedules.value ?? null);
  return useMemo(() => transportNames(schedules ?? []), [schedules]);
}
