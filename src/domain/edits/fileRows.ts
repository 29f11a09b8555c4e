/** Edits of rows of files that DMP keeps as files. The server looks up whether the file has the row and the columns. */
import { z } from 'zod';
import { type FileRow, fileRowId } from '../model/fileRow.ts';
import { documentEdit, type Documents, one, put } from './documentEdit.ts';

const File = z.string().min(1).max(255);
const Row = z.int().min(1);
/** By column; an empty text is an empty field. Fields of one line alone. */
const Values = z.record(
  z.string().min(1).max(255),
  z
    .string()
    .trim()
    .max(2000)
    .regex(/^\P{Cc}*$/u, 'Line breaks and control characters have no place in a field'),
);

/** Changes values of a row of the source. */
export const editFileRow = documentEdit('fileRow.edit', {
  summary: 'Changes values of a row of a kept file, by column. Rows are counted from 1, without the header.',
  path: 'edit/file-row/change',
  payload: z.object({ file: File, row: Row, values: Values }),
  samples: [{ file: 'fare_notes.txt', row: 2, values: { note: 'Exact change' } }],
  documents: ({ file, row }) => [one('FileRow', fileRowId(file, row))],
  within: ({ file }) => `kept/${file}`,
  touches: ({ file, row, values }) => touched(fileRowId(file, row), values),
  refuse: (docs, { file, row }) => (rowOf(docs, file, row).IsRemoved ? 'The row is removed. Restore it first.' : undefined),
  change: (docs, { file, row, values }) => {
    const before = rowOf(docs, file, row);
    return [put('FileRow', before.Id, { ...before, Values: { ...before.Values, ...values } })];
  },
  label: ({ file, row, values }) => `Change ${namesOf(values)} in row ${row} of ${file}`,
});

/** Changes values of an added row. */
export const editAddedRow = documentEdit('fileRow.editAdded', {
  summary: 'Changes values of a row that was added to a kept file, by column.',
  path: 'edit/file-row/added/:rowId',
  payload: z.object({ rowId: z.string(), values: Values }),
  samples: [{ rowId: 'FR1', values: { note: 'Exact change' } }],
  documents: ({ rowId }) => [one('FileRow', rowId)],
  within: ({ rowId }) => `kept/${rowId}`,
  touches: ({ rowId, values }) => touched(rowId, values),
  refuse: (docs, { rowId }) => (docs.get('FileRow', rowId)?.Row === undefined ? undefined : 'This row was not added.'),
  change: (docs, { rowId, values }) => {
    const before = docs.need('FileRow', rowId);
    return [put('FileRow', rowId, { ...before, Values: { ...before.Values, ...values } })];
  },
  label: ({ rowId, values }, docs) => `Change ${namesOf(values)} in an added row of ${docs.get('FileRow', rowId)?.File ?? rowId}`,
});

/** Adds a row behind the others. */
export const addFileRow = documentEdit('fileRow.add', {
  summary: 'Adds a row to a kept file, behind the others, with values by column.',
  path: 'edit/file-row/add',
  payload: z.object({
    file: File,
    rowId: z
      .string()
      .regex(/^[^\p{Cc}\p{Bidi_Control}/]{1,255}$/u)
      .optional(),
    values: Values,
  }),
  samples: [{ file: 'fare_notes.txt', rowId: 'FR9', values: { note_id: 'N9', note: 'Exact change' } }],
  mint: (p, fresh) => ({ ...p, rowId: p.rowId ?? fresh('FR') }),
  documents: ({ rowId }) => (rowId === undefined ? [] : [one('FileRow', rowId)]),
  within: ({ file }) => `kept/${file}`,
  touches: ({ rowId = '' }) => [`filerow/${rowId}`],
  refuse: (docs, { rowId }) => (rowId !== undefined && docs.get('FileRow', rowId) ? `There is a row with the id ${rowId} already.` : undefined),
  // without an id only what is shown until the server has given one
  change: (_docs, { file, rowId = '…', values }) => [put('FileRow', rowId, { Id: rowId, File: file, Values: values })],
  label: ({ file }) => `Add a row to ${file}`,
});

/** Removes a row of the source: the export leaves it out. */
export const removeFileRow = documentEdit('fileRow.remove', {
  summary: 'Removes a row of a kept file: the export leaves it out. Rows are counted from 1, without the header.',
  path: 'edit/file-row/remove',
  payload: z.object({ file: File, row: Row }),
  samples: [{ file: 'fare_notes.txt', row: 2 }],
  documents: ({ file, row }) => [one('FileRow', fileRowId(file, row))],
  within: ({ file }) => `kept/${file}`,
  touches: ({ file, row }) => [`filerow/${fileRowId(file, row)}`],
  change: (docs, { file, row }) => {
    const before = rowOf(docs, file, row);
    return [put('FileRow', before.Id, { ...before, IsRemoved: true })];
  },
  label: ({ file, row }) => `Remove row ${row} of ${file}`,
});

/** Takes the edits of a row back: a row of the source is as it came again, an added row is removed. */
export const restoreFileRow = documentEdit('fileRow.restore', {
  summary: 'Takes all edits of a row of a kept file back; an added row is removed.',
  path: 'edit/file-row/restore/:rowId',
  payload: z.object({ rowId: z.string() }),
  samples: [{ rowId: 'FR1' }],
  documents: ({ rowId }) => [one('FileRow', rowId)],
  within: ({ rowId }) => `kept/${rowId}`,
  touches: ({ rowId }) => [`filerow/${rowId}`],
  change: (docs, { rowId }) => {
    const { Id } = docs.need('FileRow', rowId);
    return [{ kind: 'FileRow', id: Id, doc: null }];
  },
  label: ({ rowId }, docs) => {
    const { File: file = rowId, Row: row } = docs.get('FileRow', rowId) ?? {};
    return row === undefined ? `Remove an added row of ${file}` : `Restore row ${row} of ${file}`;
  },
});

/** The edits of a row of the source; empty where it has none. */
function rowOf(docs: Documents, file: string, row: number): FileRow {
  const id = fileRowId(file, row);
  return docs.get('FileRow', id) ?? { Id: id, File: file, Row: row, Values: {} };
}

function touched(rowId: string, values: Readonly<Record<string, string>>): readonly string[] {
  const columns = Object.keys(values);
  return columns.length > 32 ? [`filerow/${rowId}/Values`] : columns.map((column) => `filerow/${rowId}/Values/${column}`);
}

function namesOf(values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values);
  return names.length > 3 ? `${names.length} columns` : names.join(', ');
}
