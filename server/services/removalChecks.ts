/** What keeps a document from being removed: looked up in the version, for every edit that removes one, reverts among them. */
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { KEPT_KINDS, removalError, type Use } from '../../src/domain/references.ts';
import { type StopUses, stopRemovalError } from '../../src/domain/stops.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import type { EntityChange } from '../store/edits.ts';
import { readManySlots } from '../store/entities.ts';
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
  const [first] = await removalRefusals(db, versionId, changes, changed);
  return first?.reason;
}

/** Each of the removals that cannot be, with the reason. */
export async function removalRefusals<C extends DocumentKey & { readonly doc: object | null }>(
  db: Db,
  versionId: number,
  changes: readonly C[],
  changed: ChangedDocuments,
): Promise<readonly { readonly change: C; readonly reason: string }[]> {
  const removed = changes.filter(({ doc }) => doc === null);
  const reasons = new Map<C, string>();
  for (const kind of ['Stop', ...KEPT_KINDS] as const) {
    const ofKind = removed.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    const ids = ofKind.map(({ id }) => id);
    const counts = kind === 'Stop' ? await countUses(db, versionId, ids, changed) : new Map<string, StopUses>();
    const uses = new Map<string, Use[]>();
    for (const use of await readUses(db, versionId, kind, ids, changed)) {
      const known = uses.get(use.of);
      if (known) known.push(use);
      else uses.set(use.of, [use]);
    }
    const named = new Map<C, readonly Use[]>();
    for (const one of ofKind) {
      const counted = counts.get(one.id);
      const refusal = counted && stopRemovalError(counted);
      const inUse = (uses.get(one.id) ?? []).filter(({ Kind }) => kind !== 'Stop' || KINDS_OF_STOPS.includes(Kind));
      if (refusal !== undefined) reasons.set(one, refusal);
      else if (inUse.length > 0) named.set(one, inUse);
    }
    const docs = new Map((await readManySlots(db, versionId, [...named.keys()])).map(({ id, doc }) => [id, doc]));
    for (const [one, inUse] of named) {
      const refusal = removalError(kind, entityTitle(kind, { Id: one.id, ...docs.get(one.id) }), inUse);
      if (refusal !== undefined) reasons.set(one, refusal);
    }
  }
  return [...reasons].map(([change, reason]) => ({ change, reason }));
}

/** Kinds of fares and of Flex that name stops: what they name stays, since the export would name what is not there. */
const KINDS_OF_STOPS: readonly EntityKind[] = ['StopArea', 'FareLegJoinRule', 'LocationGroupStop', 'FlexTrip'];
