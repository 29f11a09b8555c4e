/** Translations as a table for spreadsheets: category, field, text, and a column for each language. */
import { parseCsv, writeCsv } from './csv.ts';
import { isLanguage } from './formats.ts';
import { rowKey, type SheetRow, type TranslationSheet, type WrittenCell } from './translationSheet.ts';

const COLUMNS = ['Category', 'Field', 'Text'] as const;

/** The rows of a sheet as CSV, which `readTranslationFile` reads again. */
export function writeTranslationFile(languages: readonly string[], rows: readonly SheetRow[]): string {
  return writeCsv([
    [...COLUMNS, ...languages],
    ...rows.map(({ CategoryName, FieldName, Value, cells }) => [CategoryName, FieldName, Value, ...cells.map(({ text }) => text)]),
  ]);
}

/** What a file says: the cells to write and the languages it brings, or what is wrong with it (at most 100 messages). */
export type TranslationFile =
  | {
      readonly ok: true;
      readonly languages: readonly string[];
      readonly cells: readonly (Omit<WrittenCell, 'language'> & { readonly language: string })[];
    }
  | { readonly ok: false; readonly messages: readonly string[] };

/** Reads a file against the texts of a version. An empty cell says nothing: it takes no translation away. */
export function readTranslationFile(sheet: TranslationSheet, text: string): TranslationFile {
  let table;
  try {
    table = parseCsv(text);
  } catch (error) {
    return { ok: false, messages: [error instanceof Error ? error.message : String(error)] };
  }
  const [header = [], ...lines] = table;
  const names = header.map((name) => name.trim());
  const lacking = COLUMNS.filter((column) => !names.includes(column));
  const languages = names.filter((name) => name !== '' && !(COLUMNS as readonly string[]).includes(name));
  const messages = [
    ...(lacking.length > 0
      ? [`The file has no column ${lacking.join(', ')}. It needs ${COLUMNS.join(', ')} and a column for each language (de, fr …).`]
      : []),
    ...(lacking.length === 0 && languages.length === 0 ? ['The file has no column for a language (de, fr …).'] : []),
    ...languages.filter((code) => lacking.length === 0 && !isLanguage(code)).map((code) => `The column ${code} is no language code.`),
    ...languages.filter((code, i) => languages.indexOf(code) !== i).map((code) => `The column ${code} is there twice.`),
  ];
  if (messages.length > 0) return { ok: false, messages };
  const rows = new Map(sheet.rows.map((row) => [rowKey(row), row]));
  const cells: { row: SheetRow; language: string; text: string }[] = [];
  for (const [i, line] of lines.entries()) {
    const value = (column: string): string => line[names.indexOf(column)] ?? '';
    const row = rows.get(rowKey({ CategoryName: value('Category').trim(), FieldName: value('Field').trim(), Value: value('Text') }));
    if (!row) messages.push(`Line ${i + 2}: this version has no ${value('Category')} ${value('Field')} "${value('Text').slice(0, 60)}".`);
    else for (const language of languages) if (value(language).trim() !== '') cells.push({ row, language, text: value(language) });
  }
  if (messages.length > 0)
    return { ok: false, messages: messages.length > MOST ? [...messages.slice(0, MOST), `and ${messages.length - MOST} more lines`] : messages };
  return { ok: true, languages, cells };
}

const MOST = 100;
