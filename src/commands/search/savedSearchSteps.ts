/** The steps of the window of saved searches; `machines/savedSearchesMachine.ts` follows them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

const OneSearch = { payload: z.object({ searchId: z.int() }), samples: [{ searchId: 1 }] };

/** Opens the saved searches of the region of a version. */
export const openSavedSearches = defineStep('savedSearches.open', 'Open the saved searches', {
  payload: z.object({ region: z.string(), versionId: VersionId }),
  samples: [{ region: 'demo', versionId: 1 }],
});

/** Saves the search of the present list under a name. */
export const submitSavedSearch = defineStep('savedSearches.submit', ({ Name }) => `Save the search as ${Name}`, {
  payload: z.object({ Name: z.string() }),
  samples: [{ Name: 'Market stops' }],
});

/** Searches the present version by a saved search. */
export const applySavedSearch = defineStep('savedSearches.apply', 'Open a saved search', OneSearch);

/** Watches a saved search, or no longer. */
export const toggleWatch = defineStep('savedSearches.toggleWatch', 'Watch a saved search, or no longer', OneSearch);

/** Wants to delete a saved search; asked about first. */
export const askToDeleteSearch = defineStep('savedSearches.ask', 'Ask about deleting a saved search', OneSearch);

/** Answers the question: delete it, or keep it. */
export const answerDeleteSearch = defineStep('savedSearches.answer', 'Answer whether the saved search is deleted', {
  payload: z.object({ delete: z.boolean() }),
  samples: [{ delete: true }, { delete: false }],
});

/** Closes the window. */
export const closeSavedSearches = defineStep('savedSearches.close', 'Close the saved searches');
