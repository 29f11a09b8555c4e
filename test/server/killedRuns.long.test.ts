import { expect, test } from 'vitest';
import { KilledProduct, runWhileKilling } from './killedRuns.ts';

const SEED = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));

test(`200 runs over two processes with 30 kills: every run ends once (seed ${SEED})`, async () => {
  const product = await KilledProduct.start();
  try {
    const { completed, givenUp, wrong } = await runWhileKilling(product, { runs: 200, kills: 30, seed: SEED });
    expect(wrong).toEqual([]);
    expect(completed + givenUp).toBe(200);
  } finally {
    await product.close();
  }
});
