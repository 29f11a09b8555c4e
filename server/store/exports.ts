/** Exports as they are kept and listed, and the history of each. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { AgencyMergingRule, ExportFeedInfo, type ExportInput, ExportRun, ExportScope } from '../../src/domain/exports.ts';
import { RunStatus } from '../../src/domain/runs.ts';
import { LogCounts } from '../../src/domain/runLogs.ts';
import { TaskProgress } from '../../src/domain/taskRuns.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import { databasesIn } from './places.ts';
import { filesOf, OutputFiles } from './taskFiles.ts';
import { intList, like, shownStatus } from './taskRuns.ts';
import type { Db } from './tables.ts';

/** What has no column of its own. */
const ExportDoc = z.object({
  scope: ExportScope,
  version: z.int().optional(),
  fileName: z.string(),
  feedInfo: ExportFeedInfo,
  vehicleWork: z.boolean().optional(),
  agencyMergingRules: z.array(AgencyMergingRule),
});

const Row = z.object({
  id: z.number(),
  name: z.string(),
  region: z.string(),
  regionName: z.string(),
  timezone: z.string(),
  readOnly: z.boolean(),
  DbId: z.string(),
  timeOfDay: z.string(),
  location: z.number(),
  locationName: z.string().nullable(),
  doc: ExportDoc,
  rev: z.number(),
  /** ISO moment since when the time of day is as it is. */
  scheduledSince: z.string(),
  lastRunId: z.number().nullable(),
  statuses: z.array(RunStatus),
});

/** An export as it is kept, with what its region and its runs say of it. */
export interface KeptExport extends ExportInput {
  readonly id: number;
  readonly regionName: string;
  readonly timezone: string;
  /** Whether its region is read-only. */
  readonly readOnly: boolean;
  readonly locationName: string | null;
  readonly rev: number;
  readonly scheduledSince: string;
  readonly lastRunId: number | null;
  readonly status: RunStatus;
}

export interface ExportFilter {
  readonly region?: string | undefined;
  readonly databaseId?: string | undefined;
  /** Part of the name, or of the database's id. */
  readonly filter?: string;
}

/** Exports by region and name. */
export function listExports(db: Db, { region, databaseId, filter = '' }: ExportFilter): Promise<KeptExport[]> {
  const conditions = [
    sql`true`,
    ...(region === undefined ? [] : [sql`e.region_key = ${region}`]),
    ...(databaseId === undefined ? [] : [sql`e.database_id = ${databaseId}`]),
    ...(filter === '' ? [] : [sql`(e.name ilike ${like(filter)} or e.database_id ilike ${like(filter)})`]),
  ];
  return read(db, sql`where ${sql.join(conditions, sql` and `)}`);
}

/** One export. */
export async function readExport(db: Db, id: number): Promise<KeptExport | undefined> {
  return (await read(db, sql`where e.export_id = ${id}`))[0];
}

/** Exports that run by themselves. */
export function listScheduledExports(db: Db): Promise<KeptExport[]> {
  return read(db, sql`where e.time_of_day <> ''`);
}

