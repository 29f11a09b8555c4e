/** Finds, between two versions that came of two feeds, what is the same under different ids (`domain/comparer/pairing.ts`). */
import { pairSchedules, pairStops, pairTimetables, pairTracks, type Pair, type PairedSchedule } from '../../src/domain/comparer/pairing.ts';
import type { PairRule } from '../../src/domain/comparer/paired.ts';
import { type DocumentFamily, trackKey } from '../../src/domain/edits/documentEdit.ts';
import { type Entity, type EntityKind, stopReferences } from '../../src/domain/entities.ts';
import type { Doc } from '../../src/domain/comparer/fields.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { type DiffSides, type DocumentPair, PairedIds, readDiffering, schedulesWithDifferences } from '../store/differences.ts';
import type { Reader } from '../store/engine.ts';
import { readSlots } from '../store/entities.ts';

/** What was found: ids of the store that stand for one another, and why. */
export interface VersionPairs {
  readonly ids: PairedIds;
  /** By kind and id in the second version; undefined where it was not paired. */
  of(kind: EntityKind, to: string): FoundPair | undefined;
  /** The id in the second version of what has this one in the first; the same where it was not paired. */
  to(kind: EntityKind, from: string): string;
  /** The id in the first version of what has this one in the second; undefined where that id is another thing's there. */
  from(kind: EntityKind, to: string): string | undefined;
  /** Whether an id of the first version is another thing's in the second. */
  isAlone(kind: EntityKind, from: string): boolean;
}

/** The id in the first version, the rule that paired it, and how sure it is (0 to 1). */
export interface FoundPair {
  readonly from: string;
  readonly rule: PairRule;
  readonly certainty: number;
}

export const NO_PAIRS: VersionPairs = {
  ids: new PairedIds(),
  of: () => undefined,
  to: (_kind, from) => from,
  from: (_kind, to) => to,
  isAlone: () => false,
};

/** So many schedules are looked into at once: their tracks and timetables are held meanwhile. */
const SCHEDULES_AT_ONCE = 8;

/**
 * Pairs the stops, schedules, tracks and timetables of two versions. Versions of one base keep their ids: nothing is looked for
 * there. Tracks and timetables that differ in nothing but ids count as the same.
 */
export async function versionPairs(engine: Reader, sides: DiffSides): Promise<VersionPairs> {
  if (sides.a.base === sides.b.base) return NO_PAIRS;
  const { found, lost, added } = await pairedAbove(engine, sides);
  const differing = [...(await schedulesWithDifferences(engine.db, sides)).keys()].filter((id) => !lost.has(id) && !added.has(id));
  const schedules = [...found.pairs('Schedule'), ...differing.map((id) => ({ from: id, to: id }))];
  for (let at = 0; at < schedules.length; at += SCHEDULES_AT_ONCE)
    await pairWithin(engine, sides, schedules.slice(at, at + SCHEDULES_AT_ONCE), found);
  return found;
}

/** The same of stops and schedules alone. */
export async function stopAndSchedulePairs(engine: Reader, sides: DiffSides): Promise<VersionPairs> {
  return sides.a.base === sides.b.base ? NO_PAIRS : (await pairedAbove(engine, sides)).found;
}

/** Pairs stops and schedules. `lost` and `added` are the schedules that one side has alone. */
async function pairedAbove(
  engine: Reader,
  sides: DiffSides,
): Promise<{ readonly found: Found; readonly lost: ReadonlySet<string>; readonly added: ReadonlySet<string> }> {
  const found = new Found();
  const [goneStops, newStops] = [await docsOf(engine, sides, 'Stop', 'removed'), await docsOf(engine, sides, 'Stop', 'added')];
  found.addAll('Stop', pairStops(goneStops, newStops));
  const [gone, fresh] = [await docsOf(engine, sides, 'Schedule', 'removed'), await docsOf(engine, sides, 'Schedule', 'added')];
  if (gone.length > 0 && fresh.length > 0) {
    const [was, is] = [
      await stopsOfTracks(engine, sides, 'removed', (id) => found.to('Stop', id)),
      await stopsOfTracks(engine, sides, 'added', (id) => id),
    ];
    const known = (docs: readonly Entity<'Schedule'>[], stops: ReadonlyMap<string, ReadonlySet<string>>): PairedSchedule[] =>
      docs.map((doc) => ({ doc, stops: stops.get(doc.Id) ?? new Set() }));
    found.addAll('Schedule', pairSchedules(known(gone, was), known(fresh, is)));
  }
  return { found, lost: new Set(gone.map(({ Id }) => Id)), added: new Set(fresh.map(({ Id }) => Id)) };
}

