/** The texts of a version against languages: what is translated, what lacks a translation, and the edit that fills cells in. */
import type { SourceText } from './translatable.ts';
import type { Translation } from './model/translation.ts';

/** What is in a language for a text: the translations that an edit of the cell changes, and whether they differ from each other. */
export interface SheetCell {
  readonly text: string;
  readonly ids: readonly string[];
  readonly mixed: boolean;
}

export interface SheetRow extends SourceText {
  readonly cells: readonly SheetCell[];
}

export interface TranslationSheet {
  /** Codes as the translations write them. */
  readonly languages: readonly string[];
  readonly rows: readonly SheetRow[];
  /** How many texts lack a translation, by language in the order of `languages`. */
  readonly missing: readonly number[];
}

const EMPTY: SheetCell = { text: '', ids: [], mixed: false };

/**
 * Puts texts and translations together. A translation of the value counts; else those of its records, where every record has one.
 * An empty translation counts as none.
 */
export function translationSheet(texts: readonly SourceText[], translations: readonly Translation[], languages: readonly string[]): TranslationSheet {
  const byValue = new Map<string, Translation>();
  const byRecord = new Map<string, Translation>();
  for (const one of translations) {
    const place = `${one.LanguageName}\n${one.CategoryName}\n${one.FieldName}\n`;
    if (one.FieldValue) byValue.set(place + one.FieldValue, one);
    else if (one.RecordId !== undefined && !one.RecordSubId) byRecord.set(place + one.RecordId, one);
  }
  const missing = languages.map(() => 0);
  const rows = texts.map((source): SheetRow => {
    const cells = languages.map((language, i) => {
      const place = `${language}\n${source.CategoryName}\n${source.FieldName}\n`;
      const cell = cellOf(byValue.get(place + source.Value), byRecord.size === 0 ? [] : source.Records.map((id) => byRecord.get(place + id)));
      if (cell.text === '') missing[i] = (missing[i] ?? 0) + 1;
      return cell;
    });
    return { ...source, cells };
  });
  return { languages, rows, missing };
}

function cellOf(ofValue: Translation | undefined, ofRecords: readonly (Translation | undefined)[]): SheetCell {
  if (ofValue) return { text: ofValue.Translation, ids: [ofValue.Id], mixed: false };
  const [first] = ofRecords;
  if (!first || ofRecords.includes(undefined)) return EMPTY;
  const all = ofRecords as readonly Translation[];
  return { text: first.Translation, ids: all.map(({ Id }) => Id), mixed: all.some(({ Translation: text }) => text !== first.Translation) };
}

/** The key of a row. */
export function rowKey({ CategoryName, FieldName, Value }: Pick<SourceText, 'CategoryName' | 'FieldName' | 'Value'>): string {
  return `${CategoryName}\n${FieldName}\n${Value}`;
}

/** One translation that an edit fills in: another text, or a new one of a value; an empty text takes it away. */
export interface FilledCell {
  readonly translationId: string;
  readonly text: string;
  readonly make?: Pick<Translation, 'CategoryName' | 'FieldName' | 'LanguageName'> & { readonly FieldValue: string };
}

/** A text for a cell of rows and languages. */
export interface WrittenCell {
  readonly row: SheetRow;
  readonly language: number;
  readonly text: string;
}

/** The edit that writes texts into cells; what would change nothing is left out. `taken` says whether a translation has an id. */
export function filledCells(languages: readonly string[], written: readonly WrittenCell[], taken: (id: string) => boolean): readonly FilledCell[] {
  const made = new Map<string, FilledCell>();
  for (const { row, language, text: typed } of written) {
    const cell = row.cells[language];
    const LanguageName = languages[language];
    const text = typed.trim();
    if (!cell || LanguageName === undefined || (cell.text === text && !cell.mixed)) continue;
    for (const translationId of cell.ids) made.set(translationId, { translationId, text });
    if (cell.ids.length > 0 || text === '') continue;
    const { CategoryName, FieldName, Value: FieldValue } = row;
    const id = translationIdOf([CategoryName, FieldName, LanguageName, FieldValue]);
    let translationId = id;
    for (let n = 2; taken(translationId); n++) translationId = `${id}.${n}`;
    made.set(translationId, { translationId, text, make: { CategoryName, FieldName, LanguageName, FieldValue } });
  }
  return [...made.values()];
}

/** The same id for the same cell: two users who fill it in write the same document. 53 bits (cyrb53, Bryc 2018). */
function translationIdOf(parts: readonly string[]): string {
  let [h1, h2] = [0xdeadbeef, 0x41c6ce57];
  for (const character of JSON.stringify(parts)) {
    const code = character.codePointAt(0) ?? 0;
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return `TR-${((h2 >>> 0) * 0x100000000 + (h1 >>> 0)).toString(16).padStart(16, '0').slice(0, 16)}`;
}
