/** Loads what the comparer shows one by one: a page of a list, the properties of a category, both states of an entry. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { listDiff, listDiffProperties, readDifference, readReleaseNotes, readServiceChange } from '../../contract/comparer.ts';
import { request } from '../../contract/route.ts';
import { DiffPageName } from '../../domain/comparer/lists.ts';
import { VersionId } from '../../domain/versions.ts';
import { detailsKey, listKey } from '../../projections/comparer.ts';
import { type AppState, IDLE, type Load } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

const Pair = z.object({ a: VersionId, b: VersionId });
const PAIR = { a: 1, b: 3 };

/** Loads one page of a list. */
export const loadDiffList = defineLoad('comparer.loadList', {
  payload: Pair.extend({ category: z.string(), page: DiffPageName, property: z.string(), number: z.int().min(0) }),
  samples: () => [{ ...PAIR, category: 'stops', page: 'changed' as const, property: '', number: 0 }],
  label: ({ category, page }) => `Load what was ${page} in ${category}`,
  slot: (state, p) => slotIn(state, p, 'lists', listKey(p.category, p.page, p.property, p.number)),
  call: ({ property, ...query }) => request(listDiff, { query: { ...query, ...(property === '' ? {} : { property }) } }),
  reply: listDiff.reply,
  value: (reply) => reply,
});

/** Loads how many entities changed in each property of a category. */
export const loadDiffProperties = defineLoad('comparer.loadProperties', {
  payload: Pair.extend({ category: z.string() }),
  samples: () => [{ ...PAIR, category: 'stops' }],
  label: ({ category }) => `Load the changed properties of ${category}`,
  slot: (state, p) => slotIn(state, p, 'properties', p.category),
  call: (query) => request(listDiffProperties, { query }),
  reply: listDiffProperties.reply,
  value: (reply) => reply.Properties,
});

/** Loads both states of an entry. */
export const loadDifference = defineLoad('comparer.loadDifference', {
  payload: Pair.extend({ kind: z.string(), id: z.string(), page: z.literal('removed').optional() }),
  samples: () => [{ ...PAIR, kind: 'Stop', id: 'S1' }],
  label: ({ kind, id }) => `Load both states of ${kind.toLowerCase()} ${id}`,
  lane: ({ kind, id }) => (kind === 'Track' ? `track/${id}` : 'entry'),
  slot: (state, p) => slotIn(state, p, 'details', detailsKey(`${p.kind}/${p.id}`, p.page === 'removed')),
  call: ({ page, ...query }) => request(readDifference, { query: { ...query, ...(page ? { page } : {}) } }),
  reply: readDifference.reply,
  value: (reply) => reply,
});

/** Loads what riders notice of the second version, line by line. */
export const loadReleaseNotes = defineLoad('comparer.loadNotes', {
  payload: Pair,
  samples: () => [PAIR],
  label: () => 'Load the release notes',
  slot: (state, { a, b }) => (state.comparer.pair === `${a}-${b}` ? (state.comparer.notes ??= castDraft({ ...IDLE, messages: [] })) : undefined),
  call: (query) => request(readReleaseNotes, { query }),
  reply: readReleaseNotes.reply,
  value: ({ Lines }) => Lines,
});

/** Loads how the service of the schedules differs. */
export const loadServiceChange = defineLoad('comparer.loadService', {
  payload: Pair,
  samples: () => [PAIR],
  label: () => 'Load how the service differs',
  slot: (state, { a, b }) => (state.comparer.pair === `${a}-${b}` ? (state.comparer.service ??= castDraft({ ...IDLE, messages: [] })) : undefined),
  call: (query) => request(readServiceChange, { query }),
  reply: readServiceChange.reply,
  value: (reply) => reply,
});

/** Where a part of the comparison goes; undefined where another one is in view. */
function slotIn<K extends 'lists' | 'properties' | 'details'>(
  state: Draft<AppState>,
  { a, b }: { a: number; b: number },
  part: K,
  key: string,
): Draft<AppState['comparer'][K][string]> | undefined {
  if (state.comparer.pair !== `${a}-${b}`) return undefined;
  const loads = state.comparer[part] as Record<string, Draft<Load<unknown>>>;
  return (loads[key] ??= castDraft({ ...IDLE, messages: [] })) as Draft<AppState['comparer'][K][string]>;
}
