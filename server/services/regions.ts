import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/regions.ts';
import {
  boxError,
  databasesErrors,
  type FieldError,
  generalErrors,
  type NamedDatabase,
  type NewRegionBody,
  regionKeyError,
  type RegionGeneral,
} from '../../src/domain/regions.ts';
import { mayChangeRegions } from '../../src/domain/account.ts';
import type { Bounds } from '../../src/domain/coordinate.ts';
import { READ_ONLY, type Region } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { regionOptions } from '../geo/regionOptions.ts';
import * as store from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import type { Write } from './editing.ts';
import { BadInput, Refusal } from '../refusal.ts';

/** The regions that the caller sees, with the rights that they have in them. */
export async function listRegions(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.listRegions>> {
  const regions = await store.listRegions(db);
  return { Regions: regions.filter(({ Key }) => seesRegion(caller.regions, Key)).map((region) => withRights(region, caller)) };
}

/** Keys of the regions that the caller may open. */
export async function listAccessibleRegions(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.listAccessibleRegions>> {
  const regions = await store.listRegions(db);
  return { Regions: regions.map((region) => region.Key).filter((key) => seesRegion(caller.regions, key)) };
}

/** One region. */
export async function readRegion(db: Db, caller: Caller, key: string): Promise<ReplyOf<typeof contract.readRegion>> {
  const region = await store.readRegion(db, key);
  if (!region) throw noRegion(key);
  return { Region: withRights(region, caller) };
}

/** Bounds of a region. */
export async function readBounds(db: Db, key: string): Promise<ReplyOf<typeof contract.readBounds>> {
  const bounds = await store.readBounds(db, key);
  if (bounds === undefined) throw noRegion(key);
  return { NorthEastBounds: bounds?.NorthEast ?? null, SouthWestBounds: bounds?.SouthWest ?? null };
}

/** The databases that the caller sees, with the rights that they have in them, as JSON text of the whole answer. */
export async function listDatabases(db: Db, caller: Caller): Promise<Buffer> {
  const databases = await store.databasesAsJson(db, caller.regions, caller.account.permissions.readOnly);
  return Buffer.from(`{"Databases":${databases}}`);
}

/** Makes a region. Refuses with a list of fields (400); accounts limited to some regions cannot make one (403). */
export async function createRegion(write: Write, body: NewRegionBody): Promise<ReplyOf<typeof contract.createRegion>> {
  const { caller, db } = write;
  if (!managesRegions(caller) || caller.regions !== 'all') throw new Refusal(403, 'read_only', READ_ONLY);
  const region = lowered(body);
  const taken = (await store.readRegion(db, region.Key)) === undefined && !RESERVED_KEYS.has(region.Key) ? [] : [region.Key];
  const keyError = regionKeyError(region.Key, taken);
  const box = boxError(region.Bounds);
  refuseFields([
    ...(keyError === undefined ? [] : [{ Field: 'Key', Message: keyError }]),
    ...generalErrors(region),
    ...(await optionErrors(region)),
    ...(box === undefined ? [] : [{ Field: 'Bounds/NorthEast', Message: box }]),
    ...databasesErrors(region.Databases, [], await store.takenDatabaseIds(db, idsOf(region.Databases))),
  ]);
  if (!(await store.createRegion(db, region))) throw new BadInput([{ Field: 'Key', Message: 'Region with this key already exists' }]);
  for (const database of region.Databases) await addDatabase(db, region.Key, database);
  return changed(write, region.Key);
}

/** Changes the general data of a region. */
export async function updateRegionGeneral(
  write: Write,
  key: string,
  ifMatch: number,
  general: RegionGeneral,
): Promise<ReplyOf<typeof contract.readRegion>> {
  const region = await lockRegion(write, key, ifMatch);
  refuseFields([...generalErrors(general), ...(await optionErrors(general))]);
  await store.updateRegion(write.db, region.Key, { ...general, Name: general.Name.trim(), RefusesErrors: general.RefusesErrors ?? false });
  return changed(write, region.Key);
}

/** Changes the bounds of a region. */
export async function updateRegionBounds(write: Write, key: string, ifMatch: number, bounds: Bounds): Promise<ReplyOf<typeof contract.readRegion>> {
  const region = await lockRegion(write, key, ifMatch);
  const error = boxError(bounds);
  refuseFields(error === undefined ? [] : [{ Field: 'Bounds/NorthEast', Message: error }]);
  await store.updateRegion(write.db, region.Key, { Bounds: bounds });
  return changed(write, region.Key);
}

/** Adds the databases that a region does not have yet, and names the others as they are named now. None is taken away. */
export async function updateRegionDatabases(
  write: Write,
  key: string,
  ifMatch: number,
  asked: readonly NamedDatabase[],
): Promise<ReplyOf<typeof contract.readRegion>> {
  const region = await lockRegion(write, key, ifMatch);
  const known = region.Databases.map(({ Id }) => Id);
  const databases = asked.map((one) => (known.includes(one.Id) ? one : { ...one, Id: one.Id.toLowerCase() }));
  refuseFields(databasesErrors(databases, known, await store.takenDatabaseIds(write.db, idsOf(databases))));
  for (const { Id, Name } of databases) {
    if (!known.includes(Id)) await addDatabase(write.db, region.Key, { Id, Name });
    else await store.renameDatabase(write.db, Id, Name.trim());
  }
  await store.updateRegion(write.db, region.Key, {});
  return changed(write, region.Key);
}

/** A region that the caller may change, locked until the write ends. Refuses with 404, 403 read_only or 412 where it is not as they saw it. */
async function lockRegion(write: Write, key: string, ifMatch: number): Promise<Region> {
  const region = await manageableRegion(write, key);
  if ((region.Rev ?? 0) !== ifMatch) throw stale();
  return region;
}

/** A region that the caller may change, locked until the write ends. Refuses with 404 or 403 read_only. */
export async function manageableRegion(write: Write, key: string): Promise<Region & { readonly RulesRev: number }> {
  const region = await store.readRegion(write.db, key, { lock: true });
  if (!region) throw noRegion(key);
  if (withRights(region, write.caller).Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return region;
}

/** The refusal of a write on what somebody else has changed since. */
export function stale(): Refusal {
  return new Refusal(412, 'conflict', 'Somebody else has changed this region since. Revert to see what it is now, then change it again.');
}

/** The region with the rights of the caller in it. */
export function withRights(region: Region, caller: Caller): Region {
  return { ...region, Permissions: { ReadOnly: region.Permissions.ReadOnly || !managesRegions(caller) } };
}

/** The refusal of a region that is not there. */
export function noRegion(key: string): Refusal {
  return new Refusal(404, 'not_found', `There is no region ${key}.`);
}

function managesRegions({ account }: Caller): boolean {
  return mayChangeRegions(account);
}

/** Its address would be that of another call. */
const RESERVED_KEYS = new Set(['options', 'accessible']);

async function optionErrors(general: RegionGeneral): Promise<FieldError[]> {
  const { Countries, Timezones, Languages, Currencies } = regionOptions();
  const fields = [
    ['CountryCode', Countries, 'country'],
    ['Timezone', Timezones, 'timezone'],
    ['LanguageCode', Languages, 'language'],
    ['Currency', Currencies, 'currency'],
  ] as const;
  return fields.flatMap(([Field, options, word]) =>
    general[Field] === '' || options.some(({ Id }) => Id === general[Field]) ? [] : [{ Field, Message: `There is no ${word} ${general[Field]}` }],
  );
}

function lowered(body: NewRegionBody): NewRegionBody {
  return {
    ...body,
    Key: body.Key.toLowerCase(),
    Name: body.Name.trim(),
    Databases: body.Databases.map(({ Id, Name }) => ({ Id: Id.toLowerCase(), Name: Name.trim() })),
  };
}

async function addDatabase(db: Db, RegionKey: string, { Id, Name }: NamedDatabase): Promise<void> {
  // Somebody else may have taken the id while this was on its way.
  if (!(await store.createDatabase(db, { Id, Name, RegionKey })))
    throw new BadInput([{ Field: '', Message: 'Database id with this key already exists' }]);
}

function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new BadInput(errors);
}

function idsOf(databases: readonly NamedDatabase[]): string[] {
  return databases.map(({ Id }) => Id);
}

async function changed(write: Write, key: string): Promise<{ Region: Region }> {
  write.publish({ target: 'regionChanged', message: { RegionKey: key } });
  return readRegion(write.db, write.caller, key);
}
