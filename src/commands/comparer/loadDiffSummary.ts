import { castDraft } from 'immer';
import { z } from 'zod';
import { readDiff } from '../../contract/comparer.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Lines that are named; the comparison has all. */
const LINES_NAMED = 12;

/** Counts what differs between two versions, for a question or a page that is not the comparer. */
export const loadDiffSummary = defineLoad('comparer.summarise', {
  payload: z.object({ a: VersionId, b: VersionId }),
  samples: () => [{ a: 1, b: 3 }],
  label: () => 'Count what differs between two versions',
  lane: ({ a, b }) => `${a}-${b}`,
  slot: (state, { a, b }) => ((state.diffSummaries ??= {})[`${a}-${b}`] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ a, b }) => request(readDiff, { query: { a, b } }),
  reply: readDiff.reply,
  // a version was removed meanwhile: it stands where the counts would
  quiet: ({ status }) => status === 404,
  value: ({ Categories, First }) => ({
    categories: Categories,
    lines: First?.Category === 'schedules' ? [...new Set(First.Entries.map(({ Name }) => Name))].slice(0, LINES_NAMED) : [],
  }),
});
