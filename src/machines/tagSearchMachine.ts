/**
 * Searching a list by tags: a category, then a value, or a text at once. The tags are in the address; the machine knows which
 * step may come next, and why a tag was refused.
 *
 *   closed --OPEN--> choosing --CATEGORY--> valuing --ADD--> choosing
 *                    choosing, valuing --CLOSE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  addSearchTag,
  chooseSearchCategory,
  clearSearch,
  closeSearch,
  combineSearch,
  openSearch,
  removeSearchTag,
  stepBackSearch,
  typeSearch,
} from '../commands/search/tagSearchSteps.ts';
import { appStarted } from '../commands/shell/appStarted.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { categoryOf, mixingError, type SearchList, searchValue, TEXT_TAG } from '../domain/searchTags.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';
import { sameTag, type SearchAddress, searchAddress, searchedList, type TagSearch, tagSearchOf } from '../projections/searchQuery.ts';
import type { AppState } from '../projections/state.ts';
import { presentPlace } from '../projections/versions.ts';

interface TagSearchContext {
  readonly versionId: number;
  readonly list: SearchList | null;
  /** Category of the edited tag; null for none. */
  readonly category: string | null;
  /** Why the last tag was refused. */
  readonly message: string | null;
}

export type TagSearchEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly list: SearchList; readonly category: string | null }
  | { readonly type: 'TYPE'; readonly address: SearchAddress }
  | { readonly type: 'CATEGORY'; readonly category: string; readonly refused: string | null; readonly address: SearchAddress }
  | { readonly type: 'ADD'; readonly refused: string | null; readonly address: SearchAddress }
  | { readonly type: 'BACK'; readonly address: SearchAddress }
  | { readonly type: 'CHANGE'; readonly address: SearchAddress }
  | { readonly type: 'CLEAR'; readonly address: SearchAddress }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

const NOTHING: TagSearchContext = { versionId: 0, list: null, category: null, message: null };

const show = {
  type: 'dispatch',
  params: ({ event }: { event: TagSearchEvent }) => openPlace({ ...('address' in event ? event.address : { path: '/', search: '' }), replace: true }),
} as const;

export const tagSearchMachine = setup({
  types: { context: {} as TagSearchContext, events: {} as TagSearchEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    accept: assign({ message: null }),
    refuse: assign({ message: ({ event }) => ('refused' in event ? event.refused : null) }),
    dropCategory: assign({ category: null, message: null }),
  },
  guards: {
    inCategory: ({ event }) => event.type === 'OPEN' && event.category !== null,
    isAllowed: ({ event }) => 'refused' in event && event.refused === null,
  },
}).createMachine({
  id: 'tagSearch',
  context: NOTHING,
  initial: 'closed',
  on: {
    // tags can be taken away, and the whole search, without going into the box
    CHANGE: { actions: show },
  },
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: [
          {
            guard: 'inCategory',
            target: 'valuing',
            actions: assign(({ event: { versionId, list, category } }) => ({ versionId, list, category })),
          },
          { target: 'choosing', actions: assign(({ event: { versionId, list } }) => ({ versionId, list })) },
        ],
        CLEAR: { actions: show },
      },
    },
    choosing: {
      on: {
        TYPE: { actions: ['accept', show] },
        CATEGORY: [
          { guard: 'isAllowed', target: 'valuing', actions: ['accept', assign({ category: ({ event }) => event.category }), show] },
          { actions: 'refuse' },
        ],
        ADD: [{ guard: 'isAllowed', actions: ['accept', show] }, { actions: 'refuse' }],
        BACK: { actions: ['accept', show] },
        CLEAR: { actions: ['accept', show] },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    valuing: {
      on: {
        TYPE: { actions: ['accept', show] },
        ADD: [{ guard: 'isAllowed', target: 'choosing', actions: ['dropCategory', show] }, { actions: 'refuse' }],
        BACK: { target: 'choosing', actions: ['dropCategory', show] },
        CLEAR: { target: 'choosing', actions: ['dropCategory', show] },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const tagSearchWorkflow = defineWorkflow({
  id: 'tagSearch',
  machine: tagSearchMachine,
  route: (record, view, { snapshot }): TagSearchEvent | undefined => {
    const { context } = snapshot;
    // after a reload nobody is in the box
    if (record.type === closeSearch.type || record.type === appStarted.type) return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const there = searchedList(view) === context.list && presentPlace(view).versionId === context.versionId;
      return there || snapshot.value === 'closed' ? undefined : { type: 'LEAVE' };
    }
    return stepOf(record, view, context.category);
  },
});

function stepOf(record: LogRecord, view: AppState, category: string | null): TagSearchEvent | undefined {
  const list = searchedList(view);
  const { versionId } = presentPlace(view);
  if (!list || versionId === undefined) return undefined;
  const to = (change: (search: TagSearch) => TagSearch): SearchAddress => searchAddress(view, change) ?? view.location;
  const now = tagSearchOf(list, view.location.search);

  if (record.type === openSearch.type) {
    const draft = now.draft?.field;
    return { type: 'OPEN', versionId, list, category: draft === undefined || draft === TEXT_TAG ? null : draft };
  }
  const typed = payloadOf(typeSearch, record);
  if (typed) {
    const field = category ?? TEXT_TAG;
    const draft = typed.text.trim() === '' && category === null ? undefined : { field, value: typed.text };
    return { type: 'TYPE', address: to((search) => ({ ...search, draft })) };
  }
  const chosen = payloadOf(chooseSearchCategory, record);
  if (chosen) {
    const refused = mixingError(list, now.tags, categoryOf(list, chosen.category)) ?? null;
    const draft = { field: chosen.category, value: '' };
    return { type: 'CATEGORY', category: chosen.category, refused, address: to((search) => ({ ...search, draft })) };
  }
  const added = payloadOf(addSearchTag, record);
  if (added) {
    const of = added.category === null ? undefined : categoryOf(list, added.category);
    const read = searchValue(of, added.text);
    const refused = 'message' in read ? read.message : (mixingError(list, now.tags, of) ?? null);
    const tag = { field: of?.id ?? TEXT_TAG, value: 'value' in read ? read.value : '' };
    return {
      type: 'ADD',
      refused,
      address: to(({ tags, ...search }) => ({ ...search, draft: undefined, tags: tags.some((one) => sameTag(one, tag)) ? tags : [...tags, tag] })),
    };
  }
  if (record.type === stepBackSearch.type) {
    return {
      type: 'BACK',
      address: to((search) => ({ ...search, draft: undefined, tags: category === null && !search.draft ? search.tags.slice(0, -1) : search.tags })),
    };
  }
  const removed = payloadOf(removeSearchTag, record);
  if (removed) return { type: 'CHANGE', address: to((search) => ({ ...search, tags: search.tags.filter((tag) => !sameTag(tag, removed)) })) };
  const combined = payloadOf(combineSearch, record);
  if (combined) return { type: 'CHANGE', address: to((search) => ({ ...search, ...combined })) };
  if (record.type === clearSearch.type) return { type: 'CLEAR', address: to((search) => ({ ...search, tags: [], draft: undefined })) };
  return undefined;
}
