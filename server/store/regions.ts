import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { Bounds } from '../../src/domain/coordinate.ts';
import type { RegionGeneral } from '../../src/domain/regions.ts';
import { RuleChanges } from '../../src/domain/validationProfile.ts';
import { Database, Region } from '../../src/domain/versions.ts';
import { currentVersions } from './publishing.ts';
import type { NewDatabase, NewRegion } from './store.ts';
import type { Db, Tables } from './tables.ts';

/** All regions with their databases, in the order of their keys. Read as one text: PGlite takes long to hand over 20,000 rows. */
export async function listRegions(db: Db): Promise<Region[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('Key', r.key, 'Name', r.name, 'CountryCode', r.country_code, 'LanguageCode', r.language_code,
      'Timezone', r.timezone, 'Currency', r.currency, 'Bounds', r.bounds, 'Databases', coalesce(d.list, '[]'),
      'Permissions', json_build_object('ReadOnly', r.read_only), 'RefusesErrors', r.refuses_errors, 'Rev', r.rev) order by r.key)::text as list
    from region r left join (
      select region_key, json_agg(json_build_object('Id', id, 'Name', name) order by id) as list from database group by region_key
    ) d on d.region_key = r.key`.execute(db);
  return z
    .array(Region)
    .parse(JSON.parse(rows[0]?.list ?? '[]'))
    .map(({ RefusesErrors, ...region }) => ({ ...region, ...refusing(RefusesErrors) }));
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
  const { Name, CountryCode, LanguageCode, Timezone, Currency, RefusesErrors, Bounds: box } = changes;
  await db
    .updateTable('region')
    .set({
      rev: sql`rev + 1`,
      ...(Name === undefined ? {} : { name: Name }),
      ...(CountryCode === undefined ? {} : { country_code: CountryCode }),
      ...(LanguageCode === undefined ? {} : { language_code: LanguageCode }),
      ...(Timezone === undefined ? {} : { timezone: Timezone }),
      ...(Currency === undefined ? {} : { currency: Currency }),
      ...(RefusesErrors === undefined ? {} : { refuses_errors: RefusesErrors }),
      ...(box === undefined ? {} : { bounds: sql`${JSON.stringify(box)}::jsonb` }),
    })
    .where('key', '=', key)
    .execute();
}

/** Renames a database. */
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

/** Makes the region unless one of that key is there; returns whether it made it. */
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
      refuses_errors: region.RefusesErrors ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return made.length > 0;
}

/** All databases with their regions, in the order of their ids. Read as one text: PGlite takes long to hand over 20,000 rows. */
export async function listDatabases(db: Db): Promise<Database[]> {
  return z.array(Database).parse(JSON.parse(await databasesAsJson(db, 'all', false)));
}

/**
 * The databases of these regions (keys in small letters), ordered by id, as JSON text that the contract's `Database` reads. `readOnly`: whether the caller may
 * edit none of them.
 */
export async function databasesAsJson(db: Db, regions: 'all' | readonly string[], readOnly: boolean): Promise<string> {
  // Rows as JSON: for 20,000 of them PostgreSQL takes a third of the time that json_build_object takes.
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(row order by row."Id")::text as list
    from (
      select d.id as "Id", d.name as "Name", d.region_key as "RegionKey", r.name as "RegionName", rights as "Permissions",
        coalesce(v.count, 0) as "Versions", c as "Current"
      from database d join region r on r.key = d.region_key
        cross join lateral (select d.read_only or ${readOnly} as "ReadOnly") rights
        left join (select database_id, count(*) as count from version where restores is null group by database_id) v on v.database_id = d.id
        left join lateral (select now.version_id as "Id", to_char(now.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "Date"
          from ${currentVersions()} now where now.database_id = d.id) c on true
      where ${regions === 'all' ? sql`true` : sql`lower(d.region_key) = any(${[...regions]}::text[])`}) row`.execute(db);
  return rows[0]?.list ?? '[]';
}

/** One database, or undefined. */
export async function readDatabase(db: Db, id: string): Promise<Database | undefined> {
  const row = await databases(db).where('database.id', '=', id).executeTakeFirst();
  return row && databaseOf(row);
}

/** Makes the database unless one of that id is there; returns whether it made it. */
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
    ...refusing(row.refuses_errors),
    Rev: row.rev,
  };
}

/** Absent where versions with errors can be published. */
function refusing(refusesErrors: boolean | undefined): Pick<Region, 'RefusesErrors'> {
  return refusesErrors === true ? { RefusesErrors: true } : {};
}

/** Whether the region of a version refuses to publish versions with errors. */
export async function readRefusesErrors(db: Db, versionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('version')
    .innerJoin('database', 'database.id', 'version.database_id')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select('region.refuses_errors')
    .where('version.version_id', '=', versionId)
    .executeTakeFirst();
  return row?.refuses_errors ?? false;
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

export interface RegionOfDatabase {
  readonly key: string;
  readonly name: string;
  readonly bounds: Bounds | null;
  readonly currency: string;
  readonly timezone: string;
  readonly profile: RuleChanges;
}

/** What `regionFrom` reads. */
export const REGION_COLUMNS = ['region.key', 'region.name', 'region.bounds', 'region.currency', 'region.timezone', 'region.profile'] as const;

export function regionFrom(
  row: Selectable<Pick<Tables['region'], 'key' | 'name' | 'bounds' | 'currency' | 'timezone' | 'profile'>>,
): RegionOfDatabase {
  return { ...row, bounds: boundsOf(row.bounds), profile: profileOf(row.profile) };
}

/** What rules ask of the region that a database is in; empty where there is no such database. */
export async function readRegionOfDatabase(db: Db, databaseId: string): Promise<RegionOfDatabase> {
  const row = await db
    .selectFrom('database')
    .innerJoin('region', 'region.key', 'database.region_key')
    .select(REGION_COLUMNS)
    .where('database.id', '=', databaseId)
    .executeTakeFirst();
  return row === undefined ? { key: '', name: '', bounds: null, currency: '', timezone: 'UTC', profile: profileOf(undefined) } : regionFrom(row);
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

function profileOf(value: unknown): RuleChanges {
  return RuleChanges.parse(value ?? []);
}

/** The changed rules of a region, and their revision; undefined where there is no such region. */
export async function readProfile(db: Db, key: string): Promise<{ readonly changes: RuleChanges; readonly rev: number } | undefined> {
  const row = await db.selectFrom('region').select(['profile', 'profile_rev']).where('key', '=', key).executeTakeFirst();
  return row && { changes: profileOf(row.profile), rev: row.profile_rev };
}

/** Stores the changed rules of a region; their revision rises. */
export async function writeProfile(db: Db, key: string, changes: RuleChanges): Promise<void> {
  await db
    .updateTable('region')
    .set({ profile: changes.length === 0 ? null : sql`${JSON.stringify(changes)}::jsonb`, profile_rev: sql`profile_rev + 1` })
    .where('key', '=', key)
    .execute();
}
