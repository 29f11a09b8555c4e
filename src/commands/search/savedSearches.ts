/** Saved searches of a region. They are shared with everybody who sees the region, so saving and deleting one is not undone here. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import * as contract from '../../contract/savedSearches.ts';
import { NewSearch, type SavedSearch } from '../../domain/savedSearches.ts';
import { type AppState, IDLE, type Load } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';

function searchesOf(state: Draft<AppState>, region: string): Draft<Load<readonly SavedSearch[]>> {
  if (state.savedSearches?.of !== region) state.savedSearches = { of: region, list: castDraft({ ...IDLE, messages: [] }) };
  return state.savedSearches.list;
}

const Region = z.string();
const OfSearch = z.object({ region: Region, searchId: z.int().positive() });

/** Loads the saved searches of a region. */
export const loadSavedSearches = defineLoad('savedSearches.load', {
  payload: z.object({ region: Region }),
  samples: () => [{ region: 'demo' }],
  label: () => 'Load the saved searches',
  slot: (state, { region }) => searchesOf(state, region),
  call: ({ region }) => request(contract.listSavedSearches, { query: { region } }),
  reply: contract.listSavedSearches.reply,
  value: ({ Searches }) => Searches,
});

/** The list with a search in its place, by list and name. */
function foldSearch(base: Draft<AppState>, { region }: { readonly region: string }, search: SavedSearch): void {
  const load = base.savedSearches?.of === region ? base.savedSearches.list : undefined;
  if (!load?.value) return;
  const others = load.value.filter(({ Id }) => Id !== search.Id);
  load.value = [...others, castDraft(search)].toSorted(
    (a, b) => a.List.localeCompare(b.List) || a.Name.toLowerCase().localeCompare(b.Name.toLowerCase()),
  );
}

const ofSearches = {
  lane: ({ region }: { readonly region: string }): string => `region/${region}/searches`,
  policy: 'queue',
  write: true,
  inverse: 'none',
  keepReply: 'all',
} as const;

/** Saves a search under a name. */
export const createSavedSearch = defineCommand('savedSearches.create', {
  ...ofSearches,
  payload: NewSearch.extend({ region: Region }),
  samples: () => [
    {
      region: 'demo',
      Name: 'Market stops',
      List: 'stops' as const,
      Tags: [{ field: 'Name', value: 'market' }],
      Match: 'Contains' as const,
      Condition: 'And' as const,
    },
  ],
  label: ({ Name }) => `Save the search ${Name}`,
  call: ({ region, ...body }) => request(contract.createSavedSearch, { query: { region }, body }),
  reply: contract.createSavedSearch.reply,
  answered: foldSearch,
  keep: 'all',
});

/** Watches a saved search, or no longer. */
export const watchSearch = defineCommand('savedSearches.watch', {
  ...ofSearches,
  payload: OfSearch.extend({ Watched: z.boolean() }),
  samples: () => [{ region: 'demo', searchId: 1, Watched: true }],
  label: ({ Watched }) => (Watched ? 'Watch a saved search' : 'Watch a saved search no longer'),
  call: ({ region, searchId, Watched }) => request(contract.watchSearch, { params: { searchId }, query: { region }, body: { Watched } }),
  reply: contract.watchSearch.reply,
  answered: foldSearch,
  keep: 'all',
});

/** Deletes a saved search for everybody. */
export const deleteSavedSearch = defineCommand('savedSearches.delete', {
  ...ofSearches,
  payload: OfSearch,
  samples: () => [{ region: 'demo', searchId: 1 }],
  label: () => 'Delete a saved search',
  call: ({ region, searchId }) => request(contract.deleteSavedSearch, { params: { searchId }, query: { region } }),
  reply: contract.deleteSavedSearch.reply,
  answered: (base, { region, searchId }) => {
    const load = base.savedSearches?.of === region ? base.savedSearches.list : undefined;
    if (load?.value) load.value = load.value.filter(({ Id }) => Id !== searchId);
  },
  keep: 'all',
});
