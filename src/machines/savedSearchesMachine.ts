/**
 * The saved searches of a region: the search of the present list is saved under a name; one of the list is opened, watched or deleted.
 *
 *   closed --OPEN--> listing --SAVE, WATCH--> sending --DONE--> listing
 *                                                     --FAILED--> listing, with the reason
 *                    listing --ASK--> asking --DELETE--> sending
 *                                            --KEEP--> listing
 *                    listing --APPLY--> closed, and the list is searched
 *   all --CLOSE, LEAVE--> closed (what is being sent continues)
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { createSavedSearch, deleteSavedSearch, watchSearch } from '../commands/search/savedSearches.ts';
import {
  answerDeleteSearch,
  applySavedSearch,
  askToDeleteSearch,
  closeSavedSearches,
  openSavedSearches,
  submitSavedSearch,
  toggleWatch,
} from '../commands/search/savedSearchSteps.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { NewSearch, searchPlace } from '../domain/savedSearches.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { savedSearch, searchToSave } from '../projections/savedSearches.ts';
import type { SearchAddress } from '../projections/searchQuery.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

interface SavedSearchesContext {
  readonly region: string;
  readonly versionId: number;
  /** The search that is asked about. */
  readonly searchId: number;
  readonly messages: readonly string[];
}

export type SavedSearchesEvent =
  | { readonly type: 'OPEN'; readonly region: string; readonly versionId: number }
  /** null: it has no name, or the present list is not searched. */
  | { readonly type: 'SAVE'; readonly search: NewSearch | null }
  | { readonly type: 'WATCH'; readonly searchId: number; readonly watched: boolean }
  | { readonly type: 'APPLY'; readonly address: SearchAddress }
  | { readonly type: 'ASK'; readonly searchId: number }
  | { readonly type: 'DELETE' }
  | { readonly type: 'KEEP' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: SavedSearchesContext = { region: '', versionId: 0, searchId: 0, messages: [] };
const CLOSE = { CLOSE: 'closed', LEAVE: 'closed' } as const;

export const savedSearchesMachine = setup({
  types: { context: {} as SavedSearchesContext, events: {} as SavedSearchesEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    clear: assign({ messages: [] }),
    why: assign(why),
  },
  guards: { isWhole: ({ event }) => event.type === 'SAVE' && event.search !== null },
}).createMachine({
  id: 'savedSearches',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'listing', actions: assign(({ event: { region, versionId } }) => ({ region, versionId })) } },
    },
    listing: {
      on: {
        SAVE: {
          guard: 'isWhole',
          target: 'sending',
          actions: [
            'clear',
            {
              type: 'dispatch',
              params: ({ context: { region }, event: { search } }) =>
                createSavedSearch({ region, ...(search ?? { Name: '', List: 'stops', Tags: [], Match: 'Contains', Condition: 'And' }) }),
            },
          ],
        },
        WATCH: {
          target: 'sending',
          actions: [
            'clear',
            {
              type: 'dispatch',
              params: ({ context: { region }, event: { searchId, watched } }) => watchSearch({ region, searchId, Watched: watched }),
            },
          ],
        },
        APPLY: { target: 'closed', actions: { type: 'dispatch', params: ({ event: { address } }) => openPlace({ ...address }) } },
        ASK: { target: 'asking', actions: assign(({ event: { searchId } }) => ({ searchId, messages: [] })) },
        ...CLOSE,
      },
    },
    asking: {
      on: {
        DELETE: {
          target: 'sending',
          actions: { type: 'dispatch', params: ({ context: { region, searchId } }) => deleteSavedSearch({ region, searchId }) },
        },
        KEEP: 'listing',
        ...CLOSE,
      },
    },
    sending: { on: { DONE: 'listing', FAILED: { target: 'listing', actions: 'why' }, ...CLOSE } },
  },
});

/** Which records the machine receives. */
export const savedSearchesWorkflow = defineWorkflow({
  id: 'savedSearches',
  machine: savedSearchesMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): SavedSearchesEvent | undefined => {
    const opened = payloadOf(openSavedSearches, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitSavedSearch, record);
    if (submitted) return { type: 'SAVE', search: NewSearch.safeParse({ ...searchToSave(view), ...submitted }).data ?? null };
    const watched = payloadOf(toggleWatch, record);
    if (watched) {
      const search = savedSearch(view, watched.searchId);
      return search && { type: 'WATCH', searchId: search.Id, watched: !search.Watched };
    }
    const applied = payloadOf(applySavedSearch, record);
    if (applied) {
      const search = savedSearch(view, applied.searchId);
      const { databaseId, versionId } = presentPlace(view);
      if (!search || databaseId === undefined || versionId === undefined) return undefined;
      return { type: 'APPLY', address: searchPlace({ databaseId, versionId }, search) };
    }
    const asked = payloadOf(askToDeleteSearch, record);
    if (asked) return { type: 'ASK', ...asked };
    const answered = payloadOf(answerDeleteSearch, record);
    if (answered) return { type: answered.delete ? 'DELETE' : 'KEEP' };
    if (record.type === closeSavedSearches.type) return { type: 'CLOSE' };
    const answer = answerTo(snapshot.value === 'sending' ? [createSavedSearch, watchSearch, deleteSavedSearch] : [], record, about);
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    return moved && presentPlace(view).versionId !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});
