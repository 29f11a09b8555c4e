import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/pipelines.ts';
import type { Account } from '../../src/domain/account.ts';
import { pipelineFaults } from '../../src/domain/pipelineForm.ts';
import {
  type Pipeline,
  PIPELINE_RUNS_PAGE,
  type PipelineInput,
  type PipelineSchedule,
  type PipelineSummary,
  type PipelineTask,
} from '../../src/domain/pipelines.ts';
import { nextDue } from '../../src/domain/pipelineTimes.ts';
import { refusalOfRunAct, type RunAct } from '../../src/domain/runs.ts';
import { type PipelineRun, type Superseded, supersededWords, type TaskRun } from '../../src/domain/taskRuns.ts';
import { secretsUsed } from '../../src/domain/taskTemplates/catalogue.ts';
import { publish } from '../../src/domain/taskTemplates/exports.ts';
import { READ_ONLY, refusalOfAct } from '../../src/domain/versions.ts';
import { AuthError, type Caller } from '../auth/auth.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import * as store from '../store/pipelines.ts';
import { readDatabase } from '../store/regions.ts';
import { markPublished } from '../store/publishing.ts';
import { createRun, lockRun, moveRun, noteApproval, noteOutput, restartRun } from '../store/runs.ts';
import { countRunLevels, listNewestRunIds, listRunIds, readRuns } from '../store/taskRuns.ts';
import type { Db } from '../store/tables.ts';
import { lockVersion, readCurrent, readVersion } from '../store/versions.ts';
import { timeNow } from '../surroundings.ts';
import type { Write } from './editing.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { newsOfRun, newsMessage } from './news.ts';
import { newsOfEnteringPublication } from './savedSearches.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { requireApprovedToPublish } from './reviews.ts';
import { requirePublishable, type ValidationPlace } from './validation.ts';
import { publishRun } from './runMessages.ts';

/** Pipelines with the rights of the account in them. */
export async function listPipelines(
  db: Db,
  { account, regions }: Caller,
  filter: store.PipelineFilter,
): Promise<ReplyOf<typeof contract.listPipelines>> {
  const now = timeNow();
  // many have the same times: each is worked out once
  const due = new Map<string, number | undefined>();
  const nextOf = (schedule: PipelineSchedule, timezone: string): number | undefined => {
    const key = JSON.stringify([schedule, timezone]);
    if (!due.has(key)) due.set(key, nextDue(schedule, timezone, now));
    return due.get(key);
  };
  return {
    pipelines: (await store.listPipelines(db, filter, regions)).map((kept): PipelineSummary => ({
      ...toWire(kept, account, nextOf),
      task_count: kept.task_count,
    })),
  };
}

/** The same with the tasks and the newest runs of each. */
export async function listPipelinesWithRuns(
  db: Db,
  { account, regions }: Caller,
  filter: store.PipelineFilter,
): Promise<ReplyOf<typeof contract.listPipelinesWithRuns>> {
  const kept = await store.listPipelines(db, filter, regions, true);
  const ids = await listNewestRunIds(
    db,
    kept.map(({ id }) => id),
    regions,
    PIPELINE_RUNS_PAGE,
  );
  const runs = groupedBy(await readRuns(db, ids), ({ pipeline_id }) => pipeline_id);
  return { pipelines: kept.map((one) => ({ ...toWire(one, account), tasks: one.tasks ?? [], runs: [...(runs.get(one.id) ?? [])] })) };
}

/** One pipeline with its newest runs. */
export async function readPipeline(db: Db, { account, regions }: Caller, id: number): Promise<ReplyOf<typeof contract.readPipeline>> {
  const pipeline = await requirePipeline(db, account, id);
  return { ...pipeline, runs: (await listRuns(db, id, regions, { offset: 0, limit: 15 })).runs };
}

/** Runs of a pipeline that are seen, a page at a time: those of a database where it was before stay with the people of that one's region. */
export async function listRuns(
  db: Db,
  id: number,
  scope: RegionScope,
  page: { offset: number; limit: number; version?: number | undefined },
): Promise<ReplyOf<typeof contract.listPipelineRuns>> {
  const ids = await listRunIds(db, id, scope, { ...page, limit: page.limit + 1 });
  return { runs: await readRuns(db, ids.slice(0, page.limit)), has_more: ids.length > page.limit };
}

