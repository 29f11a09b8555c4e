import { setTimeout as pause } from 'node:timers/promises';
import { runTask } from '../../src/contract/tasks.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import { readLogTask } from '../../src/contract/logs.ts';
import { claimTask } from '../../server/store/runs.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';

const RUNS = 200;
const KILLED = 30;

/**
 * Overhead of a task (from the call to its end, less the publishing it does, which is nothing) and 200 runs of which 30 were taken by
 * workers that are gone: each must end once.
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct({ TASKS_AT_ONCE: '2' });
  try {
    await product.version(smallFeed(), 'published');
    const publish = {
      name: 'Publish',
      original_name: 'Publish',
      s3_url: 'builtin:publish',
      command: {},
      task_type: 3,
      input_version_id: null,
      notes: '',
    } as const;
    const begin = async (): Promise<number> => (await product.call(runTask, { body: { ...publish, db_id: 'test' } })).body['task_run_id'] ?? 0;
    const read = async (id: number): Promise<TaskRun> => (await product.call(readLogTask, { params: { id } })).body['run'] as unknown as TaskRun;
    const taken: number[] = [];
    for (let n = 0; n < RUNS; n++) taken.push(await begin());
    const { db } = product.store.sql;
    for (const id of taken.slice(0, KILLED)) await db.transaction().execute((tx) => claimTask(tx, id, 'a worker that was killed'));
    const began = performance.now();
    await product.app.jobs.start();
    let left = new Set(taken);
    while (left.size > 0 && performance.now() - began < 300_000) {
      await pause(200);
      for (const id of left) if ((await read(id)).last_result.type >= 2) left.delete(id);
    }
    const all_s = (performance.now() - began) / 1000;
    const ends = await Promise.all(taken.map(read));
    const logged = ends.map(({ level_summary }) => level_summary.information);
    left = new Set();
    const times: number[] = [];
    for (let n = 0; n < 30; n++) {
      const start = performance.now();
      const id = await begin();
      while ((await read(id)).last_result.type < 2) await pause(5);
      times.push(performance.now() - start);
    }
    return {
      value: percentiles(times).p50_ms,
      unit: 'ms',
      overhead_ms: percentiles(times).p50_ms,
      done: ends.filter(({ last_result }) => last_result.type === 2).length,
      lost: ends.filter(({ last_result }) => last_result.type < 2).length,
      // A task that publishes says one thing for each time it is done.
      doubled: logged.filter((rows) => rows > 1).length,
      all_s,
      n: RUNS,
    };
  } finally {
    await product.close();
  }
}
