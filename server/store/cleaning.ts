import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { DOCUMENT_LOCK } from './locks.ts';

/** Removes what processes that no longer run left unfinished. Answers how many versions that were. */
export async function dropLeftovers(engine: Engine): Promise<number> {
  const { rows } = await sql<{ version_id: number; writer: string }>`
    select version_id, writer from version where not completed and writer is not null`.execute(engine.db);
  const dead: number[] = [];
  for (const row of rows) if (row.writer !== engine.instance && !(await engine.isAlive(row.writer))) dead.push(row.version_id);
  if (dead.length > 0) await dropUnfinished(engine, dead);
  return dead.length;
}

/** Removes versions that were never finished, with their layers and every document that nothing else points at. */
export async function dropUnfinished(engine: Engine, versionIds: readonly number[]): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    // Nobody may come to point at a document while it is looked for who does.
    await sql`select pg_advisory_xact_lock(${DOCUMENT_LOCK})`.execute(tx);
    await sql`delete from version where version_id = any(${[...versionIds]}::int[]) and not completed`.execute(tx);
    await sql`
      with gone as (delete from layer l where not exists (select from version v where v.base = l.layer_id) returning layer_id)
      delete from layer_row r using gone where r.layer_id = gone.layer_id`.execute(tx);
    await sql`
      delete from blob b where not exists (select from layer_row l where l.bid = b.bid)
        and not exists (select from overlay_row o where o.bid = b.bid)
        and not exists (select from change c where c.before_bid = b.bid or c.after_bid = b.bid)`.execute(tx);
    await sql`delete from file_content f where not exists (select from version_file v where v.hash = f.hash)`.execute(tx);
  });
  engine.afterBulkLoad();
}
