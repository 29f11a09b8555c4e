import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listTranslations } from '../../contract/translations.ts';
import { compareTranslations } from '../../domain/translations.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdEdited } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the translations of a version, sorted by what they translate as people count. */
export const loadTranslations = defineLoad('translation.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load translations',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.translations,
  call: ({ versionId }) => request(listTranslations, { params: { versionId } }),
  reply: listTranslations.reply,
  value: (reply) => reply.Translations.toSorted(compareTranslations),
  answered: (base, { versionId }, reply) => {
    holdEdited(base, versionId, 'Translation', reply.Translations, reply.Revs);
    foldHeldRows(base, versionId, 'Translation');
  },
});
