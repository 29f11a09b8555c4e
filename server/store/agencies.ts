import { sql } from 'kysely';
import { agencyNameOf } from '../../src/domain/agencies.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { EntityChange } from './edits.ts';
import { readSlot, stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** The name of an agency, and of the schedules that run under it by name. Schedules that an edit is about to change count as it leaves them. */
export async function readAgencyUse(
  db: Db,
  versionId: number,
  agencyId: string,
  changes: readonly EntityChange[],
): Promise<{ readonly name: string; readonly schedules: readonly string[] }> {
  const changed = changes.flatMap(({ kind, id }) => (kind === 'Schedule' ? [id] : []));
  const { rows } = await sql<{ name: string }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Schedule)}
    select coalesce(nullif(b.doc->>'Name', ''), s.id) as name from state s join blob b on b.bid = s.bid
    where b.doc->>'AgencyId' = ${agencyId} and not (s.id = any(${changed}::text[])) order by 1`.execute(db);
  const after = changes.flatMap(({ doc }) => (doc && 'AgencyId' in doc && 'Calendar' in doc && doc.AgencyId === agencyId ? [doc.Name] : []));
  const agency = await readSlot(db, versionId, 'Agency', agencyId);
  return { name: agencyNameOf(agency?.doc ?? {}), schedules: [...rows.map(({ name }) => name), ...after] };
}
