/** Translations of names, and who is named as the source of data. */
import { z } from 'zod';
import type { Translation } from './model/translation.ts';

/** What is wrong with a translation to be made, at which field. */
export function newTranslationErrors(
  given: Partial<Pick<Translation, 'CategoryName' | 'FieldName' | 'LanguageName' | 'Translation' | 'FieldValue' | 'RecordId'>>,
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
