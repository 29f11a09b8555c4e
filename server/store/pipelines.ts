/** Pipelines as they are kept and listed. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { PipelineSchedule, PipelineTask, type PipelineInput } from '../../src/domain/pipelines.ts';
import { RunStatus } from '../../src/domain/runs.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import { inScope } from './places.ts';
import { currentVersions } from './publishing.ts';
import { intList, like, shownStatus } from './taskRuns.ts';
import type { Db } from './tables.ts';

/** A pipeline as it is kept, with what its database and its runs say of it. */
export const KeptPipeline = z.object({
  id: z.number(),
  name: z.string(),
  db_id: z.string(),
  region: z.string(),
  timezone: z.string(),
  read_only: z.boolean(),
  tags: z.array(z.string()),
  schedule: PipelineSchedule.nullable(),
  tasks: z.array(PipelineTask).nullable(),
  task_count: z.number(),
  rev: z.number(),
  /** ISO moment since when the schedule is as it is. */
  scheduled_since: z.string(),
  last_run_id: z.number().nullable(),
  last_task_run_id: z.number().nullable(),
  last_run_created: z.number().nullable(),
  last_run_message: z.string().nullable(),
  current_db_version: z.number().nullable(),
  expired_db_version: z.number().nullable(),
  expired_on: z.string().nullable(),
  publishable_db_version: z.number().nullable(),
  statuses: z.array(RunStatus),
});
export type KeptPipeline = Omit<z.infer<typeof KeptPipeline>, 'statuses'> & { readonly last_run_status: RunStatus };

/** Which pipelines are listed. */
export interface PipelineFilter {
  readonly region?: string | undefined;
  /** A pipeline has all of them. */
  readonly tags?: readonly string[];
  /** Part of the name, or of the database's id. */
  readonly filter?: string;
  /** A time of the schedule, HH:mm. */
  readonly schedule?: string | undefined;
}

/** Pipelines by region and name; their tasks are null unless they are requested. */
export function listPipelines(
  db: Db,
  { region, tags = [], filter = '', schedule }: PipelineFilter,
  scope: RegionScope = 'all',
  withTasks = false,
): Promise<KeptPipeline[]> {
  const conditions = [
    inScope(scope, sql`d.region_key`),
    ...(region === undefined ? [] : [sql`d.region_key = ${region}`]),
    ...(tags.length === 0 ? [] : [sql`p.tags @> array(select jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb))`]),
    ...(filter === '' ? [] : [sql`(p.name ilike ${like(filter)} or p.database_id ilike ${like(filter)})`]),
    ...(schedule === undefined ? [] : [sql`p.schedule->'times_of_day' ? ${schedule}`]),
  ];
  return read(db, sql`where ${sql.join(conditions, sql` and `)}`, withTasks);
}

/** One pipeline with its tasks. */
export async function readPipeline(db: Db, id: number): Promise<KeptPipeline | undefined> {
  return (await read(db, sql`where p.pipeline_id = ${id}`, true))[0];
}

/** Pipelines that run by themselves, with their tasks. */
export function listScheduled(db: Db): Promise<KeptPipeline[]> {
  return read(db, sql`where p.schedule is not null`, true);
}

/** Regions that have pipelines. */
export async function listRegionsOfPipelines(
  db: Db,
  scope: RegionScope,
): Promise<{ region: string; name: string; count: number; running: number }[]> {
  const { rows } = await sql<{ region: string; name: string; count: number; running: number }>`
    select g.key as region, g.name, count(*)::int as count,
      count(*) filter (where exists (select from pipeline_run r where r.pipeline_id = p.pipeline_id and r.status in (0, 1, 5)))::int as running
    from pipeline p join database d on d.id = p.database_id join region g on g.key = d.region_key
    where ${inScope(scope, sql`g.key`)} group by g.key, g.name order by g.key`.execute(db);
  return rows;
}

/** Tags of pipelines, the frequent ones first. */
export async function listTags(db: Db, filter: string, scope: RegionScope): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from pipeline p join database d on d.id = p.database_id, unnest(p.tags) tag
    where tag ilike ${like(filter)} and ${inScope(scope, sql`d.region_key`)}
    group by tag order by count desc, tag limit 50`.execute(db);
  return rows;
}

/** Makes a pipeline and answers its id. */
export async function insertPipeline(db: Db, input: PipelineInput, author: string): Promise<number> {
  const { rows } = await sql<{ pipeline_id: number }>`
    insert into pipeline(name, database_id, tags, schedule, tasks, author)
    values (${input.name}, ${input.db_id}, ${tagsOf(input)}, ${scheduleOf(input)}, ${JSON.stringify(input.tasks)}::jsonb, ${author})
    returning pipeline_id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The pipeline could not be made');
  return row.pipeline_id;
}

