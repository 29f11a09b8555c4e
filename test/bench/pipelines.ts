import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeFeedVersion } from '../../server/feed/importFeed.ts';
import { insertPipeline } from '../../server/store/pipelines.ts';
import { createRun } from '../../server/store/runs.ts';
import { readLogTask } from '../../src/contract/logs.ts';
import { listPipelines } from '../../src/contract/pipelines.ts';
import { runTask } from '../../src/contract/tasks.ts';
import type { PipelineTask } from '../../src/domain/pipelines.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import { percentiles } from '../server/bigVersion.ts';
import { FeedSite } from '../server/feedSite.ts';
import { startTestProduct, type TestProduct } from '../server/product.ts';

const PIPELINES = 2000;
const ROUNDS = 3;

/**
 * `npm run bench -- pipelines [FILE.zip]`: the call that lists 2,000 pipelines, each with a run; and the import of a feed as a task, from
 * an address on this machine, beside the same import without an engine around it.
 */
export async function run([given]: string[]): Promise<Record<string, unknown>> {
  const file = resolve(given ?? join(import.meta.dirname, '../../../shared/feeds/hart_2020.zip'));
  if (!existsSync(file)) throw new Error(`There is no ${file}: npm run bench -- pipelines FILE.zip`);
  const site = await FeedSite.start();
  const product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}` });
  try {
    const list = await listed(product);
    console.error('list of pipelines', list);
    await product.app.jobs.start();
    const address = site.file('/feed.zip', readFileSync(file), '"one"');
    const [direct, task]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const pair = [await seconds(() => importDirectly(product, file, round)), await seconds(() => importAsTask(product, address))] as const;
      console.error('import directly and as a task, in seconds', pair);
      if (round === 0) continue;
      direct.push(pair[0]);
      task.push(pair[1]);
    }
    const [direct_s, task_s] = [percentiles(direct).p50_ms, percentiles(task).p50_ms];
    return {
      value: list.p95_ms,
      unit: 'ms',
      list_p50_ms: list.p50_ms,
      list_p95_ms: list.p95_ms,
      direct_s,
      task_s,
      ratio: task_s / direct_s,
      file: basename(file),
      n: PIPELINES,
    };
  } finally {
    await product.close();
    await site.close();
  }
}

async function listed(product: TestProduct): Promise<ReturnType<typeof percentiles>> {
  const { db } = product.store.sql;
  const task = aTask('check', 2, {});
  for (let n = 0; n < PIPELINES; n++) {
    const name = `Pipeline ${n}`;
    const schedule = n % 3 === 0 ? { times_of_day: ['03:30'], days_of_week: '1111100' } : null;
    const id = await insertPipeline(db, { name, db_id: 'test', tags: [`tag ${n % 40}`], schedule, tasks: [task] }, 'bench');
    const made = await createRun(db, { pipelineId: id, pipelineName: name, databaseId: 'test', causedBy: 'bench', subject: '', tasks: [task] });
    if (made === undefined) throw new Error('No run was made');
  }
  await product.store.sql.run(`update task_run set status = 2; update pipeline_run set status = 2, ended = now()`);
  const times: number[] = [];
  for (let n = 0; n < 21; n++) times.push(1000 * (await seconds(() => product.call(listPipelines, { query: {} }))));
  return percentiles(times.slice(1));
}

async function importDirectly(product: TestProduct, file: string, round: number): Promise<void> {
  const { writer } = await writeFeedVersion({
    file,
    databaseId: 'test',
    name: `direct ${round}`,
    source: 'bench',
    author: 'bench',
    store: product.store,
  });
  await writer.finish();
}

async function importAsTask(product: TestProduct, url: string): Promise<void> {
  const task = aTask('import-url', 1, { url, always: true, on_errors: 'continue' });
  const id = (await product.call(runTask, { body: { ...task, db_id: 'test' } })).body['task_run_id'] ?? 0;
  for (;;) {
    const { last_result } = (await product.call(readLogTask, { params: { id } })).body['run'] as unknown as TaskRun;
    if (last_result.type === 2) return;
    if (last_result.type > 2) throw new Error(last_result.message ?? 'The import failed');
    await pause(25);
  }
}

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

function aTask(id: string, task_type: 1 | 2, command: PipelineTask['command']): PipelineTask {
  return { name: id, original_name: id, s3_url: `builtin:${id}`, task_type, command, input_version_id: null, notes: '' };
}
