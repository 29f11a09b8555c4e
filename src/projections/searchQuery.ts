/** The tag search of an address: one parameter per tag, `match`, `condition`, and `draft-` before what is still being typed. */
import { categoryOf, type SearchCondition, SearchList, type SearchMatch, searchValue, type SearchTag, TEXT_TAG } from '../domain/searchTags.ts';
import { listedLinks } from './overlays.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import type { AppState } from './state.ts';
import { presentPlace } from './versions.ts';

/** What a list is searched for; no tags and no draft means all of it. */
export interface TagSearch {
  readonly tags: readonly SearchTag[];
  /** The tag being typed, at most one. An empty value has a category alone. */
  readonly draft: SearchTag | undefined;
  readonly match: SearchMatch;
  readonly condition: SearchCondition;
}

/** An address inside the product. */
export interface SearchAddress {
  readonly path: string;
  readonly search: string;
}

const DRAFT = 'draft-';

/** The list that the address shows and that tags search; undefined where there is none. */
export function searchedList(view: AppState): SearchList | undefined {
  const { page, versionId, itemId } = presentPlace(view);
  if (versionId === undefined) return undefined;
  if (page === 'schedules') return itemId === undefined ? 'schedules' : undefined;
  if (page !== 'stops') return undefined;
  return listedLinks(view.location.search)?.list ?? 'stops';
}

/** Reads the search of a query; what is not about the list is passed over. */
export function tagSearchOf(list: SearchList, search: string): TagSearch {
  const pairs = queryPairs(search);
  const has = (name: string, value: string): boolean => pairs.some((pair) => pair[0] === name && pair[1] === value);
  const drafts = pairs.filter(([name]) => name.startsWith(DRAFT)).map(([name, value]) => ({ field: name.slice(DRAFT.length), value }));
  return {
    tags: pairs.flatMap(([field, value]) => (isField(list, field) && value.trim() !== '' ? [{ field, value: value.trim() }] : [])),
    draft: drafts.find(({ field }) => isField(list, field)),
    match: has('match', 'Exact') ? 'Exact' : 'Contains',
    condition: has('condition', 'Or') ? 'Or' : 'And',
  };
}

/** The query that asks for a search of a list, keeping what else the query holds (`rule`, `list`). */
export function withTagSearch(list: SearchList, search: string, { tags, draft, match, condition }: TagSearch): string {
  const others = queryPairs(search).filter(([name]) => !isField(list, name) && !name.startsWith(DRAFT) && name !== 'match' && name !== 'condition');
  const asked = tags.length + (draft && draft.value !== '' ? 1 : 0);
  return queryText([
    ...others,
    ...tags.map(({ field, value }) => [field, value] as const),
    ...(draft ? [[`${DRAFT}${draft.field}`, draft.value] as const] : []),
    ...(match === 'Exact' && asked > 0 ? [['match', match] as const] : []),
    ...((tags.length > 1 || match === 'Exact') && asked > 0 ? [['condition', condition] as const] : []),
  ]);
}

/** The search as it narrows the list: tags, and a draft as far as it is one already. Guided drafts wait until they are tags. */
export function activeTags(list: SearchList, { tags, draft }: TagSearch): readonly SearchTag[] {
  if (!draft) return tags;
  const category = categoryOf(list, draft.field);
  const read = searchValue(category, draft.value);
  if (category?.guided === true || !('value' in read)) return tags;
  return tags.some(({ field }) => categoryOf(list, field)?.guided === true) ? tags : [...tags, { field: draft.field, value: read.value }];
}

/** The tags of a search that the server answers. */
export function guidedTags(list: SearchList, { tags }: TagSearch): readonly SearchTag[] {
  return tags.filter(({ field }) => categoryOf(list, field)?.guided === true);
}

/** The present address with another search; undefined where no list is searched. */
export function searchAddress(view: AppState, change: (search: TagSearch, list: SearchList) => TagSearch): SearchAddress | undefined {
  const list = searchedList(view);
  if (!list) return undefined;
  const { path, search } = view.location;
  return { path, search: withTagSearch(list, search, change(tagSearchOf(list, search), list)) };
}

/** Whether two tags ask for the same. */
export function sameTag(a: SearchTag, b: SearchTag): boolean {
  return a.field === b.field && a.value.toLowerCase() === b.value.toLowerCase();
}

function isField(list: SearchList, name: string): boolean {
  return name === TEXT_TAG || categoryOf(list, name) !== undefined;
}
