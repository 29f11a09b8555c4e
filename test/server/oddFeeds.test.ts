/** Feeds that are odd but legal come out row by row as they went in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFeeds } from '../builders/gtfsZip.ts';
import { anOddFeed } from '../builders/oddFeed.ts';
import { compareRawRows } from '../checks/rawRows.ts';
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

test('20 odd feeds; 1,000 in oddFeeds.long.test.ts', async () => {
  expect(await oddFeedsThatDiffer(product, folder, 1, 20)).toEqual([]);
}, 120_000);

test.each([
  ['a row less', 'trips.txt', (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n')],
  ['another stop_sequence', 'stop_times.txt', (text: string) => text.replace(/^([^,]+,\d+),/m, '$19,')],
  ['a week more', 'calendar.txt', (text: string) => text.replace('20260301', '20260308')],
  ['a kept file that changed', 'locations.geojson', (text: string) => text.replace('Z1', 'Z2')],
])('the comparison sees %s', async (_, name, change) => {
  const feed = anOddFeed(1);
  const { differences } = await compareRawRows(await feed.write(), await feed.with(name, change(feed.text(name))).write());
  expect(differences.map(({ file }) => file)).toContain(name);
});
