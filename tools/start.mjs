/**
 * `npm start`: checks what is needed, builds what changed, and runs the product in this process.
 *
 *   PORT, HOST, DATA_DIR, DATABASE_URL, ...   settings of the server, see README.md
 *   DMP_SKIP_BUILD=1                           run what is in dist as it is
 *
 * package.json has Node start with one engine thread beside those of the product (--v8-pool-size=1): four leave 30 MB of
 * compiler memory behind and are no quicker, for each thread of the product has one thing to do. And each thread collects
 * its garbage itself (--single-threaded-gc): helpers cost an upload an eighth more processor time (docs/decisions/0018).
 */
import './needs.mjs';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = join(root, 'dist', 'server', 'main.js');

process.env['NODE_ENV'] ??= 'production';
if (process.env['DMP_SKIP_BUILD'] !== '1') {
  try {
    const { buildWhatChanged } = await import('./build.mjs');
    await buildWhatChanged({ say: (line) => console.log(line) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
if (!existsSync(main)) {
  console.error('There is no built product in dist. Run: npm run build');
  process.exit(1);
}
await import(pathToFileURL(main).href);
