import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Before the browser tests: builds what changed. Each worker then starts a product of its own (test/drivers/browser.ts). */
export default function setUp(): void {
  if (process.env['DMP_URL']) return;
  execFileSync(process.execPath, ['tools/build.mjs', '--if-changed'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
