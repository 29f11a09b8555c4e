/** Saved searches, and what is found to enter those that somebody watches. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/savedSearches.ts';
import type { Entity } from '../../src/domain/entities.ts';
import { countedKind } from '../../src/domain/references.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { folded } from '../../src/domain/folded.ts';
import { foreignTag, type NewSearch, type SavedSearch, SEARCHES_EACH, searchPlace, watchRefusal } from '../../src/domain/savedSearches.ts';
import { keeps, linkTest, scheduleTest, stopTest } from '../../src/domain/searchMatch.ts';
import type { SearchList } from '../../src/domain/searchTags.ts';
import { scheduleRowOf } from '../../src/domain/scheduleDetails.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { readDiffering } from '../store/differences.ts';
import { readerIn } from '../store/engine.ts';
import { parseDocument, readSome } from '../store/entities.ts';
import { type AddressedNews, writeNews } from '../store/news.ts';
import { readRegion } from '../store/regions.ts';
import * as store from '../store/savedSearches.ts';
import type { WatchedSearch } from '../store/savedSearches.ts';
import type { Db } from '../store/tables.ts';
import { readLastPublished, readSource } from '../store/versions.ts';
import type { Write } from './editing.ts';
import { noRegion } from './regions.ts';

/** Kinds that are searched by tags, with the list of each. */
const LISTS = { Stop: 'stops', Schedule: 'schedules', Transfer: 'transfers', Pathway: 'pathways' } as const satisfies Record<string, SearchList>;
type SearchedKind = keyof typeof LISTS;
const KINDS = ['Stop', 'Schedule', 'Transfer', 'Pathway'] as const satisfies readonly SearchedKind[];

/** Documents looked at together: their stops are read in one statement. */
const AT_ONCE = 500;
/** Documents named in a notification. */
const NAMED = 5;

/** Searches of a region that the caller sees. */
export async function listSavedSearches(db: Db, { subject }: Caller, region: string): Promise<ReplyOf<typeof contract.listSavedSearches>> {
  return { Searches: await store.listSearches(db, await regionKey(db, region), subject) };
}

/** Saves a search. */
export async function createSavedSearch({ db, caller }: Write, region: string, search: NewSearch): Promise<SavedSearch> {
  const key = await writableRegion(db, region);
  const foreign = foreignTag(search);
  if (foreign) throw new BadInput([{ Field: 'Tags', Message: `${search.List} cannot be searched by ${foreign.field}.` }]);
  if (!(await store.hasRoomForSearch(db, key)))
    throw new Refusal(409, 'too_many_searches', `A region keeps at most ${SEARCHES_EACH} saved searches. Delete one that is no longer used first.`);
  const id = await store.insertSearch(db, key, search, caller.account.name);
  if (id === undefined) throw new BadInput([{ Field: '', Message: 'A saved search with this name already exists in the region' }]);
  return requireSearch(db, key, id, caller);
}

/** Deletes a search for everybody. */
export async function deleteSavedSearch({ db }: Write, region: string, id: number): Promise<Record<string, never>> {
  if (!(await store.removeSearch(db, await writableRegion(db, region), id))) throw noSearch(id);
  return {};
}

/** Watches a search for the caller, or no longer. */
export async function watchSearch({ db, caller }: Write, region: string, id: number, watched: boolean): Promise<SavedSearch> {
  const key = await regionKey(db, region);
  const search = await requireSearch(db, key, id, caller);
  const refused = watched ? watchRefusal(search) : undefined;
  if (refused !== undefined) throw new Refusal(409, 'not_possible', refused);
  await store.setWatch(db, id, caller.subject, watched);
  return requireSearch(db, key, id, caller);
}

/** One document before and after. */
interface Changed {
  readonly kind: string;
  readonly id: string;
  readonly was: object | null;
  readonly doc: object | null;
}

