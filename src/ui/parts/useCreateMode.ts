import { canEdit } from '../../projections/rights.ts';
import { useView } from './appState.ts';
import { MODE } from './itemActions.ts';
import { useQuery } from './query.ts';

/** Whether the address asks for the form of something new, where something new can be; and how the form closes. */
export function useCreateMode(): { readonly isOpen: boolean; close(): void } {
  const [mode, setMode] = useQuery(MODE);
  return { isOpen: useView(canEdit) && mode === 'create', close: () => setMode('') };
}
