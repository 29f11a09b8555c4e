/** Imports and exports odd feeds; answers those whose rows differ without a rule of docs/gtfs-losses.md. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { anOddFeed } from '../builders/oddFeed.ts';
import { compareRawRows } from '../checks/rawRows.ts';
import type { TestProduct } from './product.ts';

/** Checks `count` feeds from the seed `first` on. */
export async function oddFeedsThatDiffer(product: TestProduct, folder: string, first: number, count: number): Promise<unknown[]> {
  const different: unknown[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const file = await anOddFeed(seed).write();
    const { versionId } = await importFeed({ file, databaseId: 'test', name: `odd ${seed}`, author: 'test', store: product.store });
    const out = join(folder, `${seed}.zip`);
    await exportGtfs(product.store, versionId, createWriteStream(out));
    const { differences } = await compareRawRows(file, out);
    if (differences.length > 0) different.push({ seed, differences: differences.slice(0, 5) });
  }
  return different;
}
