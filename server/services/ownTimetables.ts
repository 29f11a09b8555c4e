/**
 * Both drafts give the next free number to a timetable that they add to a track, so that the same number may name two timetables. The one
 * that comes in gets a number of its own, and is found under it the next time.
 */
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { nextTimetableNumber } from '../../src/domain/timetableNumbers.ts';
import { type NamedSlot, readManySlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import type { States } from './mergeBranch.ts';

/** The numbers that a draft has or gives on the tracks that a merge touches. */
export class OwnTimetables {
  /** The highest number of each track that the other version touched or that was given here. */
  readonly #highest = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly versionId: number,
    touched: readonly DocumentKey[],
  ) {
    for (const { kind, id } of touched) if (kind === 'Timetable') this.#raise(trackKeyOf(id), Number(id.slice(id.lastIndexOf('/') + 1)));
  }

  /** The states with those of timetables that are not the same as that of their number under the number of their own. */
  async named(states: readonly States[]): Promise<readonly States[]> {
    const strangers = states.filter(areStrangers);
    if (strangers.length === 0) return states;
    const tracks = new Set(strangers.map(({ id }) => trackKeyOf(id)));
    const slots = await readManySlots(
      this.db,
      this.versionId,
      [...tracks].flatMap((id) => [
        { kind: 'Track' as const, id },
        { kind: 'Timetable' as const, under: id },
      ]),
    );
    return states.flatMap((one) => (areStrangers(one) ? this.#renamed(one, slots) : [one]));
  }

  #renamed(one: States, slots: readonly NamedSlot[]): readonly States[] {
    const key = trackKeyOf(one.id);
    const theirs = one.theirs as Timetable;
    const here = slots.filter(({ kind, id, doc }) => kind === 'Timetable' && doc !== null && trackKeyOf(id) === key);
    const known = here.find(({ id, doc }) => id !== one.id && isCopy(one, doc as Timetable));
    const as = (Number: number, states: Pick<States, 'ours' | 'before'>): States => ({
      ...one,
      ...states,
      id: `${key}/${Number}`,
      was: one.was && { ...one.was, Number },
      theirs: { ...theirs, Number },
    });
    if (known) return [as((known.doc as Timetable).Number, { ours: known.doc, before: known.bid })];
    if (one.was !== null) return [one];
    const track = slots.find(({ kind, id }) => kind === 'Track' && id === key)?.doc as Track | null | undefined;
    const numbers = here.map(({ doc }) => doc as Timetable);
    const free = Math.max(nextTimetableNumber(numbers, track ?? {}), (this.#highest.get(key) ?? 0) + 1);
    this.#raise(key, free);
    return [as(free, { ours: null, before: null })];
  }

  #raise(track: string, number: number): void {
    this.#highest.set(track, Math.max(number, this.#highest.get(track) ?? 0));
  }
}

/** Whether a number names two timetables: other trips here than there, of which neither came of the other. */
function areStrangers({ kind, was, theirs, ours }: States): boolean {
  if (kind !== 'Timetable' || theirs === null || ours === null || sameJson(theirs, ours)) return false;
  const [here, there] = [tripsOf(ours), tripsOf(was ?? theirs)];
  if (was !== null) return here.size > 0 && there.size > 0 && !sharesOf(here, there);
  // the trips of both: which of the two stays has to be decided
  return there.size === 0 || there.size !== here.size || [...there].some((trip) => !here.has(trip));
}

/** Whether a timetable of the draft is the one that was taken over under another number. */
function isCopy({ was, theirs }: States, own: Timetable): boolean {
  if (was === null) return sameJson({ ...theirs, Number: own.Number }, own);
  return sharesOf(tripsOf(was), tripsOf(own));
}

/** The ids of the trips of a timetable; none where it is not there. */
export function tripsOf(timetable: object | null): ReadonlySet<string> {
  return new Set((timetable as Timetable | null)?.Departures.flatMap(({ TripId }) => TripId ?? []));
}

function sharesOf(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((trip) => others.has(trip));
}

/** The key of the track of a timetable. */
export function trackKeyOf(timetableId: string): string {
  return timetableId.slice(0, timetableId.lastIndexOf('/'));
}
