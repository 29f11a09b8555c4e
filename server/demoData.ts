import { sql } from 'kysely';
import { makeDemoExports } from './demoExports.ts';
import { makeDemoPipelines } from './demoPipelines.ts';
import { writeDemo } from './feed/demo/demo.ts';
import type { OpenedStore } from './store/openStore.ts';
import { LOCKS } from './store/locks.ts';

/**
 * Gives an empty installation the demo region; continues where an earlier start was killed. Returns whether there
 * was anything to do. With the product's own address its pipelines are made too, which fetch from there.
 */
export async function ensureDemo(store: OpenedStore, announce: () => void, origin?: string): Promise<boolean> {
  if (store.engine === 'pglite') return makeDemo(store, announce, origin);
  // Of several processes that start together one makes it; the others wait for its lock to end.
  return store.sql.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LOCKS.demo})`.execute(tx);
    return makeDemo(store, announce, origin);
  });
}

async function makeDemo(store: OpenedStore, announce: () => void, origin: string | undefined): Promise<boolean> {
  const { db } = store.sql;
  const { rows } = await sql<{ value: string }>`select value from installation where name = 'demo'`.execute(db);
  const begun = rows[0]?.value === 'begun';
  if (!begun && !(await store.isEmpty())) return false;
  announce();
  await sql`insert into installation(name, value) values ('demo', 'begun') on conflict (name) do nothing`.execute(db);
  // What a killed start had finished; nobody can have built on it, for the server was not up yet.
  await sql`delete from version where source = 'demo' and author = 'demo'`.execute(db);
  await writeDemo(store);
  await db.deleteFrom('pipeline').where('author', '=', 'demo').execute();
  if (origin !== undefined) await makeDemoPipelines(db, origin);
  await makeDemoExports(db);
  await sql`update installation set value = 'done' where name = 'demo'`.execute(db);
  return true;
}
