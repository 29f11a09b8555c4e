import type { FinishedVersion, Store } from '../../store/store.ts';
import { ensureDatabase, refuseNames, type MadePlaces } from '../ensureDatabase.ts';
import { generateNetwork, type NetworkOptions } from './network.ts';

/** Writes a generated network as a new version of a database, which is made where it is not there yet. All of it or nothing. */
export async function writeNetwork(
  store: Store,
  place: { readonly databaseId: string; readonly regionKey?: string | undefined; readonly name: string; readonly author: string },
  network: NetworkOptions,
  { onProgress, signal }: { readonly onProgress?: (stops: number) => void; readonly signal?: AbortSignal } = {},
): Promise<FinishedVersion & MadePlaces> {
  refuseNames(place.databaseId, place.name);
  const made = await ensureDatabase(store, place.databaseId, place.regionKey, { timezone: 'Europe/Berlin', language: 'en', bounds: null });
  const writer = await store.beginVersion({
    databaseId: place.databaseId,
    name: place.name,
    source: 'generated',
    author: place.author,
    state: 'completed',
  });
  try {
    let stops = 0;
    for await (const { kind, doc } of generateNetwork(network)) {
      if (kind === 'Stop') onProgress?.(++stops);
      signal?.throwIfAborted();
      await writer.add(kind, doc);
    }
    return { ...(await writer.finish()), ...made };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
