/** Which of several planned changes of a version can be made together: those that leave nothing torn, in use, or named that is not there. */
import { ChangedDocuments } from '../store/changedDocuments.ts';
import type { EntityChange } from '../store/edits.ts';
import type { Db } from '../store/tables.ts';
import { type Families, type FamilyChange, isWithin } from './familyChecks.ts';
import { keptFileRefusal } from './keptFileChecks.ts';
import { recordRefusal } from './recordChecks.ts';
import { removalRefusal } from './removalChecks.ts';

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
  const keepBack = (held: readonly C[], reason: string, orphan: boolean, first: C): void => {
    hold(held, { reason, orphan, first });
    const isHeld = new Set(held);
    planned = planned.filter((one) => !isHeld.has(one));
  };
  for (let before = planned.length + 1; planned.length < before;) {
    before = planned.length;
    for (let torn = place.families.torn(planned); torn; torn = place.families.torn(planned)) {
      const { change: first, orphan, reason } = torn;
      // with a track that stays its timetables stay, those that were removed together with it
      const held = planned.filter((one) => one === first || (!orphan && one.doc === null && isWithin(one, first)));
      keepBack(held, reason, orphan, first);
    }
    for (const { change, reason } of await refusedOf(place, planned)) keepBack([change], reason, false, change);
  }
  return planned;
}

/** Those that cannot be made, found by halves: most of the time none is refused, and one look at all of them says so. */
async function refusedOf<C extends FittedChange>(
  place: FittingPlace,
  changes: readonly C[],
): Promise<readonly { readonly change: C; readonly reason: string }[]> {
  const [change] = changes;
  const reason = change && (await refusalOf(place, changes));
  if (!change || reason === undefined) return [];
  if (changes.length === 1) return [{ change, reason }];
  const middle = changes.length >> 1;
  return [...(await refusedOf(place, changes.slice(0, middle))), ...(await refusedOf(place, changes.slice(middle)))];
}

async function refusalOf({ db, versionId, changed }: FittingPlace, changes: readonly FittedChange[]): Promise<string | undefined> {
  const edits = changes.map(({ edit }) => edit);
  const states = changes.map(({ edit, was }) => ({ ...edit, was }));
  return (
    (await keptFileRefusal(db, versionId, states)) ??
    (await removalRefusal(db, versionId, edits, changed)) ??
    (await recordRefusal(
      db,
      versionId,
      states.filter(({ doc }) => doc !== null),
      changed,
    ))
  );
}
