/** Saved searches of regions, and who watches them. */
import { sql, type RawBuilder } from 'kysely';
import { type NewSearch, SavedSearch, SEARCHES_EACH } from '../../src/domain/savedSearches.ts';
import type { SearchList } from '../../src/domain/searchTags.ts';
import { storable } from './storable.ts';
import type { Db } from './tables.ts';

/** Searches of a region by list and name, as a subject sees them. */
export function listSearches(db: Db, region: string, subject: string): Promise<SavedSearch[]> {
  return read(db, sql`s.region_key = ${region}`, subject);
}

/** A search of a region; undefined where it has none of that id. */
export async function readSearch(db: Db, region: string, id: number, subject: string): Promise<SavedSearch | undefined> {
  return (await read(db, sql`s.region_key = ${region} and s.search_id = ${id}`, subject))[0];
}

/** Keeps a search and answers its id; undefined where the region has one of that name. */
export async function insertSearch(db: Db, region: string, { Name, List, ...definition }: NewSearch, author: string): Promise<number | undefined> {
  const text = JSON.stringify(definition, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  const { rows } = await sql<{ id: number }>`
    insert into saved_search(region_key, list, name, definition, author) values (${region}, ${List}, ${storable(Name)}, ${text}::jsonb, ${author})
    on conflict do nothing returning search_id as id`.execute(db);
  return rows[0]?.id;
}

/** Whether a region may keep another search. */
export async function hasRoomForSearch(db: Db, region: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from saved_search where region_key = ${region}`.execute(db);
  return (rows[0]?.n ?? 0) < SEARCHES_EACH;
}

/** Removes a search; false where the region has none of that id. */
export async function removeSearch(db: Db, region: string, id: number): Promise<boolean> {
  const { rows } = await sql`delete from saved_search where region_key = ${region} and search_id = ${id} returning search_id`.execute(db);
  return rows.length === 1;
}

/** Notes that a subject watches a search, or no longer. */
export async function setWatch(db: Db, id: number, subject: string, watched: boolean): Promise<void> {
  if (watched) await sql`insert into search_watch(search_id, subject) values (${id}, ${subject}) on conflict do nothing`.execute(db);
  else await sql`delete from search_watch where search_id = ${id} and subject = ${subject}`.execute(db);
}

/** A search that somebody watches who sees its region now. */
export interface WatchedSearch {
  readonly search: SavedSearch;
  readonly subjects: readonly string[];
  readonly databaseId: string;
  readonly versionName: string;
}

/** The searches of some lists that are watched in the region of a version. `except`: a subject that is not to be notified. */
export async function watchedSearches(db: Db, versionId: number, lists: readonly SearchList[], except: string): Promise<WatchedSearch[]> {
  const { rows } = await sql<{ doc: unknown; subjects: string[]; database: string; version: string }>`
    select ${searchDoc(sql`false`)} as doc, array_agg(w.subject order by w.subject) as subjects, d.id as database, v.name as version
    from version v join database d on d.id = v.database_id join saved_search s on s.region_key = d.region_key
      join search_watch w on w.search_id = s.search_id join person p on p.subject = w.subject
    where v.version_id = ${versionId} and s.list = any(${[...lists]}::text[]) and w.subject <> ${except}
      and (p.regions = '"all"'::jsonb or p.regions ? lower(d.region_key))
    group by s.search_id, d.id, v.version_id order by s.search_id`.execute(db);
  return rows.map(({ doc, subjects, database, version }) => ({
    search: SavedSearch.parse(doc),
    subjects,
    databaseId: database,
    versionName: version,
  }));
}

async function read(db: Db, where: RawBuilder<unknown>, subject: string): Promise<SavedSearch[]> {
  const { rows } = await sql<{ doc: unknown }>`
    select ${searchDoc(sql`exists (select from search_watch w where w.search_id = s.search_id and w.subject = ${subject})`)} as doc
    from saved_search s where ${where} order by s.list, lower(s.name)`.execute(db);
  return rows.map(({ doc }) => SavedSearch.parse(doc));
}

/** A row of `saved_search s` as a SavedSearch. */
function searchDoc(watched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`s.definition || jsonb_build_object('Id', s.search_id, 'Name', s.name, 'List', s.list, 'By', s.author, 'Watched', ${watched},
    'Watchers', (select count(*) from search_watch c where c.search_id = s.search_id))`;
}
