import { setTimeout as pause } from 'node:timers/promises';
import { runTask } from '../../src/contract/tasks.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import { readLogTask } from '../../src/contract/logs.ts';
import { startPostgres } from '../drivers/postgres.ts';
import { percentiles } from '../server/bigVersion.ts';
import { FeedSite } from '../server/feedSite.ts';
import { KilledProduct, runWhileKilling } from '../server/killedRuns.ts';
import { startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';

/**
 * `npm run bench -- runs [RUNS] [KILLS]`: the overhead of a task; how a server and a worker on one PostgreSQL share tasks that wait; and so
 * many runs (200) while server and worker are killed (-9) so often (30) at random: each must end once, and none may be done twice.
 */
export async function run([runs = '200', kills = '30']: string[]): Promise<Record<string, unknown>> {
  const overhead = await overheadOfTask();
  console.error('overhead', overhead);
  const postgres = await startPostgres();
  const before = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = postgres.url;
  try {
    const shared = await sharing();
    console.error('sharing', shared);
    const seed = Math.floor(Math.random() * 1e9);
    console.error(`killing, seed ${seed}`);
    const product = await KilledProduct.start();
    const began = performance.now();
    try {
      const { completed, givenUp, wrong } = await runWhileKilling(product, { runs: Number(runs), kills: Number(kills), seed });
      for (const line of wrong) console.error(line);
      return {
        value: overhead.p50_ms,
        unit: 'ms',
        overhead_ms: overhead.p50_ms,
        overhead_p95_ms: overhead.p95_ms,
        ...shared,
        completed,
        // the process under a task of theirs was killed three times
        given_up: givenUp,
        wrong: wrong.length,
        killed_s: (performance.now() - began) / 1000,
        kills: Number(kills),
        n: Number(runs),
      };
    } finally {
      await product.close();
    }
  } finally {
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
    await postgres.stop();
  }
}

/** Milliseconds from the call that runs a task to its end, of one that does nothing: it publishes what is published. */
async function overheadOfTask(): Promise<ReturnType<typeof percentiles>> {
  const product = await startTestProduct({ TASKS_AT_ONCE: '2' });
  try {
    await product.version(smallFeed(), 'published');
    await product.app.jobs.start();
    const publish = {
      name: 'Publish',
      original_name: 'Publish',
      s3_url: 'builtin:publish',
      command: {},
      task_type: 3,
      input_version_id: null,
      notes: '',
    } as const;
    const read = async (id: number): Promise<TaskRun> => (await product.call(readLogTask, { params: { id } })).body['run'] as unknown as TaskRun;
    const times: number[] = [];
    for (let n = 0; n < 32; n++) {
      const start = performance.now();
      const id = (await product.call(runTask, { body: { ...publish, db_id: 'test' } })).body['task_run_id'] ?? 0;
      while ((await read(id)).last_result.type < 2) await pause(5);
      times.push(performance.now() - start);
    }
    return percentiles(times.slice(2));
  } finally {
    await product.close();
  }
}

const WAITING = 30;

/** Seconds for tasks that each wait half a second for a host: with the server alone, and with a worker beside it. One task at a time each. */
async function sharing(): Promise<{ alone_s: number; shared_s: number; over_half: number }> {
  const site = await FeedSite.start();
  site.page('/wait.zip', (_request, response) => void setTimeout(() => response.writeHead(404).end(), 500));
  const product = await KilledProduct.start({ env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}` }, worker: false });
  try {
    const seconds = async (): Promise<number> => {
      const began = performance.now();
      const ids = await Promise.all(Array.from({ length: WAITING }, (_, i) => product.beginImport(`wait ${i}`, site.url('/wait.zip'))));
      for (const id of ids) while ((await product.runsOf(id))[0]?.status !== 3) await pause(20);
      return (performance.now() - began) / 1000;
    };
    const alone_s = await seconds();
    await product.startWorker();
    const shared_s = await seconds();
    return { alone_s, shared_s, over_half: shared_s / (alone_s / 2) - 1 };
  } finally {
    await product.close();
    await site.close();
  }
}
