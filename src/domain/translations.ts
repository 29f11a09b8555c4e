/** Translations of names, and who is named as the source of data. */
import { z } from 'zod';
import { extraField } from './extra.ts';

/** A translation of one field: of one record (RecordId, RecordSubId) or of every record with a value (FieldValue). */
export const Translation = z.object({
  Id: z.string().min(1),
  /** GTFS table name: stops, routes, trips ... */
  CategoryName: z.string(),
  FieldName: z.string(),
  LanguageName: z.string(),
  Translation: z.string(),
  RecordId: z.string().optional(),
  RecordSubId: z.string().optional(),
  FieldValue: z.string().optional(),
  ...extraField,
});
export type Translation = z.infer<typeof Translation>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const TRANSLATION_FIELDS = {
  translation: 'Translation',
  languageName: 'LanguageName',
  categoryName: 'CategoryName',
  fieldName: 'FieldName',
  fieldValue: 'FieldValue',
} as const satisfies Record<string, keyof Translation>;

export const TranslationField = z.enum(['translation', 'languageName', 'categoryName', 'fieldName', 'fieldValue']);
export type TranslationField = z.infer<typeof TranslationField>;

/** The same translation with another value of one field; an empty field value is taken away, every other field stays, empty. */
export function withTranslationField(translation: Translation, field: TranslationField, value: string): Translation {
  if (field !== 'fieldValue' || value !== '') return { ...translation, [TRANSLATION_FIELDS[field]]: value };
  const { FieldValue: _gone, ...rest } = translation;
  return rest;
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. */
export function translationFieldError(field: TranslationField, value: string): string | undefined {
  if (field === 'categoryName' && value.trim() === '') return 'Category is required';
  if (field === 'fieldName' && value.trim() === '') return 'Field name is required';
  return undefined;
}

/** What is wrong with a translation to be made, at which field. */
export function newTranslationErrors(
  given: Pick<Translation, 'CategoryName' | 'FieldName' | 'LanguageName' | 'Translation' | 'FieldValue' | 'RecordId'>,
): readonly { readonly Field: string; readonly Message: string }[] {
  const blank = (text: string | undefined): boolean => (text ?? '').trim() === '';
  return [
    ...(blank(given.CategoryName) ? [{ Field: 'CategoryName', Message: 'Category is required' }] : []),
    ...(blank(given.FieldName) ? [{ Field: 'FieldName', Message: 'Field name is required' }] : []),
    ...(blank(given.LanguageName) ? [{ Field: 'LanguageName', Message: 'Language is required' }] : []),
    ...(blank(given.Translation) ? [{ Field: 'Translation', Message: 'Translation is required' }] : []),
    ...(blank(given.FieldValue) && blank(given.RecordId) ? [{ Field: 'FieldValue', Message: 'Enter the text, or the id of the record' }] : []),
  ];
}

/** A language that a version has translations in: its code as the translations write it, and its name in English. */
export const TranslationLanguage = z.object({ Id: z.string(), Name: z.string(), Count: z.int().min(1) });
export type TranslationLanguage = z.infer<typeof TranslationLanguage>;

/** A field that a version has translations of. */
export const TranslatedField = z.object({ CategoryName: z.string(), FieldName: z.string(), Count: z.int().min(1) });
export type TranslatedField = z.infer<typeof TranslatedField>;

/** The name of a language in English (`German`); a text that is no language code stands as it is, none at all as N/A. */
export function languageName(code: string): string {
  if (code.trim() === '') return 'N/A';
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(code)) return code;
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** What a translation translates: the text, or the id of the one record it is about. */
export function translatedText({ FieldValue, RecordId, RecordSubId }: Translation): string {
  if (FieldValue !== undefined && FieldValue !== '') return FieldValue;
  return RecordSubId === undefined || RecordSubId === '' ? (RecordId ?? '') : `${RecordId ?? ''} / ${RecordSubId}`;
}

/** Translations compare by what they translate as people count, then by field and language. */
export function compareTranslations(a: Translation, b: Translation): number {
  return (
    collator.compare(translatedText(a), translatedText(b)) ||
    collator.compare(a.CategoryName, b.CategoryName) ||
    collator.compare(a.FieldName, b.FieldName) ||
    collator.compare(a.LanguageName, b.LanguageName) ||
    collator.compare(a.Id, b.Id)
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** An attribution: an organisation and its roles for the feed, an agency, a line or a trip. */
export const Attribution = z.object({
  Id: z.string().min(1),
  OrganizationName: z.string(),
  AgencyId: z.string().optional(),
  ExternalTransportId: z.string().optional(),
  TripId: z.string().optional(),
  IsProducer: z.boolean().optional(),
  IsOperator: z.boolean().optional(),
  IsAuthority: z.boolean().optional(),
  Url: z.string().optional(),
  Email: z.string().optional(),
  Phone: z.string().optional(),
  ...extraField,
});
export type Attribution = z.infer<typeof Attribution>;
