/** The steps of a tag search; `machines/tagSearchMachine.ts` follows them. The search itself is in the address. */
import { z } from 'zod';
import { SearchCondition, SearchMatch } from '../../domain/searchTags.ts';
import { defineStep } from '../defineStep.ts';

/** A category's id, or null for a text without one. */
const Category = z.string().nullable();

/** Goes into the search box. */
export const openSearch = defineStep('search.open', 'Search');

/** Types into the search box, after a pause: the list follows. */
export const typeSearch = defineStep('search.type', ({ text }) => `Search for ${text}`, {
  payload: z.object({ text: z.string().max(500) }),
  samples: [{ text: 'market' }, { text: '' }],
});

/** Chooses the category of the next tag. */
export const chooseSearchCategory = defineStep('search.chooseCategory', ({ category }) => `Search by ${category}`, {
  payload: z.object({ category: z.string() }),
  samples: [{ category: 'Name' }],
});

/** Makes a tag of what was typed or chosen. */
export const addSearchTag = defineStep('search.addTag', ({ text }) => `Search for ${text}`, {
  payload: z.object({ category: Category, text: z.string().max(500) }),
  samples: [
    { category: 'Name', text: 'market' },
    { category: null, text: 'market' },
  ],
});

/** Goes back a step: out of the category, or the last tag away. */
export const stepBackSearch = defineStep('search.stepBack', 'Step back in the search');

/** Takes a tag away. */
export const removeSearchTag = defineStep('search.removeTag', ({ value }) => `No longer search for ${value}`, {
  payload: z.object({ field: z.string(), value: z.string() }),
  samples: [{ field: 'Name', value: 'market' }],
});

/** How values are matched, and how tags are combined. */
export const combineSearch = defineStep('search.combine', ({ match, condition }) => `Search by ${match}, ${condition}`, {
  payload: z.object({ match: SearchMatch, condition: SearchCondition }),
  samples: [{ match: 'Exact' as const, condition: 'Or' as const }],
});

/** Takes the whole search away. */
export const clearSearch = defineStep('search.clear', 'Clear the search');

/** Leaves the search box; an unfinished tag stays in the address. */
export const closeSearch = defineStep('search.close', 'Leave the search box');
