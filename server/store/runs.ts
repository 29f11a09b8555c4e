/** Runs and their tasks: made, moved on by the transition function, taken by workers. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ImportReport } from '../../src/domain/importReport.ts';
import { TaskCommand, type PipelineTask } from '../../src/domain/pipelines.ts';
import { afterRunEvent, isEnded, newRun, RunStatus, statusOfRun, taskToRun, type RunEvent, type RunState } from '../../src/domain/runs.ts';
import { databaseNow } from './clock.ts';
import { currentVersionOf } from './publishing.ts';
import { storable } from './storable.ts';
import type { Db } from './tables.ts';
import { queueRunEnded } from './webhooks.ts';
import { LOCKS } from './locks.ts';

/** A run to be made. */
export interface NewRun {
  readonly pipelineId: number | null;
  /** The export that it is a run of; absent for all others. */
  readonly exportId?: number | undefined;
  /** Name of the pipeline, or of the export. */
  readonly pipelineName: string | null;
  readonly databaseId: string;
  readonly causedBy: string;
  /** Whose runs these are, at the identity provider; empty for the schedule. */
  readonly subject: string;
  readonly tasks: readonly PipelineTask[];
  /** ISO moment of the schedule; a second run for the same one is not made. */
  readonly due?: string;
}

/** Makes a run with its tasks; undefined where one for that moment is there already. */
export async function createRun(db: Db, run: NewRun): Promise<{ runId: number; taskRunIds: readonly number[] } | undefined> {
  const made = await db
    .insertInto('pipeline_run')
    .values({
      pipeline_id: run.pipelineId,
      export_id: run.exportId ?? null,
      pipeline_name: run.pipelineName,
      database_id: run.databaseId,
      status: 0,
      caused_by: run.causedBy,
      subject: run.subject,
      due: run.due ?? null,
      ended: null,
    })
    .onConflict((conflict) => conflict.columns([run.exportId === undefined ? 'pipeline_id' : 'export_id', 'due']).doNothing())
    .returning('run_id')
    .executeTakeFirst();
  if (made === undefined) return undefined;
  const taskRunIds = await insertTasks(db, made.run_id, 0, run.tasks);
  await writeRun(db, made.run_id, [], newRun(taskRunIds));
  // of two that are made at once the later stays, whichever is noted first
  const last = { last_run_id: sql<number>`greatest(last_run_id, ${made.run_id})` };
  if (run.pipelineId !== null) await db.updateTable('pipeline').set(last).where('pipeline_id', '=', run.pipelineId).execute();
  if (run.exportId !== undefined) await db.updateTable('export').set(last).where('export_id', '=', run.exportId).execute();
  return { runId: made.run_id, taskRunIds };
}

/** What an event did to a run. */
export interface Moved {
  readonly before: RunState;
  readonly after: RunState;
  readonly status: RunStatus;
  /** Tasks whose state changed. */
  readonly changed: readonly number[];
}

/** Locks a run, moves it on by an event and writes what changed. Undefined where there is no such run. */
export async function moveRun(db: Db, runId: number, event: RunEvent): Promise<Moved | undefined> {
  const before = await lockRun(db, runId);
  if (before === undefined) return undefined;
  const after = afterRunEvent(before, event);
  await writeRun(db, runId, before, after);
  return { before, after, status: statusOfRun(after), changed: changedTasks(before, after) };
}

/** The state of a run, locked until the transaction ends. */
export async function lockRun(db: Db, runId: number): Promise<RunState | undefined> {
  const locked = await db.selectFrom('pipeline_run').select('run_id').where('run_id', '=', runId).forUpdate().executeTakeFirst();
  if (locked === undefined) return undefined;
  const rows = await db
    .selectFrom('task_run')
    .select(['task_run_id', 'status', 'approved'])
    .where('run_id', '=', runId)
    .where('replaced', '=', false)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ id: row.task_run_id, status: RunStatus.parse(row.status), approved: row.approved }));
}

