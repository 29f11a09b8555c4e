import { listSourceTexts } from '../../contract/translations.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the texts of a version that can be translated. */
export const loadSourceTexts = defineVersionLoad('translation.loadTexts', 'Load texts to translate', listSourceTexts, {
  slot: (state, { versionId }) => state.versions[versionId]?.sourceTexts,
  value: (reply) => reply.Texts,
});
