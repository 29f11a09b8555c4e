import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KilledProduct, runWhileKilling } from './killedRuns.ts';

/** DMP_FUZZ_SEED repeats the moments of a run. */
const SEED = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));

let product: KilledProduct;
beforeAll(async () => {
  product = await KilledProduct.start();
});
afterAll(() => product.close());

test(`processes that are killed in the middle of runs: every run ends once (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const { completed, givenUp, wrong } = await runWhileKilling(product, { runs: 3, kills: product.hasWorker ? 2 : 1, seed: SEED });
  expect(wrong).toEqual([]);
  expect([completed, givenUp]).toEqual([3, 0]);
});

test.skipIf(process.env['DATABASE_URL'] === undefined)('a worker on PostgreSQL shares the tasks with the server', { timeout: 120_000 }, async () => {
  const ids = [await product.begin('shared 1'), await product.begin('shared 2'), await product.begin('shared 3')];
  let most = 0;
  for (let waited = 0; most < 2 && waited < 60_000; waited += 20) {
    most = Math.max(most, await product.running());
    await pause(20);
  }
  // each process takes one at a time
  expect(most).toBe(2);
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => product.runsOf(id)))).flat().map(({ status }) => status), { timeout: 60_000 })
    .toEqual([2, 2, 2]);
});
