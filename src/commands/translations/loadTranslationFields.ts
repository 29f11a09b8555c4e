import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listTranslationFields } from '../../contract/translations.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the fields that a version has translations of. */
export const loadTranslationFields = defineLoad('translation.loadFields', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load fields of translations',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.translationFields,
  call: ({ versionId }) => request(listTranslationFields, { params: { versionId } }),
  reply: listTranslationFields.reply,
  value: (reply) => reply.Fields,
});
