/** The steps of a tag search; `machines/tagSearchMachine.ts` follows them. The search itself stands in the address. */
import { z } from 'zod';
import { SearchCondition, SearchMatch } from '../../domain/searchTags.ts';
import { defineCommand } from '../define.ts';

/** A category's id, or null for a text without one. */
const Category = z.string().nullable();

/** Goes into the search box. */
export const openSearch = defineCommand('search.open', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Search',
  inverse: 'none',
  keep: 'all',
});

/** Types into the search box, after a pause: the list follows. */
export const typeSearch = defineCommand('search.type', {
  payload: z.object({ text: z.string().max(500) }),
  samples: () => [{ text: 'market' }, { text: '' }],
  label: ({ text }) => `Search for ${text}`,
  inverse: 'none',
  keep: 'all',
});

/** Chooses the category of the next tag. */
export const chooseSearchCategory = defineCommand('search.chooseCategory', {
  payload: z.object({ category: z.string() }),
  samples: () => [{ category: 'Name' }],
  label: ({ category }) => `Search by ${category}`,
  inverse: 'none',
  keep: 'all',
});

/** Makes a tag of what was typed or chosen. */
export const addSearchTag = defineCommand('search.addTag', {
  payload: z.object({ category: Category, text: z.string().max(500) }),
  samples: () => [
    { category: 'Name', text: 'market' },
    { category: null, text: 'market' },
  ],
  label: ({ text }) => `Search for ${text}`,
  inverse: 'none',
  keep: 'all',
});

/** Goes back a step: out of the category, or the last tag away. */
export const stepBackSearch = defineCommand('search.stepBack', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Step back in the search',
  inverse: 'none',
  keep: 'all',
});

/** Takes a tag away. */
export const removeSearchTag = defineCommand('search.removeTag', {
  payload: z.object({ field: z.string(), value: z.string() }),
  samples: () => [{ field: 'Name', value: 'market' }],
  label: ({ value }) => `No longer search for ${value}`,
  inverse: 'none',
  keep: 'all',
});

/** How values are matched, and how tags are combined. */
export const combineSearch = defineCommand('search.combine', {
  payload: z.object({ match: SearchMatch, condition: SearchCondition }),
  samples: () => [{ match: 'Exact' as const, condition: 'Or' as const }],
  label: ({ match, condition }) => `Search by ${match}, ${condition}`,
  inverse: 'none',
  keep: 'all',
});

/** Takes the whole search away. */
export const clearSearch = defineCommand('search.clear', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Clear the search',
  inverse: 'none',
  keep: 'all',
});

/** Leaves the search box; an unfinished tag stays in the address. */
export const closeSearch = defineCommand('search.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Leave the search box',
  inverse: 'none',
  keep: 'all',
});

export const tagSearchCommands = [
  openSearch,
  typeSearch,
  chooseSearchCategory,
  addSearchTag,
  stepBackSearch,
  removeSearchTag,
  combineSearch,
  clearSearch,
  closeSearch,
] as const;
