/** Edits of translations. */
import { z } from 'zod';
import { languageName, TRANSLATION_FIELDS, TranslationField, translatedText, translationFieldError, withTranslationField } from '../translations.ts';
import { type Documents, documentEdit, one, put, remove } from './documentEdit.ts';

/** Ids that the product gives to new translations: no control characters, at most 255. */
const NewTranslationId = z.string().regex(/^[^\p{Cc}]{1,255}$/u);
const Text = z.string().max(10_000);

/** Changes one field of a translation. An empty text takes an optional field away. */
export const editTranslationField = documentEdit('translation.editField', {
  summary: 'Changes one field of a translation. An empty text takes an optional field away.',
  path: 'edit/translation/:field',
  payload: z.object({ translationId: z.string(), field: TranslationField, value: Text }),
  samples: [
    { translationId: 'TR1', field: 'translation', value: 'Marktplatz' },
    { translationId: 'TR2', field: 'languageName', value: 'nl' },
    { translationId: 'TR2', field: 'fieldValue', value: 'Harbour' },
  ],
  documents: (p) => [one('Translation', p.translationId)],
  within: () => 'translations',
  touches: (p) => [`translation/${p.translationId}/${TRANSLATION_FIELDS[p.field]}`],
  refuse: (_docs, p) => {
    const message = translationFieldError(p.field, p.value);
    return message === undefined ? undefined : [{ Field: p.field, Message: message }];
  },
  change: (docs, p) => [put('Translation', p.translationId, withTranslationField(docs.need('Translation', p.translationId), p.field, p.value))],
  label: (p, docs) => `Change ${FIELD_WORDS[p.field]} of translation ${nameOf(docs, p.translationId)} to ${p.value || 'nothing'}`,
});

/** Makes a translation like another one, to be changed after. */
export const cloneTranslation = documentEdit('translation.clone', {
  summary: 'Makes a copy of a translation under a new id; 409 when it is taken.',
  path: 'edit/translation/clone',
  payload: z.object({ sourceId: z.string(), translationId: NewTranslationId }),
  samples: [{ sourceId: 'TR1', translationId: 'TR8' }],
  documents: (p) => [one('Translation', p.sourceId), one('Translation', p.translationId)],
  within: () => 'translations',
  touches: (p) => [`translation/${p.translationId}`],
  refuse: (docs, { translationId }) =>
    docs.get('Translation', translationId) ? `There is a translation with the id ${translationId} already.` : undefined,
  change: (docs, { sourceId, translationId }) => [put('Translation', translationId, { ...docs.need('Translation', sourceId), Id: translationId })],
  label: (p, docs) => `Clone translation ${nameOf(docs, p.sourceId)}`,
});

/** Removes translations. */
export const removeTranslations = documentEdit('translation.remove', {
  summary: 'Removes translations.',
  path: 'edit/translation/delete',
  payload: z.object({ translationIds: z.array(z.string()).min(1).max(10_000) }),
  samples: [{ translationIds: ['TR3'] }, { translationIds: ['TR2', 'TR3'] }],
  documents: (p) => p.translationIds.map((id) => one('Translation', id)),
  within: () => 'translations',
  touches: (p) => (p.translationIds.length > 32 ? ['translation'] : p.translationIds.map((id) => `translation/${id}`)),
  change: (docs, p) => p.translationIds.map((id) => remove('Translation', docs.need('Translation', id).Id)),
  label: (p, docs) => {
    const [only = ''] = p.translationIds;
    return p.translationIds.length === 1 ? `Remove translation ${nameOf(docs, only)}` : `Remove ${p.translationIds.length} translations`;
  },
});

function nameOf(docs: Documents, id: string): string {
  const doc = docs.get('Translation', id);
  return doc ? `${translatedText(doc) || id} (${languageName(doc.LanguageName)})` : id;
}

const FIELD_WORDS: Readonly<Record<TranslationField, string>> = {
  translation: 'text',
  languageName: 'language',
  categoryName: 'category',
  fieldName: 'field',
  fieldValue: 'field value',
};