/** Names of the exports that deliver to a location. */
export async function exportsAtLocation(db: Db, locationId: number): Promise<string[]> {
  const rows = await db.selectFrom('export').select('name').where('location_id', '=', locationId).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Makes an export and answers its id. */
export async function insertExport(db: Db, input: ExportInput, author: string): Promise<number> {
  const { export_id: id } = await db
    .insertInto('export')
    .values({ ...columnsOf(input), author, last_run_id: null })
    .returning('export_id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes what a person says of an export; false where it is not at that revision any more. */
export async function writeExport(db: Db, id: number, rev: number, input: ExportInput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('export')
    .set({
      ...columnsOf(input),
      scheduled_since: sql`case when time_of_day = ${input.schedule.timeOfDay} then scheduled_since else now() end`,
      rev: sql`rev + 1`,
    })
    .where('export_id', '=', id)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Locks an export until the transaction ends. */
export async function lockExport(db: Db, id: number): Promise<void> {
  await db.selectFrom('export').select('rev').where('export_id', '=', id).forUpdate().executeTakeFirst();
}

/** Removes an export. Its runs stay. */
export async function removeExport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('export').where('export_id', '=', id).execute();
}

/** Whether any run of an export is under way. */
export async function hasActiveExportRuns(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('pipeline_run')
    .select('run_id')
    .where('export_id', '=', id)
    .where('status', 'in', [0, 1, 5])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The export that a run belongs to; undefined where the run is of none, or the export is gone. */
export async function exportOfRun(db: Db, runId: number): Promise<number | undefined> {
  const row = await db.selectFrom('pipeline_run').select('export_id').where('run_id', '=', runId).executeTakeFirst();
  return row?.export_id ?? undefined;
}

/** Runs of an export that are seen, newest first, a page at a time. */
export async function listHistory(
  db: Db,
  id: number,
  scope: RegionScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ runs: ExportRun[]; total: number }> {
  const seen = sql<boolean>`export_id = ${id} and database_id in (${databasesIn(scope)})`;
  const rows = await db
    .selectFrom('pipeline_run')
    .select(['run_id', sql<number>`count(*) over ()::int`.as('total')])
    .where(seen)
    .orderBy('run_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const [first] = rows;
  if (first === undefined) {
    const { n } = await db
      .selectFrom('pipeline_run')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(seen)
      .executeTakeFirstOrThrow();
    return { runs: [], total: n };
  }
  const runs = await readExportRuns(
    db,
    rows.map(({ run_id }) => run_id),
  );
  return { runs, total: first.total };
}

/** Runs of exports by their ids, newest first. */
export async function readExportRuns(db: Db, ids: readonly number[]): Promise<ExportRun[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('RunId', run_id, 'taskRunId', task_run_id, 'created', extract(epoch from created)::int,
      'ended', extract(epoch from ended)::int, 'causedBy', caused_by, 'status', status, 'command', command, 'versionId', input_version_id,
      'files', output_files, 'message', message, 'progress', progress,
      'levelSummary', json_build_object('information', information, 'warnings', warnings, 'errors', errors)) order by run_id desc)::text as list
    from (
      select r.run_id, r.created, r.ended, r.caused_by, r.status, t.task_run_id, t.command, t.input_version_id, t.output_files, t.message, t.progress,
        t.information, t.warnings, t.errors
      from pipeline_run r join task_run t on t.run_id = r.run_id and not t.replaced
      where r.run_id = any(${intList(ids)}::int[])) rows`.execute(db);
  return z
    .array(RunRow)
    .parse(JSON.parse(rows[0]?.list ?? '[]'))
    .map(({ command, files, ...run }) => ({
      ...run,
      feedInfo: command.feedInfo,
      scope: command.scope,
      delivered: files.delivered ?? null,
      size: files.size === undefined ? null : Number(files.size),
      files: filesOf(files),
    }));
}

const RunRow = z.object({
  RunId: z.int(),
  taskRunId: z.int(),
  created: z.int(),
  ended: z.int().nullable(),
  causedBy: z.string(),
  status: RunStatus,
  command: z.object({ feedInfo: ExportFeedInfo, scope: ExportScope }),
  versionId: z.int().nullable(),
  files: OutputFiles,
  message: z.string().nullable(),
  progress: TaskProgress.nullable(),
  levelSummary: LogCounts,
});

function columnsOf({ name, region, DbId, scope, version, schedule, deliveryLocation, feedInfo, vehicleWork, agencyMergingRules }: ExportInput) {
  const doc: z.infer<typeof ExportDoc> = {
    scope,
    fileName: deliveryLocation.fileName,
    feedInfo,
    agencyMergingRules,
    ...(vehicleWork === true && { vehicleWork }),
    ...(version == null ? {} : { version }),
  };
  return {
    name,
    region_key: region,
    database_id: DbId,
    location_id: deliveryLocation.location,
    time_of_day: schedule.timeOfDay,
    doc: sql`${JSON.stringify(doc)}::jsonb`,
  };
}

/** Its runs count while it stays in their region. Read as one text: PGlite takes three times as long to hand over rows. */
async function read(db: Db, where: RawBuilder<unknown>): Promise<KeptExport[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', export_id, 'name', name, 'region', region_key, 'regionName', region_name, 'timezone', timezone,
      'readOnly', read_only, 'DbId', database_id, 'timeOfDay', time_of_day, 'location', location_id, 'locationName', location_name, 'doc', doc,
      'rev', rev, 'scheduledSince', scheduled_since, 'lastRunId', last_run_id, 'statuses', statuses))::text as list
    from (
      select e.export_id, e.name, e.region_key, g.name as region_name, g.timezone, g.read_only, e.database_id, e.time_of_day, e.location_id,
        l.name as location_name, e.doc, e.rev, last.run_id as last_run_id,
        to_char(e.scheduled_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as scheduled_since,
        array_remove(array_append(active.statuses, last.status), null) as statuses
      from export e
        join region g on g.key = e.region_key
        left join delivery_location l using (location_id)
        left join (pipeline_run last join database made_in on made_in.id = last.database_id)
          on last.run_id = e.last_run_id and made_in.region_key = e.region_key
        left join lateral (select array_agg(r.status) as statuses from pipeline_run r join database o on o.id = r.database_id
          where r.export_id = e.export_id and r.run_id <> e.last_run_id and r.status in (0, 1, 5) and o.region_key = e.region_key) active on true
      ${where}
      order by e.region_key, lower(e.name), e.export_id) rows`.execute(db);
  return z
    .array(Row)
    .parse(JSON.parse(rows[0]?.list ?? '[]'))
    .map(({ statuses, doc, timeOfDay, location, ...kept }) => ({
      ...kept,
      scope: doc.scope,
      ...(doc.version === undefined ? {} : { version: doc.version }),
      schedule: { timeOfDay },
      deliveryLocation: { fileName: doc.fileName, location },
      feedInfo: doc.feedInfo,
      ...(doc.vehicleWork === undefined ? {} : { vehicleWork: doc.vehicleWork }),
      agencyMergingRules: doc.agencyMergingRules,
      status: shownStatus(statuses),
    }));
}
