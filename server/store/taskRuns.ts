/** Task runs and runs as screens show them. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { isActive, RunStatus } from '../../src/domain/runs.ts';
import { PipelineRun, TaskRun } from '../../src/domain/taskRuns.ts';
import { publish } from '../../src/domain/taskTemplates/exports.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { databasesIn } from './places.ts';
import { currentVersionOf } from './publishing.ts';
import { filesOf, OutputFiles } from './taskFiles.ts';
import type { Db } from './tables.ts';

/** Which task runs are requested. */
export interface TaskFilter {
  readonly limit: number;
  readonly offset: number;
  /** Part of the name. */
  readonly filter: string;
  readonly input_version?: number | undefined;
  readonly output_version?: number | undefined;
  /** The version that a run took or made; or the one in which a change, or a set of changes, was made. */
  readonly db_version_id?: number | undefined;
  readonly change_id?: number | undefined;
  readonly set_id?: number | undefined;
  readonly db_id?: string | undefined;
  readonly type?: number | undefined;
  readonly status?: number | undefined;
}

/** Task runs, newest first. Those that wait for tasks before them are listed with their run only. */
export async function listTaskRuns(db: Db, filter: TaskFilter, scope: RegionScope): Promise<TaskRun[]> {
  const conditions = [
    sql`t.status >= 0`,
    ...(scope === 'all' ? [] : [sql`r.database_id in (${databasesIn(scope)})`]),
    ...(filter.filter === '' ? [] : [sql`(t.name ilike ${like(filter.filter)} or r.pipeline_name ilike ${like(filter.filter)})`]),
    ...(filter.input_version === undefined ? [] : [sql`t.input_version_id = ${filter.input_version}`]),
    ...(filter.output_version === undefined ? [] : [sql`t.output_version_id = ${filter.output_version}`]),
    ...(filter.db_version_id === undefined ? [] : [ofVersion(sql`${filter.db_version_id}`)]),
    ...(filter.change_id === undefined ? [] : [ofVersion(sql`(select version_id from change where change_id = ${filter.change_id})`)]),
    ...(filter.set_id === undefined ? [] : [ofVersion(sql`(select version_id from changeset where set_id = ${filter.set_id})`)]),
    ...(filter.db_id === undefined ? [] : [sql`r.database_id = ${filter.db_id}`]),
    ...(filter.type === undefined ? [] : [sql`t.task_type = ${filter.type}`]),
    ...(filter.status === undefined ? [] : [sql`t.status = ${filter.status}`]),
  ];
  return readRows(db, sql`where ${sql.join(conditions, sql` and `)} order by t.task_run_id desc limit ${filter.limit} offset ${filter.offset}`);
}

/** Of the runs that took or made a version. */
function ofVersion(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${id} in (t.input_version_id, t.output_version_id)`;
}

/** Task runs by their ids. */
export function readTaskRuns(db: Db, ids: readonly number[], scope: RegionScope = 'all'): Promise<TaskRun[]> {
  return readRows(db, sql`where t.task_run_id = any(${intList(ids)}::int[]) and r.database_id in (${databasesIn(scope)}) order by t.task_run_id`);
}

/** Runs by their ids, newest first, with their tasks. */
export async function readRuns(db: Db, ids: readonly number[]): Promise<PipelineRun[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', run_id, 'pipeline_id', pipeline_id, 'export_id', export_id, 'created', extract(epoch from created)::int,
      'ended', extract(epoch from ended)::int, 'caused_by', caused_by, 'status', status, 'superseded', ${SUPERSEDED}) order by run_id desc)::text as list
    from pipeline_run r where run_id = any(${intList(ids)}::int[])`.execute(db);
  const tasks = groupedBy(
    await readRows(db, sql`where t.run_id = any(${intList(ids)}::int[]) and not t.replaced order by t.run_id, t.position`),
    ({ task }) => task.run_id,
  );
  return RunRows.parse(JSON.parse(rows[0]?.list ?? '[]')).map((run) => {
    const own = tasks.get(run.id) ?? [];
    const sum = (level: 'errors' | 'warnings'): number => own.reduce((total, { level_summary }) => total + level_summary[level], 0);
    return { ...run, tasks: own, level_summary: { errors: sum('errors'), warnings: sum('warnings') } };
  });
}

/**
 * What has overtaken a run `r` that waits for approval, failed or was stopped; null where nothing has. A later run has that was completed
 * or waits for approval itself; where the run would still publish, so has a version that is current and was published after the run began.
 */
const SUPERSEDED = sql`case when r.status in (3, 4, 6) and r.pipeline_id is not null then (
  select json_build_object('run_id', by.run_id, 'version_id', v.version_id, 'version_name', v.name)
  from (select (select max(o.run_id) from pipeline_run o where o.pipeline_id = r.pipeline_id and o.run_id > r.run_id and o.status in (2, 4)) as run_id) by
    left join version v on v.version_id = ${currentVersionOf(sql.ref('r.database_id'))} and v.published_at > r.created
      and exists (select from task_run t where t.run_id = r.run_id and not t.replaced and t.s3_url = ${publish.s3_url})
      and not exists (select from task_run t where t.run_id = r.run_id and not t.replaced and t.output_version_id = v.version_id)
  where by.run_id is not null or v.version_id is not null) end`;

