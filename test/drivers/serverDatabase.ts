import { dropFreshDatabases, startPostgres } from './postgres.ts';

/**
 * Before the tests of the server: with DMP_TEST_DATABASE=postgres (or a DATABASE_URL) they run on PostgreSQL, otherwise on
 * the embedded database. Afterwards the databases they made are gone.
 */
export async function setup(): Promise<() => Promise<void>> {
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
