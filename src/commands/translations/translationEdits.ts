/** The edits of translations as commands. */
import * as edits from '../../domain/edits/translations.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';

export const editTranslationField = defineEdit(edits.editTranslationField);
export const removeTranslations = defineEdit(edits.removeTranslations);

/** The copy is opened where its source is looked at. */
export const cloneTranslation = defineEdit(edits.cloneTranslation, {
  next: ({ versionId, sourceId, translationId }, _reply, view) => {
    const place = presentPlace(view);
    if (place.page !== 'translations' || place.itemId !== sourceId || place.versionId !== versionId) return [];
    return [openPlace({ path: dataPath({ ...place, itemId: translationId }), search: view.location.search })];
  },
});
