/** The sheet of translations as the screen shows it: put together once for texts, translations and languages, and narrowed down. */
import type { SourceText } from '../domain/translatable.ts';
import { rowKey, type SheetRow, translationSheet, type TranslationSheet } from '../domain/translationSheet.ts';
import type { Translation } from '../domain/model/translation.ts';
import { folded } from '../domain/folded.ts';

/** What the sheet is narrowed down to. */
export interface SheetFilter {
  readonly text: string;
  /** `stops.stop_name`. */
  readonly field: string | undefined;
  /** Only what lacks a translation in this language. */
  readonly missing: string | undefined;
}

/** The rows that a filter leaves; `keep` are those that stay though they would go: cells just filled in. */
export function filterSheet(
  { languages, rows }: TranslationSheet,
  { text, field, missing }: SheetFilter,
  keep: ReadonlySet<string>,
): readonly SheetRow[] {
  const wanted = folded(text.trim());
  const at = missing === undefined ? -1 : languages.indexOf(missing);
  if (wanted === '' && field === undefined && at < 0) return rows;
  return rows.filter(
    (row) =>
      (field === undefined || `${row.CategoryName}.${row.FieldName}` === field) &&
      (at < 0 || row.cells[at]?.text === '' || keep.has(rowKey(row))) &&
      (wanted === '' || folded(row.Value).includes(wanted) || row.cells.some((cell) => folded(cell.text).includes(wanted))),
  );
}

/** The languages of translations, by code; those without a name are left out. */
export function languagesOf(translations: readonly Translation[], more: readonly string[]): readonly string[] {
  return [...new Set([...translations.map(({ LanguageName }) => LanguageName), ...more])].filter((code) => code !== '').toSorted();
}

/** The sheet; the same where nothing it is made of has changed. */
export function sheetOfTranslations(
  texts: readonly SourceText[],
  translations: readonly Translation[],
  languages: readonly string[],
): TranslationSheet {
  const key = languages.join('\n');
  if (last?.texts === texts && last.translations === translations && last.key === key) return last.sheet;
  last = { texts, translations, key, sheet: translationSheet(texts, translations, languages) };
  return last.sheet;
}

let last: { texts: readonly SourceText[]; translations: readonly Translation[]; key: string; sheet: TranslationSheet } | undefined;

/** What of a translation is gone from the version: its text, or its record; undefined if it exists, or if this screen cannot check it. */
export function goneOf(texts: readonly SourceText[], { CategoryName, FieldName, FieldValue, RecordId }: Translation): 'text' | 'record' | undefined {
  const known = knownOf(texts);
  const place = `${CategoryName}\n${FieldName}\n`;
  const records = known.records.get(place);
  if (!records) return undefined;
  if (FieldValue) return /\p{L}/u.test(FieldValue) && !known.values.has(place + FieldValue) ? 'text' : undefined;
  return RecordId !== undefined && records.size > 0 && !records.has(RecordId) ? 'record' : undefined;
}

interface Known {
  readonly values: ReadonlySet<string>;
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
}

const known = new WeakMap<readonly SourceText[], Known>();

function knownOf(texts: readonly SourceText[]): Known {
  const found = known.get(texts);
  if (found) return found;
  const values = new Set<string>();
  const records = new Map<string, Set<string>>();
  for (const text of texts) {
    const place = `${text.CategoryName}\n${text.FieldName}\n`;
    values.add(place + text.Value);
    const ids = records.get(place) ?? new Set<string>();
    for (const id of text.Records) ids.add(id);
    records.set(place, ids);
  }
  const made = { values, records };
  known.set(texts, made);
  return made;
}
