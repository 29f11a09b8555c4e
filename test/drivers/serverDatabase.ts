import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { dropFreshDatabases, startPostgres } from './postgres.ts';

/**
 * Before the tests of the server: builds it where it has changed, for those that run it in a process of its own. With
 * DMP_TEST_DATABASE=postgres (or a DATABASE_URL) they run on PostgreSQL, otherwise on the embedded database. Afterwards the
 * databases they made are gone.
 */
export async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env['DMP_BUILT_WORKERS'] = join(import.meta.dirname, '../../dist/server');
  const given = process.env['DATABASE_URL'];
  if (process.env['DMP_TEST_DATABASE'] !== 'postgres' && (given === undefined || given === '')) return () => Promise.resolve();
  const postgres = await startPostgres();
  process.env['DATABASE_URL'] = postgres.url;
  console.log(`PostgreSQL from ${postgres.from}`);
  return async () => {
    await dropFreshDatabases(postgres.url);
    await postgres.stop();
  };
}
