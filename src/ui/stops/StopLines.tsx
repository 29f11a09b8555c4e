import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { loadSchedules } from '../../commands/schedules/loadSchedules.ts';
import { TEXT_TAG } from '../../domain/searchTags.ts';
import type { StopDetails } from '../../domain/stopDetails.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { withTagSearch } from '../../projections/searchQuery.ts';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** So many badges at first: a hub may have hundreds of lines. */
const SHOWN = 18;

/** The lines that call at a stop, each in its colour; a badge leads to its schedule. */
export function StopLines({ versionId, details }: { versionId: number; details: StopDetails }): ReactNode {
  const pathTo = usePathTo();
  const dispatch = useDispatch();
  const schedules = useView((view: AppState) => view.versions[versionId]?.schedules.value ?? null);
  const unasked = useView((view) => view.versions[versionId]?.schedules.status === 'idle');
  // the colours of the lines are in the list of schedules
  useEffect(() => {
    if (unasked) dispatch(loadSchedules({ versionId }));
  }, [unasked, dispatch, versionId]);
  const [all, setAll] = useState(false);
  const color = (id: string): string | undefined => schedules?.find((row) => row.Id === id)?.Color;
  const lines = linesOf(details);
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <>
      {shown.map(({ name, longName, ids: [only = '', ...more] }) => (
        <Link
          key={name}
          to={more.length === 0 ? pathTo({ page: 'schedules', itemId: only }) : pathTo({ page: 'schedules' }) + schedulesNamed(name)}
          className={classes['line']}
          aria-label={more.length === 0 ? texts.scheduleName({ name }) : texts.moreSchedulesOfName({ more: more.length + 1, name })}
          title={more.length === 0 ? longName : texts.longNameMoreSchedules({ longName, more: more.length + 1 })}
        >
          <ScheduleBadge name={name} color={color(only)} />
        </Link>
      ))}
      {shown.length < lines.length && (
        <UnstyledButton className={classes['more']} onClick={() => setAll(true)}>
          {texts.linesMore({ lines: lines.length - shown.length })}
        </UnstyledButton>
      )}
    </>
  );
}

interface Line {
  readonly name: string;
  readonly longName: string;
  /** The schedules of that name, one for each season. */
  readonly ids: readonly string[];
}

/** The lines of a stop in the order of their schedules: those of one name are one line. */
function linesOf({ Schedules }: StopDetails): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const { Id, Name, LongName } of Schedules) {
    const name = scheduleName({ Id, Name, LongName });
    const known = lines.get(name);
    lines.set(name, { name, longName: known?.longName ?? LongName ?? Name, ids: [...(known?.ids ?? []), Id] });
  }
  return [...lines.values()];
}

/** The query that lists the schedules of a name. */
function schedulesNamed(name: string): string {
  return withTagSearch('schedules', '', { tags: [{ field: TEXT_TAG, value: name }], draft: undefined, match: 'Exact', condition: 'And' });
}
