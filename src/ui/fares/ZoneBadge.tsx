import type { ReactNode } from 'react';
import { type FareZone, fareZones } from '../../projections/fareZones.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const NONE: readonly FareZone[] = [];

/** The zones of the version in view. */
export function useFareZones(): readonly FareZone[] {
  const { versionId = 0 } = usePlace();
  return useView((view) => {
    const table = view.versions[versionId]?.stops.value;
    return table ? fareZones(table) : NONE;
  });
}

/** A zone in the colour it has on the map; one that no stop is in says so. */
export function ZoneBadge({ id }: { id: string | null }): ReactNode {
  const zones = useFareZones();
  if (id === null) return <span className={classes['quiet']}>{texts.any}</span>;
  const zone = zones.find((one) => one.id === id);
  return (
    <span
      className={classes['zone']}
      data-gone={zone || zones.length === 0 ? undefined : ''}
      title={zone ? texts.zoneIdStopsStops({ id, stops: zone.stops }) : texts.emptyZone({ id })}
    >
      <span className={`${classes['zoneDot']} dmp-data-colour`} style={zone ? { background: zone.color } : undefined} aria-hidden />
      {id}
    </span>
  );
}
