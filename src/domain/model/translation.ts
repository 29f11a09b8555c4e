import { z } from 'zod';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';

const Text = z.string().optional();

/** A translation of one field: of one record (RecordId, RecordSubId) or of every record with a value (FieldValue). */
export const TranslationKind = defineKind(
  'Translation',
  {
    words: ['translation', 'translations'],
    array: 'Translations',
    page: 'translations',
    file: 'translations.txt',
    identity: ['Id'],
    header: ['table_name', 'field_name', 'language', 'translation'],
  },
  {
    Id: idField({ own: [] }, 'Made from what is translated.'),
    Translation: field(z.string(), {
      holds: 'text',
      label: 'Translation',
      help: 'The text in that language.',
      gtfs: 'translation',
      edit: true,
      word: 'text',
    }),
    LanguageName: field(z.string(), { holds: 'text', label: 'Language', help: 'Language of the translation: de.', gtfs: 'language', edit: true }),
    CategoryName: field(z.string(), {
      holds: 'text',
      label: 'Category',
      help: 'GTFS table of the text: stops, routes, trips.',
      gtfs: 'table_name',
      edit: true,
      required: true,
    }),
    FieldName: field(z.string(), {
      holds: 'text',
      label: 'Field name',
      word: 'field',
      help: 'GTFS column of the text: stop_name.',
      gtfs: 'field_name',
      edit: true,
      required: true,
    }),
    FieldValue: field(Text, { holds: 'text', label: 'Field value', help: 'For every record that has this text.', gtfs: 'field_value', edit: true }),
    RecordId: field(Text, { holds: 'text', label: 'Record', help: 'The one record that it is for.', gtfs: 'record_id' }),
    RecordSubId: field(Text, {
      holds: 'text',
      label: 'Part of record',
      help: 'Place of the stop in the trip, for stop times.',
      gtfs: 'record_sub_id',
    }),
  },
);

export const Translation = TranslationKind.schema;
export type Translation = z.infer<typeof Translation>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const TRANSLATION_FIELDS = editNames(TranslationKind);
export const TranslationField = editEnum(TRANSLATION_FIELDS);
export type TranslationField = z.infer<typeof TranslationField>;
