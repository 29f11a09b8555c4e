/** Saved searches as the present list uses them. */
import type { SavedSearch, SearchDefinition } from '../domain/savedSearches.ts';
import { activeTags, searchedList, tagSearchOf } from './searchQuery.ts';
import type { AppState } from './state.ts';
import { databaseOf, presentPlace } from './versions.ts';

/** What the present list is searched for, to be saved; undefined where it is not searched. */
export function searchToSave(view: AppState): SearchDefinition | undefined {
  const list = searchedList(view);
  if (!list) return undefined;
  const search = tagSearchOf(list, view.location.search);
  const tags = activeTags(list, search);
  return tags.length === 0 ? undefined : { List: list, Tags: [...tags], Match: search.match, Condition: search.condition };
}

/** A loaded saved search. */
export function savedSearch(view: AppState, id: number): SavedSearch | undefined {
  return view.savedSearches?.list.value?.find(({ Id }) => Id === id);
}

/** The region whose saved searches the page shows; undefined outside of a version, and until the databases are known. */
export function presentRegion(view: AppState): string | undefined {
  const { databaseId, versionId } = presentPlace(view);
  return versionId === undefined || databaseId === undefined ? undefined : databaseOf(view, databaseId)?.RegionKey;
}