/** Notifies those who watch a search that an edit of somebody else brings something into. Costs one statement where such a list is touched. */
export async function newsOfEnteringEdit({ db, caller }: Write, versionId: number, edits: readonly Changed[]): Promise<AddressedNews[]> {
  const touched = KINDS.filter((kind) => edits.some((edit) => edit.kind === kind && edit.doc !== null));
  if (touched.length === 0) return [];
  const watched = await store.watchedSearches(
    db,
    versionId,
    touched.map((kind) => LISTS[kind]),
    caller.subject,
  );
  if (watched.length === 0) return [];
  const entered = new Entered(db, versionId, watched);
  for (const kind of touched)
    await entered.look(
      kind,
      edits.filter((edit) => edit.kind === kind),
    );
  return entered.news(`by ${caller.account.name}`, String(versionId));
}

/**
 * Notifies those who watch a search that the publication of a version brings something into, against the version that was current
 * before; where the dates of all were over, against the one that was published last.
 */
export async function newsOfEnteringPublication(db: Db, versionId: number, current: number | undefined): Promise<AddressedNews[]> {
  const watched = await store.watchedSearches(db, versionId, Object.values(LISTS), '');
  const [first] = watched;
  if (first === undefined) return [];
  const before = current ?? (await readLastPublished(db, first.databaseId, versionId))?.Id;
  if (before === undefined) return [];
  const [one, other] = [await readSource(db, before), await readSource(db, versionId)];
  if (!one || !other) return [];
  const sides = { a: { versionId: before, base: one.base }, b: { versionId, base: other.base } };
  const entered = new Entered(db, versionId, watched);
  for (const kind of KINDS) {
    if (!watched.some(({ search }) => search.List === LISTS[kind])) continue;
    for (const state of ['added', 'changed'] as const) {
      let some: Changed[] = [];
      for await (const { id, before: was, after: doc } of readDiffering(readerIn(db), sides, kind, state)) {
        some.push({ kind, id, was, doc });
        if (some.length < AT_ONCE) continue;
        await entered.look(kind, some);
        some = [];
      }
      await entered.look(kind, some);
    }
  }
  return entered.news('published', `published/${versionId}`);
}

/** What has entered each of some watched searches. */
class Entered {
  readonly #db: Db;
  readonly #versionId: number;
  readonly #watched: readonly WatchedSearch[];
  readonly #found = new Map<number, { count: number; readonly names: string[] }>();

  constructor(db: Db, versionId: number, watched: readonly WatchedSearch[]) {
    this.#db = db;
    this.#versionId = versionId;
    this.#watched = watched;
  }

  /** Looks at changed documents of a kind. */
  async look(kind: SearchedKind, changed: readonly Changed[]): Promise<void> {
    const asked = this.#watched.filter(({ search }) => search.List === LISTS[kind]);
    if (asked.length === 0 || changed.length === 0) return;
    const names = kind === 'Transfer' || kind === 'Pathway' ? await this.#stopNames(changed) : new Map<string, string>();
    for (const { search } of asked) {
      const test = testOf(kind, search, names);
      for (const { id, was, doc } of changed) {
        if (doc === null || !test(doc) || (was !== null && test(was))) continue;
        const found = this.#found.get(search.Id) ?? { count: 0, names: [] };
        this.#found.set(search.Id, found);
        found.count++;
        if (found.names.length < NAMED) found.names.push(titleOf(kind, id, doc, names));
      }
    }
  }

