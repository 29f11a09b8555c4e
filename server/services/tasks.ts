import type { Readable } from 'node:stream';
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/tasks.ts';
import { commandFaults } from '../../src/domain/pipelineForm.ts';
import { ALTERNATIVE_VERSIONS, type TaskRun } from '../../src/domain/taskRuns.ts';
import { TASK_TEMPLATES } from '../../src/domain/taskTemplates/catalogue.ts';
import type { PipelineTask } from '../../src/domain/pipelines.ts';
import { documentationOf } from '../jobs/documentation.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { createRun } from '../store/runs.ts';
import { noteUpload } from '../store/taskFiles.ts';
import { listTaskRuns, readTaskRuns, type TaskFilter } from '../store/taskRuns.ts';
import type { Db } from '../store/tables.ts';
import { listVersions } from '../store/versions.ts';
import type { Write } from './editing.ts';
import { requireDatabase, requirePublishScope, requireSecrets, stopRun } from './pipelines.ts';
import { BadInput, Refusal, tooLarge } from '../refusal.ts';
import { publishRun } from './runMessages.ts';

/** Task runs, newest first, a page at a time. */
export async function listTasks(db: Db, filter: TaskFilter, scope: RegionScope): Promise<ReplyOf<typeof contract.listTasks>> {
  const tasks = await listTaskRuns(db, { ...filter, limit: filter.limit + 1 }, scope);
  return { tasks: tasks.slice(0, filter.limit), has_more: tasks.length > filter.limit };
}

/** One task run with versions that can be opened in place of those it names. */
export async function readTask(db: Db, id: number): Promise<ReplyOf<typeof contract.readTask>> {
  const run = await readTaskRun(db, id);
  const versions = await listVersions(db, run.task.db_id, { limit: 50 });
  const alternatives = versions.filter(
    ({ Id, Completed, Archived }) => Completed && !Archived && Id !== run.task.input_version_id && Id !== run.output_version_id,
  );
  return {
    ...run,
    alternative_versions: alternatives.slice(0, ALTERNATIVE_VERSIONS).map(({ Id, Version, Date: date }) => ({ id: Id, name: Version, date })),
  };
}

/** One task run. */
export async function readTaskRun(db: Db, id: number): Promise<TaskRun> {
  const [run] = await readTaskRuns(db, [id]);
  if (run === undefined) throw new Refusal(404, 'not_found', `There is no task run ${id}.`);
  return run;
}

/** Task runs by their ids, those that are seen. */
export async function lookUpTasks(db: Db, ids: readonly number[], scope: RegionScope): Promise<ReplyOf<typeof contract.readTaskRuns>> {
  const runs = await readTaskRuns(db, ids, scope);
  return {
    TaskRuns: runs.map(({ task, last_result }) => ({
      Id: task.run_id,
      TaskRunId: task.id,
      TaskName: task.name,
      Type: task.task_type,
      Status: last_result.type,
      InputVersionId: task.input_version_id,
      OutputVersionId: last_result.output_version_id,
    })),
  };
}

/** Runs one task by hand. */
export async function runTask(write: Write, { db_id, ...task }: PipelineTask & { db_id: string }): Promise<ReplyOf<typeof contract.runTask>> {
  await requireDatabase(write, db_id);
  requireSecrets(write, [task]);
  requirePublishScope(write, [task]);
  const faults = commandFaults(task);
  if (faults.length > 0) throw new BadInput(faults);
  const { caller, db } = write;
  const made = await createRun(db, {
    pipelineId: null,
    pipelineName: null,
    databaseId: db_id,
    causedBy: caller.account.name,
    subject: caller.subject,
    tasks: [task],
  });
  const [taskRunId] = made?.taskRunIds ?? [];
  if (made === undefined || taskRunId === undefined) throw new Error('The run could not be made');
  await publishRun(write, made.runId);
  return { task_run_id: taskRunId, run_id: made.runId };
}

/** Stops the run that a task is part of. */
export async function stopTask(write: Write, id: number): Promise<TaskRun> {
  await stopRun(write, (await readTaskRun(write.db, id)).task.run_id);
  return readTaskRun(write.db, id);
}

/** Every kind of task with its documentation. */
export function listDocumentation(): ReplyOf<typeof contract.listDocumentation> {
  return { documentation: TASK_TEMPLATES.map((template) => documentationOf(template)) };
}

/** Documentation of one kind of task, by its id. */
export function readDocumentation(id: string): ReplyOf<typeof contract.readDocumentation> {
  const template = TASK_TEMPLATES.find((one) => one.id === id);
  if (template === undefined) throw new Refusal(404, 'not_found', `There is no task template ${id}.`);
  return documentationOf(template);
}

/** A file as it comes in: `length` bytes, as far as its sender says, and `limit` at most. */
interface IncomingFile {
  readonly body: Readable;
  readonly length: number;
  readonly limit: number;
}

/** Keeps a file that a task is to take, and answers its key. */
export async function keepTaskFile(db: Db, objects: ObjectStore, name: string, { body, length, limit }: IncomingFile): Promise<string> {
  if (length > limit) throw tooLarge(limit);
  // Keys are made of plain letters, with no two dots together nor one at an end; the name is only there for people.
  const plain = name
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .slice(0, 100)
    .replaceAll(/\.{2,}|^\.|\.$/g, '_');
  const key = await objects.put(`uploads/${plain}`, atMost(limit, body));
  await noteUpload(db, key);
  return key;
}

async function* atMost(limit: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}