/** Runs again from a task on: the tasks from there get new attempts. Undefined where there is no such run. */
export async function restartRun(db: Db, runId: number, from: number): Promise<Moved | undefined> {
  const before = await lockRun(db, runId);
  if (before === undefined) return undefined;
  const after = afterRunEvent(before, { type: 'resume', from, ids: await repeatTasks(db, runId, from) });
  await writeRun(db, runId, before, after);
  return { before, after, status: statusOfRun(after), changed: changedTasks(before, after) };
}

/** Adds another attempt of the tasks of a locked run from one on, and answers their ids. */
async function repeatTasks(db: Db, runId: number, from: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('task_run')
    .selectAll()
    .where('run_id', '=', runId)
    .where('replaced', '=', false)
    .where('position', '>=', (eb) => eb.selectFrom('task_run').select('position').where('task_run_id', '=', from))
    .orderBy('position')
    .execute();
  if (rows.length === 0) return [];
  await db
    .updateTable('task_run')
    .set({ replaced: true })
    .where(
      'task_run_id',
      'in',
      rows.map((row) => row.task_run_id),
    )
    .execute();
  const tasks = rows.map((row, i) => ({ ...TaskRow.parse(row), input_version_id: i === 0 && row.position === 0 ? row.input_version_id : null }));
  return insertTasks(db, runId, rows[0]?.position ?? 0, tasks);
}

const TaskRow = z.object({
  name: z.string(),
  original_name: z.string(),
  s3_url: z.string(),
  command: TaskCommand,
  task_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  notes: z.string(),
});

async function insertTasks(db: Db, runId: number, position: number, tasks: readonly PipelineTask[]): Promise<readonly number[]> {
  if (tasks.length === 0) return [];
  const rows = await db
    .insertInto('task_run')
    .values(
      tasks.map((task, i) => ({
        run_id: runId,
        position: position + i,
        name: task.name,
        original_name: task.original_name,
        s3_url: task.s3_url,
        command: sql`${JSON.stringify(task.command)}::jsonb`,
        task_type: task.task_type,
        notes: task.notes,
        input_version_id: task.input_version_id,
        output_version_id: null,
        status: -1,
        approved_by: null,
        approved_at: null,
        message: null,
        worker: null,
        beat: null,
        progress: null,
        started: null,
        resulted: null,
      })),
    )
    .returning(['task_run_id', 'position'])
    .execute();
  return rows.toSorted((a, b) => a.position - b.position).map((row) => row.task_run_id);
}

/** Notes who let a task pass that needed approval. */
export async function noteApproval(db: Db, taskRunId: number, by: string): Promise<void> {
  await db
    .updateTable('task_run')
    .set({
      approved_by: by,
      approved_at: databaseNow(),
      // what there was to do has been done
      message: sql`regexp_replace(message, '( Nothing has been published\\.)? (Look at the log|Compare the versions), then approve.*$', '')`,
    })
    .where('task_run_id', '=', taskRunId)
    .execute();
}

/** Notes the version of a task that came to be after the task had ended: a publication that waited for approval. */
export async function noteOutput(db: Db, taskRunId: number, versionId: number): Promise<void> {
  await db.updateTable('task_run').set({ output_version_id: versionId }).where('task_run_id', '=', taskRunId).execute();
}

async function writeRun(db: Db, runId: number, before: RunState, after: RunState): Promise<void> {
  for (const id of changedTasks(before, after)) {
    const task = after.find((one) => one.id === id);
    if (task === undefined) continue;
    await db
      .updateTable('task_run')
      .set({ status: task.status, approved: task.approved, resulted: databaseNow() })
      .where('task_run_id', '=', id)
      .execute();
  }
  const status = statusOfRun(after);
  await db
    .updateTable('pipeline_run')
    .set({ status, ended: isEnded(status) ? sql`coalesce(ended, ${databaseNow()})` : null })
    .where('run_id', '=', runId)
    .execute();
  if (isEnded(status) && !isEnded(statusOfRun(before))) await queueRunEnded(db, runId, status);
}

