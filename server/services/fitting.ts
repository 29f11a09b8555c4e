/** Which of several planned changes of a version can be made together: those that leave nothing torn, in use, or named that is not there. */
import { type Entity, stopsReferredTo } from '../../src/domain/entities.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import type { EntityChange } from '../store/edits.ts';
import { readManySlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import { type Families, type FamilyChange, isWithin } from './familyChecks.ts';
import { keptFileRefusal } from './keptFileChecks.ts';
import { recordRefusal } from './recordChecks.ts';
import { removalRefusals } from './removalChecks.ts';

/** A change of a document; `edit` is what is written of it. */
export interface FittedChange extends FamilyChange {
  readonly edit: EntityChange;
}

/** The version, with what the planned changes make of it. */
export interface FittingPlace {
  readonly db: Db;
  readonly versionId: number;
  readonly changed: ChangedDocuments;
  readonly families: Families;
}

interface Refused<C> {
  readonly change: C;
  readonly reason: string;
}

/**
 * Those of some changes, already put into the place, that can be made. The others are handed to `hold`, which puts them back there.
 * `orphan`: what would belong to nothing.
 */
export async function fittingOf<C extends FittedChange>(
  place: FittingPlace,
  changes: readonly C[],
  hold: (held: readonly C[], why: { readonly reason: string; readonly orphan: boolean; readonly first: C }) => void,
): Promise<readonly C[]> {
  let planned = changes;
  const without = (held: readonly C[]): void => {
    const isHeld = new Set(held);
    planned = planned.filter((one) => !isHeld.has(one));
  };
  for (let before = planned.length + 1; planned.length < before;) {
    before = planned.length;
    for (let torn = place.families.torn(planned); torn; torn = place.families.torn(planned)) {
      const { change: first, orphan, reason } = torn;
      // with a track that stays its timetables stay, those that were removed together with it
      const held = planned.filter((one) => one === first || (!orphan && one.doc === null && isWithin(one, first)));
      hold(held, { reason, orphan, first });
      without(held);
    }
    const refused = await refusedOf(place, planned);
    for (const { change, reason } of refused) hold([change], { reason, orphan: false, first: change });
    without(refused.map(({ change }) => change));
  }
  return planned;
}

/** Those that cannot be made: removals and what names removed stops in one look each, the others by halves. */
async function refusedOf<C extends FittedChange>(place: FittingPlace, changes: readonly C[]): Promise<readonly Refused<C>[]> {
  const { db, versionId, changed } = place;
  const removals = await removalRefusals(db, versionId, changes, changed);
  const held = removals.length > 0 ? removals : await missingStops(place, changes);
  return held.length > 0 ? held : refusedByHalves(place, changes);
}

/** Most of the time none is refused, and one look at all of them says so. */
async function refusedByHalves<C extends FittedChange>(place: FittingPlace, changes: readonly C[]): Promise<readonly Refused<C>[]> {
  const [change] = changes;
  const reason = change && (await refusalOf(place, changes));
  if (!change || reason === undefined) return [];
  if (changes.length === 1) return [{ change, reason }];
  const middle = changes.length >> 1;
  return [...(await refusedByHalves(place, changes.slice(0, middle))), ...(await refusedByHalves(place, changes.slice(middle)))];
}

async function refusalOf({ db, versionId, changed }: FittingPlace, changes: readonly FittedChange[]): Promise<string | undefined> {
  const states = changes.map(({ edit, was }) => ({ ...edit, was }));
  return (
    (await keptFileRefusal(db, versionId, states)) ??
    (await recordRefusal(
      db,
      versionId,
      states.filter(({ doc }) => doc !== null),
      changed,
    ))
  );
}

/** Those that would name a stop that the version does not have, and did not name it before. */
async function missingStops<C extends FittedChange>({ db, versionId, changed }: FittingPlace, changes: readonly C[]): Promise<readonly Refused<C>[]> {
  const naming = changes.flatMap((change) => {
    const { kind, edit, was } = change;
    if (edit.doc === null) return [];
    const before = new Set(was === null ? [] : stopsReferredTo(kind, was as Entity));
    const ids = stopsReferredTo(kind, edit.doc).filter((id) => !before.has(id));
    return ids.length === 0 ? [] : [{ change, ids }];
  });
  const asked = new Set(naming.flatMap(({ ids }) => ids.filter((id) => changed.get('Stop', id) === undefined)));
  const slots = await readManySlots(
    db,
    versionId,
    [...asked].map((id) => ({ kind: 'Stop', id })),
  );
  const there = new Set(slots.flatMap(({ id, doc }) => (doc === null ? [] : [id])));
  return naming.flatMap(({ change, ids }) => {
    const missing = ids.find((id) => (asked.has(id) ? !there.has(id) : changed.get('Stop', id) === null));
    return missing === undefined ? [] : [{ change, reason: `There is no stop ${missing} in this version.` }];
  });
}
