import type { Retention } from '../config.ts';
import { collect, dropLeftovers, hasGarbage } from '../store/cleaning.ts';
import { forgetOldPreviews } from '../store/editPreviews.ts';
import { forgetOldReports } from '../store/problemReports.ts';
import { forgetOldNews } from '../store/news.ts';
import { forgetOldKeys } from '../store/idempotency.ts';
import { flatten, listHeavy } from '../store/layers.ts';
import { dropSnapshots } from '../store/snapshots.ts';
import { listTurned } from '../store/publishing.ts';
import { LOG_DAYS } from '../../src/domain/runLogs.ts';
import { forgetLogs } from '../store/runLogs.ts';
import { listExpired, markExpired } from '../store/retention.ts';
import { forgetUpload, listOldFiles, listOldUploads, noteFileRemoved } from '../store/taskFiles.ts';
import { readVersion } from '../store/versions.ts';
import { forgetDeliveries } from '../store/webhooks.ts';
import { timeNow } from '../surroundings.ts';
import type { JobPlace } from './versionJobs.ts';

/** Share of its layer that the edits of a finished version may have before it gets a layer of its own, and the least number of them. */
const HEAVY_SHARE = 0.25;
const HEAVY_LEAST = 500;

/**
 * What an installation needs done every hour, in short steps beside the work of people. A step that fails is logged and
 * retried the next time. Returns how many versions retention has marked to be archived.
 */
export async function keepHouse(
  place: JobPlace,
  retention: Retention | undefined,
  signal: AbortSignal,
  taskFileDays?: number,
  reportDays?: number,
): Promise<number> {
  const { store, warn } = place;
  const engine = store.sql;
  let marked = 0;
  let changed = false;
  const steps: Record<string, () => Promise<void>> = {
    'forgetting old keys': () => forgetOldKeys(engine.db, signal),
    'forgetting old previews': () => forgetOldPreviews(engine.db),
    'forgetting old news': () => forgetOldNews(engine.db),
    'forgetting old messages of webhooks': () => forgetDeliveries(engine.db),
    'removing unfinished versions': async () => void (await dropLeftovers(engine)),
    'dropping old snapshots': () => dropSnapshots(engine.db),
    'telling what is current': async () => {
      // The day turns in UTC, and this comes once an hour.
      if (new Date(timeNow()).getUTCHours() === 0) await publishNewlyCurrent(place);
    },
    retention: async () => {
      if (retention) marked = await archiveExpired(place, retention);
    },
    flattening: async () => {
      for (const versionId of await listHeavy(engine, HEAVY_SHARE, HEAVY_LEAST)) changed = (await flatten(engine, versionId, signal)) || changed;
    },
    collecting: async () => {
      if (!(await hasGarbage(engine.db))) return;
      const { layers, documents } = await collect(engine, signal);
      changed ||= layers + documents > 0;
    },
    'forgetting old run logs': async () => {
      while (!signal.aborted && (await forgetLogs(engine.db, LOG_DAYS)) > 0) changed = true;
    },
    'deleting files of tasks': async () => {
      if (taskFileDays === undefined) return;
      await deleteOldFiles(place, taskFileDays, signal);
      await deleteOldUploads(place, taskFileDays, signal);
    },
    'deleting old problem reports': async () => {
      if (reportDays !== undefined) await forgetOldReports(engine.db, reportDays);
    },
    upkeep: async () => {
      if (changed) engine.afterBulkLoad();
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    if (signal.aborted) return marked;
    try {
      await step();
    } catch (error) {
      if (!signal.aborted) warn(`Housekeeping: ${name} has failed`, error);
    }
  }
  return marked;
}

/** The file goes first: what is killed in between is done again, and no file is left that nobody knows of. */
async function deleteOldFiles({ store, objects }: JobPlace, days: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const files = await listOldFiles(store.sql.db, days, FILES_AT_ONCE);
    for (const { taskRunId, key } of files) {
      if (signal.aborted) return;
      await objects.remove(key);
      await noteFileRemoved(store.sql.db, taskRunId);
    }
    if (files.length < FILES_AT_ONCE) return;
  }
}

/** The same for files that were uploaded for tasks. */
async function deleteOldUploads({ store, objects }: JobPlace, days: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const keys = await listOldUploads(store.sql.db, days, FILES_AT_ONCE);
    for (const key of keys) {
      if (signal.aborted) return;
      await objects.remove(key);
      await forgetUpload(store.sql.db, key);
    }
    if (keys.length < FILES_AT_ONCE) return;
  }
}

const FILES_AT_ONCE = 100;

/** Tells everybody of the versions that became current with the day, and of those that are no longer. */
export async function publishNewlyCurrent({ store, live }: JobPlace): Promise<void> {
  for (const versionId of await listTurned(store.sql.db)) {
    const version = await readVersion(store.sql.db, versionId);
    if (version) await live.publish({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
  }
}

async function archiveExpired({ store, live }: JobPlace, retention: Retention): Promise<number> {
  const { db } = store.sql;
  let marked = 0;
  for (const versionId of await listExpired(db, retention)) {
    if (!(await markExpired(db, retention, versionId))) continue;
    marked++;
    const version = await readVersion(db, versionId);
    if (version) await live.publish({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
  }
  return marked;
}
