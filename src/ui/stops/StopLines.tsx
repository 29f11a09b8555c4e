import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { loadSchedules } from '../../commands/schedules/loadSchedules.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './stops.module.css';

/** So many badges at first: a hub may have hundreds of lines. */
const SHOWN = 18;

/** The lines that call at a stop, each in its colour; a badge leads to its schedule. */
export function StopLines({ versionId, details }: { versionId: number; details: StopDetails }): ReactNode {
  const pathTo = usePathTo();
  const dispatch = useDispatch();
  const schedules = useView((view: AppState) => view.versions[versionId]?.schedules.value ?? null);
  const unasked = useView((view) => view.versions[versionId]?.schedules.status === 'idle');
  // the colours of the lines stand in the list of schedules
  useEffect(() => {
    if (unasked) dispatch(loadSchedules({ versionId }));
  }, [unasked, dispatch, versionId]);
  const [all, setAll] = useState(false);
  const color = (id: string): string | undefined => schedules?.find((row) => row.Id === id)?.Color;
  const shown = all ? details.Schedules : details.Schedules.slice(0, SHOWN);
  return (
    <>
      {shown.map(({ Id, Name, LongName }) => (
        <Link
          key={Id}
          to={pathTo({ page: 'schedules', itemId: Id })}
          className={classes['line']}
          aria-label={`Schedule ${Name || LongName || Id}`}
          title={LongName ?? Name}
        >
          <ScheduleBadge name={Name || LongName || Id} color={color(Id)} />
        </Link>
      ))}
      {shown.length < details.Schedules.length && (
        <UnstyledButton className={classes['more']} onClick={() => setAll(true)}>{`${details.Schedules.length - shown.length} more`}</UnstyledButton>
      )}
    </>
  );
}