/** Pairs the tracks of some schedules and their timetables. */
async function pairWithin(engine: Reader, { a, b }: DiffSides, schedules: readonly { from: string; to: string }[], found: Found): Promise<void> {
  const [was, is] = [
    await partsOf(
      engine,
      a.versionId,
      schedules.map(({ from }) => from),
    ),
    await partsOf(
      engine,
      b.versionId,
      schedules.map(({ to }) => to),
    ),
  ];
  for (const { from, to } of schedules) {
    const [before, after] = [was.tracks.get(from) ?? [], is.tracks.get(to) ?? []];
    const idsHold = from === to;
    const inNewIds = before.map((track) => renamedStops(track, (id) => found.to('Stop', id)));
    const pairs = pairTracks(inNewIds, after, idsHold);
    const byId = new Map(after.map((track) => [track.Id, track]));
    for (const track of inNewIds) {
      const pair = pairs.find((one) => one.from === track.Id);
      const other = pair && byId.get(pair.to);
      const trackId = trackKey(from, track.Id);
      if (!pair || !other) {
        if (idsHold && byId.has(track.Id)) found.alone('Track', trackId);
      } else found.add('Track', { ...pair, from: trackId, to: trackKey(to, other.Id) }, sameBut(IDENTITY, track, other));
      const [old, now] = [was.timetables.get(trackId) ?? [], other ? (is.timetables.get(trackKey(to, other.Id)) ?? []) : []];
      addTimetables(found, trackId, old, other && trackKey(to, other.Id), now, new Set(is.timetables.get(trackId)?.map(({ Number: n }) => n)));
    }
  }
}

function addTimetables(
  found: Found,
  fromTrack: string,
  before: readonly Timetable[],
  toTrack: string | undefined,
  after: readonly Timetable[],
  taken: ReadonlySet<number>,
): void {
  const pairs = toTrack === undefined ? [] : pairTimetables(before, after);
  for (const timetable of before) {
    const id = String(timetable.Number);
    const pair = pairs.find(({ from }) => from === id);
    const other = after.find(({ Number: number }) => String(number) === pair?.to);
    if (pair && other)
      found.add('Timetable', { ...pair, from: `${fromTrack}/${id}`, to: `${toTrack}/${pair.to}` }, sameBut(IDENTITY, timetable, other));
    else if (taken.has(timetable.Number)) found.alone('Timetable', `${fromTrack}/${id}`);
  }
}

/** A track with the ids that its stops have in the second version. */
function renamedStops(track: Track, to: (stopId: string) => string): Track {
  return { ...track, Stops: track.Stops.map((stop) => ({ ...stop, StopId: to(stop.StopId) })) };
}

/** A document of the first version with the ids that the stops it names have in the second. */
export function inNewIds(pairs: Pick<VersionPairs, 'to'>, kind: EntityKind, doc: Doc): Doc {
  return withStops(kind, doc, (stopId) => pairs.to('Stop', stopId));
}

/** A document with other ids for the stops that it names. */
export function withStops(kind: EntityKind, doc: Doc, to: (stopId: string) => string): Doc {
  if (kind === 'Track') {
    // it was checked when it was written
    const track: unknown = doc;
    return renamedStops(track as Track, to);
  }
  return {
    ...doc,
    ...Object.fromEntries(stopReferences(kind).flatMap((field) => (typeof doc[field] === 'string' ? [[field, to(doc[field])]] : []))),
  };
}

const IDENTITY = new Set(['ScheduleId', 'TrackId', 'Id', 'Number', 'LastTimetable']);

function sameBut(fields: ReadonlySet<string>, a: object, b: object): boolean {
  const rest = (doc: object): object => Object.fromEntries(Object.entries(doc).filter(([name]) => !fields.has(name)));
  return sameJson(rest(a), rest(b));
}

