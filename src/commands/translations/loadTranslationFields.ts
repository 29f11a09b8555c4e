import { listTranslationFields } from '../../contract/translations.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the fields that a version has translations of. */
export const loadTranslationFields = defineVersionLoad('translation.loadFields', 'Load fields of translations', listTranslationFields, {
  slot: (state, { versionId }) => state.versions[versionId]?.translationFields,
  value: (reply) => reply.Fields,
});
