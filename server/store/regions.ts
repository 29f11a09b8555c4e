import { sql } from 'kysely';
import { z } from 'zod';
import { Bounds } from '../../src/domain/coordinate.ts';
import type { Database, Region } from '../../src/domain/versions.ts';
import type { NewDatabase, NewRegion } from './store.ts';
import type { Db } from './tables.ts';

/** All regions with their databases, in the order of their keys. */
export async function listRegions(db: Db): Promise<Region[]> {
  const regions = await db.selectFrom('region').selectAll().orderBy('key').execute();
  const databases = await db.selectFrom('database').select(['id', 'name', 'region_key']).orderBy('id').execute();
  return regions.map((row) => ({
    Key: row.key,
    Name: row.name,
    CountryCode: row.country_code,
    LanguageCode: row.language_code,
    Timezone: row.timezone,
    Currency: row.currency,
    Bounds: boundsOf(row.bounds),
    Databases: databases.filter((one) => one.region_key === row.key).map((one) => ({ Id: one.id, Name: one.name })),
    Permissions: { ReadOnly: row.read_only },
  }));
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
  return (await databases(db).orderBy('database.id').execute()).map(databaseOf);
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