/** Warnings and errors in the logs of runs; zeros for those that are not there or not seen. */
export async function readRunCounts(db: Db, ids: readonly number[], scope: RegionScope): Promise<ReplyOf<typeof contract.readRunCounts>> {
  const found = new Map((await countRunLevels(db, ids, scope)).map((row) => [row.run_id, row]));
  return { counts: ids.map((run_id) => found.get(run_id) ?? { run_id, errors: 0, warnings: 0 }) };
}

/** One run. */
export async function readRun(db: Db, id: number): Promise<PipelineRun> {
  const [run] = await readRuns(db, [id]);
  if (run === undefined) throw new Refusal(404, 'not_found', `There is no run ${id}.`);
  return run;
}

/** Makes a pipeline. */
export async function createPipeline(write: Write, input: PipelineInput): Promise<ReplyOf<typeof contract.createPipeline>> {
  await requireUsable(write, input);
  const pipeline_id = await store.insertPipeline(write.db, input, write.caller.account.name);
  return { pipeline_id, pipeline: await publishChange(write, pipeline_id) };
}

/** Makes a copy of a pipeline that does not run by itself. */
export async function clonePipeline(write: Write, id: number): Promise<ReplyOf<typeof contract.clonePipeline>> {
  const kept = await store.readPipeline(write.db, id);
  if (kept === undefined) throw noPipeline(id);
  const name = `${kept.name.slice(0, 120)} (copy)`;
  return createPipeline(write, { name, db_id: kept.db_id, tags: kept.tags, tasks: kept.tasks ?? [], schedule: null });
}

/** Changes a pipeline that is at that revision. */
export async function updatePipeline(write: Write, id: number, rev: number, input: PipelineInput): Promise<Pipeline> {
  await requireWritable(write, id);
  await requireUsable(write, input);
  if (!(await store.writePipeline(write.db, id, rev, input)))
    throw new Refusal(412, 'conflict', 'Somebody else has changed this pipeline.', await requirePipeline(write.db, write.caller.account, id));
  return publishChange(write, id);
}

/** Removes a pipeline that has no run under way. */
export async function deletePipeline(write: Write, id: number): Promise<Record<string, never>> {
  const { db_id } = await requireWritable(write, id);
  if (await store.hasActiveRuns(write.db, [id])) throw new Refusal(409, 'not_possible', 'A run of this pipeline is still processing. Stop it first.');
  await store.removePipeline(write.db, id);
  write.publish({ target: 'pipelineChanged', message: { pipeline_id: id, db_id, rev: null } });
  return {};
}

/** Runs a pipeline. */
export async function runPipeline(write: Write, id: number): Promise<ReplyOf<typeof contract.runPipeline>> {
  const kept = await requireWritable(write, id);
  const tasks = kept.tasks ?? [];
  if (tasks.length === 0) throw new Refusal(409, 'not_possible', 'This pipeline has no tasks');
  return begin(write, kept, tasks);
}

async function begin(write: Write, kept: store.KeptPipeline, tasks: readonly PipelineTask[]): Promise<ReplyOf<typeof contract.runPipeline>> {
  requirePublishScope(write, tasks);
  const made = await createRun(write.db, {
    pipelineId: kept.id,
    pipelineName: kept.name,
    databaseId: kept.db_id,
    causedBy: write.caller.account.name,
    subject: write.caller.subject,
    tasks,
  });
  if (made === undefined) throw new Error('The run could not be made');
  return { run_id: made.runId, run: await publishRun(write, made.runId) };
}

/** Stops a run: at once where no task of it runs, else when its worker has stopped. */
export async function stopRun(write: Write, id: number): Promise<PipelineRun> {
  const run = await requireAct(write, id, 'stop');
  const moved = await moveRun(write.db, id, { type: 'stop' });
  // one that nobody runs is stopped at once; the person who stopped it gets no notification
  const taskRunId = run.tasks.at(-1)?.task.id;
  if (moved && taskRunId !== undefined)
    for (const news of await newsOfRun(write.db, { runId: id, taskRunId }, moved.status, write.caller.subject)) write.publish(...newsMessage(news));
  return publishRun(write, id);
}