interface Parts {
  /** By schedule. */
  readonly tracks: ReadonlyMap<string, readonly Track[]>;
  /** By the track's id in the store. */
  readonly timetables: ReadonlyMap<string, readonly Timetable[]>;
}

/** The tracks and timetables of some schedules. */
export async function partsOf(engine: Reader, versionId: number, scheduleIds: readonly string[]): Promise<Parts> {
  const tracks = new Map<string, Track[]>();
  const timetables = new Map<string, Timetable[]>();
  const families = scheduleIds.flatMap((id): DocumentFamily[] =>
    (['Track', 'Timetable'] as const).map((kind) => ({ kind, under: encodeURIComponent(id) })),
  );
  for (const { kind, doc } of await readSlots(engine.db, versionId, families)) {
    if (!doc) continue;
    if (kind === 'Track') put(tracks, (doc as Track).ScheduleId, doc as Track);
    else put(timetables, trackKey((doc as Timetable).ScheduleId, (doc as Timetable).TrackId), doc as Timetable);
  }
  return { tracks, timetables };
}

async function docsOf<K extends 'Stop' | 'Schedule'>(engine: Reader, sides: DiffSides, kind: K, state: 'added' | 'removed'): Promise<Entity<K>[]> {
  const docs: Entity<K>[] = [];
  // they were checked when they were written
  for await (const pair of readDiffering(engine, sides, kind, state)) docs.push(docOf(pair) as Entity<K>);
  return docs;
}

async function stopsOfTracks(
  engine: Reader,
  sides: DiffSides,
  state: 'added' | 'removed',
  nameOf: (stopId: string) => string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const stops = new Map<string, Set<string>>();
  for await (const pair of readDiffering(engine, sides, 'Track', state)) {
    const { ScheduleId, Stops } = docOf(pair) as unknown as Track;
    const known = stops.get(ScheduleId) ?? new Set();
    for (const { StopId } of Stops) known.add(nameOf(StopId));
    stops.set(ScheduleId, known);
  }
  return stops;
}

function docOf({ before, after }: DocumentPair): object {
  return after ?? before ?? {};
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The pairs as they are found. */
class Found implements VersionPairs {
  readonly ids = new PairedIds();
  readonly #pairs = new Map<EntityKind, Map<string, FoundPair>>();
  readonly #to = new Map<EntityKind, Map<string, string>>();
  readonly #alone = new Map<EntityKind, Map<string, true>>();

  addAll(kind: EntityKind, pairs: readonly Pair[]): void {
    for (const pair of pairs) this.add(kind, pair, false);
  }

  /** Two that are the same; `equal` where nothing but ids differs. Those of one id that differ need no pair. */
  add(kind: EntityKind, { from, to, rule, certainty }: Pair, equal: boolean): void {
    if (from === to && !equal) return;
    this.ids.add(kind, from, to, equal);
    if (from === to) return;
    mapOf(this.#pairs, kind).set(to, { from, rule, certainty });
    mapOf(this.#to, kind).set(from, to);
  }

  /** One whose id is in the second version for another. */
  alone(kind: EntityKind, from: string): void {
    this.ids.add(kind, from, null, false);
    mapOf(this.#alone, kind).set(from, true);
  }

  of(kind: EntityKind, to: string): FoundPair | undefined {
    return this.#pairs.get(kind)?.get(to);
  }

  from(kind: EntityKind, to: string): string | undefined {
    const pair = this.#pairs.get(kind)?.get(to);
    if (pair) return pair.from;
    return this.#to.get(kind)?.has(to) === true || this.#alone.get(kind)?.has(to) === true ? undefined : to;
  }

  to(kind: EntityKind, from: string): string {
    return this.#to.get(kind)?.get(from) ?? from;
  }

  isAlone(kind: EntityKind, from: string): boolean {
    return this.#alone.get(kind)?.has(from) === true;
  }

  pairs(kind: EntityKind): readonly { readonly from: string; readonly to: string }[] {
    return [...(this.#pairs.get(kind) ?? [])].map(([to, { from }]) => ({ from, to }));
  }
}

function mapOf<V>(maps: Map<EntityKind, Map<string, V>>, kind: EntityKind): Map<string, V> {
  const known = maps.get(kind) ?? new Map<string, V>();
  maps.set(kind, known);
  return known;
}
