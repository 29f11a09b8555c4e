import { sql } from 'kysely';
import { currentVersionOf } from './publishing.ts';
import type { Db } from './tables.ts';
import { lockVersion, markSaving } from './versions.ts';

/** Which versions retention archives. */
interface Age {
  readonly days: number;
  readonly keep: number;
}

/**
 * Versions that retention archives: finished, neither current nor stored, older than `days`, and not among the newest
 * `keep` of their database. Read-only databases are left alone. With `only` that version, where it is one of them.
 */
export async function listExpired(db: Db, { days, keep }: Age, only?: number): Promise<number[]> {
  const [among, asked] =
    only === undefined
      ? [sql`true`, sql`true`]
      : [sql`v.database_id = (select database_id from version where version_id = ${only})`, sql`v.version_id = ${only}`];
  const { rows } = await sql<{ version_id: number }>`
    select v.version_id from (
      select v.*, row_number() over (partition by v.database_id order by v.version_id desc) as place from version v
      where v.restores is null and v.completed and not v.archived and ${among}) v
      join database d on d.id = v.database_id
    where ${asked} and v.place > ${keep} and v.at < now() - make_interval(days => ${days}::int) and not v.editable and not v.stored and v.saving is null
      and not d.read_only and v.version_id is distinct from ${currentVersionOf(sql.ref('v.database_id'))}
    order by v.version_id`.execute(db);
  return rows.map((row) => row.version_id);
}

/** Has a version archived that retention has listed; answers false where something has come of it since that keeps it. */
export function markExpired(db: Db, age: Age, versionId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockVersion(tx, versionId);
    const [expired] = await listExpired(tx, age, versionId);
    return expired !== undefined && markSaving(tx, expired, 'archiving');
  });
}
