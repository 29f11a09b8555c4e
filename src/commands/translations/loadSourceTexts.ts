import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listSourceTexts } from '../../contract/translations.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the texts of a version that can be translated. */
export const loadSourceTexts = defineLoad('translation.loadTexts', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load texts to translate',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.sourceTexts,
  call: ({ versionId }) => request(listSourceTexts, { params: { versionId } }),
  reply: listSourceTexts.reply,
  value: (reply) => reply.Texts,
});
