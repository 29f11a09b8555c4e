/** Edits of translations. */
import { z } from 'zod';
import { languageName, newTranslationErrors, translatedText } from '../translations.ts';
import { TRANSLATION_FIELDS, TranslationField } from '../model/translation.ts';
import { fieldEdit } from './editField.ts';
import { type Documents, documentEdit, one, put, remove } from './documentEdit.ts';

/** Ids that the product gives to new translations: no control or bidirectional characters, at most 255. */
const NewTranslationId = z.string().regex(/^[^\p{Cc}\p{Bidi_Control}]{1,255}$/u);
const Text = z.string().max(10_000);
const Made = z.object({ CategoryName: Text.min(1), FieldName: Text.min(1), LanguageName: Text, FieldValue: Text.min(1) });

/** Changes one field of a translation. An empty text takes an optional field away. */
export const editTranslationField = fieldEdit('Translation', 'translation.editField', {
  summary: 'Changes one field of a translation. An empty text takes an optional field away.',
  path: 'edit/translation/:field',
  payload: z.object({ translationId: z.string(), field: TranslationField, value: Text }),
  samples: [
    { translationId: 'TR1', field: 'translation', value: 'Marktplatz' },
    { translationId: 'TR2', field: 'languageName', value: 'nl' },
    { translationId: 'TR2', field: 'fieldValue', value: 'Harbour' },
  ],
  keys: TRANSLATION_FIELDS,
  id: (p) => p.translationId,
  within: () => 'translations',
  nameOf: (docs, p) => `translation ${nameOf(docs, p.translationId)}`,
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

/** Fills cells of the sheet of translations in, or takes translations away, many at once: one change set, undone together. */
export const fillTranslations = documentEdit('translation.fill', {
  summary: 'Sets the text of many translations at once. One that is not there is made of `make`; an empty text takes a translation away.',
  path: 'edit/translation/fill',
  payload: z.object({
    cells: z
      .array(z.object({ translationId: NewTranslationId, text: Text, make: Made.optional() }))
      .min(1)
      .max(5000),
  }),
  samples: [
    {
      cells: [
        { translationId: 'TR1', text: 'Marktplatz' },
        { translationId: 'TR3', text: '' },
        { translationId: 'TR7', text: 'Marché', make: { CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', FieldValue: 'Market' } },
      ],
    },
  ],
  documents: (p) => p.cells.map(({ translationId }) => one('Translation', translationId)),
  within: () => 'translations',
  touches: (p) => (p.cells.length > 32 ? ['translation'] : p.cells.map(({ translationId }) => `translation/${translationId}/Translation`)),
  refuse: (_docs, p) =>
    new Set(p.cells.map(({ translationId }) => translationId)).size < p.cells.length ? 'A translation is named twice.' : undefined,
  change: (docs, p) =>
    p.cells.flatMap(({ translationId, text, make }) => {
      const known = docs.get('Translation', translationId);
      if (text === '') return known ? [remove('Translation', translationId)] : [];
      const before = known ?? (make && { Id: translationId, ...make });
      return [put('Translation', translationId, { ...(before ?? docs.need('Translation', translationId)), Translation: text })];
    }),
  label: (p) => `Fill in ${p.cells.length.toLocaleString('en-GB')} translation${p.cells.length === 1 ? '' : 's'}`,
});

/** Makes a translation of a value, or of one record. */
export const createTranslation = documentEdit('translation.create', {
  summary:
    'Makes a translation: of every record with a value (FieldValue), or of one record (RecordId). The id may be proposed; 409 when it is taken.',
  path: 'edit/translation',
  payload: z.object({
    translationId: NewTranslationId.optional(),
    CategoryName: Text,
    FieldName: Text,
    LanguageName: Text,
    Translation: Text,
    FieldValue: Text.optional(),
    RecordId: Text.optional(),
  }),
  samples: [{ translationId: 'TR9', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', Translation: 'Port', FieldValue: 'Harbour' }],
  mint: (p, fresh) => ({ ...p, translationId: p.translationId ?? fresh('TR') }),
  documents: (p) => (p.translationId === undefined ? [] : [one('Translation', p.translationId)]),
  within: () => 'translations',
  touches: (p) => [`translation/${p.translationId ?? ''}`],
  refuse: (docs, p) => {
    const wrong = newTranslationErrors(p);
    if (wrong.length > 0) return wrong;
    const taken = p.translationId !== undefined && docs.get('Translation', p.translationId);
    return taken ? `There is a translation with the id ${p.translationId} already.` : undefined;
  },
  change: (_docs, { translationId = '…', CategoryName, FieldName, LanguageName, Translation, FieldValue, RecordId }) => [
    put('Translation', translationId, {
      Id: translationId,
      CategoryName,
      FieldName,
      LanguageName,
      Translation,
      ...(FieldValue ? { FieldValue } : {}),
      ...(RecordId ? { RecordId } : {}),
    }),
  ],
  label: (p) => `Create translation of ${p.FieldValue || p.RecordId || 'nothing'} (${languageName(p.LanguageName)})`,
});

function nameOf(docs: Documents, id: string): string {
  const doc = docs.get('Translation', id);
  return doc ? `${translatedText(doc) || id} (${languageName(doc.LanguageName)})` : id;
}
