import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Chance } from '../../server/feed/demo/chance.ts';
import { approveRun } from '../../src/contract/pipelines.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { KilledProduct } from './killedRuns.ts';

const SEED = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));
const ROUNDS = Number(process.env['DMP_ROUNDS'] ?? 12);

test(`a server that is killed around ${ROUNDS} approvals publishes each once (seed ${SEED})`, { timeout: 1_200_000 }, async () => {
  const product = await KilledProduct.start();
  const chance = new Chance(SEED);
  const published: number[] = [];
  /** The newest run of a pipeline, once it is in that state. */
  const runIn = async (pipeline: number, status: number): Promise<PipelineRun> => {
    await expect.poll(async () => (await product.runsOf(pipeline)).map((run) => run.status), { timeout: 60_000 }).toEqual([status]);
    return (await product.runsOf(pipeline))[0] as PipelineRun;
  };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const pipeline = await product.beginDoubtful(`round ${round}`, round % 2 === 0 ? 20 : -20);
      const { id } = await runIn(pipeline, 4);
      const key = randomUUID();
      const approve = (): Promise<PipelineRun> => product.call(approveRun, { params: { id }, body: { force: true } }, key);
      const first = approve().catch(() => undefined);
      // before it is heard, in the middle of its transaction, or after its answer
      await pause(chance.next() * 60);
      await product.killServer();
      await first;
      // what a client does that had no answer: the same call under the same key
      await approve();
      const run = await runIn(pipeline, 2);
      const task = run.tasks.find(({ task: { name, s3_url } }) => name === `round ${round}` && s3_url === 'builtin:publish');
      expect(task).toMatchObject({ approved: true, output_version_id: expect.any(Number) });
      published.push(task?.output_version_id ?? 0);
    }
    const all = await product.publications();
    // the first one is that of the version which the product began with
    expect(all.slice(1)).toEqual(published);
    expect(new Set(all).size).toBe(ROUNDS + 1);
  } finally {
    await product.close();
  }
});
