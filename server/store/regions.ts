import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { Bounds } from '../../src/domain/coordinate.ts';
import type { RegionGeneral } from '../../src/domain/regions.ts';
import type { Database, Region } from '../../src/domain/versions.ts';
import { currentVersionOf } from './publishing.ts';
import type { NewDatabase, NewRegion } from './store.ts';
import type { Db, Tables } from './tables.ts';

/** All regions with their databases, in the order of their keys. */
export async function listRegions(db: Db): Promise<Region[]> {
  const regions = await db.selectFrom('region').selectAll().orderBy('key').execute();
  const databases = await db.selectFrom('database').select(['id', 'name', 'region_key']).orderBy('id').execute();
  const ofRegion = new Map<string, { id: string; name: string }[]>();
  for (const { region_key: key, id, name } of databases) {
    const list = ofRegion.get(key);
    if (list === undefined) ofRegion.set(key, [{ id, name }]);
    else list.push({ id, name });
  }
  return regions.map((row) => regionOf(row, ofRegion.get(row.key) ?? []));
}

/** One region by its key, whatever its case, or undefined; `lock` keeps others from changing it until the transaction ends. */
export async function readRegion(db: Db, key: string, { lock = false } = {}): Promise<(Region & { readonly RulesRev: number }) | undefined> {
  const query = db
    .selectFrom('region')
    .selectAll()
    .where(sql<string>`lower(key)`, '=', key.toLowerCase());
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return undefined;
  const databases = await db.selectFrom('database').select(['id', 'name']).where('region_key', '=', row.key).orderBy('id').execute();
  return { ...regionOf(row, databases), RulesRev: row.rules_rev };
}

/** Which of these texts are ids of databases, whatever their case. */
export async function takenDatabaseIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const wanted = ids.map((id) => id.toLowerCase());
  const rows = await db
    .selectFrom('database')
    .select('id')
    .where(sql<string>`lower(id)`, 'in', wanted)
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes a region's own data; its revision rises. */
export async function updateRegion(db: Db, key: string, changes: Partial<RegionGeneral> & { readonly Bounds?: Bounds }): Promise<void> {
  const { Name, CountryCode, LanguageCode, Timezone, Currency, Bounds: box } = changes;
  await db
    .updateTable('region')
    .set({
      rev: sql`rev + 1`,
      ...(Name === undefined ? {} : { name: Name }),
      ...(CountryCode === undefined ? {} : { country_code: CountryCode }),
      ...(LanguageCode === undefined ? {} : { language_code: LanguageCode }),
      ...(Timezone === undefined ? {} : { timezone: Timezone }),
      ...(Currency === undefined ? {} : { currency: Currency }),
      ...(box === undefined ? {} : { bounds: sql`${JSON.stringify(box)}::jsonb` }),
    })
    .where('key', '=', key)
    .execute();
}

/** Names a database anew. */
export async function renameDatabase(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('database').set({ name }).where('id', '=', id).execute();
}

/** Key of the region that a database is in. */
export async function regionOfDatabase(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('database').select('region_key').where('id', '=', id).executeTakeFirst())?.region_key;
}

/** Key of the region that a version's database is in. */
export async function regionOfVersion(db: Db, versionId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('version')
    .innerJoin('database', 'database.id', 'version.database_id')
    .select('database.region_key')
    .where('version.version_id', '=', versionId)
    .executeTakeFirst();
  return row?.region_key;
}

/** Bounds of a region: null where none were given, undefined where there is no such region. */
export async function readBounds(db: Db, key: string): Promise<Bounds | null | undefined> {
  const row = await db.selectFrom('region').select('bounds').where('key', '=', key).executeTakeFirst();
  return row === undefined ? undefined : boundsOf(row.bounds);
}

