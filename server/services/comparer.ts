import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/comparer.ts';
import type { CategoryCounts, DiffEntry, DiffList } from '../../src/domain/comparer/lists.ts';
import { DIFF_CATEGORIES, DIFF_PAGE_SIZE, diffCategory, firstPage, type DiffCategory, type DiffPage } from '../../src/domain/comparer/categories.ts';
import type { Doc } from '../../src/domain/comparer/fields.ts';
import {
  calendarChanges,
  conditionPart,
  FARE_CONDITIONS,
  PRIOR_RIDE_CONDITIONS,
  transportPart,
  type PartChanges,
} from '../../src/domain/comparer/parts.ts';
import { isEntityKind, stopsReferredTo, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
import type { Fare } from '../../src/domain/model/fare.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { differingWithin, readDiffering, type DiffSides } from '../store/differences.ts';
import type { Engine } from '../store/engine.ts';
import { readEntity, readSlots, readSome } from '../store/entities.ts';
import { readVersion } from '../store/versions.ts';
import { diffIndex } from './comparerIndex.ts';
import { inNewIds, type VersionPairs } from './versionPairs.ts';
import { noVersion, readable } from './editing.ts';
import { BadInput, Refusal } from '../refusal.ts';

/** The two versions of a comparison, and a text that names what they hold now. */
export interface Pair {
  readonly sides: DiffSides;
  readonly state: string;
}

/** The versions `a` and `b`, where they can be compared: both readable, and of one database (409 otherwise). */
export async function pairOf(engine: Engine, a: number, b: number): Promise<Pair> {
  const [first, second] = [await readVersion(engine.db, a), await readVersion(engine.db, b)];
  if (!first) throw noVersion(a);
  if (!second) throw noVersion(b);
  if (first.DatabaseId !== second.DatabaseId)
    throw new Refusal(409, 'not_possible', `These versions are of two databases: ${first.DatabaseId} and ${second.DatabaseId}.`);
  const [one, other] = [await readable(engine.db, a), await readable(engine.db, b)];
  return {
    sides: { a: { versionId: a, base: one.base }, b: { versionId: b, base: other.base } },
    state: [a, one.base, one.rev, b, other.base, other.rev].join('/'),
  };
}

/** Counts of every category, and the first page of the first that has entries. */
export async function readDiff(engine: Engine, { a, b }: QueryOf<typeof contract.readDiff>): Promise<ReplyOf<typeof contract.readDiff>> {
  const pair = await pairOf(engine, a, b);
  const index = await diffIndex(engine, pair.sides, pair.state);
  const categories: CategoryCounts[] = [];
  for (const category of DIFF_CATEGORIES) {
    const count = async (page: DiffPage): Promise<number> => (await index.facet(category, page)).count;
    categories.push({ Category: category.section, Changed: await count('changed'), Added: await count('added'), Removed: await count('removed') });
  }
  const first = categories.find((one) => one.Changed + one.Added + one.Removed > 0);
  const category = first && diffCategory(first.Category);
  const page = first && firstPage({ changed: first.Changed, added: first.Added, removed: first.Removed });
  return { A: a, B: b, Categories: categories, First: category && page ? await readPage(engine, pair, category, page, undefined, 0) : null };
}

/** One page of a list. */
export async function listDiff(engine: Engine, query: QueryOf<typeof contract.listDiff>): Promise<DiffList> {
  const category = knownCategory(query.category);
  if (query.property !== undefined && !category.properties.includes(query.property))
    throw new BadInput([{ Field: 'property', Message: 'This category has no such property' }]);
  return readPage(engine, await pairOf(engine, query.a, query.b), category, query.page, query.property, query.number);
}

/** The properties of a category with how many entities of the Changed list each changed in. */
export async function listDiffProperties(
  engine: Engine,
  query: QueryOf<typeof contract.listDiffProperties>,
): Promise<ReplyOf<typeof contract.listDiffProperties>> {
  const category = knownCategory(query.category);
  const { sides, state } = await pairOf(engine, query.a, query.b);
  const index = await diffIndex(engine, sides, state);
  const properties = [];
  for (const property of category.properties)
    properties.push({ Property: property, Count: (await index.narrowed(category, 'changed', property)).count });
  return { Category: category.section, Properties: properties };
}

/** Both states of one document, with the stops they speak of. */
export async function readDifference(
  engine: Engine,
  query: QueryOf<typeof contract.readDifference>,
): Promise<ReplyOf<typeof contract.readDifference>> {
  const { a, b, kind, id, page } = query;
  if (!isEntityKind(kind)) throw new BadInput([{ Field: 'kind', Message: 'There is no such kind of document' }]);
  const { sides, state } = await pairOf(engine, a, b);
  const { pairs } = await diffIndex(engine, sides, state);
  const after = page === 'removed' ? undefined : await readEntity(engine.db, b, kind, id);
  // an id that the second version does not have may stand there under another one
  const now = after || page === 'removed' ? id : pairs.to(kind, id);
  const other = now === id ? after : await readEntity(engine.db, b, kind, now);
  const was = page === 'removed' ? id : pairs.from(kind, now);
  const before = was === undefined ? undefined : await readEntity(engine.db, a, kind, was);
  if (!before && !other) throw new Refusal(404, 'not_found', `Neither version has ${kind} ${id}.`);
  const stops = [...new Set([before, other].flatMap((one) => (one ? stopsReferredTo(kind, one.doc) : [])))];
  const [old, fresh] = [await readSome(engine.db, a, 'Stop', stops), await readSome(engine.db, b, 'Stop', stops)];
  const [linesBefore, linesAfter] = [before ? await linesOf(engine, a, kind, was ?? id) : [], other ? await linesOf(engine, b, kind, now) : []];
  return {
    Kind: kind,
    Id: id,
    ...(was !== undefined && was !== now && before && other ? { WasId: was } : {}),
    ...(linesBefore.length + linesAfter.length === 0 ? {} : { Lines: { Before: linesBefore, After: linesAfter } }),
    Before: before?.doc ?? null,
    After: other?.doc ?? null,
    Stops: Object.fromEntries(
      stops.map((stopId) => {
        const [stood, stands] = [old.get(stopId)?.doc, fresh.get(stopId)?.doc];
        return [stopId, { Name: stands?.Name ?? stood?.Name ?? stopId, Before: stood?.Coordinate ?? null, After: stands?.Coordinate ?? null }];
      }),
    ),
  };
}

/** Where the tracks of a schedule, or the track of a timetable, run: each way once, as encoded polylines. */
async function linesOf({ db }: Engine, versionId: number, kind: EntityKind, id: string): Promise<string[]> {
  if (kind !== 'Schedule' && kind !== 'Timetable') return [];
  const ref = kind === 'Schedule' ? { kind: 'Track' as const, under: encodeURIComponent(id) } : { kind: 'Track' as const, id: trackOf(id) };
  const tracks = (await readSlots(db, versionId, [ref])).flatMap(({ doc }) => (doc ? [doc as Entity<'Track'>] : []));
  const bare = tracks.filter(({ Shape }) => Shape === undefined).flatMap(({ Stops }) => Stops.map(({ StopId }) => StopId));
  const stops = await readSome(db, versionId, 'Stop', [...new Set(bare)]);
  const polylines = tracks.map(({ Shape, Stops }) => {
    const points = Stops.flatMap(({ StopId }) => stops.get(StopId)?.doc.Coordinate ?? []);
    return Shape ?? (points.length > 1 ? encodeShape(points) : '');
  });
  return [...new Set(polylines)].filter((polyline) => polyline !== '').slice(0, MOST_LINES);
}

/** A schedule of more polylines than these shows the first ones. */
const MOST_LINES = 60;

/** The id of a timetable's track. */
function trackOf(timetableId: string): string {
  return timetableId.slice(0, timetableId.lastIndexOf('/'));
}

function knownCategory(section: string): DiffCategory {
  const category = diffCategory(section);
  if (!category) throw new BadInput([{ Field: 'category', Message: 'There is no such category' }]);
  return category;
}

async function readPage(
  engine: Engine,
  { sides: versions, state }: Pair,
  category: DiffCategory,
  page: DiffPage,
  property: string | undefined,
  number: number,
): Promise<DiffList> {
  const index = await diffIndex(engine, versions, state);
  const { sides, pairs } = index;
  const list = property === undefined ? await index.facet(category, page) : await index.narrowed(category, page, property);
  const answer = { Category: category.section, Page: page, Property: property ?? null, Number: number, Total: list.count };
  if (number * DIFF_PAGE_SIZE >= list.count) return { ...answer, Entries: [] };
  if (list.ids) {
    const ids = list.ids.slice(number * DIFF_PAGE_SIZE, (number + 1) * DIFF_PAGE_SIZE);
    return { ...answer, Entries: await scheduleEntries(engine, sides, pairs, category, ids) };
  }
  const range = { from: list.starts[number], until: list.starts[number + 1] };
  const entries: DiffEntry[] = [];
  const stored = category.of === 'part' ? 'changed' : page;
  for await (const { id, before, after } of readDiffering(engine, sides, category.kind, stored, range)) {
    const entry = entryOf(pairs, category, id, before, after);
    const names = page === 'changed' ? entry.Properties.Changed : page === 'added' ? entry.Properties.Added : entry.Properties.Removed;
    const fits = property === undefined ? category.of !== 'part' || names.length > 0 : names.includes(property);
    if (fits) entries.push(entry);
    if (entries.length === DIFF_PAGE_SIZE) break;
  }
  return { ...answer, Entries: entries };
}

function entryOf(pairs: VersionPairs, category: DiffCategory, id: string, stored: Doc | null, after: Doc | null): DiffEntry {
  const { kind } = category;
  const before = stored && inNewIds(pairs, kind, stored);
  const entry = { Kind: kind, Id: id, Name: entityTitle(kind, after ?? before ?? {}) };
  if (before === null || after === null) return { ...entry, Properties: NOTHING };
  const pair = pairs.of(kind, id);
  return {
    ...entry,
    ...(pair ? { Pair: { Id: pair.from, Rule: pair.rule, Certainty: pair.certainty } } : {}),
    Properties: category.differ(before, after),
    ...partsOf(kind, before, after),
  };
}

const NOTHING: PartChanges = { Added: [], Changed: [], Removed: [] };

function partsOf(kind: EntityKind, before: Doc, after: Doc): Partial<DiffEntry> {
  if (kind === 'Schedule') return { Calendar: calendarChanges((before as Schedule).Calendar, (after as Schedule).Calendar) };
  if (kind !== 'Fare') return {};
  const [was, is] = [before as Fare, after as Fare];
  return {
    ConditionChanges: conditionPart(FARE_CONDITIONS, was, is),
    PriorRideConditionChanges: conditionPart(PRIOR_RIDE_CONDITIONS, was, is),
    Transports: transportPart(was, is),
  };
}

/** Changed schedules with their tracks and timetables. */
async function scheduleEntries(
  engine: Engine,
  sides: DiffSides,
  pairs: VersionPairs,
  category: DiffCategory,
  ids: readonly string[],
): Promise<DiffEntry[]> {
  const { db } = engine;
  const formerId = (id: string): string => pairs.from('Schedule', id) ?? id;
  const former = ids.map(formerId);
  const [was, is] = [await readSome(db, sides.a.versionId, 'Schedule', former), await readSome(db, sides.b.versionId, 'Schedule', ids)];
  const within = [...new Set([...ids, ...former])];
  const tracks = await differingWithin(db, sides, 'Track', within);
  const timetables = (await differingWithin(db, sides, 'Timetable', within)).map((one) => {
    const track = trackOf(one.id);
    // one that is gone stands under the id that its track had
    return { ...one, track: one.state === 'removed' ? pairs.to('Track', track) : track };
  });
  const known = new Set(tracks.map(({ id }) => id));
  const untouched = [...new Set(timetables.map(({ track }) => track))].filter((id) => !known.has(id));
  const names = await trackNames(engine, sides.b.versionId, untouched);
  const all = [...tracks, ...untouched.map((id) => ({ id, state: 'changed' as const, name: names.get(id) ?? null }))];
  return ids.map((scheduleId): DiffEntry => {
    const [before, after] = [was.get(formerId(scheduleId))?.doc ?? null, is.get(scheduleId)?.doc ?? null];
    const prefixes = [scheduleId, formerId(scheduleId)].map((id) => `${encodeURIComponent(id)}/`);
    const isOwn = ({ id }: { readonly id: string }): boolean => prefixes.some((prefix) => id.startsWith(prefix));
    const own = all.filter(isOwn);
    const named = ({ id, name }: (typeof own)[number]): { Id: string; Name: string } => ({ Id: lastPart(id), Name: name ?? lastPart(id) });
    const numbers = (trackId: string, state: string): number[] =>
      timetables
        .filter((one) => one.state === state && one.track === trackId)
        .map(({ id }) => Number(lastPart(id)))
        .toSorted((a, b) => a - b);
    const entry = entryOf(pairs, category, scheduleId, before, after);
    const changed = entry.Properties.Changed;
    const some = (list: readonly { readonly id: string }[]): boolean => list.some(isOwn);
    return {
      ...entry,
      Properties: { ...entry.Properties, Changed: [...changed, ...(some(tracks) ? ['Tracks'] : []), ...(some(timetables) ? ['Timetables'] : [])] },
      Tracks: {
        Added: own.filter(({ state }) => state === 'added').map(named),
        Changed: own
          .filter(({ state }) => state === 'changed')
          .map((one) => ({
            ...named(one),
            Timetables: { Added: numbers(one.id, 'added'), Changed: numbers(one.id, 'changed'), Removed: numbers(one.id, 'removed') },
          })),
        Removed: own.filter(({ state }) => state === 'removed').map(named),
      },
    };
  });
}

/** Names of tracks by their ids in the store. */
async function trackNames(engine: Engine, versionId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tracks: ReadonlyMap<string, { readonly doc: Entity<'Track'> }> = await readSome(engine.db, versionId, 'Track', ids);
  return new Map([...tracks].map(([id, { doc }]) => [id, doc.Name]));
}

function lastPart(id: string): string {
  return decodeURIComponent(id.slice(id.lastIndexOf('/') + 1));
}
