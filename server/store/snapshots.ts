/**
 * Snapshots of versions: a hidden version on the same layer with the overlay of a revision, so that every read call works on it.
 * Made from the present overlay and the states before the first change after that revision.
 */
import { sql } from 'kysely';
import { noteGarbage } from './cleaning.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import type { Db } from './tables.ts';

/** Most snapshots to keep: the oldest are dropped first, and all after an hour. */
const MOST_SNAPSHOTS = 200;
const HOURS_KEPT = 1;

/** Id of the hidden version that shows a version as of a revision; made where it is not there yet. */
export async function openSnapshot(db: Db, versionId: number, rev: number): Promise<number> {
  return (await findSnapshot(db, versionId, rev)) ?? (await makeSnapshot(db, versionId, rev));
}

/** Drops snapshots that are older than an hour. */
export async function dropSnapshots(db: Db): Promise<void> {
  await forget(db, sql`at < now() - make_interval(hours => ${HOURS_KEPT}::int)`);
}

async function findSnapshot(db: Db, versionId: number, rev: number): Promise<number | undefined> {
  const row = await db.selectFrom('version').select('version_id').where('restores', '=', versionId).where('moment', '=', rev).executeTakeFirst();
  return row?.version_id;
}

async function makeSnapshot(db: Db, versionId: number, rev: number): Promise<number> {
  const made = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
    // One statement: an edit that is saved meanwhile is in all of it or in none of it.
    const { rows } = await sql<{ version_id: number }>`
      with made as (
        insert into version(database_id, name, source, author, base, completed, rev, restores, moment)
        select database_id, name, source, author, base, true, ${rev}::bigint, version_id, ${rev}::bigint from version
        where version_id = ${versionId} and completed and not archived and restores is null
        on conflict do nothing returning version_id),
      later as materialized (
        select distinct on (kind, id) kind, id, before_bid from change
        where version_id = ${versionId} and rev > ${rev} order by kind, id, rev, seq),
      kept as (
        insert into overlay_row(version_id, kind, id, bid, rev)
        select made.version_id, o.kind, o.id, o.bid, o.rev from made, overlay_row o
        where o.version_id = ${versionId} and not exists (select from later l where l.kind = o.kind and l.id = o.id)
        union all
        select made.version_id, l.kind, l.id, l.before_bid, 0 from made, later l)
      select version_id from made`.execute(tx);
    return rows[0]?.version_id;
  });
  // somebody else may have made it at the same time
  const id = made ?? (await findSnapshot(db, versionId, rev));
  if (id === undefined) throw new Error(`There is no version ${versionId} to look back on`);
  if (made !== undefined)
    await forget(
      db,
      sql`version_id <= coalesce((select version_id from version where moment is not null order by version_id desc offset ${MOST_SNAPSHOTS} limit 1), 0)`,
    );
  return id;
}

/** In one statement with their overlays: a reader sees a moment whole or not at all. */
async function forget(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`delete from version where moment is not null and ${which}`.execute(tx);
    if (Number(numAffectedRows ?? 0) > 0) await noteGarbage(tx);
  });
}
