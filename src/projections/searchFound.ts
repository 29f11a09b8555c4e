/** What a tag search keeps of the list it stands over. Lists and the map read the same answer. */
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { keeps, linkTest, scheduleTest, stopTest } from '../domain/searchMatch.ts';
import type { SearchList, SearchMatch, SearchTag } from '../domain/searchTags.ts';
import { ownValue } from './byId.ts';
import { filterAgencies } from './agencyList.ts';
import { type LinkRow, linkRows } from './linkRows.ts';
import { listed, onMap, type OnMap } from './onMap.ts';
import { listedLinks } from './overlays.ts';
import { queryPairs } from '../domain/queryText.ts';
import { activeTags, guidedTags, searchedList, type TagSearch, tagSearchOf } from './searchQuery.ts';
import type { AppState, TripSearch, VersionData } from './state.ts';
import { type StopEntry, stopList } from './stopList.ts';
import { presentData, presentPlace } from './versions.ts';

/** Narrows stops down, keeping their order. `agencies` names the agencies that serve each stop. */
export function foundStops(
  entries: readonly StopEntry[],
  search: TagSearch,
  agencies: Readonly<Record<string, readonly string[]>>,
): readonly StopEntry[] {
  return narrowed(entries, 'stops', search, (tag, match) => stopTest(tag, match, (id) => ownValue(agencies, id) ?? []));
}

/** Narrows schedules down, keeping their order. Guided tags keep what the server has found, nothing until it has. */
export function foundSchedules(rows: readonly ScheduleRow[], search: TagSearch, trips: TripSearch | undefined): readonly ScheduleRow[] {
  if (guidedTags('schedules', search).length > 0) {
    const ids = new Set(trips && isAskedFor(trips, search) ? trips.found.value?.ids : []);
    return rows.filter(({ Id }) => ids.has(Id));
  }
  return narrowed(rows, 'schedules', search, scheduleTest);
}

/** Narrows transfers or pathways down, keeping their order. */
export function foundLinks(rows: readonly LinkRow[], list: 'transfers' | 'pathways', search: TagSearch): readonly LinkRow[] {
  return narrowed(rows, list, search, linkTest);
}

/** What the server is asked to search for of schedules; undefined where nothing is. */
export function guidedSearch(search: TagSearch): Pick<TripSearch, 'tripIds' | 'departures' | 'match' | 'condition'> | undefined {
  const guided = guidedTags('schedules', search);
  if (guided.length === 0) return undefined;
  const values = (of: string): string[] => guided.filter(({ field }) => field === of).map(({ value }) => value);
  return { tripIds: values('TripId'), departures: values('Departure'), match: search.match, condition: search.condition };
}

/** Whether this is the search that the server was last asked. */
export function isAskedFor(trips: TripSearch, search: TagSearch): boolean {
  const wanted = guidedSearch(search);
  return (
    wanted !== undefined &&
    wanted.match === trips.match &&
    wanted.condition === trips.condition &&
    sameTexts(wanted.tripIds, trips.tripIds) &&
    sameTexts(wanted.departures, trips.departures)
  );
}

/** What the search of the present list keeps, or the agency or the schedule that is open. */
export interface Found {
  /** Where what is kept stands on the map. */
  readonly shown: OnMap;
  /** The search without what is still being typed: a name for what is shown. Empty where nothing but a draft is on. */
  readonly name: string;
  /** Rows that were chosen one by one: looked for only where they are out of sight. */
  readonly chosen: boolean;
  /** What is left out steps back. */
  readonly dims: boolean;
}

/**
 * What the search over the present list keeps; undefined where none is on, or where its list is not loaded. The same object while
 * nothing changed.
 */
export function searchFound(view: AppState): Found | undefined {
  const data = presentData(view);
  const { page, itemId, trackId } = presentPlace(view);
  // a track that is open is drawn on its own
  const isOpen = page === 'schedules' && itemId !== undefined && trackId === undefined;
  const list = page === 'agencies' || isOpen ? page : searchedList(view);
  if (!data || !list) return undefined;
  const { search } = view.location;
  const { stops, stopAgencies, schedules, tripSearch, agencies, overlays } = data;
  const links = list === 'transfers' || list === 'pathways' ? overlays[list].value : null;
  const parts: readonly unknown[] = [
    list,
    search,
    itemId,
    data.id,
    stops.value,
    stopAgencies.value,
    schedules.value,
    tripSearch,
    agencies.value,
    links,
  ];
  if (last && last.parts.every((part, i) => part === parts[i])) return last.found;
  last = { parts, found: list === 'agencies' ? agencyFound(view, data, itemId) : isOpen ? openSchedule(view, itemId) : found(view, data, list) };
  return last.found;
}

let last: { readonly parts: readonly unknown[]; readonly found: Found | undefined } | undefined;

function found(view: AppState, data: VersionData, list: SearchList): Found | undefined {
  const search = tagSearchOf(list, view.location.search);
  const links = listedLinks(view.location.search);
  const [only] = links && links.ids !== links.among ? links.ids : [];
  if (links && only !== undefined)
    return { shown: onMap(view, listed(links.list, only)), name: JSON.stringify([list, only]), chosen: true, dims: false };
  const ids = activeTags(list, search).length === 0 ? undefined : idsFound(view, data, list, search);
  if (!ids) return undefined;
  const chosen = (links?.among.length ?? 0) > 0;
  return {
    shown: onMap(view, listed(list, ...ids)),
    name: search.tags.length === 0 ? '' : JSON.stringify([list, search.tags, search.match, search.condition]),
    chosen,
    dims: !chosen,
  };
}

function idsFound(view: AppState, data: VersionData, list: SearchList, search: TagSearch): readonly string[] | undefined {
  if (list === 'stops') {
    const table = data.stops.value;
    return table ? foundStops(stopList(table), search, data.stopAgencies.value ?? {}).map(({ row }) => row.Id) : undefined;
  }
  if (list === 'schedules') {
    const rows = data.schedules.value;
    if (!rows || (guidedSearch(search) && !(isAskedFor(data.tripSearch, search) && data.tripSearch.found.value))) return undefined;
    return foundSchedules(rows, search, data.tripSearch).map(({ Id }) => Id);
  }
  if (!data.stops.value || !data.overlays[list].value) return undefined;
  const ids = listedLinks(view.location.search)?.among ?? [];
  return foundLinks(linkRows(view, data.id, list, ids), list, search).map(({ id }) => id);
}

function openSchedule(view: AppState, itemId: string): Found {
  return { shown: onMap(view, listed('schedules', itemId)), name: JSON.stringify(['schedules', itemId]), chosen: true, dims: false };
}

function agencyFound(view: AppState, { agencies }: VersionData, itemId: string | undefined): Found | undefined {
  const text = (queryPairs(view.location.search).find(([name]) => name === 'Name')?.[1] ?? '').trim();
  if (!agencies.value || (itemId === undefined && text === '')) return undefined;
  const ids = itemId === undefined ? filterAgencies(agencies.value, text).map(({ Id }) => Id) : [itemId];
  return {
    shown: onMap(view, listed('agencies', ...ids)),
    name: JSON.stringify(['agencies', itemId ?? null, text]),
    chosen: itemId !== undefined,
    dims: true,
  };
}

/** The same array where nothing is searched for. */
function narrowed<T>(
  rows: readonly T[],
  list: SearchList,
  search: TagSearch,
  testOf: (tag: SearchTag, match: SearchMatch) => (row: T) => boolean,
): readonly T[] {
  const tags = activeTags(list, search);
  return tags.length === 0 ? rows : rows.filter(keeps(tags, search, testOf));
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
