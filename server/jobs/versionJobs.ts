import { readFeedJson } from '../feed/json/readFeed.ts';
import { ObjectLost, ObjectTrouble, type ObjectStore } from '../objects/objects.ts';
import { removeOverlay } from '../store/cleaning.ts';
import { deleteWorkshops } from '../store/layers.ts';
import type { OpenedStore } from '../store/openStore.ts';
import {
  endArchiving,
  endStoring,
  endUnArchiving,
  endUnArchivingInPlace,
  putBack,
  releaseVersionJob,
  takeVersionJob,
  type VersionJob,
} from '../store/saving.ts';
import { readCurrent, readVersion } from '../store/versions.ts';
import type { Live } from '../live/live.ts';
import { keepFeed, openFeed } from './keepFeed.ts';

/** What version jobs need. */
export interface JobPlace {
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
export async function runVersionJob(place: JobPlace, versionId: number, last: boolean, signal: AbortSignal): Promise<void> {
  const { store, live } = place;
  const job = await takeVersionJob(store.sql, versionId);
  if (job === undefined) return;
  try {
    const before = await readCurrent(store.sql.db, job.databaseId);
    await carryOut(place, job, signal);
    const after = await readCurrent(store.sql.db, job.databaseId);
    for (const id of before?.Id === after?.Id ? [versionId] : [versionId, before?.Id]) {
      const version = id === undefined ? undefined : await readVersion(store.sql.db, id);
      if (version) await live.publish({ target: 'versionListed', message: { DatabaseId: job.databaseId, Version: version } });
    }
  } catch (error) {
    await deleteWorkshops(store.sql, versionId).catch(() => undefined);
    if (signal.aborted || !(last || error instanceof ObjectLost)) {
      await releaseVersionJob(store.sql, versionId);
      throw error;
    }
    place.warn(`Version ${versionId}: ${job.saving} has failed`, error);
    await putBack(store.sql, job);
    await live.publish({
      target: 'versionFailed',
      message: { DatabaseId: job.databaseId, VersionId: versionId, Act: ACTS[job.saving], Message: messageOf(error) },
    });
    return;
  }
  // What the version no longer needs: housekeeping finds it too, where this ends half way.
  await removeOverlay(store.sql, versionId);
  await deleteWorkshops(store.sql, versionId);
}

const ACTS = { storing: 'store', archiving: 'archive', unArchiving: 'unArchive' } as const;

async function carryOut({ store, objects }: JobPlace, job: VersionJob, signal: AbortSignal): Promise<void> {
  const engine = store.sql;
  if (job.saving === 'storing') await endStoring(engine, job, await keepFeed(store, objects, job, signal));
  else if (job.saving === 'archiving') await endArchiving(engine, job, await keepFeed(store, objects, job, signal));
  else if (job.archive === null) await endUnArchivingInPlace(engine, job);
  else await bringBack({ store, objects }, job, job.archive, signal);
}

async function bringBack({ store, objects }: Pick<JobPlace, 'store' | 'objects'>, job: VersionJob, key: string, signal: AbortSignal): Promise<void> {
  const engine = store.sql;
  await deleteWorkshops(engine, job.versionId);
  const { databaseId, name, source, author, versionId } = job;
  const writer = await store.beginVersion({ databaseId, name, source, author, state: 'completed', restores: versionId });
  try {
    await readFeedJson(openFeed(objects, key), writer, { signal, dangling: 'keep' });
    await writer.finish();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  await endUnArchiving(engine, job, writer.versionId);
}

/** The message for users. Details of unexpected errors go to the log only. */
function messageOf(error: unknown): string {
  return error instanceof ObjectTrouble ? error.message : "Something went wrong. It's not your fault.";
}