/** Ids of the runs of a pipeline that are seen, newest first; with `version` those in which a task took or made it. */
export async function listRunIds(
  db: Db,
  pipelineId: number,
  scope: RegionScope,
  { offset, limit, version }: { offset: number; limit: number; version?: number | undefined },
): Promise<number[]> {
  let query = db
    .selectFrom('pipeline_run')
    .select('run_id')
    .where('pipeline_id', '=', pipelineId)
    .where(sql<boolean>`database_id in (${databasesIn(scope)})`)
    .orderBy('run_id', 'desc')
    .limit(limit)
    .offset(offset);
  if (version !== undefined) {
    query = query.where('run_id', 'in', (eb) =>
      eb
        .selectFrom('task_run')
        .select('task_run.run_id')
        .where((or) => or.or([or('input_version_id', '=', version), or('output_version_id', '=', version)])),
    );
  }
  return (await query.execute()).map((row) => row.run_id);
}

/** Ids of the newest runs of each of some pipelines, of those that are seen, newest first. */
export async function listNewestRunIds(db: Db, pipelineIds: readonly number[], scope: RegionScope, most: number): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    select n.run_id from unnest(${intList(pipelineIds)}::int[]) p(id)
      cross join lateral (select run_id from pipeline_run r where r.pipeline_id = p.id and r.database_id in (${databasesIn(scope)})
        order by run_id desc limit ${most}) n
    order by n.run_id desc`.execute(db);
  return rows.map((row) => row.run_id);
}

/** Warnings and errors in the logs of runs. */
export async function countRunLevels(
  db: Db,
  ids: readonly number[],
  scope: RegionScope,
): Promise<{ run_id: number; errors: number; warnings: number }[]> {
  const { rows } = await sql<{ run_id: number; errors: number; warnings: number }>`
    select run_id, sum(errors)::int as errors, sum(warnings)::int as warnings from task_run
    where run_id = any(${intList(ids)}::int[]) and not replaced
      and run_id in (select run_id from pipeline_run where database_id in (${databasesIn(scope)})) group by run_id order by run_id`.execute(db);
  return rows;
}

/** The state of the newest runs of pipelines: Running where any is under way, else that of the last. */
export function shownStatus(statuses: readonly RunStatus[]): RunStatus {
  return statuses.find((status) => isActive(status) && status !== 0) ?? statuses.find((status) => status === 0) ?? statuses[0] ?? -1;
}

/** The part of a text that LIKE shall find, and nothing of it as a pattern. */
export function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** As the text of an array, which both engines take. */
export function intList(ids: readonly number[]): string {
  return `{${ids.join(',')}}`;
}

/** Read as one text: PGlite takes three times as long to hand over rows. */
async function readRows(db: Db, tail: RawBuilder<unknown>): Promise<TaskRun[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object(
      'task', json_build_object('id', task_run_id, 'created', created, 'name', name, 'original_name', original_name, 's3_url', s3_url,
        'command', command, 'task_type', task_type, 'db_id', database_id, 'input_version_id', input_version_id, 'notes', notes,
        'caused_by', caused_by, 'run_id', run_id, 'pipeline_id', pipeline_id, 'pipeline_name', pipeline_name),
      'last_result', json_build_object('type', status, 'created', resulted, 'output_version_id', output_version_id, 'message', message),
      'progress', progress, 'approved', approved, 'approved_by', approved_by, 'approved_at', approved_at, 'started', started, 'files', output_files,
      'level_summary', json_build_object('information', information, 'warnings', warnings, 'errors', errors),
      'input_version_exists', input_exists, 'output_version_exists', output_exists,
      'input_version_archived', input_archived, 'output_version_archived', output_archived, 'output_version_id', output_version_id))::text as list
    from (
      select t.task_run_id, t.run_id, t.name, t.original_name, t.s3_url, t.command, t.task_type, t.notes, t.input_version_id, t.output_version_id,
        t.status, t.approved, t.approved_by, t.message, t.progress, t.output_files,
        extract(epoch from t.approved_at)::int as approved_at, extract(epoch from t.started)::int as started, t.information, t.warnings, t.errors,
        r.database_id, r.caused_by, r.pipeline_id, r.pipeline_name,
        extract(epoch from t.created)::int as created, extract(epoch from coalesce(t.resulted, t.created))::int as resulted,
        i.version_id is not null as input_exists, o.version_id is not null as output_exists,
        coalesce(i.archived, false) as input_archived, coalesce(o.archived, false) as output_archived
      from task_run t
        join pipeline_run r using (run_id)
        left join version i on i.version_id = t.input_version_id and i.restores is null
        left join version o on o.version_id = t.output_version_id and o.restores is null
      ${tail}) rows`.execute(db);
  return z.array(TaskRow).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

const TaskRow = TaskRun.extend({ files: OutputFiles.transform(filesOf) });

const RunRows = z.array(PipelineRun.omit({ tasks: true, level_summary: true }));
