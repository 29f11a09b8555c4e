import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startProduct } from './server.ts';

/**
 * Before the browser tests: builds what changed and starts the product once, on a free port with an empty data folder.
 * DMP_URL names one that runs already instead (for example `npm run dev`).
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env['DMP_URL'];
  if (given !== undefined && given !== '') return () => Promise.resolve();
  execFileSync(process.execPath, ['tools/build.mjs', '--if-changed'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const product = await startProduct();
  process.env['DMP_URL'] = product.url;
  return () => product.stop();
}