/** Writes what a person says of a pipeline; false where it is not at that revision any more. */
export async function writePipeline(db: Db, id: number, rev: number, input: PipelineInput): Promise<boolean> {
  const written = await sql`
    update pipeline set name = ${input.name}, database_id = ${input.db_id}, tags = ${tagsOf(input)}, tasks = ${JSON.stringify(input.tasks)}::jsonb,
      scheduled_since = case when schedule is not distinct from ${scheduleOf(input)} then scheduled_since else now() end,
      schedule = ${scheduleOf(input)}, rev = rev + 1
    where pipeline_id = ${id} and rev = ${rev}`.execute(db);
  return Number(written.numAffectedRows ?? 0) === 1;
}

/** Locks a pipeline until the transaction ends, and answers its revision. */
export async function lockPipeline(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('pipeline').select('rev').where('pipeline_id', '=', id).forUpdate().executeTakeFirst())?.rev;
}

/** Removes a pipeline. Its runs stay. */
export async function removePipeline(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pipeline').where('pipeline_id', '=', id).execute();
}

const tagsOf = ({ tags }: PipelineInput) => sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(tags)])}::jsonb))`;
const scheduleOf = ({ schedule }: PipelineInput) => sql`${schedule === null ? null : JSON.stringify(schedule)}::jsonb`;

/** Their runs count while they stay in the region of these. Read as one text: PGlite takes three times as long to hand over 2,000 rows. */
async function read(db: Db, where: RawBuilder<unknown>, withTasks: boolean): Promise<KeptPipeline[]> {
  const { rows } = await sql<{ list: string | null }>`
    with current as materialized (select * from ${currentVersions()} c)
    select json_agg(json_build_object('id', pipeline_id, 'name', name, 'db_id', database_id, 'region', region_key, 'timezone', timezone,
      'read_only', read_only, 'tags', tags, 'schedule', schedule, 'tasks', tasks, 'task_count', task_count, 'rev', rev,
      'scheduled_since', scheduled_since, 'last_run_id', last_run_id, 'last_task_run_id', last_task_run_id,
      'last_run_created', last_created, 'last_run_message', last_message,
      'current_db_version', current_version, 'expired_db_version', expired_version, 'expired_on', expired_on, 'publishable_db_version', publishable, 'statuses', statuses))::text as list
    from (
      select p.pipeline_id, p.name, p.database_id, d.region_key, g.timezone, d.read_only, p.tags, p.schedule, p.rev, last.run_id as last_run_id,
        ${withTasks ? sql`p.tasks` : sql`null::jsonb as tasks`}, jsonb_array_length(p.tasks) as task_count,
        to_char(p.scheduled_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as scheduled_since,
        last_task.task_run_id as last_task_run_id, extract(epoch from last.created)::int as last_created, why.message as last_message, c.version_id as current_version, past.version_id as expired_version, past.valid_to::text as expired_on,
        case when v.published or v.archived then null else v.version_id end as publishable,
        array_remove(array_append(active.statuses, last.status), null) as statuses
      from pipeline p
        join database d on d.id = p.database_id
        join region g on g.key = d.region_key
        left join current c on c.database_id = d.id
        left join lateral (select e.version_id, e.valid_to from version e
          where e.database_id = d.id and e.published and e.completed and not e.archived and e.valid_to < (now() at time zone 'utc')::date
          order by e.published_at desc, e.version_id desc limit 1) past on c.version_id is null
        left join (pipeline_run last join database made_in on made_in.id = last.database_id)
          on last.run_id = p.last_run_id and made_in.region_key = d.region_key
        left join lateral (select array_agg(r.status) as statuses from pipeline_run r join database o on o.id = r.database_id
          where r.pipeline_id = p.pipeline_id and r.run_id <> p.last_run_id and r.status in (0, 1, 5) and o.region_key = d.region_key) active on true
        left join lateral (select t.task_run_id, t.output_version_id from task_run t
          where t.run_id = last.run_id and not t.replaced and t.status >= 0 order by t.position desc limit 1) last_task on true
        left join lateral (select left(t.message, 300) as message from task_run t where t.run_id = last.run_id and not t.replaced
          and t.message is not null and t.status in (3, 4) and not t.approved order by t.position desc limit 1) why on last.status in (3, 4)
        left join lateral (select t.output_version_id from task_run t
          where t.run_id = last.run_id and not t.replaced and t.output_version_id is not null order by t.position desc limit 1) made on last.status = 2
        left join version v on v.version_id = made.output_version_id and v.database_id = d.id and v.completed
      ${where}
      order by d.region_key, lower(p.name), p.pipeline_id) rows`.execute(db);
  return z
    .array(KeptPipeline)
    .parse(JSON.parse(rows[0]?.list ?? '[]'))
    .map(({ statuses, ...pipeline }) => ({ ...pipeline, last_run_status: shownStatus(statuses) }));
}

/** Whether any run of these pipelines is under way. */
export async function hasActiveRuns(db: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from pipeline_run where pipeline_id = any(${intList(ids)}::int[]) and status in (0, 1, 5)) as any`.execute(db);
  return rows[0]?.any === true;
}
