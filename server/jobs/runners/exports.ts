/** Exports of a version: files in the object store, and publication. */
import { createGzip } from 'node:zlib';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { doubts } from '../../../src/domain/plausibility.ts';
import { exportFeedFile, exportGtfsFile, publish } from '../../../src/domain/taskTemplates/exports.ts';
import { refusalOfErrors } from '../../../src/domain/versionOutlook.ts';
import { refusalOfAct, type Version } from '../../../src/domain/versions.ts';
import { exportGtfs } from '../../feed/exportFeed.ts';
import { feedJson } from '../../feed/json/writeFeed.ts';
import { readNetworkFacts } from '../../services/networkFacts.ts';
import { refusalToPublish } from '../../services/reviews.ts';
import { markPublished } from '../../store/publishing.ts';
import { readRefusesErrors } from '../../store/regions.ts';
import type { Db } from '../../store/tables.ts';
import { lockVersion, readCurrent, readLastPublished, readVersion } from '../../store/versions.ts';
import { countRules } from './check.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Writes the version as a GTFS zip. */
export async function runExportGtfs(context: TaskContext): Promise<TaskOutcome> {
  const values = exportGtfsFile.parameters.parse(context.values);
  const versionId = await versionToWrite(context);
  const { place, log, progress, signal, task } = context;
  const out = new PassThrough();
  const writing = exportGtfs(place.store, versionId, out, {
    signal,
    extensions: values.extensions,
    vehicleWork: values.vehicle_work,
    onProgress: ({ file, rows }) => progress(`Writing ${file}`, rows, rows),
  });
  writing.catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  const outputFiles = await keepFile(context, `${values.file_name || task.databaseId}.zip`, out);
  const { files, warnings } = await writing;
  for (const { name, rows } of files) log.info(`${name}${rows === null ? '' : `: ${rows.toLocaleString('en')} rows`}`, log.group('Files'));
  for (const { file, reason } of warnings) log.warn(reason, log.group(file));
  log.info(wrote(versionId, outputFiles));
  return { end: { status: 2, outputFiles } };
}

/** Writes the version as a feed file. */
export async function runExportFeed(context: TaskContext): Promise<TaskOutcome> {
  const values = exportFeedFile.parameters.parse(context.values);
  const versionId = await versionToWrite(context);
  const { place, log, task } = context;
  const packed = createGzip({ level: 6 });
  pipeline(Readable.from(feedJson(place.store, versionId)), packed, () => undefined);
  const outputFiles = await keepFile(context, `${values.file_name || task.databaseId}.json.gz`, packed);
  log.info(wrote(versionId, outputFiles));
  return { end: { status: 2, outputFiles } };
}

/** What the log says of a kept file: its key is what the template Import from the object store asks for. */
export function wrote(versionId: number, { key, name, size, sha256 }: KeptFile): string {
  return `Wrote version ${versionId} as ${name}: ${Number(size).toLocaleString('en')} bytes, SHA-256 ${sha256}. Download it above. The object store has it as ${key}`;
}

/** A file of a task in the object store, as `task_run.output_files` keeps it. */
export interface KeptFile extends Record<string, string> {
  readonly key: string;
  readonly name: string;
  readonly size: string;
  readonly sha256: string;
}

/** Keeps a file that a task made, under its name for people. */
export async function keepFile({ place, task, signal }: TaskContext, name: string, source: AsyncIterable<Uint8Array>): Promise<KeptFile> {
  let size = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength;
      yield chunk;
    }
  };
  // keys are made of plain letters, with no two dots together nor one at an end
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replaceAll(/\.{2,}|^\.|\.$/g, '_');
  const key = await place.objects.put(`exports/${task.taskRunId}/${plain}`, counted(), signal);
  return { key, name, size: String(size), sha256: key.slice(key.lastIndexOf('.') + 1) };
}

