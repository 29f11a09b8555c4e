import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { findTrips } from '../../commands/schedules/findTrips.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { guidedSearch } from '../../projections/searchFound.ts';
import type { TagSearch } from '../../projections/searchQuery.ts';
import type { TripSearch } from '../../projections/state.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** How the search for trips went, where there is more to say than its rows do. */
export function GuidedState({
  versionId,
  search,
  trips,
}: {
  readonly versionId: number;
  readonly search: TagSearch;
  readonly trips: TripSearch;
}): ReactNode {
  const dispatch = useDispatch();
  const guided = guidedSearch(search);
  const { found } = trips;
  if (found.status === 'failed' && guided)
    return (
      <div role="alert" className={classes['guided']}>
        {found.messages.join(' ')}{' '}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => dispatch(findTrips({ versionId, ...guided, tripIds: [...guided.tripIds], departures: [...guided.departures] }))}
        >
          {texts.retry}
        </Button>
      </div>
    );
  return (
    <span role="status" className={found.value?.tooMany === true ? classes['guided'] : 'dmp-sr-only'}>
      {found.value?.tooMany === true ? texts.tooManySchedules : ''}
    </span>
  );
}
