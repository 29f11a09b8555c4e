import { dataPath } from '../domain/locations.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS } from '../domain/model/records.ts';

/** The page on which a document of a version is seen: a track's and a timetable's is that of their schedule. */
export function documentPath(version: { readonly databaseId: string; readonly versionId: number }, kind: string, id: string): string {
  if (kind === 'Track' || kind === 'Timetable') {
    const [first = id, second] = id.split('/').map(decodeURIComponent);
    return dataPath({ ...version, page: 'schedules', itemId: first, ...(second !== undefined && { trackId: second, schedulePage: 'map' }) });
  }
  const page = PAGES[kind];
  return dataPath(page === undefined ? version : { ...version, page, itemId: id });
}

const PAGES: Readonly<Record<string, string>> = {
  Schedule: 'schedules',
  Stop: 'stops',
  Fare: 'fares',
  Translation: 'translations',
  Agency: 'agencies',
  NetworkCalendar: 'calendar',
  DayType: 'calendar',
  ...Object.fromEntries(RECORD_KIND_NAMES.map((kind) => [kind, RECORD_KINDS[kind].page])),
};
