import { listTranslations } from '../../contract/translations.ts';
import { compareTranslations } from '../../domain/translations.ts';
import { foldHeldRows, holdEdited } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the translations of a version, sorted by what they translate as people count. */
export const loadTranslations = defineVersionLoad('translation.loadAll', 'Load translations', listTranslations, {
  slot: (state, { versionId }) => state.versions[versionId]?.translations,
  value: (reply) => reply.Translations.toSorted(compareTranslations),
  answered: (base, { versionId }, reply) => {
    holdEdited(base, versionId, 'Translation', reply.Translations, reply.Revs);
    foldHeldRows(base, versionId, 'Translation');
  },
});