  /** One line for each watcher of a search that something has entered. `how`: by whom, or by what. */
  async news(how: string, topic: string): Promise<AddressedNews[]> {
    const written: AddressedNews[] = [];
    for (const { search, subjects, databaseId, versionName } of this.#watched) {
      const found = this.#found.get(search.Id);
      const kind = KINDS.find((one) => LISTS[one] === search.List);
      if (!found || !kind) continue;
      const others = found.count > found.names.length ? ` and ${found.count - found.names.length} more` : '';
      const place = searchPlace({ databaseId, versionId: this.#versionId }, search);
      const news = await writeNews(this.#db, subjects, {
        topic: `search/${search.Id}/${topic}`,
        kind: 'searchEntered',
        databaseId,
        title: `${search.Name}: ${countedKind(kind, found.count)} entered your saved search`.slice(0, 300),
        detail: `${found.names.join(', ')}${others}. ${versionName}, ${how}`.slice(0, 300),
        path: `${place.path}${place.search}`,
      });
      written.push(...news);
    }
    return written;
  }

  async #stopNames(changed: readonly Changed[]): Promise<Map<string, string>> {
    const ids = new Set(changed.flatMap(({ was, doc }) => [was, doc].flatMap(endsOf)));
    const stops = await readSome(this.#db, this.#versionId, 'Stop', [...ids]);
    return new Map([...stops].map(([id, { doc }]) => [id, doc.Name || id]));
  }
}

/** The stops that a transfer or pathway joins. */
function endsOf(doc: object | null): readonly string[] {
  if (doc === null) return [];
  const { from, to } = 'FromStopId' in doc ? pathwayEnds(parseDocument('Pathway', doc)) : transferEnds(parseDocument('Transfer', doc));
  return [from, to].filter((id) => id !== undefined);
}

interface Ends {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function pathwayEnds({ FromStopId: from, ToStopId: to }: Entity<'Pathway'>): Ends {
  return { from, to };
}

function transferEnds({ StopIdFrom: from, StopIdTo: to }: Entity<'Transfer'>): Ends {
  return { from, to };
}

/** Whether a search keeps a document of its kind, as the list of the screen does. */
function testOf(kind: SearchedKind, { Tags, Match, Condition }: SavedSearch, names: ReadonlyMap<string, string>): (doc: object) => boolean {
  const how = { match: Match, condition: Condition };
  switch (kind) {
    case 'Stop': {
      const test = keeps(Tags, how, (tag, match) => stopTest(tag, match, () => []));
      return (doc) => {
        const row = parseDocument('Stop', doc);
        return test({ row, name: folded(row.Name), id: folded(row.Id), code: folded(row.StopCode ?? '') });
      };
    }
    case 'Schedule': {
      const test = keeps(Tags, how, scheduleTest);
      return (doc) => test(scheduleRowOf(parseDocument('Schedule', doc), 0));
    }
    case 'Transfer': {
      const test = keeps(Tags, how, linkTest);
      return (doc) => {
        const transfer = parseDocument('Transfer', doc);
        return test({ id: transfer.Id, number: transfer.Type, ...namedEnds(transferEnds(transfer), names) });
      };
    }
    case 'Pathway': {
      const test = keeps(Tags, how, linkTest);
      return (doc) => {
        const pathway = parseDocument('Pathway', doc);
        return test({ id: pathway.Id, number: pathway.Mode, ...namedEnds(pathwayEnds(pathway), names) });
      };
    }
  }
}

function namedEnds({ from, to }: Ends, names: ReadonlyMap<string, string>): { readonly from: string; readonly to: string } {
  const named = (id: string | undefined): string => (id === undefined ? 'any stop' : (names.get(id) ?? id));
  return { from: named(from), to: named(to) };
}

function titleOf(kind: SearchedKind, id: string, doc: object, names: ReadonlyMap<string, string>): string {
  if (kind === 'Stop' || kind === 'Schedule') return entityTitle(kind, { ...doc }) || id;
  const { from, to } = namedEnds(kind === 'Transfer' ? transferEnds(parseDocument(kind, doc)) : pathwayEnds(parseDocument(kind, doc)), names);
  return `${from} → ${to}`;
}

async function regionKey(db: Db, key: string): Promise<string> {
  const region = await readRegion(db, key);
  if (!region) throw noRegion(key);
  return region.Key;
}

/** The key of a region, locked until the write ends. */
async function writableRegion(db: Db, key: string): Promise<string> {
  const region = await readRegion(db, key, { lock: true });
  if (!region) throw noRegion(key);
  if (region.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return region.Key;
}

async function requireSearch(db: Db, region: string, id: number, { subject }: Caller): Promise<SavedSearch> {
  const search = await store.readSearch(db, region, id, subject);
  if (!search) throw noSearch(id);
  return search;
}

function noSearch(id: number): Refusal {
  return new Refusal(404, 'not_found', `There is no saved search ${id} in this region.`);
}