function changedTasks(before: RunState, after: RunState): readonly number[] {
  const was = new Map(before.map((task) => [task.id, task]));
  return after.flatMap((task) => {
    const old = was.get(task.id);
    return old === undefined ? (task.status === -1 ? [] : [task.id]) : old.status !== task.status || old.approved !== task.approved ? [task.id] : [];
  });
}

/** What a worker holds while it runs a task. The attempt tells it from an earlier worker that was thought dead. */
export interface Claim {
  readonly taskRunId: number;
  readonly runId: number;
  readonly worker: string;
  readonly attempt: number;
  /** The last heartbeat, as PostgreSQL writes it, where another process acts for a worker that is gone: void once a later one has come. */
  readonly lastBeat?: string | null;
}

/** A task as its worker sees it. */
export interface ClaimedTask extends Claim {
  readonly databaseId: string;
  readonly pipelineId: number | null;
  readonly exportId: number | null;
  /** Name of the pipeline, or of the export. */
  readonly pipelineName: string | null;
  readonly causedBy: string;
  readonly subject: string;
  readonly name: string;
  readonly s3_url: string;
  readonly command: TaskCommand;
  readonly inputVersionId: number | null;
}

/**
 * Takes a task for a worker, where it waits for one: it is the next of its run, or its worker has gone. Undefined where
 * there is nothing to do: somebody else has it, it was stopped, or another run of the pipeline or export holds it back.
 */
export async function claimTask(db: Db, taskRunId: number, worker: string): Promise<ClaimedTask | undefined> {
  const task = await db.selectFrom('task_run').selectAll().where('task_run_id', '=', taskRunId).executeTakeFirst();
  if (task === undefined) return undefined;
  const run = await lockRun(db, task.run_id);
  const state = run?.find(({ id }) => id === taskRunId);
  if (run === undefined || state === undefined) return undefined;
  const now = await readTaskAndRun(db, taskRunId).executeTakeFirstOrThrow();
  const again = state.status === 1 && now.worker === null;
  if (!again && (taskToRun(run) !== taskRunId || now.worker !== null)) return undefined;
  if (!again && !(await mayGo(db, task.run_id, now))) return undefined;
  const inputVersionId = (await outputBefore(db, task.run_id, now.position)) ?? now.input_version_id ?? (await versionToTake(db, now.database_id));
  await writeRun(db, task.run_id, run, afterRunEvent(run, { type: 'progressed', id: taskRunId }));
  await db
    .updateTable('task_run')
    .set({
      worker,
      attempt: now.attempt + 1,
      beat: databaseNow(),
      started: sql`coalesce(started, ${databaseNow()})`,
      input_version_id: task.task_type === 1 ? null : inputVersionId,
    })
    .where('task_run_id', '=', taskRunId)
    .execute();
  return {
    taskRunId,
    runId: task.run_id,
    worker,
    attempt: now.attempt + 1,
    databaseId: now.database_id,
    pipelineId: now.pipeline_id,
    exportId: now.export_id,
    pipelineName: now.pipeline_name,
    causedBy: now.caused_by,
    subject: now.subject,
    name: task.name,
    s3_url: task.s3_url,
    command: TaskCommand.parse(task.command),
    inputVersionId: task.task_type === 1 ? null : inputVersionId,
  };
}

/** The task of a worker that is gone, once it has ended; for its notifications. */
export async function readEndedTask(db: Db, claim: Claim): Promise<ClaimedTask | undefined> {
  const row = await readTaskAndRun(db, claim.taskRunId).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...claim,
    databaseId: row.database_id,
    pipelineId: row.pipeline_id,
    exportId: row.export_id,
    pipelineName: row.pipeline_name,
    causedBy: row.caused_by,
    subject: row.subject,
    name: row.name,
    s3_url: row.s3_url,
    command: TaskCommand.parse(row.command),
    inputVersionId: row.input_version_id,
  };
}

function readTaskAndRun(db: Db, taskRunId: number) {
  return db
    .selectFrom('task_run')
    .innerJoin('pipeline_run', 'pipeline_run.run_id', 'task_run.run_id')
    .select(['task_run.worker', 'task_run.name', 'task_run.s3_url', 'task_run.command', 'attempt', 'input_version_id', 'position'])
    .select(['database_id', 'pipeline_id', 'export_id', 'pipeline_name', 'caused_by', 'subject'])
    .where('task_run_id', '=', taskRunId);
}

