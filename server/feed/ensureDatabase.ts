/** Where a version made from outside goes: the database is made where it is not there yet. */
import { VERSION_NAME_LIMIT } from '../../src/domain/versions.ts';
import type { Store } from '../store/store.ts';
import { FeedRefused } from './gtfs/refusal.ts';
import type { FeedFacts } from './gtfs/read/sink.ts';

/** Whether the database, the region were made. */
export interface MadePlaces {
  readonly madeDatabase: boolean;
  readonly madeRegion: boolean;
}

/** Refuses an id or a name before anything is read. One letter is enough for an id here; the wizard asks for two. */
export function refuseNames(databaseId: string, versionName: string): void {
  if (!/^[a-z]{1,8}$/.test(databaseId)) throw new FeedRefused(`The database id "${databaseId}" is not made of 1 to 8 latin letters.`);
  if (versionName.trim() === '' || versionName.length > VERSION_NAME_LIMIT)
    throw new FeedRefused(`A version has a name of 1 to ${VERSION_NAME_LIMIT} characters.`);
}

/** Makes the database, and its region, where they are not there yet. Throws FeedRefused where they may not be written. */
export async function ensureDatabase(store: Store, id: string, regionKey: string | undefined, facts: FeedFacts | undefined): Promise<MadePlaces> {
  const database = await store.readDatabase(id);
  if (database !== undefined) {
    if (database.Permissions.ReadOnly) throw new FeedRefused(`The database ${id} is read-only.`);
    if (regionKey !== undefined && regionKey !== database.RegionKey)
      throw new FeedRefused(`The database ${id} is in the region ${database.RegionKey}, not in ${regionKey}.`);
    return { madeDatabase: false, madeRegion: false };
  }
  const key = regionKey ?? 'imported';
  if (!/^[A-Za-z]{1,40}$/.test(key)) throw new FeedRefused(`The region key "${key}" is not made of 1 to 40 latin letters.`);
  const region = (await store.listRegions()).find((known) => known.Key.toLowerCase() === key.toLowerCase());
  if (region?.Permissions.ReadOnly === true) throw new FeedRefused(`The region ${region.Key} is read-only.`);
  const madeRegion =
    region === undefined &&
    (await store.createRegion({
      Key: key,
      Name: regionKey === undefined ? 'Imported feeds' : key,
      CountryCode: '',
      LanguageCode: facts?.language.slice(0, 2).toLowerCase() ?? '',
      Timezone: facts?.timezone ?? '',
      Currency: '',
      Bounds: facts?.bounds ?? null,
    }));
  const madeDatabase = await store.createDatabase({ Id: id, Name: id, RegionKey: region?.Key ?? key });
  return { madeDatabase, madeRegion };
}
