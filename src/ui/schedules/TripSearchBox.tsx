import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { findTrips } from '../../commands/schedules/findTrips.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { TripSearch } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import classes from './schedules.module.css';

/** Shortest trip id that is searched for. */
const LEAST = 4;

interface TripSearchState {
  readonly search: TripSearch;
  /** Schedules with such trips; undefined where no trip is searched for. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly find: (texts: readonly string[], match: TripSearch['match'], condition: TripSearch['condition']) => void;
}

const NONE: TripSearch = { tripIds: [], match: 'Contains', condition: 'Or', found: { status: 'idle', value: null, messages: [] } };

/** The schedules that hold trips with certain ids. */
export function useTripSearch(versionId: number): TripSearchState {
  const dispatch = useDispatch();
  const search = useView((view) => view.versions[versionId]?.tripSearch ?? NONE);
  const found = search.found.value;
  const ids = useMemo(() => (search.tripIds.length === 0 || !found ? undefined : new Set(found.ids)), [search.tripIds.length, found]);
  return { search, ids, find: (texts, match, condition) => dispatch(findTrips({ versionId, tripIds: [...texts], match, condition })) };
}

/** Searches schedules by the ids of their trips: several ids between spaces, one or all of them, whole or in part. */
export function TripSearchBox({ search: { search, find } }: { search: TripSearchState }): ReactNode {
  const { tripIds, match, condition, found } = search;
  return (
    <>
      <SearchBox
        value={tripIds.join(' ')}
        label="Search by trip id"
        placeholder="Trip ids"
        onSearch={(typed) => {
          const texts = typed.split(/[\s,]+/).filter((text) => text.length >= LEAST);
          if (typed.trim() === '' || texts.length > 0) find(texts, match, condition);
        }}
      />
      {tripIds.length > 0 && (
        <SegmentedControl
          aria-label="Match"
          value={match}
          onChange={(next) => find(tripIds, next === 'Exact' ? 'Exact' : 'Contains', condition)}
          data={['Contains', 'Exact']}
        />
      )}
      {tripIds.length > 1 && (
        <SegmentedControl
          aria-label="Condition"
          value={condition}
          onChange={(next) => find(tripIds, match, next === 'And' ? 'And' : 'Or')}
          data={['Or', 'And']}
        />
      )}
      <span role="status" className={classes['quiet']}>
        {found.status === 'failed'
          ? found.messages.join(' ')
          : found.value?.tooMany === true && tripIds.length > 0
            ? 'Too many schedules: the first 100 are shown'
            : ''}
      </span>
    </>
  );
}
