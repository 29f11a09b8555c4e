import { useEffect, useMemo } from 'react';
import { loadAgencies } from '../../commands/agencies/loadAgencies.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';

/** Names agencies by their ids; a missing name reads N/A, and an id stands for an agency that is not loaded (yet). */
export function useAgencyNames(versionId: number): (id: string | undefined) => string {
  const dispatch = useDispatch();
  const agencies = useView((view) => view.versions[versionId]?.agencies.value ?? null);
  const wanted = useView((view) => view.session.account?.hasAccess === true && view.versions[versionId]?.agencies.status === 'idle');
  useEffect(() => {
    if (wanted) dispatch(loadAgencies({ versionId }));
  }, [wanted, dispatch, versionId]);
  return useMemo(() => {
    const names = new Map((agencies ?? []).map(({ Id, Name }) => [Id, Name || 'N/A']));
    return (id) => (id === undefined ? '' : (names.get(id) ?? id));
  }, [agencies]);
}
