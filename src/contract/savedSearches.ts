/** Saved searches of a region. */
import { z } from 'zod';
import { NewSearch, SavedSearch } from '../domain/savedSearches.ts';
import { defineRoute } from './route.ts';

const BASE = '/storage/ui/searches';
const query = z.object({ region: z.string() });
const params = z.object({ searchId: z.coerce.number().int().positive().max(2_147_483_647) });

export const listSavedSearches = defineRoute({
  name: 'listSavedSearches',
  summary: 'Saved searches of a region by list and name, and which of them the caller watches.',
  method: 'GET',
  path: BASE,
  query,
  reply: z.object({ Searches: z.array(SavedSearch) }),
  access: 'read',
});

export const createSavedSearch = defineRoute({
  name: 'createSavedSearch',
  summary: 'Saves a search under a name that no other search of the region has. Everybody who sees the region sees it.',
  method: 'POST',
  path: BASE,
  query,
  body: NewSearch,
  reply: SavedSearch,
  access: 'write',
});

export const deleteSavedSearch = defineRoute({
  name: 'deleteSavedSearch',
  summary: 'Deletes a saved search, also for those who watch it.',
  method: 'DELETE',
  path: `${BASE}/:searchId`,
  params,
  query,
  reply: z.object({}),
  access: 'write',
});

export const watchSearch = defineRoute({
  name: 'watchSearch',
  summary: 'Watches a saved search, or no longer: the caller is notified when an edit of somebody else, or an import, brings something into it.',
  method: 'PUT',
  path: `${BASE}/:searchId/watch`,
  params,
  query,
  body: z.object({ Watched: z.boolean() }),
  reply: SavedSearch,
  access: 'read',
  scope: 'person',
});
