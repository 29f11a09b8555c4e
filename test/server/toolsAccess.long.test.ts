/** 10,000 random calls of tools by everybody: none passes a right that the access table denies. */
import { expect, it } from 'vitest';
import { changedBy, makeToolWorld, randomCalls } from './toolsAccess.ts';

const SEEDS = [11, 12, 13, 14, 15];
const EACH = 2000;

it('10,000 random calls pass no right that the table denies', async () => {
  const world = await makeToolWorld();
  try {
    let done = 0;
    let through = 0;
    for (const seed of SEEDS) {
      const { faults, passed } = await randomCalls(world, seed, EACH);
      expect(faults).toEqual([]);
      done += EACH;
      through += passed;
    }
    console.log(`${done} random calls of tools: ${through} went through, ${done - through} were refused, 0 passed a right that the table denies`);
    expect(await changedBy(world)).toEqual({ draft: ['editor'], far: ['editor', 'elsewhere'], finished: [], shut: [], nowhere: [] });
  } finally {
    await world.product.close();
  }
});
