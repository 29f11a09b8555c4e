/** Files that tasks made, as `task_run.output_files` keeps them, and the reports of imports. */
import { sql } from 'kysely';
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
  /** `yes` once the file was deleted for its age; what is said of it stays. */
  removed: z.string().optional(),
});
export type OutputFiles = z.infer<typeof OutputFiles>;

/** The files of a task for people; none where nothing was kept. */
export function filesOf(files: OutputFiles): TaskFile[] {
  const key = keyOf(files);
  if (key === undefined) return [];
  const dot = key.lastIndexOf('.');
  const name = files.name ?? key.slice(key.lastIndexOf('/') + 1, dot);
  const size = files.size === undefined ? null : Number(files.size);
  return [{ name, size, sha256: key.slice(dot + 1), ...(files.removed === undefined ? {} : { deleted: true }) }];
}

/** The file of a task by its name: its key in the object store, and its size. */
export async function readTaskFile(
  db: Db,
  taskRunId: number,
  name: string,
): Promise<{ key: string; size: number | null; sha256: string } | undefined> {
  const row = await db.selectFrom('task_run').select('output_files').where('task_run_id', '=', taskRunId).executeTakeFirst();
  const files = OutputFiles.parse(row?.output_files ?? {});
  const file = filesOf(files).find((one) => one.name === name && one.deleted !== true);
  const key = keyOf(files);
  return file === undefined || key === undefined ? undefined : { key, size: file.size, sha256: file.sha256 };
}

/** Files of runs that ended more than `days` ago and were not deleted yet, at most `limit`. Feeds that versions rest on, and published ones, are none of them. */
export async function listOldFiles(db: Db, days: number, limit: number): Promise<{ taskRunId: number; key: string }[]> {
  const { rows } = await sql<{ task_run_id: number; output_files: unknown }>`
    select t.task_run_id, t.output_files from task_run t join pipeline_run r using (run_id)
    where r.ended < now() - make_interval(days => ${days}::int) and not t.output_files ? 'removed'
      and coalesce(t.output_files->>'key', t.output_files->>'gtfs', t.output_files->>'feed') like 'exports/%'
      and not exists (select from public_release p where p.key = coalesce(t.output_files->>'key', t.output_files->>'gtfs', t.output_files->>'feed'))
    order by t.task_run_id limit ${limit}`.execute(db);
  return rows.flatMap(({ task_run_id: taskRunId, output_files: files }) => {
    const key = keyOf(OutputFiles.parse(files));
    return key === undefined ? [] : [{ taskRunId, key }];
  });
}

/** Notes that the file of a task was deleted. */
export async function noteFileRemoved(db: Db, taskRunId: number): Promise<void> {
  await sql`update task_run set output_files = output_files || '{"removed":"yes"}' where task_run_id = ${taskRunId}`.execute(db);
}

/** Notes a file that was uploaded for a task; one that is uploaded again counts from then on. */
export async function noteUpload(db: Db, key: string): Promise<void> {
  await sql`insert into kept_upload(key) values (${key}) on conflict (key) do update set at = now()`.execute(db);
}

/** Uploads older than `days` that no pipeline names, and no run that is running or ended since; at most `limit`. */
export async function listOldUploads(db: Db, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with old as materialized (select key from kept_upload where at < now() - make_interval(days => ${days}::int)),
    named as materialized (
      select command::text as text from task_run join pipeline_run r using (run_id)
      where exists (select from old) and command::text like '%"uploads/%' and (r.ended is null or r.ended >= now() - make_interval(days => ${days}::int))
      union all select tasks::text from pipeline where tasks::text like '%"uploads/%')
    select key from old where not exists (select from named where strpos(text, '"' || key || '"') > 0) order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Forgets an upload whose file was deleted. */
export async function forgetUpload(db: Db, key: string): Promise<void> {
  await db.deleteFrom('kept_upload').where('key', '=', key).execute();
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

/** Keys of regions whose version or run a file of the object store is of; undefined for one that is of none: it was put there by hand, or uploaded. */
export async function readRegionsOfKey(db: Db, key: string): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ region: string }>`
    select d.region_key as region from version v join database d on d.id = v.database_id where v.archive = ${key}
    union
    select d.region_key from task_run t join pipeline_run r using (run_id) join database d on d.id = r.database_id
    where coalesce(t.output_files->>'key', t.output_files->>'gtfs', t.output_files->>'feed') = ${key}`.execute(db);
  return rows.length === 0 && !/^(versions|exports)\//.test(key) ? undefined : rows.map(({ region }) => region);
}
