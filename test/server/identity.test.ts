/** Sessions of the built-in provider with several processes on one database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseIdentity } from '../../server/store/identity.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('a session that was ended at one process is ended at every other, and at those that start later', async () => {
  const [here, there] = [await databaseIdentity(product.store.sql), await databaseIdentity(product.store.sql)];
  expect([here.hasEnded('g1'), there.hasEnded('g1')]).toEqual([false, false]);
  await here.endGrant('g1', 600);
  expect(here.hasEnded('g1')).toBe(true);
  await expect.poll(() => there.hasEnded('g1')).toBe(true);
  const later = await databaseIdentity(product.store.sql);
  expect([later.hasEnded('g1'), later.hasEnded('g2')]).toEqual([true, false]);
  await Promise.all([here, there, later].map((store) => store.flush()));
});
