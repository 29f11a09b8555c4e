/** Rows of the notices that rules found: a document is known by its id, and the row of its file is looked up in the zip. */
import { KINDS_WITH_FILE, columnsOf } from '../../feed/gtfs/columns.ts';
import { FeedNotes } from '../../feed/gtfs/notes.ts';
import { readTable } from '../../feed/gtfs/read/table.ts';
import { openFeedZip, zipLimitsOf } from '../../feed/gtfs/read/zip.ts';
import type { FoundNotice, Sample } from './verdict.ts';

/** Id columns of files by name: `stops.txt` has `stop_id`. */
const ID_COLUMNS: ReadonlyMap<string, string> = new Map([
  ...KINDS_WITH_FILE.flatMap((kind): readonly (readonly [string, string])[] => {
    const { file, id } = columnsOf(kind);
    return id === undefined ? [] : [[file, id]];
  }),
  // the id of a schedule is made of its route and its dates
  ['routes.txt', 'route_id'],
]);

/** The notices with `csvRowNumber` at each row that has a file and an id and no number yet. `path` is that of the zip. */
export async function withRowNumbers(path: string, notices: readonly FoundNotice[]): Promise<readonly FoundNotice[]> {
  const wanted = new Set(notices.flatMap(({ sampleNotices }) => sampleNotices.flatMap((sample) => subjectOf(sample)?.file ?? [])));
  if (wanted.size === 0) return notices;
  const lines = new Map<string, ReadonlyMap<string, number>>();
  const zip = await openFeedZip(path, zipLimitsOf(process.env));
  try {
    for (const file of wanted) {
      const entry = zip.files.get(file);
      const column = ID_COLUMNS.get(file);
      if (entry === undefined || column === undefined) continue;
      const first = new Map<string, number>();
      // what there is to say of the rows was said when they were read first
      await readTable(
        entry,
        { columns: [column], required: [] },
        new FeedNotes(() => undefined),
        () => undefined,
        (row) => {
          const id = row.text(column);
          if (!first.has(id)) first.set(id, row.line);
        },
      );
      lines.set(file, first);
    }
  } finally {
    zip.close();
  }
  const numbered = (sample: Sample): Sample => {
    const subject = subjectOf(sample);
    const line = subject && lines.get(subject.file)?.get(subject.id);
    return line === undefined ? sample : { ...sample, csvRowNumber: line };
  };
  return notices.map((notice) => ({ ...notice, sampleNotices: notice.sampleNotices.map(numbered) }));
}

/** File and id of a row that has no number yet; undefined where it does not name a row by an id of its file. */
function subjectOf(sample: Sample): { readonly file: string; readonly id: string } | undefined {
  const { filename } = sample;
  const column = typeof filename === 'string' ? ID_COLUMNS.get(filename) : undefined;
  if (column === undefined || typeof filename !== 'string' || Object.hasOwn(sample, 'csvRowNumber')) return undefined;
  const id = sample[camelCase(column)];
  return id === undefined ? undefined : { file: filename, id: String(id) };
}

/** `stop_id` is `stopId`. */
function camelCase(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
