/** Tracks belong to a schedule and timetables to a track: what is undone or switched may not leave one without the other. */
import type { DocumentFamily, DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { countedKind, kindWord } from '../../src/domain/references.ts';
import { readSlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';

/** A document before and after; null where it is not there. */
interface Change extends DocumentKey {
  readonly was: object | null;
  readonly doc: object | null;
}

/**
 * Why the changes would leave tracks without their schedule or timetables without their track, where nobody would see them, in the
 * user's words; undefined where they leave none. What the changes themselves make or remove counts.
 */
export async function familyRefusal(db: Db, versionId: number, changes: readonly Change[]): Promise<string | undefined> {
  const changed = new Map(changes.map((change) => [keyText(change), change]));
  const parents = changes.flatMap((change) => (change.doc !== null && change.was === null ? parentOf(change) : []));
  const wanted = parents.filter((key) => !changed.has(keyText(key)));
  const removed = changes.filter(({ doc, was }) => doc === null && was !== null);
  const families = removed.flatMap(({ kind, id }) => familyOf(kind, id));
  if (parents.length === 0 && families.length === 0) return undefined;
  const slots = await readSlots(db, versionId, [...wanted, ...families]);
  const there = new Set(slots.flatMap((slot) => (slot.doc ? [keyText(slot)] : [])));
  const missing = parents.find((key) => {
    const change = changed.get(keyText(key));
    return change ? change.doc === null : !there.has(keyText(key));
  });
  if (missing) return `The ${kindWord(missing.kind)} has been removed.`;
  for (const { kind, id, was } of removed) {
    const [family] = familyOf(kind, id);
    if (!family || !was) continue;
    const left = slots.filter(
      (slot) => slot.doc && slot.kind === family.kind && slot.id.startsWith(`${family.under}/`) && !changed.has(keyText(slot)),
    );
    if (left.length > 0)
      return `The ${kindWord(kind)} "${entityTitle(kind, { ...was })}" cannot be removed because ${countedKind(family.kind, left.length)} of it would be left.`;
  }
  return undefined;
}

/** Ids of tracks and timetables hold that of what they belong to. */
function parentOf({ kind, id }: DocumentKey): readonly DocumentKey[] {
  const [scheduleId = '', trackId = ''] = id.split('/');
  if (kind === 'Track') return [{ kind: 'Schedule', id: decodeURIComponent(scheduleId) }];
  return kind === 'Timetable' ? [{ kind: 'Track', id: `${scheduleId}/${trackId}` }] : [];
}

function familyOf(kind: EntityKind, id: string): readonly DocumentFamily[] {
  if (kind === 'Schedule') return [{ kind: 'Track', under: encodeURIComponent(id) }];
  return kind === 'Track' ? [{ kind: 'Timetable', under: id }] : [];
}

function keyText({ kind, id }: DocumentKey): string {
  return `${kind} ${id}`;
}
