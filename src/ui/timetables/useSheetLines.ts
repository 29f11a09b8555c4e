import { queryPairs, queryText, queryValues } from '../../domain/queryText.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';

/** What the stringline shows: nothing, the track of the sheet, or all tracks of the schedule. */
export type SheetLines = 'none' | 'track' | 'all';

/** Whether the stringline is shown beside the sheet, kept in the address. */
export function useSheetLines(): [SheetLines, (lines: SheetLines) => void] {
  const { path, search } = useView((view) => view.location);
  const open = useOpenPlace();
  const text = queryValues(search, 'lines')[0];
  return [
    text === 'track' || text === 'all' ? text : 'none',
    (next) => {
      const others = queryPairs(search).filter(([key]) => key !== 'lines');
      open(path, queryText(next === 'none' ? others : [...others, ['lines', next]]), { replace: true });
    },
  ];
}
