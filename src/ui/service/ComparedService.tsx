import { type ReactNode, useMemo } from 'react';
import { loadServiceChange } from '../../commands/comparer/loadDiffLists.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { serviceChangeText } from './serviceWords.ts';
import classes from './service.module.css';
import { texts } from './texts.ts';

/** How the service of all schedules differs between the versions that are compared. */
export function ServiceTotal({ a, b }: { a: number; b: number }): ReactNode {
  const load = useView((view) => view.comparer.service);
  return (
    <div className={classes['total']}>
      <LoadStates load={load} what={texts.differences} retry={loadServiceChange({ a, b })}>
        {({ Total, Currency }) => (
          <span role="status">{Total.length === 0 ? texts.comparisonSame : `${texts.comparisonTotal}: ${serviceChangeText(Total, Currency)}`}</span>
        )}
      </LoadStates>
    </div>
  );
}

/** How the service of each schedule differs, in words: by its id in the second version, or in the first where it is there alone. */
export function useServiceWords(): (scheduleId: string) => string {
  const change = useView((view) => view.comparer.service?.value);
  return useMemo(() => {
    const byId = new Map(change?.Schedules.map((one) => [one.To ?? one.From, one]));
    return (scheduleId) => {
      const own = byId.get(scheduleId);
      return own ? serviceChangeText(own.Days, own.Currency) : '';
    };
  }, [change]);
}
