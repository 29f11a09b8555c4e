/**
 * Rows of the source that no document holds: trips that form no timetable (Flex trips without stops, trips of one call), services and shapes
 * that no such trip uses. They are kept verbatim, as one CSV file for each file of the feed beside the other raw files of the version,
 * and written out again behind the rows that are made of documents.
 */
import { csvLine } from './write/csvText.ts';

const FOLDER = 'kept rows/';

/** Name of the raw file that holds the kept rows of a file of the feed. */
export function keptRowsName(file: string): string {
  return `${FOLDER}${file.toLowerCase()}`;
}

/** Whether a raw file holds kept rows: it is no file of the feed. */
export function holdsKeptRows(rawFile: string): boolean {
  return rawFile.startsWith(FOLDER);
}

/** The file of the feed whose rows a raw file of kept rows holds. */
export function keptFileName(rawFile: string): string {
  return rawFile.slice(FOLDER.length);
}

/** A row by column name in lower case; blank fields are left out. */
export type KeptRow = Readonly<Record<string, string>>;

/** The content of a raw file of kept rows. */
export function keptRowsText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((fields) => `${csvLine(fields)}\n`).join('');
}

/** The rows of such a content, which `keptRowsText` wrote: every field is plain, or in quotes. */
export function readKeptRows(text: string): readonly KeptRow[] {
  const [header, ...rows] = linesOf(text);
  if (header === undefined) return [];
  const names = header.map((name) => name.toLowerCase());
  return rows.map((fields) => Object.fromEntries(fields.flatMap((field, at) => (field === '' ? [] : [[names[at] ?? '', field]]))));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let fields: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    lines.push(fields);
    fields = [];
  }
  return lines;
}