/**
 * A condition on a run `r`: no other run of the same pipeline or export holds it back. An earlier one does while it is under way; a later
 * one, which began while this one was over or waited for approval, until the task that it is at has ended. So of any number of runs the
 * first one can go on.
 */
const NOT_HELD_BACK = sql.join(
  ['pipeline_id', 'export_id'].map(
    (of) => sql`not exists (
      select from pipeline_run o where o.${sql.ref(of)} = r.${sql.ref(of)} and o.run_id <> r.run_id and o.status in (0, 1, 5)
        and (o.run_id < r.run_id or exists (
          select from task_run t where t.run_id = o.run_id and not t.replaced and t.status in (1, 5))))`,
  ),
  sql` and `,
);

/** Whether no other run holds a run back. Of two that ask at once the second waits until the first has taken its task. */
async function mayGo(
  db: Db,
  runId: number,
  { pipeline_id, export_id }: { readonly pipeline_id: number | null; readonly export_id: number | null },
): Promise<boolean> {
  if (pipeline_id !== null) await sql`select pg_advisory_xact_lock(${LOCKS.pipeline}::int, ${pipeline_id}::int)`.execute(db);
  if (export_id !== null) await sql`select pg_advisory_xact_lock(${LOCKS.export}::int, ${export_id}::int)`.execute(db);
  const { rows } = await sql`select from pipeline_run r where r.run_id = ${runId} and ${NOT_HELD_BACK}`.execute(db);
  return rows.length === 1;
}

/** The version that the tasks before hand on: the last one that was made, else the one that the run began with. */
async function outputBefore(db: Db, runId: number, position: number): Promise<number | null> {
  const rows = await db
    .selectFrom('task_run')
    .select(['input_version_id', 'output_version_id'])
    .where('run_id', '=', runId)
    .where('replaced', '=', false)
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .execute();
  return (
    rows.find((row) => row.output_version_id !== null)?.output_version_id ??
    rows.find((row) => row.input_version_id !== null)?.input_version_id ??
    null
  );
}

