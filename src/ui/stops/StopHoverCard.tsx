import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { stopTypeLabel } from '../../domain/stops.ts';
import { stopName, stopRow } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { said } from '../language/language.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** So many stops are named on the card; more are counted. */
const NAMED = 5;

/** What lies under the pointer: names, types and ids of the stops there. */
export function StopHoverCard({ stopIds }: { stopIds: readonly string[] }): ReactNode {
  const others = stopIds.length - NAMED;
  return (
    <Paper shadow="md" withBorder className={classes['hover']} role="tooltip">
      {stopIds.slice(0, NAMED).map((id) => (
        <StopIdentity key={id} stopId={id} />
      ))}
      {others > 0 && <div className={classes['quiet']}>{texts.andOthersMore({ others })}</div>}
    </Paper>
  );
}

/** Name, type and id of a stop on two lines. */
export function StopIdentity({ stopId }: { stopId: string }): ReactNode {
  const { versionId = 0 } = usePlace();
  const name = useView((view) => stopName(view, versionId, stopId));
  const type = useView((view) => stopRow(view, versionId, stopId)?.Type);
  return (
    <div className={classes['stopLines']}>
      <div className={classes['stopLinesName']}>{name}</div>
      <div className={classes['quiet']}>
        {type === undefined ? '' : `${said(stopTypeLabel(type))} · `}
        <span className="dmp-mono">{stopId}</span>
      </div>
    </div>
  );
}
