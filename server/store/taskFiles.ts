/** Files that tasks made, as `task_run.output_files` keeps them, and the reports of imports. */
import { z } from 'zod';
import { ImportReport } from '../../src/domain/importReport.ts';
import type { TaskFile } from '../../src/domain/taskRuns.ts';
import type { Db } from './tables.ts';

/**
 * `key` names the kept file, `name` it for people; `gtfs` and `feed` are keys of older builds. `delivered` is where an export brought it.
 * Sizes are texts, as the column was first written.
 */
export const OutputFiles = z.object({
  key: z.string().optional(),
  name: z.string().optional(),
  size: z.string().optional(),
  gtfs: z.string().optional(),
  feed: z.string().optional(),
  delivered: z.string().optional(),
});
export type OutputFiles = z.infer<typeof OutputFiles>;

/** The files of a task for people; none where nothing was kept. */
export function filesOf(files: OutputFiles): TaskFile[] {
  const key = keyOf(files);
  if (key === undefined) return [];
  const dot = key.lastIndexOf('.');
  const name = files.name ?? key.slice(key.lastIndexOf('/') + 1, dot);
  return [{ name, size: files.size === undefined ? null : Number(files.size), sha256: key.slice(dot + 1) }];
}

/** The file of a task by its name: its key in the object store, and its size. */
export async function readTaskFile(
  db: Db,
  taskRunId: number,
  name: string,
): Promise<{ key: string; size: number | null; sha256: string } | undefined> {
  const row = await db.selectFrom('task_run').select('output_files').where('task_run_id', '=', taskRunId).executeTakeFirst();
  const files = OutputFiles.parse(row?.output_files ?? {});
  const file = filesOf(files).find((one) => one.name === name);
  const key = keyOf(files);
  return file === undefined || key === undefined ? undefined : { key, size: file.size, sha256: file.sha256 };
}

/** What an import did with its feed; null for other tasks. */
export async function readImportReport(db: Db, taskRunId: number): Promise<ImportReport | null> {
  const row = await db.selectFrom('task_run').select('import_report').where('task_run_id', '=', taskRunId).executeTakeFirst();
  const text = row?.import_report ?? null;
  return text === null ? null : ImportReport.parse(JSON.parse(text));
}

function keyOf({ key, gtfs, feed }: OutputFiles): string | undefined {
  return key ?? gtfs ?? feed;
}
