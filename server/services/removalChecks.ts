/** What keeps a document from being removed: looked up in the version, for every edit that removes one, reverts among them. */
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { KEPT_KINDS, removalError } from '../../src/domain/references.ts';
import { stopRemovalError } from '../../src/domain/stops.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import type { EntityChange } from '../store/edits.ts';
import { readSlot } from '../store/entities.ts';
import { countUses } from '../store/stops.ts';
import type { Db } from '../store/tables.ts';
import { readUses } from '../store/uses.ts';

/**
 * Why the removals of an edit cannot be, in the user's words; undefined where nothing stands in their way. What the other documents
 * of the same edit, or those that were `changed` before it, no longer refer to does not count.
 */
export async function removalRefusal(
  db: Db,
  versionId: number,
  changes: readonly EntityChange[],
  changed = new ChangedDocuments(changes),
): Promise<string | undefined> {
  const removed = changes.filter(({ doc }) => doc === null);
  for (const { kind, id } of removed) {
    const refusal = kind === 'Stop' ? stopRemovalError(await countUses(db, versionId, id, changed)) : undefined;
    if (refusal !== undefined) return refusal;
  }
  for (const kind of KEPT_KINDS) {
    const ids = removed.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const uses = ids.length === 0 ? [] : await readUses(db, versionId, kind, ids, changed);
    const used = ids.find((id) => uses.some(({ of }) => of === id));
    if (used === undefined) continue;
    const doc = (await readSlot(db, versionId, kind, used))?.doc;
    return removalError(
      kind,
      entityTitle(kind, { Id: used, ...doc }),
      uses.filter(({ of }) => of === used),
    );
  }
  return undefined;
}
