import { expect, it } from 'vitest';
import { switchWhileKilling } from './killedFeeds.ts';
import { KilledProduct } from './killedRuns.ts';

it('a public feed is the old zip or the new one, whole, while it is published and switched and the server is killed', async () => {
  const product = await KilledProduct.start({ worker: false, env: { FEED_CALLS_PER_SECOND: '99999' } });
  try {
    const { fetched, different, wrong } = await switchWhileKilling(product, { kills: 1, seed: 1 });
    expect(wrong).toEqual([]);
    expect(fetched).toBeGreaterThan(20);
    expect(different).toBe(2);
  } finally {
    await product.close();
  }
}, 180_000);
