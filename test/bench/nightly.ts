/** `npm run bench -- nightly [STOP_TIMES]`: space of 30 versions of a generated feed (1,000,000), in each of which one line in a hundred is another. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { importFeed } from '../../server/feed/importFeed.ts';
import { writeNationFeed } from '../builders/nationFeed.ts';
import { startTestProduct } from '../server/product.ts';

const NIGHTS = 30;

export async function run([asked = '1000000']: readonly string[] = []): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-nightly-'));
  const product = await startTestProduct();
  const { store } = product;
  const sizes: number[] = [];
  const seconds: number[] = [];
  try {
    for (let night = 0; night < NIGHTS; night++) {
      const file = join(folder, 'feed.zip');
      await writeNationFeed(file, { stopTimes: Number(asked), night });
      const begun = performance.now();
      await importFeed({ file, databaseId: 'test', name: `Night ${night}`, author: 'bench', store });
      seconds.push((performance.now() - begun) / 1000);
      const { rows } = await sql<{ size: number }>`select pg_database_size(current_database())::float8 as size`.execute(store.sql.db);
      sizes.push((rows[0]?.size ?? 0) / 1e6);
      if (night % 10 === 0) console.error({ night, mb: sizes.at(-1) });
    }
    const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
    return {
      value: Math.round((last / first) * 100) / 100,
      unit: 'times the space of one version',
      versions: NIGHTS,
      first_mb: Math.round(first),
      last_mb: Math.round(last),
      first_import_s: Math.round(seconds[0] ?? 0),
      last_import_s: Math.round(seconds.at(-1) ?? 0),
      folder_mb: Math.round(folderBytes(product.dataDir) / 1e6),
    };
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