/** The version a task takes where none was chosen: the current one, else the newest that is finished. */
async function versionToTake(db: Db, databaseId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select coalesce(${currentVersionOf(databaseId)}, (
    select max(version_id) from version
    where database_id = ${databaseId} and completed and not archived and not editable and restores is null)) as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** What comes of a task. */
export interface TaskEnd {
  readonly status: 2 | 3 | 4;
  readonly outputVersionId?: number | null;
  readonly outputFiles?: Readonly<Record<string, string>>;
  readonly importReport?: ImportReport;
  readonly message?: string | null;
}

/** The worker is no longer the one that runs the task: it was thought dead, or the run is gone. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Ends a task in the transaction in which its version appears, so that there is never one without the other. Throws ClaimLost. */
export async function endTask(db: Db, claim: Claim, end: TaskEnd): Promise<Moved> {
  const run = await lockRun(db, claim.runId);
  const held = await db.selectFrom('task_run').select('status').where(isHeldBy(claim)).where('status', 'in', [1, 5]).executeTakeFirst();
  if (run === undefined || held === undefined) throw new ClaimLost(`Task run ${claim.taskRunId} is no longer ours`);
  const after = afterRunEvent(run, { type: 'ended', id: claim.taskRunId, status: end.status });
  await writeRun(db, claim.runId, run, after);
  await db
    .updateTable('task_run')
    .set({
      worker: null,
      beat: null,
      progress: null,
      output_version_id: end.outputVersionId ?? null,
      output_files: sql`${JSON.stringify(end.outputFiles ?? {})}::jsonb`,
      import_report: end.importReport === undefined ? null : storable(JSON.stringify(end.importReport)),
      message: end.message == null ? null : storable(end.message),
    })
    .where('task_run_id', '=', claim.taskRunId)
    .execute();
  return { before: run, after, status: statusOfRun(after), changed: changedTasks(run, after) };
}

/** Releases a task that was asked to stop. Undefined where it, or another process for it, has done so already. */
export async function letGoOfTask(db: Db, claim: Claim): Promise<Moved | undefined> {
  const moved = await moveRun(db, claim.runId, { type: 'letGo', id: claim.taskRunId });
  if (moved === undefined || moved.changed.length === 0) return undefined;
  await db
    .updateTable('task_run')
    .set({ worker: null, beat: null, progress: null, message: 'Stopped' })
    .where('task_run_id', '=', claim.taskRunId)
    .where('attempt', '=', claim.attempt)
    .execute();
  return moved;
}

/** Gives a task back that the worker did not come to the end of, because its process ends. */
export async function giveBack(db: Db, claim: Claim): Promise<void> {
  await db
    .updateTable('task_run')
    .set({ worker: null, beat: null, attempt: claim.attempt - 1 })
    .where(isHeldBy(claim))
    .execute();
}

/** Says that the worker lives, and how far it is. Returns the status of the task; undefined where it is no longer the worker's. */
export async function beat(db: Db, claim: Claim, progress: unknown): Promise<RunStatus | undefined> {
  const row = await db
    .updateTable('task_run')
    .set({ beat: databaseNow(), progress: sql`${JSON.stringify(progress ?? null)}::jsonb` })
    .where(isHeldBy(claim))
    .where('status', 'in', [1, 5])
    .returning('status')
    .executeTakeFirst();
  return row === undefined ? undefined : RunStatus.parse(row.status);
}

/** Tasks that a worker may take now. */
export async function listReady(db: Db): Promise<number[]> {
  const { rows } = await sql<{ task_run_id: number }>`
    select t.task_run_id from task_run t join pipeline_run r using (run_id)
    where not t.replaced and (t.status = 0 and t.worker is null and r.status in (0, 1) and ${NOT_HELD_BACK}
      or t.status = 1 and t.worker is null)
    order by t.task_run_id limit 1000`.execute(db);
  return rows.map((row) => row.task_run_id);
}

/** A task whose worker may be gone. */
export interface Held extends Claim {
  readonly status: RunStatus;
  /** The worker has sent no heartbeat for longer than the patience. */
  readonly silent: boolean;
}

/** Tasks that workers hold. A heartbeat of the future counts as none: the clock was set back. */
export async function listHeld(db: Db, patienceSeconds: number): Promise<Held[]> {
  const { rows } = await sql<{
    task_run_id: number;
    run_id: number;
    worker: string | null;
    attempt: number;
    status: number;
    beat: string | null;
    silent: boolean;
  }>`
    select task_run_id, run_id, worker, attempt, status, beat::text as beat,
      coalesce(beat < now() - ${patienceSeconds} * interval '1 second' or beat > now() + interval '1 minute', true) as silent
    from task_run where status in (1, 5) and not replaced and (worker is not null or status = 5)`.execute(db);
  return rows.map((row) => ({
    taskRunId: row.task_run_id,
    runId: row.run_id,
    worker: row.worker ?? '',
    attempt: row.attempt,
    status: RunStatus.parse(row.status),
    lastBeat: row.beat,
    silent: row.silent,
  }));
}

/**
 * Takes a task from a worker that is gone, so that another may take it. Returns false where it was not that worker's any more, or the
 * worker has given a heartbeat after `lastBeat`.
 */
export async function takeFromWorker(db: Db, claim: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task_run')
    .set({ worker: null, beat: null })
    .where(isHeldBy(claim))
    .where('status', '=', 1)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** A condition on a task: it is held as the claim says. */
function isHeldBy({ taskRunId, worker, attempt, lastBeat }: Claim) {
  const isSilent = lastBeat === undefined ? sql`true` : sql`beat is not distinct from ${lastBeat}::timestamptz`;
  return sql<boolean>`task_run_id = ${taskRunId} and worker = ${worker} and attempt = ${attempt} and ${isSilent}`;
}
