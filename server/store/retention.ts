import { sql } from 'kysely';
import { currentVersionOf } from './publishing.ts';
import type { Db } from './tables.ts';

/**
 * Versions that retention archives: finished, neither current nor stored, older than `days`, and not among the newest
 * `keep` of their database. Read-only databases are left alone.
 */
export async function listExpired(db: Db, { days, keep }: { days: number; keep: number }): Promise<number[]> {
  const { rows } = await sql<{ version_id: number }>`
    select v.version_id from (
      select v.*, row_number() over (partition by v.database_id order by v.version_id desc) as place from version v
      where v.restores is null and v.completed and not v.archived) v
      join database d on d.id = v.database_id
    where v.place > ${keep} and v.at < now() - make_interval(days => ${days}::int) and not v.editable and not v.stored and v.saving is null
      and not d.read_only and v.version_id is distinct from ${currentVersionOf(sql.ref('v.database_id'))}
    order by v.version_id`.execute(db);
  return rows.map((row) => row.version_id);
}
