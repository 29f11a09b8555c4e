/** The edits of translations as commands. */
import * as edits from '../../domain/edits/translations.ts';
import { dataPath } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';
import { loadTranslationFields } from './loadTranslationFields.ts';
import { loadTranslationLanguages } from './loadTranslationLanguages.ts';

export const editTranslationField = defineEdit(edits.editTranslationField, { next: counts });
export const removeTranslations = defineEdit(edits.removeTranslations, { next: counts });
export const fillTranslations = defineEdit(edits.fillTranslations, { next: counts });

/** What was made is opened where the list is looked at. */
export const createTranslation = defineEdit(edits.createTranslation, {
  next: ({ versionId, translationId }, reply, view) => {
    const place = presentPlace(view);
    const itemId = translationId ?? reply.Documents?.[0]?.Id;
    const isHere = place.page === 'translations' && place.versionId === versionId && itemId !== undefined;
    const open = isHere ? [openPlace({ path: dataPath({ ...place, itemId }), search: view.location.search })] : [];
    return [...open, ...counts({ versionId })];
  },
});

/** The languages and fields that the list is narrowed by may be others now. */
function counts({ versionId }: { readonly versionId: number }): readonly CommandInput[] {
  return [loadTranslationLanguages({ versionId }), loadTranslationFields({ versionId })];
}

/** The copy is opened where its source is looked at. */
export const cloneTranslation = defineEdit(edits.cloneTranslation, {
  next: ({ versionId, sourceId, translationId }, _reply, view) => {
    const place = presentPlace(view);
    if (place.page !== 'translations' || place.itemId !== sourceId || place.versionId !== versionId) return [];
    return [openPlace({ path: dataPath({ ...place, itemId: translationId }), search: view.location.search })];
  },
});
