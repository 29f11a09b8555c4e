import { useMemo } from 'react';
import { type DataPlace, dataPath, placeOf } from '../../domain/locations.ts';
import { useView } from './appState.ts';

/** Where the user is under /data; the same object for as long as the address is the same. */
export function usePlace(): DataPlace {
  const path = useView((view) => view.location.path);
  return useMemo(() => {
    const place = placeOf(path);
    return place.section === 'data' ? place : { section: 'data' };
  }, [path]);
}

/** The address of something in the version in view: `pathTo({ page: 'stops', itemId })`. */
export function usePathTo(): (to: Omit<DataPlace, 'section' | 'databaseId' | 'versionId'>) => string {
  const { databaseId, versionId } = usePlace();
  return useMemo(() => {
    const version = { ...(databaseId === undefined ? {} : { databaseId }), ...(versionId === undefined ? {} : { versionId }) };
    return (to) => dataPath({ ...version, ...to });
  }, [databaseId, versionId]);
}