/** Makes the region unless one of that key is there; answers whether it made it. */
export async function createRegion(db: Db, region: NewRegion): Promise<boolean> {
  const made = await db
    .insertInto('region')
    .values({
      key: region.Key,
      name: region.Name,
      country_code: region.CountryCode,
      language_code: region.LanguageCode,
      timezone: region.Timezone,
      currency: region.Currency,
      bounds: region.Bounds === null ? null : sql`${JSON.stringify(region.Bounds)}::jsonb`,
      read_only: region.ReadOnly ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return made.length > 0;
}

/** All databases with their regions, in the order of their ids. */
export async function listDatabases(db: Db): Promise<Database[]> {
  const rows = await databases(db).orderBy('database.id').execute();
  const { rows: counts } = await sql<{ id: string; versions: number; current: number | null; at: string | null }>`
    select d.id, (select count(*)::int from version v where v.database_id = d.id and v.restores is null) as versions,
      c.version_id as current, to_char(c.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from database d left join version c on c.version_id = ${currentVersionOf(sql.ref('d.id'))}`.execute(db);
  const countOf = new Map(counts.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { versions = 0, current = null, at = null } = countOf.get(row.id) ?? {};
    return { ...databaseOf(row), Versions: versions, Current: current === null || at === null ? null : { Id: current, Date: at } };
  });
}

/** One database, or undefined. */
export async function readDatabase(db: Db, id: string): Promise<Database | undefined> {
  const row = await databases(db).where('database.id', '=', id).executeTakeFirst();
  return row && databaseOf(row);
}

/** Makes the database unless one of that id is there; answers whether it made it. */
export async function createDatabase(db: Db, database: NewDatabase): Promise<boolean> {
  // The storage service speaks of /db/version/{id}: a database of that name could not be reached.
  if (database.Id === 'version') throw new RangeError('A database cannot have the id "version"');
  const made = await db
    .insertInto('database')
    .values({ id: database.Id, name: database.Name, region_key: database.RegionKey, read_only: database.ReadOnly ?? false })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length > 0;
}

const databases = (db: Db) =>
  db
    .selectFrom('database')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select(['database.id', 'database.name', 'database.region_key', 'database.read_only', 'region.name as region_name']);

function databaseOf(row: { id: string; name: string; region_key: string; read_only: boolean; region_name: string }): Database {
  return { Id: row.id, Name: row.name, RegionKey: row.region_key, RegionName: row.region_name, Permissions: { ReadOnly: row.read_only } };
}

function boundsOf(value: unknown): Bounds | null {
  return z.nullable(Bounds).parse(value ?? null);
}

function regionOf(row: Selectable<Tables['region']>, databases: readonly { id: string; name: string }[]): Region {
  return {
    Key: row.key,
    Name: row.name,
    CountryCode: row.country_code,
    LanguageCode: row.language_code,
    Timezone: row.timezone,
    Currency: row.currency,
    Bounds: boundsOf(row.bounds),
    Databases: databases.map(({ id, name }) => ({ Id: id, Name: name })),
    Permissions: { ReadOnly: row.read_only },
    Rev: row.rev,
  };
}

/** Time zone of the region that a database is in; empty where none was given. */
export async function regionTimezone(db: Db, databaseId: string): Promise<string> {
  const row = await db
    .selectFrom('database')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select('timezone')
    .where('database.id', '=', databaseId)
    .executeTakeFirst();
  return row?.timezone ?? '';
}

/** What rules ask of the region that a database is in. */
export async function readRegionOfDatabase(db: Db, databaseId: string): Promise<{ bounds: Bounds | null; currency: string; timezone: string }> {
  const row = await db
    .selectFrom('database')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select(['region.bounds', 'region.currency', 'region.timezone'])
    .where('database.id', '=', databaseId)
    .executeTakeFirst();
  return { bounds: row === undefined ? null : boundsOf(row.bounds), currency: row?.currency ?? '', timezone: row?.timezone ?? 'UTC' };
}

/** Time zone of the region that a database belongs to; UTC where there is no such database. */
export async function readTimezone(db: Db, databaseId: string): Promise<string> {
  const row = await db
    .selectFrom('database')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select('region.timezone')
    .where('database.id', '=', databaseId)
    .executeTakeFirst();
  return row?.timezone ?? 'UTC';
}
