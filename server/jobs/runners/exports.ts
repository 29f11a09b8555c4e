/** Exports of a version: files in the object store, and publication. */
import { createGzip } from 'node:zlib';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { exportFeedFile, exportGtfsFile } from '../../../src/domain/taskTemplates/exports.ts';
import { refusalOfAct } from '../../../src/domain/versions.ts';
import { exportGtfs } from '../../feed/exportFeed.ts';
import { feedJson } from '../../feed/json/writeFeed.ts';
import { markPublished } from '../../store/publishing.ts';
import { lockVersion, readCurrent, readVersion } from '../../store/versions.ts';
import type { TaskOutcome, TaskWork } from './runner.ts';
import { TaskFailed } from './taskFailed.ts';

/** Writes the version as a GTFS zip. */
export async function runExportGtfs(work: TaskWork): Promise<TaskOutcome> {
  const values = exportGtfsFile.parameters.parse(work.values);
  const versionId = await versionToWrite(work);
  const { place, log, progress, signal, task } = work;
  const out = new PassThrough();
  const writing = exportGtfs(place.store, versionId, out, {
    signal,
    extensions: values.extensions,
    onProgress: ({ file, rows }) => progress(`Writing ${file}`, rows, rows),
  });
  writing.catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  const key = await place.objects.put(`exports/${task.taskRunId}/${values.file_name || task.databaseId}.zip`, out, signal);
  const { files, warnings } = await writing;
  for (const { name, rows } of files) log.info(`${name}${rows === null ? '' : `: ${rows.toLocaleString('en')} rows`}`, log.group('Files'));
  for (const { file, reason } of warnings) log.warn(reason, log.group(file));
  log.info(`Wrote version ${versionId} as ${key}`);
  return { end: { status: 2, outputFiles: { gtfs: key } } };
}

/** Writes the version as a feed file. */
export async function runExportFeed(work: TaskWork): Promise<TaskOutcome> {
  const values = exportFeedFile.parameters.parse(work.values);
  const versionId = await versionToWrite(work);
  const { place, log, signal, task } = work;
  const packed = createGzip({ level: 6 });
  pipeline(Readable.from(feedJson(place.store, versionId)), packed, () => undefined);
  const key = await place.objects.put(`exports/${task.taskRunId}/${values.file_name || task.databaseId}.json.gz`, packed, signal);
  log.info(`Wrote version ${versionId} as ${key}`);
  return { end: { status: 2, outputFiles: { feed: key } } };
}

/** Publishes the version, in the transaction in which the task ends. */
export async function runPublish(work: TaskWork): Promise<TaskOutcome> {
  const versionId = await versionToWrite(work);
  const { place, log, task } = work;
  const { db } = place.store.sql;
  const before = await readCurrent(db, task.databaseId);
  const version = await readVersion(db, versionId);
  if (version?.Published === true) {
    log.info(`Version ${versionId} is published already`);
    return { end: { status: 2 } };
  }
  log.info(`Publishing version ${versionId}, "${version?.Version ?? ''}"${before === undefined ? '' : `; version ${before.Id} is current so far`}`);
  return {
    end: { status: 2, outputVersionId: versionId },
    versions: [versionId, ...(before === undefined ? [] : [before.Id])],
    also: async (tx) => {
      const locked = await lockVersion(tx, versionId);
      const refusal =
        locked === undefined
          ? `The version ${versionId} no longer exists.`
          : locked.readOnly
            ? `The database ${task.databaseId} is read-only.`
            : refusalOfAct('publish', locked.version);
      if (refusal !== undefined) throw new TaskFailed(refusal);
      await markPublished(tx, versionId, { author: task.causedBy, subject: task.subject });
    },
  };
}

/** The version that a task exports. Throws TaskFailed where it cannot be read. */
export async function versionToWrite({ task, place }: TaskWork): Promise<number> {
  if (task.inputVersionId === null) throw new TaskFailed(`The database ${task.databaseId} has no version to export.`);
  const version = await readVersion(place.store.sql.db, task.inputVersionId);
  if (version === undefined) throw new TaskFailed(`The version ${task.inputVersionId} no longer exists.`);
  if (version.Archived || !version.Completed)
    throw new TaskFailed(`The version ${version.Id} is ${version.Archived ? 'archived. Bring it back first' : 'still being saved'}.`);
  return version.Id;
}
