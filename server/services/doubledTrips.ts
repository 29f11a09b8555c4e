/** A trip whose times one draft changed may lie in another timetable there: a merge of both may not leave it in two timetables. */
import type { Timetable } from '../../src/domain/model/timetable.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import type { KeptBack } from '../../src/domain/takeOver.ts';
import { readManySlots } from '../store/entities.ts';
import type { EntityChange } from '../store/edits.ts';
import type { Db } from '../store/tables.ts';
import type { FittedChange } from './fitting.ts';
import { trackKeyOf, tripsOf } from './ownTimetables.ts';

/**
 * The changes without the trips that the draft keeps in another timetable. `others`: further timetables of the draft to look at the tracks
 * of. A trip that nobody decided to keep is noted in `keptBack`.
 */
export async function withoutDoubledTrips(
  db: Db,
  versionId: number,
  changes: readonly FittedChange[],
  others: readonly string[],
  isDecided: (trip: string) => boolean,
  keptBack: KeptBack[],
): Promise<readonly FittedChange[]> {
  const timetables = changes.filter(({ kind }) => kind === 'Timetable');
  if (!timetables.some((change) => comingIn(change).size > 0)) return changes;
  const tracks = new Set([...timetables.map(({ id }) => id), ...others].map(trackKeyOf));
  const slots = await readManySlots(
    db,
    versionId,
    [...tracks].map((under) => ({ kind: 'Timetable', under })),
  );
  const after = new Map(timetables.map(({ id, doc }) => [id, doc]));
  const kept = new Set<string>();
  for (const { id, doc } of slots) {
    const changed = after.get(id);
    const stays = changed === undefined ? undefined : tripsOf(changed);
    for (const trip of tripsOf(doc)) if (stays?.has(trip) !== false) kept.add(trip);
  }
  return changes.flatMap((change): readonly FittedChange[] => {
    const doubled = change.kind === 'Timetable' ? [...comingIn(change)].filter((trip) => kept.has(trip)) : [];
    if (doubled.length === 0) return [change];
    const timetable = change.doc as Timetable;
    const doc: Timetable = { ...timetable, Departures: timetable.Departures.filter(({ TripId }) => !doubled.includes(TripId ?? '')) };
    const [first, ...more] = doubled.filter((trip) => !isDecided(trip));
    if (first !== undefined)
      keptBack.push({
        Kind: 'Timetable',
        Id: change.id,
        Title: entityTitle('Timetable', timetable),
        Reason: `${more.length === 0 ? `The trip ${first} stays` : `${more.length + 1} trips (the first is ${first}) stay`} in another timetable of this draft`,
      });
    if (change.was === null ? doc.Departures.length === 0 : sameJson(doc, change.was)) return [];
    return [{ ...change, doc, edit: { ...change.edit, doc } as EntityChange }];
  });
}

/** Trips that a timetable has after a change and not before. */
function comingIn({ was, doc }: FittedChange): ReadonlySet<string> {
  const before = tripsOf(was);
  return new Set([...tripsOf(doc)].filter((trip) => !before.has(trip)));
}
