/** What keeps a document from being removed: looked up in the version, for every edit that removes one, reverts among them. */
import { agencyRemovalError } from '../../src/domain/agencies.ts';
import { stopRemovalError } from '../../src/domain/stops.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import type { EntityChange } from '../store/edits.ts';
import { readAgencyUse } from '../store/agencies.ts';
import { countUses } from '../store/stops.ts';
import type { Db } from '../store/tables.ts';

/** Why the removals of an edit cannot be, in the user's words; undefined where nothing stands in their way. */
export async function removalRefusal(db: Db, versionId: number, changes: readonly EntityChange[]): Promise<string | undefined> {
  for (const { kind, id, doc } of changes) {
    const refusal = doc === null ? await REMOVAL_CHECKS[kind]?.(db, versionId, id, changes) : undefined;
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** `changes` are the other documents of the same edit: what they no longer refer to does not count. */
type RemovalCheck = (db: Db, versionId: number, id: string, changes: readonly EntityChange[]) => Promise<string | undefined>;

const REMOVAL_CHECKS: Partial<Record<EntityKind, RemovalCheck>> = {
  Stop: async (db, versionId, id, changes) => stopRemovalError(await countUses(db, versionId, id, changes)),
  Agency: async (db, versionId, id, changes) => {
    const { name, schedules } = await readAgencyUse(db, versionId, id, changes);
    return agencyRemovalError(name, schedules);
  },
};
