import { isEntityKind } from '../domain/entities.ts';
import { dataPath } from '../domain/locations.ts';
import { pageOfKind } from '../domain/model/catalogue.ts';

/** The page on which a document of a version is seen: a track's and a timetable's is that of their schedule. */
export function documentPath(version: { readonly databaseId: string; readonly versionId: number }, kind: string, id: string): string {
  if (kind === 'Track' || kind === 'Timetable') {
    const [first = id, second] = id.split('/').map(decodeURIComponent);
    return dataPath({ ...version, page: 'schedules', itemId: first, ...(second !== undefined && { trackId: second, schedulePage: 'map' }) });
  }
  const page = isEntityKind(kind) ? pageOfKind(kind) : undefined;
  return dataPath(page === undefined ? version : { ...version, page, itemId: id });
}
