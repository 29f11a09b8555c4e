import { memo, type ReactNode } from 'react';
import { stopName } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** The name of a stop of the version in view. */
export const StopName = memo(function StopName({ stopId, ignored = false }: { stopId: string; ignored?: boolean }): ReactNode {
  const { versionId = 0 } = usePlace();
  const name = useView((view) => stopName(view, versionId, stopId));
  return (
    <span title={name} data-ignored={ignored ? '' : undefined} className={classes['stopName']}>
      {name}
      {ignored && <span className={classes['ignored']}>{texts.ignored}</span>}
    </span>
  );
});
