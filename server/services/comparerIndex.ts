/**
 * The index of a comparison: for every list of the comparer how many entries it has and with which id each page begins, so
 * that any page is one bounded read. Kept in memory for the pairs of versions compared last.
 */
import { DIFF_CATEGORIES, DIFF_PAGE_SIZE, SCHEDULES, type DiffCategory, type DiffPage } from '../../src/domain/comparer/categories.ts';
import { KIND_NUMBERS, type EntityKind } from '../../src/domain/entities.ts';
import {
  byCodePoint,
  countDiffering,
  DIFF_STATES,
  type KindCount,
  readDiffering,
  schedulesWithDifferences,
  type DiffSides,
} from '../store/differences.ts';
import type { Engine } from '../store/engine.ts';
import { inNewIds, type VersionPairs, versionPairs } from './versionPairs.ts';

/** One list. `ids` are there where entries are no single documents of the store. */
interface Facet {
  readonly count: number;
  readonly starts: readonly string[];
  readonly ids?: readonly string[];
}

/** The lists of one pair of versions. */
interface DiffIndex {
  /** The two versions with the ids that stand for one another. */
  readonly sides: DiffSides;
  readonly pairs: VersionPairs;
  /** How many documents differ, by kind and state. */
  readonly counts: readonly KindCount[];
  /** The list of a page, of all properties. */
  facet(category: DiffCategory, page: DiffPage): Promise<Facet>;
  /** The list of a page narrowed to one property. */
  narrowed(category: DiffCategory, page: DiffPage, property: string): Promise<Facet>;
}

/** The index of a pair; `state` names what the two versions hold now (base and revision of each). */
export function diffIndex(engine: Engine, sides: DiffSides, state: string): Promise<DiffIndex> {
  const kept = indexes.get(engine) ?? new Map<string, Promise<DiffIndex>>();
  indexes.set(engine, kept);
  const index = kept.get(state) ?? makeIndex(engine, sides);
  // the one used last goes to the end
  kept.delete(state);
  kept.set(state, index);
  index.catch(() => kept.delete(state));
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return index;
}

const MOST_KEPT = 8;
const indexes = new WeakMap<Engine, Map<string, Promise<DiffIndex>>>();
const NONE: Facet = { count: 0, starts: [] };

async function makeIndex(engine: Engine, versions: DiffSides): Promise<DiffIndex> {
  const pairs = await versionPairs(engine, versions);
  const sides = { ...versions, pairs: pairs.ids };
  const counts = await countDiffering(engine, sides, DIFF_PAGE_SIZE);
  const ofKind = (kind: EntityKind, page: DiffPage): Facet =>
    counts.find((one) => one.kind === KIND_NUMBERS[kind] && one.state === DIFF_STATES[page]) ?? NONE;
  const looked = new Map<EntityKind, Promise<Facets>>();
  /** The lists that only the documents tell, of one kind; made when the first of them is requested. */
  const lookedAt = (kind: EntityKind): Promise<Facets> => {
    const known = looked.get(kind) ?? look(engine, sides, pairs, kind, ofKind(kind, 'changed').count > 0);
    looked.set(kind, known);
    known.catch(() => looked.delete(kind));
    return known;
  };
  return {
    sides,
    pairs,
    counts,
    async facet(category, page) {
      if (category.of === 'documents' || (category.of === 'schedules' && page !== 'changed')) return ofKind(category.kind, page);
      return (await lookedAt(category.kind)).get(keyOf(category, page, '')) ?? NONE;
    },
    async narrowed(category, page, property) {
      return (await lookedAt(category.kind)).get(keyOf(category, page, property)) ?? NONE;
    },
  };
}

type Facets = ReadonlyMap<string, Facet>;

async function look(engine: Engine, sides: DiffSides, pairs: VersionPairs, kind: EntityKind, hasChanged: boolean): Promise<Facets> {
  const facets = new FacetBuilder();
  const categories = DIFF_CATEGORIES.filter((one) => one.kind === kind);
  const ownChanges = new Map<string, readonly string[]>();
  if (hasChanged) {
    for await (const { id, before: stored, after } of readDiffering(engine, sides, kind, 'changed')) {
      if (!stored || !after) continue;
      const before = inNewIds(pairs, kind, stored);
      for (const category of categories) {
        const changes = category.differ(before, after);
        if (category.of === 'schedules') ownChanges.set(id, changes.Changed);
        else if (category.of === 'documents') for (const property of changes.Changed) facets.add(keyOf(category, 'changed', property), id);
        else {
          for (const [page, names] of [
            ['changed', changes.Changed],
            ['added', changes.Added],
            ['removed', changes.Removed],
          ] as const) {
            if (names.length > 0) facets.add(keyOf(category, page, ''), id);
            for (const property of names) if (category.properties.includes(property)) facets.add(keyOf(category, page, property), id);
          }
        }
      }
    }
  }
  const made = facets.made();
  if (kind === 'Schedule') await addSchedules(engine, sides, pairs, ownChanges, made);
  return made;
}

/** The changed schedules: those with other fields, and those that stand in both versions with another track or timetable. */
async function addSchedules(
  engine: Engine,
  sides: DiffSides,
  pairs: VersionPairs,
  own: ReadonlyMap<string, readonly string[]>,
  made: Map<string, Facet>,
): Promise<void> {
  const parts = new Map<string, { tracks: boolean; timetables: boolean }>();
  for (const [id, { tracks, timetables }] of await schedulesWithDifferences(engine.db, sides)) {
    // what a schedule lost stands under the id that it had
    const now = pairs.to('Schedule', id);
    const known = parts.get(now);
    parts.set(now, { tracks: tracks || known?.tracks === true, timetables: timetables || known?.timetables === true });
  }
  for (const state of ['added', 'removed'] as const) {
    for await (const { id } of readDiffering(engine, sides, 'Schedule', state)) parts.delete(id);
  }
  const lists = new Map<string, string[]>();
  const add = (property: string, id: string): void => {
    const key = keyOf(SCHEDULES, 'changed', property);
    const list = lists.get(key) ?? [];
    list.push(id);
    lists.set(key, list);
  };
  for (const id of new Set([...own.keys(), ...parts.keys()])) {
    add('', id);
    for (const property of own.get(id) ?? []) add(property, id);
    if (parts.get(id)?.tracks === true) add('Tracks', id);
    if (parts.get(id)?.timetables === true) add('Timetables', id);
  }
  for (const [key, ids] of lists) made.set(key, { count: ids.length, starts: [], ids: ids.toSorted(byCodePoint) });
}

class FacetBuilder {
  private readonly lists = new Map<string, { count: number; starts: string[] }>();

  add(key: string, id: string): void {
    const list = this.lists.get(key) ?? { count: 0, starts: [] };
    if (list.count % DIFF_PAGE_SIZE === 0) list.starts.push(id);
    list.count += 1;
    this.lists.set(key, list);
  }

  made(): Map<string, Facet> {
    return new Map(this.lists);
  }
}

function keyOf({ section }: DiffCategory, page: DiffPage, property: string): string {
  return `${section}|${page}|${property}`;
}
