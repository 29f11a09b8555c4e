/** Feeds that are odd but legal come out row by row as they went in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFeeds } from '../builders/gtfsZip.ts';
import { oddFeedsThatDiffer } from './oddFeeds.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let folder: string;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-odd-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  removeFeeds();
});

test('50 odd feeds', async () => {
  expect(await oddFeedsThatDiffer(product, folder, 1, 50)).toEqual([]);
}, 120_000);
