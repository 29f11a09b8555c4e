import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { listLogs, readLogTask } from '../../src/contract/logs.ts';
import { runTask } from '../../src/contract/tasks.ts';
import type { PipelineTask, TaskCommand } from '../../src/domain/pipelines.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import type { TestProduct } from './product.ts';

/** A task that has ended, with the messages of its log: the ungrouped ones and the heads of groups first, then those of the groups. */
export interface EndedTask {
  readonly run: TaskRun;
  readonly log: readonly string[];
}

/** Runs a task of a built-in template by hand on the database `test`, to its end or until it waits for approval. */
export async function runOneTask(
  product: TestProduct,
  id: string,
  { type, input = null, command = {} }: { type: PipelineTask['task_type']; input?: number | null; command?: TaskCommand },
): Promise<EndedTask> {
  const task: PipelineTask = {
    name: id,
    original_name: id,
    s3_url: `builtin:${id}`,
    task_type: type,
    input_version_id: input,
    command,
    notes: '',
  };
  const begun = await product.call(runTask, { body: { ...task, db_id: 'test' } });
  expect(begun.status, begun.text).toBe(200);
  const params = { id: begun.body['task_run_id'] ?? 0 };
  for (let waited = 0; waited < 60_000; waited += 50) {
    const run = (await product.call(readLogTask, { params })).body['run'] as unknown as TaskRun;
    if ([2, 3, 4, 6].includes(run.last_result.type)) return { run, log: await messagesOf(product, params) };
    await pause(50);
  }
  throw new Error(`${id} did not end`);
}

async function messagesOf(product: TestProduct, params: { id: number }): Promise<string[]> {
  const rows = async (query: object): Promise<{ message: string; groupId: number | null }[]> =>
    (await product.call(listLogs, { params, query })).body['logs'] as never;
  const heads = await rows({});
  const inner = await Promise.all(heads.flatMap(({ groupId }) => (groupId === null ? [] : [rows({ groupId })])));
  return [...heads, ...inner.flat()].map(({ message }) => message);
}
