import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/regions.ts';
import type { Account } from '../../src/domain/account.ts';
import * as store from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import { Refusal } from './refusal.ts';

/** All regions, with the rights that the account has in them. */
export async function listRegions(db: Db, account: Account): Promise<ReplyOf<typeof contract.listRegions>> {
  const regions = await store.listRegions(db);
  return { Regions: regions.map((region) => ({ ...region, Permissions: rightsOf(region.Permissions, account) })) };
}

/** Keys of the regions that the account may open: whoever has access to the product may open all. */
export async function listAccessibleRegions(db: Db): Promise<ReplyOf<typeof contract.listAccessibleRegions>> {
  const regions = await store.listRegions(db);
  return { Regions: regions.map((region) => region.Key) };
}

/** Bounds of a region. */
export async function readBounds(db: Db, key: string): Promise<ReplyOf<typeof contract.readBounds>> {
  const bounds = await store.readBounds(db, key);
  if (bounds === undefined) throw new Refusal(404, 'not_found', `There is no region ${key}.`);
  return { NorthEastBounds: bounds?.NorthEast ?? null, SouthWestBounds: bounds?.SouthWest ?? null };
}

/** All databases, with the rights that the account has in them. */
export async function listDatabases(db: Db, account: Account): Promise<ReplyOf<typeof contract.listDatabases>> {
  const databases = await store.listDatabases(db);
  return { Databases: databases.map((database) => ({ ...database, Permissions: rightsOf(database.Permissions, account) })) };
}

function rightsOf({ ReadOnly }: { ReadOnly: boolean }, account: Account): { ReadOnly: boolean } {
  return { ReadOnly: ReadOnly || account.permissions.readOnly };
}
