/** What the events of the saved searches are in acts of the user and answers of the server. */
import { loadSavedSearches } from '../../src/commands/search/savedSearches.ts';
import {
  answerDeleteSearch,
  applySavedSearch,
  askToDeleteSearch,
  closeSavedSearches,
  openSavedSearches,
  submitSavedSearch,
  toggleWatch,
} from '../../src/commands/search/savedSearchSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { SavedSearchesEvent } from '../../src/machines/savedSearchesMachine.ts';
import { acting } from './fakeParts.ts';

/** The calls that the window ends in. */
export const SAVED_SEARCH_CALLS = ['createSavedSearch', 'watchSearch', 'deleteSavedSearch'] as const;

const SEARCH = {
  Id: 1,
  Name: 'Market stops',
  List: 'stops',
  Tags: [{ field: 'Name', value: 'market' }],
  Match: 'Contains',
  Condition: 'And',
  By: 'mia@x.org',
  Watched: false,
  Watchers: 0,
};

export const actOnSavedSearches = acting<SavedSearchesEvent>((screen) => {
  const { kernel } = screen;
  const go = (path: string, search = ''): void => void kernel.dispatch(openPlace({ path, search }));
  const end = (messages: readonly string[]): void => {
    for (const call of SAVED_SEARCH_CALLS) screen.fail(call, { status: 400, messages: [...messages], url: '/', method: 'POST' });
  };
  /** The list as the server has it, where nothing is being sent. */
  const load = (watched: boolean): void => {
    kernel.dispatch(loadSavedSearches({ region: 'demo' }));
    screen.answer('listSavedSearches', () => ({ Searches: [{ ...SEARCH, Watched: watched }] }));
  };
  return {
    OPEN: ({ region, versionId }) => {
      if (kernel.workflow('savedSearches').getSnapshot().value === 'closed') {
        // what was closed while it was under way ends first
        end(['No']);
        go('/data/db/demo/v/1/stops', '?Name=market');
        load(false);
      }
      kernel.dispatch(openSavedSearches({ region, versionId }));
    },
    SAVE: ({ search }) => submitSavedSearch({ Name: search?.Name ?? '' }),
    WATCH: ({ searchId, watched }) => {
      load(!watched);
      return toggleWatch({ searchId });
    },
    APPLY: () => {
      load(false);
      return applySavedSearch({ searchId: 1 });
    },
    ASK: ({ searchId }) => askToDeleteSearch({ searchId }),
    DELETE: () => answerDeleteSearch({ delete: true }),
    KEEP: () => answerDeleteSearch({ delete: false }),
    DONE: () => {
      for (const call of SAVED_SEARCH_CALLS) screen.answer(call, () => (call === 'deleteSavedSearch' ? {} : SEARCH));
    },
    FAILED: ({ messages }) => end(messages),
    CLOSE: () => closeSavedSearches({}),
    LEAVE: () => go('/data/db/demo/v/3/schedules'),
  };
});
