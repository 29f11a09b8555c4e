/** What keeps a document from being removed: looked up in the version, for every edit that removes one, reverts among them. */
import type { EntityKind } from '../../src/domain/entities.ts';
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
 * Why the removals of an edit cannot be, in the user's words; undefined where nothing is in their way. What the other documents
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
  const stopUses = await stopUseRefusal(db, versionId, removed, changed);
  if (stopUses !== undefined) return stopUses;
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

/** Kinds of fares and of Flex that name stops: what they name stays, since the export would name what is not there. */
const KINDS_OF_STOPS: readonly EntityKind[] = ['StopArea', 'FareLegJoinRule', 'LocationGroupStop', 'FlexTrip'];

async function stopUseRefusal(db: Db, versionId: number, removed: readonly EntityChange[], changed: ChangedDocuments): Promise<string | undefined> {
  const stopIds = removed.flatMap(({ kind, id }) => (kind === 'Stop' ? [id] : []));
  if (stopIds.length === 0) return undefined;
  const uses = (await readUses(db, versionId, 'Stop', stopIds, changed)).filter(({ Kind }) => KINDS_OF_STOPS.includes(Kind));
  const [first] = uses;
  if (first === undefined) return undefined;
  const doc = (await readSlot(db, versionId, 'Stop', first.of))?.doc;
  return removalError(
    'Stop',
    entityTitle('Stop', { Id: first.of, ...doc }),
    uses.filter(({ of }) => of === first.of),
  );
}
