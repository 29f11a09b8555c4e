/** Tracks belong to a schedule and timetables to a track: what is undone, switched or rebased may not leave one without the other. */
import type { DocumentFamily, DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { countedKind, kindWord } from '../../src/domain/references.ts';
import { readSlots, type NamedSlot } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';

/** A document before and after; null where it is not there. */
export interface FamilyChange extends DocumentKey {
  readonly was: object | null;
  readonly doc: object | null;
}

/** A change that cannot be made, and why, in the user's words. `orphan` where it makes what would belong to nothing. */
interface Torn<C extends FamilyChange> {
  readonly change: C;
  readonly reason: string;
  readonly orphan: boolean;
}

/**
 * Why the changes would leave tracks without their schedule or timetables without their track, where nobody would see them, in the
 * user's words; undefined where they leave none. What the changes themselves make or remove counts.
 */
export async function familyRefusal(db: Db, versionId: number, changes: readonly FamilyChange[]): Promise<string | undefined> {
  const wanted = familyKeys(changes);
  if (wanted.length === 0) return undefined;
  const families = new Families(await readSlots(db, versionId, wanted));
  for (const change of changes) families.put(change, change.doc !== null);
  return families.torn(changes)?.reason;
}

/** What has to be read to know whether changes tear a family. */
export function familyKeys(changes: readonly FamilyChange[]): readonly (DocumentKey | DocumentFamily)[] {
  return changes.flatMap(({ kind, id, was, doc }): readonly (DocumentKey | DocumentFamily)[] => {
    if (doc !== null) return was === null ? parentOf(kind, id) : [];
    return was === null ? [] : familyOf(kind, id);
  });
}

/** Which documents of families stand, as far as they were read or changed. */
export class Families {
  readonly #there = new Set<string>();
  /** Ids that stood at some time under each parent. */
  readonly #under = new Map<string, Set<string>>();

  constructor(slots: readonly NamedSlot[]) {
    for (const slot of slots) this.put(slot, slot.doc !== null);
  }

  put({ kind, id }: DocumentKey, there: boolean): void {
    if (!there) this.#there.delete(keyText(kind, id));
    else {
      this.#there.add(keyText(kind, id));
      for (const parent of parentOf(kind, id)) {
        const key = keyText(parent.kind, parent.id);
        const ids = this.#under.get(key);
        if (ids) ids.add(id);
        else this.#under.set(key, new Set([id]));
      }
    }
  }

  /** The first of some changes, already put in here, that leaves a document without what it belongs to. */
  torn<C extends FamilyChange>(changes: readonly C[]): Torn<C> | undefined {
    for (const change of changes) {
      if (change.doc === null || change.was !== null) continue;
      const missing = parentOf(change.kind, change.id).find(({ kind, id }) => !this.#there.has(keyText(kind, id)));
      if (missing) return { change, reason: `The ${kindWord(missing.kind)} has been removed.`, orphan: true };
    }
    for (const change of changes) {
      const { kind, id, was, doc } = change;
      const [family] = familyOf(kind, id);
      if (doc !== null || was === null || !family) continue;
      const ids = [...(this.#under.get(keyText(kind, id)) ?? [])];
      const left = ids.filter((one) => this.#there.has(keyText(family.kind, one))).length;
      if (left > 0) {
        const title = entityTitle(kind, { ...was });
        const reason = `The ${kindWord(kind)} "${title}" cannot be removed because ${countedKind(family.kind, left)} of it would be left.`;
        return { change, reason, orphan: false };
      }
    }
    return undefined;
  }
}

/** Whether a document lies under another one, or is that. */
export function isWithin(one: DocumentKey, other: DocumentKey): boolean {
  if (keyText(one.kind, one.id) === keyText(other.kind, other.id)) return true;
  return parentOf(one.kind, one.id).some((parent) => isWithin(parent, other));
}

/** Ids of tracks and timetables hold that of what they belong to. */
function parentOf(kind: EntityKind, id: string): readonly DocumentKey[] {
  const [scheduleId = '', trackId = ''] = id.split('/');
  if (kind === 'Track') return [{ kind: 'Schedule', id: decodeURIComponent(scheduleId) }];
  return kind === 'Timetable' ? [{ kind: 'Track', id: `${scheduleId}/${trackId}` }] : [];
}

function familyOf(kind: EntityKind, id: string): readonly DocumentFamily[] {
  if (kind === 'Schedule') return [{ kind: 'Track', under: encodeURIComponent(id) }];
  return kind === 'Track' ? [{ kind: 'Timetable', under: id }] : [];
}

function keyText(kind: EntityKind, id: string): string {
  return `${kind} ${id}`;
}
