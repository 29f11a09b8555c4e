import { queryPairs, queryText, queryValues } from '../../domain/queryText.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';

/** The days whose timetables are shown, kept in the address; 127 shows all. */
export function useSheetDays(): [number, (days: number) => void] {
  const { path, search } = useView((view) => view.location);
  const open = useOpenPlace();
  const text = queryValues(search, 'days')[0] ?? '';
  const days = /^\d{1,3}$/.test(text) ? Number(text) & 127 : 127;
  return [
    days === 0 ? 127 : days,
    (next) => {
      const others = queryPairs(search).filter(([key]) => key !== 'days');
      open(path, queryText(next === 127 ? others : [...others, ['days', String(next)]]), { replace: true });
    },
  ];
}
