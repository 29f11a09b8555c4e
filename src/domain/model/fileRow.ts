/** Edits of a file of the feed that DMP keeps as a file: a document for each row that was changed, removed or added. */
import { z } from 'zod';
import { defineKind, field, idField } from './kind.ts';

const OWN = { none: 'of the product alone: the export writes the file with its edits' } as const;

export const FileRowKind = defineKind(
  'FileRow',
  { words: ['row of a kept file', 'rows of kept files'], array: 'FileRows', identity: ['Id'], named: 'File', shownOn: 'feeds', younger: true },
  {
    Id: idField(OWN, 'Of a row of the source: file and number of the row. Of an added row: made by the product.'),
    File: field(z.string().min(1), { holds: 'text', label: 'File', help: 'Name of the file in the feed: fare_notes.txt.', gtfs: OWN }),
    Row: field(z.int().min(1).optional(), {
      holds: 'integer',
      label: 'Row',
      help: 'Number of the row in the source, without the header, from 1; none for an added row.',
      gtfs: OWN,
    }),
    IsRemoved: field(z.boolean().optional(), { holds: 'switch', label: 'Removed', help: 'The export leaves the row out.', gtfs: OWN }),
    Values: field(z.record(z.string(), z.string()), {
      holds: 'parts',
      label: 'Values',
      help: 'New values by column. Columns of a row of the source that are not named keep their value.',
      gtfs: OWN,
    }),
  },
);

export const FileRow = FileRowKind.schema;
export type FileRow = z.infer<typeof FileRow>;

/** The document id of a row of the source, which is counted from 1: `fileRowId('fare_notes.txt', 3)` is `fare_notes.txt/3`. */
export function fileRowId(file: string, row: number): string {
  return `${encodeURIComponent(file)}/${row}`;
}
