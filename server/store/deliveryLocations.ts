/** Delivery locations as they are kept. Their credentials are sealed secrets (jobs/taskSecrets.ts), named by credentialName. */
import { sql } from 'kysely';
import { z } from 'zod';
import { CREDENTIAL_NAMES, type CredentialName, DeliveryLocation, type DeliveryLocationInput } from '../../src/domain/deliveryLocations.ts';
import type { Db } from './tables.ts';

/** Name of the secret that holds a credential of a location. */
export function credentialName(locationId: number, name: CredentialName): string {
  return `delivery/${locationId}/${name}`;
}

/** Locations of regions, by region and name; all where no region is named. */
export function listLocations(db: Db, region?: string): Promise<DeliveryLocation[]> {
  return read(db, region === undefined ? sql`true` : sql`l.region_key = ${region}`);
}

/** One location. */
export async function readLocation(db: Db, id: number): Promise<DeliveryLocation | undefined> {
  return (await read(db, sql`l.location_id = ${id}`))[0];
}

/** Makes a location and answers its id; undefined where its region has one of that name. */
export async function insertLocation(db: Db, { region, name, settings }: DeliveryLocationInput, author: string): Promise<number | undefined> {
  const { rows } = await sql<{ location_id: number }>`
    insert into delivery_location(region_key, name, settings, author)
    values (${region}, ${name}, ${JSON.stringify(settings)}::jsonb, ${author}) on conflict do nothing returning location_id`.execute(db);
  return rows[0]?.location_id;
}

/** Whether another location of the region has that name. */
export async function isNameTaken(db: Db, region: string, name: string, except: number): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_location')
    .select('location_id')
    .where('region_key', '=', region)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('location_id', '<>', except)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a location; false where it is not at that revision any more. */
export async function writeLocation(db: Db, id: number, rev: number, { name, settings }: DeliveryLocationInput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery_location')
    .set({ name, settings: sql`${JSON.stringify(settings)}::jsonb`, rev: sql`rev + 1` })
    .where('location_id', '=', id)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Removes a location and its credentials. */
export async function removeLocation(db: Db, id: number): Promise<void> {
  const names = CREDENTIAL_NAMES.map((name) => credentialName(id, name));
  await db.deleteFrom('task_secret').where('name', 'in', names).execute();
  await db.deleteFrom('delivery_location').where('location_id', '=', id).execute();
}

async function read(db: Db, where: ReturnType<typeof sql>): Promise<DeliveryLocation[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', location_id, 'region', region_key, 'name', name, 'settings', settings, 'rev', rev,
      'exports', exports, 'credentials', credentials))::text as list
    from (
      select l.location_id, l.region_key, l.name, l.settings, l.rev,
        (select count(*)::int from export e where e.location_id = l.location_id) as exports,
        (select coalesce(json_agg(split_part(s.name, '/', 3) order by s.name), '[]') from task_secret s
          where s.name like 'delivery/' || l.location_id || '/%') as credentials
      from delivery_location l where ${where} order by l.region_key, lower(l.name)) rows`.execute(db);
  return z.array(DeliveryLocation).parse(JSON.parse(rows[0]?.list ?? '[]'));
}
