/** The ids under which the corrections of a version are made in another one that came of another feed: it gives the same things new ids. */
import type { PairedWith } from '../../src/domain/comparer/paired.ts';
import type { Doc } from '../../src/domain/comparer/fields.ts';
import { type Entity, type EntityKind, plainId } from '../../src/domain/entities.ts';
import type { Line, StoredChange } from '../store/changes.ts';
import type { DiffSides } from '../store/differences.ts';
import type { Reader } from '../store/engine.ts';
import type { Db } from '../store/tables.ts';
import { readSource } from '../store/versions.ts';
import { readable } from './editing.ts';
import { NO_PAIRS, type VersionPairs, versionPairs, withStops } from './versionPairs.ts';

/** A correction under the ids of the other version. */
export interface Correction {
  readonly change: StoredChange;
  /** What its own document was paired by, where its id differs. */
  readonly pair?: PairedWith | undefined;
  /** Its track or timetable was there, and nothing in the other version is surely the same: somebody has to say which one is meant. */
  readonly waits: boolean;
}

/** Pairs less sure than this are not followed. */
const LEAST_SURE = 0.75;

/** A correction of a track speaks of its stops by their place in the order: only a track with the same stops is the same. */
const LEAST_SURE_TRACK = 1;

/** The version that a line of versions began with and another one, as the comparer takes them; undefined where nothing is left of the first. */
export async function sidesOf(db: Db, line: Line, onto: number): Promise<DiffSides | undefined> {
  const target = await readable(db, onto);
  for (const { versionId } of line.toReversed()) {
    const source = await readSource(db, versionId);
    if (source) return { a: { versionId, base: source.base }, b: { versionId: onto, base: target.base } };
  }
  return undefined;
}

/** Finds the ids of corrections, which have to be asked for in the order in which they were made. */
export class CorrectionIds {
  readonly #pairs: VersionPairs;
  /** Tracks and timetables that a correction made: their ids are their own. */
  readonly #made = new Set<string>();

  constructor(pairs: VersionPairs) {
    this.#pairs = pairs;
  }

  static async between(reader: Reader, line: Line, onto: number): Promise<CorrectionIds> {
    const sides = await sidesOf(reader.db, line, onto);
    return new CorrectionIds(sides ? await versionPairs(reader, sides) : NO_PAIRS);
  }

  of(stored: StoredChange): Correction {
    const { id, waits } = this.#idOf(this.#pairs, stored);
    const pair = this.#pairs.of(stored.kind, id);
    return {
      change: changeAt(stored, id, this.#pairs),
      pair: pair?.from === stored.id ? { Id: plainId(stored.kind, pair.from), Rule: pair.rule, Certainty: pair.certainty } : undefined,
      waits,
    };
  }

  #idOf(pairs: VersionPairs, { kind, id, track: attached, before }: StoredChange): { readonly id: string; readonly waits: boolean } {
    if (kind !== 'Track' && kind !== 'Timetable') return { id: sureId(pairs, kind, id), waits: false };
    const [schedule = '', track = '', number] = id.split('/');
    const under = encodeURIComponent(sureId(pairs, 'Schedule', decodeURIComponent(schedule)));
    const to = (trackPart: string, timetable = number): string => [under, trackPart, ...(timetable === undefined ? [] : [timetable])].join('/');
    if (before === null) this.#made.add(id);
    if (attached !== null) return { id: to(encodeURIComponent(attached)), waits: false };
    if (kind === 'Track' && this.#made.has(id)) return { id: to(track), waits: false };
    const ownTrack = `${schedule}/${track}`;
    const found = this.#made.has(ownTrack) ? `${under}/${track}` : this.#follow(pairs, 'Track', ownTrack, under === schedule);
    if (found === undefined) return { id: to(track), waits: true };
    const trackPart = found.split('/')[1] ?? track;
    if (kind === 'Track' || this.#made.has(id)) return { id: to(trackPart), waits: false };
    const timetable = this.#follow(pairs, 'Timetable', id, found === ownTrack);
    return timetable === undefined ? { id: to(trackPart), waits: true } : { id: timetable, waits: false };
  }

  /** The id of a track or timetable in the other version; undefined where nothing there is surely the same. `idsHold`: what it belongs to kept its id. */
  #follow(pairs: VersionPairs, kind: 'Track' | 'Timetable', id: string, idsHold: boolean): string | undefined {
    const to = pairs.to(kind, id);
    if (to === id) return idsHold && !pairs.isAlone(kind, id) ? id : undefined;
    return (pairs.of(kind, to)?.certainty ?? 0) >= (kind === 'Track' ? LEAST_SURE_TRACK : LEAST_SURE) ? to : undefined;
  }
}

/** The id of the same thing in the other version where that is sure, else its own. */
function sureId(pairs: VersionPairs, kind: EntityKind, id: string): string {
  const to = pairs.to(kind, id);
  return (pairs.of(kind, to)?.certainty ?? 0) >= LEAST_SURE ? to : id;
}

/** A change with its documents put under another id of the store. */
export function changeAt(change: StoredChange, id: string, pairs: VersionPairs): StoredChange {
  const moved = (doc: Entity | null): Entity | null => doc && documentAt(change.kind, id, doc, (stopId) => sureId(pairs, 'Stop', stopId));
  return { ...change, id, before: moved(change.before), after: moved(change.after) };
}

/** A document with the id of the store, and with other ids for the stops that it names. */
function documentAt(kind: EntityKind, id: string, doc: Entity, toStop: (stopId: string) => string): Entity {
  const parts = id.split('/').map(decodeURIComponent);
  const own: Doc =
    kind === 'Track'
      ? { ScheduleId: parts[0], Id: parts[1] }
      : kind === 'Timetable'
        ? { ScheduleId: parts[0], TrackId: parts[1], Number: Number(parts[2]) }
        : kind === 'Stop' || kind === 'Schedule'
          ? { Id: id }
          : {};
  // an id stands for an id, and a number for a number: the document stays one of its kind
  return { ...withStops(kind, { ...doc }, toStop), ...own } as unknown as Entity;
}
