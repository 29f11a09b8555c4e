import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import * as contract from '../../contract/versionTexts.ts';
import { VersionId } from '../../domain/versions.ts';
import { SEARCH_LIMIT, SEARCH_MODES, TEXT_GROUPS, TEXT_LIMIT } from '../../domain/versionTexts.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

export const TextSearch = z.object({
  find: z.string().min(1).max(SEARCH_LIMIT),
  replace: z.string().max(TEXT_LIMIT),
  mode: z.enum(SEARCH_MODES),
  letters: z.enum(['any', 'same']),
  groups: z.array(z.enum(TEXT_GROUPS)).min(1),
});
export type TextSearch = z.infer<typeof TextSearch>;

const SAMPLE: TextSearch & { versionId: number } = {
  versionId: 1,
  find: 'Market',
  replace: 'Central market',
  mode: 'text',
  letters: 'any',
  groups: ['names'],
};

/** Searches the texts of a version. */
export const findTexts = defineLoad('text.find', {
  payload: TextSearch.extend({ versionId: VersionId }),
  samples: () => [SAMPLE],
  label: ({ find }) => `Find "${find}" in the version`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.foundTexts ??= castDraft({ ...IDLE, messages: [] }));
  },
  call: ({ versionId, groups, ...query }) => request(contract.findTexts, { params: { versionId }, query: { ...query, group: groups } }),
  reply: contract.findTexts.reply,
  value: ({ Texts, More }, { versionId: _of, ...search }) => ({ search, texts: Texts, more: More }),
  // what was typed wrong is said in the form
  quiet: ({ status }) => status === 400,
});
