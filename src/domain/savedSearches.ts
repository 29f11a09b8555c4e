/** Searches that are kept under a name and shared in a region; who watches one is notified when something enters it. */
import { z } from 'zod';
import { dataPath } from './locations.ts';
import { queryText } from './queryText.ts';
import { categoryOf, SearchCondition, SearchList, SearchMatch, type SearchTag, TEXT_TAG } from './searchTags.ts';

/** Longest name. */
export const SEARCH_NAME_LIMIT = 60;
/** Searches that a region may keep. */
export const SEARCHES_EACH = 100;
/** Tags that a kept search may have, and the longest value of one. */
const TAGS_EACH = 20;
const VALUE_LIMIT = 500;

/** What is searched for in which list. */
export const SearchDefinition = z.object({
  List: SearchList,
  Tags: z
    .array(z.object({ field: z.string().max(100), value: z.string().trim().min(1).max(VALUE_LIMIT) }))
    .min(1)
    .max(TAGS_EACH),
  Match: SearchMatch,
  Condition: SearchCondition,
});
export type SearchDefinition = z.infer<typeof SearchDefinition>;

/** A search to keep. */
export const NewSearch = SearchDefinition.extend({ Name: z.string().trim().min(1).max(SEARCH_NAME_LIMIT) });
export type NewSearch = z.infer<typeof NewSearch>;

/** A kept search as somebody sees it. */
export const SavedSearch = NewSearch.extend({
  Id: z.int(),
  /** Who saved it. */
  By: z.string(),
  /** Whether the reader watches it, and how many people do. */
  Watched: z.boolean(),
  Watchers: z.int().min(0),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** The first tag that the list does not have; undefined where it has all. */
export function foreignTag({ List, Tags }: SearchDefinition): SearchTag | undefined {
  return Tags.find(({ field }) => field !== TEXT_TAG && categoryOf(List, field) === undefined);
}

/**
 * Why a search cannot be watched; undefined where it can be. Watching compares the document before and after an edit, so what a tag
 * asks must be in that document.
 */
export function watchRefusal({ List, Tags }: Pick<SearchDefinition, 'List' | 'Tags'>): string | undefined {
  const category = Tags.map(({ field }) => categoryOf(List, field)).find((one) => one?.computed === true || one?.guided === true);
  return category && `A search by ${category.label} cannot be watched: its value is computed from other data`;
}

/** The address of the list of a version, searched by a saved search. The query is as the search box writes it. */
export function searchPlace(
  { databaseId, versionId }: { readonly databaseId: string; readonly versionId: number },
  { List, Tags, Match, Condition }: SearchDefinition,
): { readonly path: string; readonly search: string } {
  const pairs = [
    ...(List === 'transfers' || List === 'pathways' ? [['list', List] as const] : []),
    ...Tags.map(({ field, value }) => [field, value] as const),
    ...(Match === 'Exact' ? [['match', Match] as const] : []),
    ...(Tags.length > 1 || Match === 'Exact' ? [['condition', Condition] as const] : []),
  ];
  return { path: dataPath({ databaseId, versionId, page: List === 'schedules' ? 'schedules' : 'stops' }), search: queryText(pairs) };
}