/** Continues a run that needs approval. A Publish that waited for it publishes now. */
export async function approveRun(write: Write, findings: ValidationPlace, id: number, asked?: Overtaken): Promise<PipelineRun> {
  const run = await requireAct(write, id, 'approve');
  requireAsked(run, asked, 'Approving it');
  const moved = await moveRun(write.db, id, { type: 'approve' });
  const { account, subject } = write.caller;
  const approved = run.tasks.find(({ task, last_result, approved: before }) => last_result.type === 4 && !before && moved?.changed.includes(task.id));
  if (approved !== undefined) {
    await noteApproval(write.db, approved.task.id, account.name);
    if (approved.task.s3_url === publish.s3_url) await publishApproved(write, findings, approved);
    const by = { runId: id, taskRunId: approved.task.id };
    for (const news of await newsOfRun(write.db, by, moved?.status ?? 1, subject)) write.publish(...newsMessage(news));
  }
  return publishRun(write, id);
}

async function publishApproved(write: Write, findings: ValidationPlace, { task }: TaskRun): Promise<void> {
  const versionId = task.input_version_id ?? 0;
  const before = await readCurrent(write.db, task.db_id);
  const locked = await lockVersion(write.db, versionId);
  const refusal =
    locked === undefined ? `The version ${versionId} no longer exists.` : locked.readOnly ? READ_ONLY : refusalOfAct('publish', locked.version);
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
  if (locked !== undefined) await requireApprovedToPublish(write.db, locked.version);
  await requirePublishable(findings, write, versionId);
  await markPublished(write.db, versionId, { author: write.caller.account.name, subject: write.caller.subject });
  await noteOutput(write.db, task.id, versionId);
  for (const news of await newsOfEnteringPublication(write.db, versionId, before?.Id)) write.publish(...newsMessage(news));
  for (const changed of [versionId, ...(before === undefined ? [] : [before.Id])]) {
    const version = await readVersion(write.db, changed);
    if (version) write.publish({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
  }
}

type Overtaken = Pick<Superseded, 'run_id' | 'version_id'>;

/** Refuses to continue a run that something has overtaken, unless the person was asked about just that. */
function requireAsked({ id, superseded }: PipelineRun, asked: Overtaken | undefined, act: string): void {
  if (superseded == null || (asked?.run_id === superseded.run_id && asked.version_id === superseded.version_id)) return;
  throw new Refusal(409, 'superseded', `Run ${id} is superseded: ${supersededWords(superseded)}. ${act} has to be confirmed. Open the run again.`);
}

/** Makes a new run of the tasks of a run from one on. It begins with the version that this one took there. */
export async function repeatRun(write: Write, id: number, fromTaskId: number): Promise<ReplyOf<typeof contract.repeatRun>> {
  const run = await requireAct(write, id, 'repeat');
  const at = run.tasks.findIndex(({ task }) => task.id === fromTaskId);
  const from = run.tasks[at];
  if (from === undefined) throw new Refusal(404, 'not_found', `This run has no task ${fromTaskId}.`);
  if (run.pipeline_id === null) throw new Refusal(409, 'not_possible', 'This run is of no pipeline that is there');
  const kept = await requireWritable(write, run.pipeline_id);
  const input = from.task.task_type === 1 ? null : from.task.input_version_id;
  if (at > 0 && input === null) throw new Refusal(409, 'not_possible', 'This task has not been run. Choose an earlier one');
  if (input !== null && (!from.input_version_exists || from.input_version_archived))
    throw new Refusal(409, 'not_possible', `Version ${input}, which this task began with, is no longer there`);
  const tasks = run.tasks.slice(at).map(({ task }, i): PipelineTask => ({
    name: task.name,
    original_name: task.original_name,
    s3_url: task.s3_url,
    command: task.command,
    task_type: task.task_type,
    notes: task.notes,
    input_version_id: i === 0 ? input : null,
  }));
  requireSecrets(write, tasks);
  return begin(write, kept, tasks);
}

/** Goes on with a failed or stopped run from a task on. */
export async function resumeRun(write: Write, id: number, fromTaskId: number, asked?: Overtaken): Promise<PipelineRun> {
  const run = await requireAct(write, id, 'resume');
  requireAsked(run, asked, 'Resuming it');
  if (!run.tasks.some(({ task }) => task.id === fromTaskId)) throw new Refusal(404, 'not_found', `This run has no task ${fromTaskId}.`);
  const before = run.tasks.slice(
    0,
    run.tasks.findIndex(({ task }) => task.id === fromTaskId),
  );
  if (before.some(({ last_result: { type }, approved }) => type !== 2 && !(type === 4 && approved)))
    throw new Refusal(409, 'not_possible', 'A task before it has not been completed. Resume from that one.');
  requirePublishScope(
    write,
    run.tasks.map(({ task }) => task),
  );
  await restartRun(write.db, id, fromTaskId);
  return publishRun(write, id);
}

async function requireAct(write: Write, id: number, act: RunAct): Promise<PipelineRun> {
  if ((await lockRun(write.db, id)) === undefined) throw new Refusal(404, 'not_found', `There is no run ${id}.`);
  const run = await readRun(write.db, id);
  await requireDatabase(write, run.tasks[0]?.task.db_id ?? '');
  const refusal = refusalOfRunAct(act, run.status);
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
  return run;
}

/** A pipeline that the caller may change, locked until the write ends. */
async function requireWritable(write: Write, id: number): Promise<store.KeptPipeline> {
  await store.lockPipeline(write.db, id);
  const kept = await store.readPipeline(write.db, id);
  if (kept === undefined) throw noPipeline(id);
  if (kept.read_only) throw new Refusal(403, 'read_only', READ_ONLY);
  return kept;
}

/** Refuses a database that is not there or may not be written. */
export async function requireDatabase({ db }: Pick<Write, 'db'>, id: string): Promise<void> {
  const database = await readDatabase(db, id);
  if (database === undefined) throw new Refusal(404, 'not_found', `There is no database ${id}.`);
  if (database.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
}

async function requireUsable(write: Write, input: PipelineInput): Promise<void> {
  await requireDatabase(write, input.db_id);
  requireSecrets(write, input.tasks);
  requirePublishScope(write, input.tasks);
  const faults = pipelineFaults(input);
  if (faults.length > 0) throw new BadInput(faults);
}

/** Refuses tasks with secrets of the installation to somebody who sees some regions only: a task can send them anywhere. */
export function requireSecrets({ caller }: Write, tasks: readonly Parameters<typeof secretsUsed>[0][]): void {
  if (caller.regions === 'all' || !tasks.some((task) => secretsUsed(task).length > 0)) return;
  throw new Refusal(403, 'not_your_region', 'Secrets belong to the whole installation, and your account is limited to some regions.');
}

/** Refuses tasks that publish a version to a program whose API token has no scope for that. */
export function requirePublishScope({ caller }: Write, tasks: readonly Pick<PipelineTask, 's3_url'>[]): void {
  if (caller.program?.scopes.includes('publish') !== false || !tasks.some(({ s3_url }) => s3_url === publish.s3_url)) return;
  throw new AuthError(403, 'scope_missing', 'A task of it publishes a version, for which the API token has no scope (publish).');
}

async function publishChange(write: Write, id: number): Promise<Pipeline> {
  const pipeline = await requirePipeline(write.db, write.caller.account, id);
  write.publish({ target: 'pipelineChanged', message: { pipeline_id: id, db_id: pipeline.db_id, rev: pipeline.rev } });
  return pipeline;
}

async function requirePipeline(db: Db, account: Account, id: number): Promise<Pipeline> {
  const kept = await store.readPipeline(db, id);
  if (kept === undefined) throw noPipeline(id);
  return { ...toWire(kept, account), tasks: kept.tasks ?? [] };
}

function toWire(
  kept: store.KeptPipeline,
  account: Account,
  nextOf: (schedule: PipelineSchedule, timezone: string) => number | undefined = (schedule, timezone) => nextDue(schedule, timezone, timeNow()),
): Omit<Pipeline, 'tasks'> {
  const { tasks: _tasks, task_count: _count, read_only, scheduled_since: _since, ...rest } = kept;
  const next = kept.schedule === null ? undefined : nextOf(kept.schedule, kept.timezone);
  return {
    ...rest,
    permissions: { read_only: read_only || account.permissions.readOnly },
    next_run: next === undefined ? null : Math.floor(next / 1000),
  };
}

function noPipeline(id: number): Refusal {
  return new Refusal(404, 'not_found', `There is no pipeline ${id}.`);
}
