/** A kept file as a table, and its text with the edits of its rows. */
import { editedValues, editsOfFile } from '../../../src/domain/keptTable.ts';
import type { FileRow } from '../../../src/domain/model/fileRow.ts';
import { CsvReader } from './read/csv.ts';
import { FeedRefused } from './refusal.ts';
import { csvLine } from './write/csvText.ts';

/** A kept file read as a table. */
export interface KeptTable {
  readonly columns: readonly string[];
  /** Without the header. */
  readonly rows: readonly (readonly string[])[];
}

/** Reads a kept file; undefined where it is no table. */
export function readKeptTable(name: string, bytes: Uint8Array): KeptTable | undefined {
  if (!name.toLowerCase().endsWith('.txt')) return undefined;
  let columns: readonly string[] | undefined;
  const rows: string[][] = [];
  const reader: CsvReader = new CsvReader(name, () => {
    const fields = Array.from({ length: reader.count }, (_, place) => reader.text(place));
    if (columns === undefined) columns = fields;
    else rows.push(fields);
  });
  try {
    reader.push(Buffer.from(bytes));
    reader.end();
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    return undefined;
  }
  return columns && { columns, rows };
}

/** The content of a kept file with its edits: the same bytes where it has none, else the table as the exports write tables. */
export function editedContent(name: string, bytes: Uint8Array, edits: readonly FileRow[]): Uint8Array {
  const { byRow, added } = editsOfFile(name, edits);
  const table = byRow.size + added.length === 0 ? undefined : readKeptTable(name, bytes);
  if (table === undefined) return bytes;
  const rows = table.rows.flatMap((values, at) => {
    const edit = byRow.get(at + 1);
    return edit?.IsRemoved ? [] : [editedValues(table.columns, values, edit)];
  });
  const further = added.map((edit) => editedValues(table.columns, [], edit));
  return Buffer.from([table.columns, ...rows, ...further].map((fields) => `${csvLine(fields)}\n`).join(''));
}

/** Why a kept file cannot be edited so; undefined where it can. `table` is the file, undefined where there is none of that name. */
export function fileRowProblem({ File, Row, Values }: FileRow, table: KeptTable | undefined): string | undefined {
  if (table === undefined) return `This version keeps no table ${File}.`;
  if (Row !== undefined && Row > table.rows.length) return `${File} has ${table.rows.length} rows, and no row ${Row}.`;
  const unknown = Object.keys(Values).find((column) => !table.columns.includes(column));
  return unknown === undefined ? undefined : `${File} has no column ${unknown}.`;
}
