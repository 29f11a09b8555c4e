import { readFeedJson } from '../feed/json/readFeed.ts';
import { ObjectLost, ObjectTrouble, type ObjectStore } from '../objects/objects.ts';
import { removeOverlay } from '../store/cleaning.ts';
import { deleteWorkshops } from '../store/layers.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { endArchiving, endStoring, endUnArchiving, endUnArchivingInPlace, putBack, releaseWork, takeWork, type Work } from '../store/saving.ts';
import { readCurrent, readVersion } from '../store/versions.ts';
import type { Live } from '../live/live.ts';
import { keepFeed, openFeed } from './keepFeed.ts';

/** What the work on versions needs. */
export interface Workplace {
  readonly store: OpenedStore;
  readonly objects: ObjectStore;
  readonly live: Live;
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * Carries out what a version is marked with: storing, archiving or un-archiving. Everything that is done before the last
 * transaction can be done again or is thrown away, so a kill at any moment leaves the version marked and whole. Throws where
 * it fails; at the `last` attempt the version returns to its previous state instead, and a live message says so.
 */
export async function workOnVersion(place: Workplace, versionId: number, last: boolean, signal: AbortSignal): Promise<void> {
  const { store, live } = place;
  const work = await takeWork(store.sql, versionId);
  if (work === undefined) return;
  try {
    const before = await readCurrent(store.sql.db, work.databaseId);
    await carryOut(place, work, signal);
    const after = await readCurrent(store.sql.db, work.databaseId);
    for (const id of before?.Id === after?.Id ? [versionId] : [versionId, before?.Id]) {
      const version = id === undefined ? undefined : await readVersion(store.sql.db, id);
      if (version) await live.publish({ target: 'versionListed', message: { DatabaseId: work.databaseId, Version: version } });
    }
  } catch (error) {
    await deleteWorkshops(store.sql, versionId).catch(() => undefined);
    if (signal.aborted || !(last || error instanceof ObjectLost)) {
      await releaseWork(store.sql, versionId);
      throw error;
    }
    place.warn(`Version ${versionId}: ${work.saving} has failed`, error);
    await putBack(store.sql, work);
    await live.publish({
      target: 'versionFailed',
      message: { DatabaseId: work.databaseId, VersionId: versionId, Act: ACTS[work.saving], Message: messageOf(error) },
    });
    return;
  }
  // What the version no longer needs: housekeeping finds it too, where this ends half way.
  await removeOverlay(store.sql, versionId);
  await deleteWorkshops(store.sql, versionId);
}

const ACTS = { storing: 'store', archiving: 'archive', unArchiving: 'unArchive' } as const;

async function carryOut({ store, objects }: Workplace, work: Work, signal: AbortSignal): Promise<void> {
  const engine = store.sql;
  if (work.saving === 'storing') await endStoring(engine, work, await keepFeed(store, objects, work, signal));
  else if (work.saving === 'archiving') await endArchiving(engine, work, await keepFeed(store, objects, work, signal));
  else if (work.archive === null) await endUnArchivingInPlace(engine, work);
  else await bringBack({ store, objects }, work, work.archive, signal);
}

async function bringBack({ store, objects }: Pick<Workplace, 'store' | 'objects'>, work: Work, key: string, signal: AbortSignal): Promise<void> {
  const engine = store.sql;
  await deleteWorkshops(engine, work.versionId);
  const { databaseId, name, source, author, versionId } = work;
  const writer = await store.beginVersion({ databaseId, name, source, author, state: 'completed', restores: versionId });
  try {
    await readFeedJson(openFeed(objects, key), writer, { signal, dangling: 'keep' });
    await writer.finish();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  await endUnArchiving(engine, work, writer.versionId);
}

/** The message for users. Details of unexpected errors go to the log only. */
function messageOf(error: unknown): string {
  return error instanceof ObjectTrouble ? error.message : "Something went wrong. It's not your fault.";
}
