import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CREDENTIALS, DELIVERY_KIND_WORDS, type DeliveryLocation } from '../../../src/domain/deliveryLocations.ts';
import { fileNameOf } from '../../../src/domain/exports.ts';
import { deliverExport } from '../../../src/domain/taskTemplates/deliverExport.ts';
import { exportGtfs } from '../../feed/exportFeed.ts';
import { isDiskFull } from '../../store/engine.ts';
import { credentialName, readLocation } from '../../store/deliveryLocations.ts';
import { readRegion } from '../../store/regions.ts';
import { queueEvent } from '../../store/webhooks.ts';
import { refusalOfVersion } from '../../services/reviews.ts';
import type { Db } from '../../store/tables.ts';
import { readCurrent, readVersion } from '../../store/versions.ts';
import { timeNow } from '../../surroundings.ts';
import { deliverFile, type OutgoingFile } from '../deliveries/deliver.ts';
import { exportSource, type ExportSource } from '../exportSource.ts';
import { keepFile, versionToWrite } from './exports.ts';
import type { TaskOutcome, TaskPlace, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Writes the feed of an export and delivers it. */
export async function runDeliverExport(context: TaskContext): Promise<TaskOutcome> {
  const { task, place, log, signal, progress } = context;
  const values = deliverExport.parameters.parse(context.values);
  const { db } = place.store.sql;
  const location = await readLocation(db, values.locationId);
  if (location === undefined) throw new TaskFailed('The delivery location of this export no longer exists.');
  const region = await readRegion(db, values.region);
  const versionId = await versionToWrite(context);
  await requireApprovalToDeliver(db, versionId);
  const others =
    values.scope === 'Region'
      ? await otherVersions(
          context,
          (region?.Databases ?? []).map(({ Id }) => Id),
        )
      : [];
  const source = await exportSource(place.store, versionId, {
    others,
    feedInfo: values.feedInfo,
    agencyMergingRules: values.agencyMergingRules,
    publisher: { name: region?.Name ?? values.region, language: region?.LanguageCode ?? 'en' },
  });
  logMerging(context, source);
  const name = fileNameOf(values.fileName, { DbId: task.databaseId, version: versionId, moment: momentIn(region?.Timezone ?? 'UTC') });
  log.info(`Writing version ${versionId} as ${name}`);
  const file = await write(context, source, versionId, name, values.vehicleWork === true);
  const where = `${name} in ${location.name}`;
  const kept = await keepFile(context, name, createReadStream(file.path));
  log.info(`Kept ${name}: ${file.size.toLocaleString('en')} bytes, SHA-256 ${file.sha256}. It can be downloaded once the task has ended.`);
  log.info(`Delivering ${sizeText(file.size)} to ${location.name} (${DELIVERY_KIND_WORDS[location.settings.kind]})`);
  await deliverFile(place, location.settings, await credentialsOf(place, location), file, {
    signal,
    onProgress: (done, total) => progress('Delivering', done, total),
    onTrouble: (message) => log.warn(message),
  });
  log.info(`Delivered ${where}`);
  return {
    end: { status: 2, outputFiles: { ...kept, delivered: where } },
    also: (tx) =>
      queueEvent(tx, task.databaseId, {
        type: 'export.delivered',
        data: { run: task.runId, export: task.name, file: name, location: location.name },
        path: `/exports/runs/${task.runId}`,
      }),
  };
}

/** Fails where an export names a version that its database does not put out before somebody else has approved it. */
async function requireApprovalToDeliver(db: Db, versionId: number): Promise<void> {
  const version = await readVersion(db, versionId);
  const refused = version && (await refusalOfVersion(db, version));
  if (refused !== undefined) throw new TaskFailed(`${refused}.`);
}

/** Current versions of the other databases; those without one are left out, and the log says so. */
async function otherVersions({ task, place, log }: TaskContext, databases: readonly string[]): Promise<{ DbId: string; versionId: number }[]> {
  const found: { DbId: string; versionId: number }[] = [];
  for (const DbId of databases) {
    if (DbId === task.databaseId) continue;
    const version = await readCurrent(place.store.sql.db, DbId);
    if (version === undefined || version.Archived || !version.Completed) {
      log.warn(`The database ${DbId} has no current version; nothing of it is exported`);
      continue;
    }
    log.info(`Adding version ${version.Id} of ${DbId}, with ${DbId}: before its ids`);
    found.push({ DbId, versionId: version.Id });
  }
  return found;
}

function logMerging({ log }: TaskContext, { merged }: ExportSource): void {
  for (const { agencyIds, mergedAgencyId } of merged.idle)
    log.warn(`None of the agencies ${agencyIds.slice(0, 20).join(', ')} is in the feed; nothing becomes ${mergedAgencyId}`);
  const from = new Map<string, string[]>();
  for (const [id, target] of merged.became) from.set(target, [...(from.get(target) ?? []), id]);
  for (const [target, ids] of from) log.info(`Merged ${ids.slice(0, 20).join(', ')} into ${target}`, log.group('Agencies'));
}

async function write(
  { folder, log, progress, signal }: TaskContext,
  source: ExportSource,
  versionId: number,
  name: string,
  vehicleWork: boolean,
): Promise<OutgoingFile> {
  const path = join(folder, 'outgoing.zip');
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
  });
  const out = new PassThrough();
  const writing = exportGtfs(source, versionId, out, {
    signal,
    vehicleWork,
    onProgress: ({ file, rows }) => progress(`Writing ${file}`, rows, rows),
  });
  writing.catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    await pipeline(out, count, createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isDiskFull(error)) throw new TaskFailed('The disk of the server is full. Nothing was delivered.');
    if (error instanceof Error && error.name === 'ExportRefused') throw new TaskFailed(error.message);
    throw error;
  }
  const { files, warnings } = await writing;
  for (const { name: file, rows } of files) log.info(`${file}${rows === null ? '' : `: ${rows.toLocaleString('en')} rows`}`, log.group('Files'));
  for (const { file, reason } of warnings) log.warn(reason, log.group(file));
  return { path, name, size, sha256: hash.digest('hex') };
}

async function credentialsOf({ secrets }: TaskPlace, { id, settings }: DeliveryLocation): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of CREDENTIALS[settings.kind]) values[name] = (await secrets.readCredential(credentialName(id, name))) ?? '';
  return values;
}

/** `YYYY-MM-DD HH:mm` now, in a time zone; one that is not known is UTC. */
function momentIn(timeZone: string): string {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone === '' ? 'UTC' : timeZone, ...fields }).format(timeNow());
  } catch {
    return momentIn('UTC');
  }
}

function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
