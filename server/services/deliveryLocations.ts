import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/exports.ts';
import {
  type CredentialName,
  CREDENTIALS,
  type Credentials,
  type DeliveryLocation,
  type DeliveryLocationInput,
  type DeliverySettings,
} from '../../src/domain/deliveryLocations.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { type DeliveryPlace, tryDelivery } from '../jobs/deliveries/deliver.ts';
import type { TaskSecrets } from '../jobs/taskSecrets.ts';
import * as store from '../store/deliveryLocations.ts';
import { exportsAtLocation } from '../store/exports.ts';
import { readRegion } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import type { Write } from './editing.ts';
import { requireRegion } from './exports.ts';
import { BadInput, Refusal } from '../refusal.ts';

type Written = DeliveryLocationInput & { readonly credentials: Credentials };

/** Locations of the regions that the caller sees. */
export async function listLocations(db: Db, caller: Caller, region?: string): Promise<ReplyOf<typeof contract.listDeliveryLocations>> {
  const locations = await store.listLocations(db, region);
  return { locations: locations.filter((one) => seesRegion(caller.regions, one.region)) };
}

/** Makes a location. */
export async function createLocation(write: Write, secrets: TaskSecrets, input: Written): Promise<DeliveryLocation> {
  await requireRegion(write, input.region);
  const id = await store.insertLocation(write.db, input, write.caller.account.name);
  if (id === undefined) throw nameTaken();
  await keepCredentials(write, secrets, id, input, input.settings);
  return publishChange(write, id);
}

/** Changes a location that is at that revision. It stays in its region, for exports of that one use it. */
export async function updateLocation(write: Write, secrets: TaskSecrets, id: number, rev: number, input: Written): Promise<DeliveryLocation> {
  const before = await requireLocation(write.db, write.caller, id);
  await requireRegion(write, before.region);
  if (input.region !== before.region) throw new BadInput([{ Field: 'region', Message: 'A delivery location stays in its region' }]);
  if (await store.isNameTaken(write.db, before.region, input.name, id)) throw nameTaken();
  if (!(await store.writeLocation(write.db, id, rev, input)))
    throw new Refusal(412, 'conflict', 'Somebody else has changed this delivery location.', await requireLocation(write.db, write.caller, id));
  await keepCredentials(write, secrets, id, input, before.settings);
  return publishChange(write, id);
}

/** Removes a location that no export delivers to. */
export async function deleteLocation(write: Write, id: number): Promise<Record<string, never>> {
  const { region } = await requireLocation(write.db, write.caller, id);
  await requireRegion(write, region);
  const [first, ...more] = await exportsAtLocation(write.db, id);
  if (first !== undefined)
    throw new Refusal(409, 'in_use', `The export ${first} delivers there${more.length > 0 ? `, and ${more.length} more do` : ''}.`);
  await store.removeLocation(write.db, id);
  write.publish({ target: 'deliveryLocationsChanged', message: { region } });
  return {};
}

interface Tried {
  readonly id: number | null;
  readonly region: string;
  readonly settings: DeliverySettings;
  readonly credentials: Credentials;
}

/** Tries whether a location can be delivered to. Nothing is stored. */
export async function testLocation(
  db: Db,
  caller: Caller,
  place: DeliveryPlace,
  { id, region: key, settings, credentials }: Tried,
): Promise<ReplyOf<typeof contract.testDeliveryLocation>> {
  const region = await readRegion(db, key);
  if (region === undefined || !seesRegion(caller.regions, region.Key)) throw new Refusal(404, 'not_found', `There is no region ${key}.`);
  if (region.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  const kept = id === null ? undefined : await requireLocation(db, caller, id);
  // Kept credentials go only to where they are kept for: else anybody could have them sent to a server of their own.
  const isSamePlace = kept !== undefined && targetOf(kept.settings) === targetOf(settings);
  const keptOf = async (name: CredentialName): Promise<string> =>
    kept !== undefined && isSamePlace ? ((await place.secrets.readCredential(store.credentialName(kept.id, name))) ?? '') : '';
  const values: Record<string, string> = {};
  for (const name of CREDENTIALS[settings.kind]) values[name] = credentials[name] ?? (await keptOf(name));
  return tryDelivery(place, settings, values);
}

/** The server that credentials are shown to. */
function targetOf(settings: DeliverySettings): string {
  switch (settings.kind) {
    case 'folder':
      return 'folder';
    case 'http':
      return `http ${new URL(settings.url).origin}`;
    case 's3':
      return `s3 ${new URL(settings.endpoint).origin} ${settings.accessKeyId}`;
    case 'sftp':
      return `sftp ${settings.username}@${settings.host}:${settings.port}`;
  }
}

/** Seals what was written, and forgets what the kind of the location does not take, or what belonged to another server. */
async function keepCredentials(
  { db, caller }: Write,
  secrets: TaskSecrets,
  id: number,
  { settings, credentials }: Written,
  before: DeliverySettings,
): Promise<void> {
  const omitted = targetOf(before) === targetOf(settings) ? undefined : '';
  for (const [kind, names] of Object.entries(CREDENTIALS)) {
    for (const name of names) {
      const value = kind === settings.kind ? (credentials[name] ?? omitted) : '';
      if (value === undefined) continue;
      if (value === '') await secrets.remove(db, store.credentialName(id, name));
      else await secrets.write(db, store.credentialName(id, name), value, caller.account.name);
    }
  }
}

async function requireLocation(db: Db, caller: Caller, id: number): Promise<DeliveryLocation> {
  const location = await store.readLocation(db, id);
  if (location === undefined || !seesRegion(caller.regions, location.region))
    throw new Refusal(404, 'not_found', `There is no delivery location ${id}.`);
  return location;
}

async function publishChange(write: Write, id: number): Promise<DeliveryLocation> {
  const location = await requireLocation(write.db, write.caller, id);
  write.publish({ target: 'deliveryLocationsChanged', message: { region: location.region } });
  return location;
}

function nameTaken(): BadInput {
  return new BadInput([{ Field: 'name', Message: 'A delivery location with this name already exists in the region' }]);
}
