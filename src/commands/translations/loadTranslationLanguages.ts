import { listTranslationLanguages } from '../../contract/translations.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the languages that a version has translations in. */
export const loadTranslationLanguages = defineVersionLoad('translation.loadLanguages', 'Load languages of translations', listTranslationLanguages, {
  slot: (state, { versionId }) => state.versions[versionId]?.translationLanguages,
  value: (reply) => reply.Languages,
});
