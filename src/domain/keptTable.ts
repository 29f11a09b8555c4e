/** A kept file with its edits laid over the rows of the source. */
import type { FileRow } from './model/fileRow.ts';

/** A row of a kept file as it is shown and exported. */
export interface EditedRow {
  /** Of the document that holds its edits; undefined where it has none. */
  readonly edit: FileRow | undefined;
  /** Number of the row in the source, from 1; undefined for an added row. */
  readonly row: number | undefined;
  /** By place of the column. */
  readonly values: readonly string[];
}

const collator = new Intl.Collator('en', { numeric: true });

/** The edits of one file: by row of the source, and the added rows in the order they were made. */
export function editsOfFile(
  file: string,
  edits: readonly FileRow[],
): { readonly byRow: ReadonlyMap<number, FileRow>; readonly added: readonly FileRow[] } {
  const own = edits.filter(({ File }) => File === file);
  return {
    byRow: new Map(own.flatMap((edit) => (edit.Row === undefined ? [] : [[edit.Row, edit]]))),
    added: own.filter(({ Row }) => Row === undefined).toSorted((a, b) => collator.compare(a.Id, b.Id)),
  };
}

/** The fields of a row with its new values. A column that the file does not have is left out. */
export function editedValues(columns: readonly string[], values: readonly string[], edit: FileRow | undefined): readonly string[] {
  if (edit === undefined) return values;
  return columns.map((column, place) => (Object.hasOwn(edit.Values, column) ? (edit.Values[column] ?? '') : (values[place] ?? '')));
}

/** Rows of the source from the one at `from` (0 is the first) with their edits; removed rows are among them. */
export function editedRows(
  columns: readonly string[],
  source: readonly (readonly string[])[],
  from: number,
  byRow: ReadonlyMap<number, FileRow>,
): readonly EditedRow[] {
  return source.map((values, at) => {
    const row = from + at + 1;
    const edit = byRow.get(row);
    return { row, edit, values: editedValues(columns, values, edit) };
  });
}
