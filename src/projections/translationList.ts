/** The translations of a version narrowed down by the address's query. */
import { compareTranslations } from '../domain/translations.ts';
import type { Translation } from '../domain/model/translation.ts';
import type { RowKeeper } from './documentRows.ts';
import { listRows } from './listRows.ts';
import { folded } from '../domain/folded.ts';
import { queryPairs, queryText, queryValues } from '../domain/queryText.ts';

/** What the list of translations is narrowed down to; undefined says any. */
export interface TranslationFilter {
  /** The translated text, the translation or the record's id holds it. */
  readonly text: string;
  readonly language: string | undefined;
  /** Category and field: `stops.stop_name`. */
  readonly field: string | undefined;
}

/** Reads the filter of a query. A language of no name is requested as `LanguageName=`. */
export function translationFilterOf(search: string): TranslationFilter {
  return {
    text: queryValues(search, 'Text')[0]?.trim() ?? '',
    language: queryValues(search, 'LanguageName')[0],
    field: queryValues(search, 'FieldName')[0],
  };
}

/** The query that asks for a filter; what else it holds stays. */
export function searchWithTranslationFilter(search: string, { text, language, field }: TranslationFilter): string {
  const others = queryPairs(search).filter(([name]) => name !== 'Text' && name !== 'LanguageName' && name !== 'FieldName');
  const wanted = { Text: text.trim() === '' ? undefined : text.trim(), LanguageName: language, FieldName: field };
  return queryText([...others, ...Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))]);
}

/** Category and field in one text, as filters write them. */
export function fieldKey({ CategoryName, FieldName }: Pick<Translation, 'CategoryName' | 'FieldName'>): string {
  return `${CategoryName}.${FieldName}`;
}

/** Narrows translations down, keeping their order. */
export function filterTranslations(all: readonly Translation[], { text, language, field }: TranslationFilter): readonly Translation[] {
  const wanted = folded(text);
  if (wanted === '' && language === undefined && field === undefined) return all;
  const texts = wanted === '' ? undefined : textsOf(all);
  return all.filter(
    (one, i) =>
      (language === undefined || one.LanguageName === language) &&
      (field === undefined || fieldKey(one) === field) &&
      (texts === undefined || texts[i]?.includes(wanted) === true),
  );
}

/** What searches compare, made once a list: folding 100,000 texts on every letter typed would be felt. */
function textsOf(all: readonly Translation[]): readonly string[] {
  const known = texts.get(all);
  if (known) return known;
  const made = all.map(({ FieldValue = '', Translation: text, RecordId = '' }) => folded(`${FieldValue}\n${text}\n${RecordId}`));
  texts.set(all, made);
  return made;
}

const texts = new WeakMap<readonly Translation[], readonly string[]>();

/** The rows of the list: whole documents, in the order of what they translate. */
export const translationRows: RowKeeper<'Translation'> = listRows<'Translation', Translation>({
  list: (version) => version.translations,
  rowOf: (translation) => translation,
  docOf: (translation) => translation,
  compare: compareTranslations,
});
