import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startPooler } from './pooler.ts';
import { dropFreshDatabases, startPostgres } from './postgres.ts';

/** Before the tests of several processes: builds the server where it has changed, and starts a PostgreSQL. Where there is none they are skipped. With `DMP_POOLER` a PgBouncer
 * stands before it. */
export async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env['DMP_BUILT_WORKERS'] = join(import.meta.dirname, '../../dist/server');
  try {
    const postgres = await startPostgres();
    process.env['DMP_SEVERAL_DATABASE'] = postgres.url;
    console.log(`PostgreSQL from ${postgres.from}`);
    const stopPooler = process.env['DMP_POOLER'] === undefined ? undefined : await startPooler(postgres.url);
    return async () => {
      stopPooler?.();
      await dropFreshDatabases(postgres.url);
      await postgres.stop();
    };
  } catch (error) {
    console.warn(`The tests of several processes are skipped: ${String(error)}`);
    return () => Promise.resolve();
  }
}
