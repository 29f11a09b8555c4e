import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listTranslationLanguages } from '../../contract/translations.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the languages that a version has translations in. */
export const loadTranslationLanguages = defineLoad('translation.loadLanguages', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load languages of translations',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.translationLanguages,
  call: ({ versionId }) => request(listTranslationLanguages, { params: { versionId } }),
  reply: listTranslationLanguages.reply,
  value: (reply) => reply.Languages,
});