/** Publishes the version, in the transaction in which the task ends. */
export async function runPublish(context: TaskContext): Promise<TaskOutcome> {
  const versionId = await versionToWrite(context);
  const { place, log, task } = context;
  const { db } = place.store.sql;
  const values = publish.parameters.parse(context.values);
  const before = await readCurrent(db, task.databaseId);
  const version = await readVersion(db, versionId);
  if (version?.Published === true) {
    log.info(`Version ${versionId} is published already`);
    return { end: { status: 2 } };
  }
  log.info(`Publishing version ${versionId}, "${version?.Version ?? ''}"${before === undefined ? '' : `; version ${before.Id} is current so far`}`);
  const refused = version && refusalOfAct('publish', version);
  if (refused !== undefined) throw new TaskFailed(refused);
  await requireApproval(db, versionId, task.databaseId);
  await requireNoErrors(context, versionId);
  const found = values.on_implausible === 'continue' ? [] : await findDoubts(context, versionId, before, values.change_allowed);
  if (found.length > 0) {
    const message = `${found.join('. ')}. Nothing has been published.`;
    if (values.on_implausible === 'fail') throw new TaskFailed(message);
    // nobody approves what was run by hand
    if (task.pipelineId === null) throw new TaskFailed(`${message} Compare the versions, then publish version ${versionId} on its own page.`);
    return { end: { status: 4, message: `${message} Compare the versions, then approve the run to publish, or stop it.` } };
  }
  return {
    end: { status: 2, outputVersionId: versionId },
    versions: [versionId, ...(before === undefined ? [] : [before.Id])],
    publishes: { versionId, before: before?.Id },
    also: async (tx) => {
      const locked = await lockVersion(tx, versionId);
      const refusal =
        locked === undefined
          ? `The version ${versionId} no longer exists.`
          : locked.readOnly
            ? `The database ${task.databaseId} is read-only.`
            : refusalOfAct('publish', locked.version);
      if (refusal !== undefined) throw new TaskFailed(refusal);
      await requireApproval(tx, versionId, task.databaseId);
      await markPublished(tx, versionId, { author: task.causedBy, subject: task.subject });
      const now = await readCurrent(tx, task.databaseId);
      if (now?.Id === versionId) return {};
      const words = `Version ${versionId} is published and not current: its dates do not include today.`;
      log.warn(words);
      return { message: words };
    },
  };
}

/** Fails where the database asks for an approval that the version, or the one that a task made it from, does not have. */
async function requireApproval(db: Db, versionId: number, databaseId: string): Promise<void> {
  const refused = await refusalToPublish(db, versionId, databaseId);
  if (refused !== undefined) throw new TaskFailed(`${refused}.`);
}

/** Fails where the region does not publish versions with errors and the version has some; one that was never checked is checked now. */
async function requireNoErrors(context: TaskContext, versionId: number): Promise<void> {
  if (!(await readRefusesErrors(context.place.store.sql.db, versionId))) return;
  let Errors = 0;
  for (const [rule, count] of await countRules(context, versionId)) if (rule.level === 'Error') Errors += count;
  const refused = refusalOfErrors({ Errors, Checking: false });
  if (refused !== undefined) throw new TaskFailed(refused);
}

/** What makes it doubtful that a version follows the one that was good last, in the log and as sentences. */
async function findDoubts(
  { place, task, log, signal, progress }: TaskContext,
  versionId: number,
  current: Version | undefined,
  allowed: number,
): Promise<string[]> {
  const engine = place.store.sql;
  const good = current ?? (await readLastPublished(engine.db, task.databaseId));
  if (good === undefined || good.Id === versionId) {
    log.info('No version was published before: there is nothing to compare this one with');
    return [];
  }
  progress('Comparing with the last version', 0, 0);
  const found = doubts(await readNetworkFacts(engine, good.Id, signal), await readNetworkFacts(engine, versionId, signal), allowed);
  log.info(`Compared with version ${good.Id}, "${good.Version}": ${found.length === 0 ? 'the same network' : 'not the same network'}`);
  for (const words of found) log.warn(words, log.group('Not like the last version'));
  return found;
}

/** The version that a task exports. Throws TaskFailed where it cannot be read. */
export async function versionToWrite({ task, place }: TaskContext): Promise<number> {
  if (task.inputVersionId === null) throw new TaskFailed(`The database ${task.databaseId} has no version to export.`);
  const version = await readVersion(place.store.sql.db, task.inputVersionId);
  if (version === undefined) throw new TaskFailed(`The version ${task.inputVersionId} no longer exists.`);
  if (version.Archived || !version.Completed)
    throw new TaskFailed(`The version ${version.Id} is ${version.Archived ? 'archived. Bring it back first' : 'still being saved'}.`);
  return version.Id;
}
