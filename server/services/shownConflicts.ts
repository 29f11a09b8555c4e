/** What people read of a merge: the names of lines and documents, and the values that differ. */
import type { Doc } from '../../src/domain/comparer/fields.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { TAKE_OVER_PAGE, type TakenGroup, type TakeOverConflict, type TakeOverPreview } from '../../src/domain/takeOver.ts';
import { readManySlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import type { FittedChange } from './fitting.ts';
import type { BranchConflict } from './mergeBranch.ts';

/** The conflicts as they are answered. `versionIds`: where the names of lines are looked for, the first that has them counts. */
export async function shownConflicts(db: Db, versionIds: readonly number[], conflicts: readonly BranchConflict[]): Promise<TakeOverConflict[]> {
  const lines = await lineNames(db, versionIds, conflicts);
  return conflicts.map((conflict): TakeOverConflict => {
    const { kind, id, title, path } = conflict;
    const line = lines.get(scheduleIdOf(conflict) ?? '');
    const name = { Kind: kind, Id: id, Path: path, Title: title, ...(line !== undefined && { Line: line }) };
    const values = path === '' ? differingFields(conflict) : { Base: conflict.before, Ours: conflict.present, Theirs: conflict.after };
    return JSON.stringify(values).length > LARGE ? { ...name, Base: null, Ours: null, Theirs: null, Large: true } : { ...name, ...values };
  });
}

/** Documents counted by line, or by kind where they belong to none; the largest groups first. */
export async function takenGroups(db: Db, versionIds: readonly number[], changes: readonly FittedChange[]): Promise<Pick<TakeOverPreview, 'Groups'>> {
  const lines = await lineNames(db, versionIds, changes);
  const groups = new Map<string, TakenGroup>();
  for (const change of changes) {
    const schedule = scheduleIdOf(change);
    const key = schedule === undefined ? change.kind : `Schedule ${schedule}`;
    const group = groups.get(key) ?? {
      Kind: schedule === undefined ? change.kind : 'Schedule',
      ...(schedule !== undefined && { Line: lines.get(schedule) ?? schedule }),
      Added: 0,
      Changed: 0,
      Removed: 0,
    };
    const what = change.was === null ? 'Added' : change.doc === null ? 'Removed' : 'Changed';
    groups.set(key, { ...group, [what]: group[what] + 1 });
  }
  const size = ({ Added, Changed, Removed }: TakenGroup): number => Added + Changed + Removed;
  return { Groups: [...groups.values()].toSorted((a, b) => size(b) - size(a)).slice(0, TAKE_OVER_PAGE) };
}

/** Characters of JSON above which the values of a conflict are left out. */
const LARGE = 8192;

interface Named {
  readonly kind: EntityKind;
  readonly id: string;
}

/** The names of the lines that documents belong to, by the id of the schedule. */
async function lineNames(db: Db, versionIds: readonly number[], documents: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const versionId of versionIds) {
    const missing = new Set(documents.flatMap((one) => scheduleIdOf(one) ?? []).filter((id) => !names.has(id)));
    const keys = [...missing].map((id) => ({ kind: 'Schedule' as const, id }));
    for (const { id, doc } of keys.length === 0 ? [] : await readManySlots(db, versionId, keys))
      if (doc) names.set(id, entityTitle('Schedule', { ...doc }));
  }
  return names;
}

function scheduleIdOf({ kind, id }: Named): string | undefined {
  if (kind === 'Schedule') return id;
  return kind === 'Track' || kind === 'Timetable' ? decodeURIComponent(id.split('/')[0] ?? '') : undefined;
}

/** Of a document as a whole only the fields that differ are answered; null where it is not there. */
function differingFields({ before, after, present }: BranchConflict): Pick<TakeOverConflict, 'Base' | 'Ours' | 'Theirs'> {
  const [was, theirs, ours] = [before, after, present].map((doc) => (doc ?? null) as Doc | null);
  const [one, other] = was ? [was, theirs ?? ours] : [theirs, ours];
  const names = [...new Set([one, other].flatMap((doc) => Object.keys(doc ?? {})))].filter((name) => !sameJson(one?.[name], other?.[name]));
  const only = (doc: Doc | null | undefined): Doc | null =>
    doc ? Object.fromEntries(names.flatMap((name) => (name in doc ? [[name, doc[name]]] : []))) : null;
  return { Base: only(was), Ours: only(ours), Theirs: only(theirs) };
}
