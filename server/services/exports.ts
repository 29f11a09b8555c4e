import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/exports.ts';
import { DELIVERY_KINDS } from '../../src/domain/deliveryLocations.ts';
import { type Export, exportFaults, type ExportInput, type ExportRun, ExportScope, FILE_NAME_PLACEHOLDERS } from '../../src/domain/exports.ts';
import { nextDue } from '../../src/domain/pipelineTimes.ts';
import { refusalOfRunAct, RUN_STATUS_WORDS, type RunStatus } from '../../src/domain/runs.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { exportTask } from '../jobs/exportTask.ts';
import * as store from '../store/exports.ts';
import { readLocation } from '../store/deliveryLocations.ts';
import { databasesWithCurrent } from '../store/publishing.ts';
import { readDatabase, readRegion, listRegions } from '../store/regions.ts';
import { createRun, lockRun, moveRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import type { Db } from '../store/tables.ts';
import { readCurrent, readVersion } from '../store/versions.ts';
import { timeNow } from '../surroundings.ts';
import type { Write } from './editing.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { publishRun } from './runMessages.ts';

/** Exports of the regions that the caller sees, by region. */
export async function listExports(db: Db, caller: Caller, filter: store.ExportFilter): Promise<ReplyOf<typeof contract.listExports>> {
  const now = timeNow();
  const regions = new Map<string, { region: string; name: string; exports: Export[] }>();
  for (const kept of await visible(db, caller, filter)) {
    const region = regions.get(kept.region) ?? { region: kept.region, name: kept.regionName, exports: [] };
    regions.set(kept.region, region);
    region.exports.push(toWire(kept, caller, now));
  }
  return { regions: [...regions.values()] };
}

/** Regions that have exports. */
export async function listExportRegions(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.listExportRegions>> {
  const { regions } = await listExports(db, caller, {});
  return {
    regions: regions.map(({ region, name, exports: all }) => ({
      region,
      name,
      count: all.length,
      running: all.filter(({ status }) => status === 0 || status === 1 || status === 5).length,
    })),
  };
}

/** How many exports are in which state. */
export async function readSummary(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.readExportSummary>> {
  const all = await visible(db, caller, {});
  const keys = [...new Set(all.map(({ region }) => region))];
  return {
    statusSummary: summaryOf(all),
    regions: keys.map((region) => ({ region, statusSummary: summaryOf(all.filter((one) => one.region === region)) })),
  };
}

/** What an export can be made of. */
export async function readConfiguration(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.readExportConfiguration>> {
  const regions = (await listRegions(db)).filter(({ Key }) => seesRegion(caller.regions, Key));
  const withVersion = await databasesWithCurrent(db);
  return {
    regions: regions.map((region) => ({
      region: region.Key,
      name: region.Name,
      timezone: region.Timezone,
      readOnly: region.Permissions.ReadOnly || caller.account.permissions.readOnly,
      databases: region.Databases.map(({ Id, Name }) => ({ DbId: Id, name: Name, hasVersion: withVersion.has(Id) })),
    })),
    scopes: [...ExportScope.options],
    deliveryKinds: [...DELIVERY_KINDS],
    fileNamePlaceholders: [...FILE_NAME_PLACEHOLDERS],
  };
}

/** Agencies that an export would hold now, by the ids that they would have in it. */
export async function listAgencies(
  source: Store & { readonly sql: { readonly db: Db } },
  databaseId: string,
  scope: ExportScope,
): Promise<ReplyOf<typeof contract.listExportAgencies>> {
  const { db } = source.sql;
  const database = await readDatabase(db, databaseId);
  if (database === undefined) throw new Refusal(404, 'not_found', `There is no database ${databaseId}.`);
  const others = scope === 'Region' ? ((await readRegion(db, database.RegionKey))?.Databases ?? []).filter(({ Id }) => Id !== databaseId) : [];
  const agencies: { id: string; name: string }[] = [];
  for (const { Id } of [database, ...others]) {
    const version = await readCurrent(db, Id);
    if (version === undefined) continue;
    const prefix = Id === databaseId ? '' : `${Id}:`;
    for await (const agency of source.readEntities(version.Id, 'Agency')) {
      if (agencies.length < AGENCIES) agencies.push({ id: `${prefix}${agency.Id}`, name: agency.Name ?? '' });
    }
  }
  return { agencies };
}

/** Agencies that are offered at most. */
const AGENCIES = 2000;

/** One export. */
export async function readExport(db: Db, caller: Caller, id: number): Promise<Export> {
  return toWire(await requireExport(db, caller, id), caller, timeNow());
}

/** Runs of an export, a page at a time. */
export async function listHistory(
  db: Db,
  caller: Caller,
  id: number,
  page: { offset: number; limit: number },
): Promise<ReplyOf<typeof contract.listExportHistory>> {
  await requireExport(db, caller, id);
  const { runs, total } = await store.listHistory(db, id, caller.regions, page);
  return { exportRuns: runs, total };
}

/** The export that a run belongs to. */
export async function readExportOfRun(db: Db, caller: Caller, runId: number): Promise<ReplyOf<typeof contract.readExportOfRun>> {
  const exportId = await store.exportOfRun(db, runId);
  if (exportId === undefined) throw new Refusal(404, 'not_found', `There is no run ${runId} of an export.`);
  await requireExport(db, caller, exportId);
  return { exportId };
}

/** Makes an export. */
export async function createExport(write: Write, input: ExportInput): Promise<Export> {
  await requireUsable(write, input);
  return publishChange(write, await store.insertExport(write.db, input, write.caller.account.name));
}

/** Makes a copy of an export that does not run by itself. */
export async function cloneExport(write: Write, id: number): Promise<Export> {
  const kept = await requireExport(write.db, write.caller, id);
  return createExport(write, { ...inputOf(kept), name: `${kept.name.slice(0, 120)} (copy)`, schedule: { timeOfDay: '' } });
}

/** Changes an export that is at that revision. */
export async function updateExport(write: Write, id: number, rev: number, input: ExportInput): Promise<Export> {
  await requireWritable(write, id);
  await requireUsable(write, input);
  if (!(await store.writeExport(write.db, id, rev, input)))
    throw new Refusal(412, 'conflict', 'Somebody else has changed this export.', await readExport(write.db, write.caller, id));
  return publishChange(write, id);
}

/** Removes an export that has no run under way. */
export async function deleteExport(write: Write, id: number): Promise<Record<string, never>> {
  const { region } = await requireWritable(write, id);
  if (await store.hasActiveExportRuns(write.db, id))
    throw new Refusal(409, 'not_possible', 'A run of this export is still processing. Stop it first.');
  await store.removeExport(write.db, id);
  write.publish({ target: 'exportChanged', message: { exportId: id, region, rev: null } });
  return {};
}

/** Runs an export. */
export async function runExport(write: Write, id: number): Promise<ReplyOf<typeof contract.runExport>> {
  const kept = await requireWritable(write, id);
  const made = await createRun(write.db, {
    pipelineId: null,
    exportId: id,
    pipelineName: kept.name,
    databaseId: kept.DbId,
    causedBy: write.caller.account.name,
    subject: write.caller.subject,
    tasks: [exportTask(kept)],
  });
  if (made === undefined) throw new Error('The run could not be made');
  await publishRun(write, made.runId);
  return { RunId: made.runId, run: await runOf(write.db, made.runId) };
}

/** Stops a run: at once where its task waits, else when its worker has stopped. */
export async function stopExportRun(write: Write, runId: number): Promise<ExportRun> {
  const exportId = await store.exportOfRun(write.db, runId);
  if (exportId === undefined) throw new Refusal(404, 'not_found', `There is no run ${runId} of an export.`);
  await requireWritable(write, exportId);
  await lockRun(write.db, runId);
  const refusal = refusalOfRunAct('stop', (await runOf(write.db, runId)).status);
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
  await moveRun(write.db, runId, { type: 'stop' });
  await publishRun(write, runId);
  return runOf(write.db, runId);
}

async function runOf(db: Db, runId: number): Promise<ExportRun> {
  const [run] = await store.readExportRuns(db, [runId]);
  if (run === undefined) throw new Refusal(404, 'not_found', `There is no run ${runId} of an export.`);
  return run;
}

async function visible(db: Db, caller: Caller, filter: store.ExportFilter): Promise<store.KeptExport[]> {
  return (await store.listExports(db, filter)).filter(({ region }) => seesRegion(caller.regions, region));
}

/** An export of a region that the caller sees. */
async function requireExport(db: Db, caller: Caller, id: number): Promise<store.KeptExport> {
  const kept = await store.readExport(db, id);
  if (kept === undefined || !seesRegion(caller.regions, kept.region)) throw new Refusal(404, 'not_found', `There is no export ${id}.`);
  return kept;
}

/** An export that the caller may change, locked until the write ends. */
async function requireWritable(write: Write, id: number): Promise<store.KeptExport> {
  await store.lockExport(write.db, id);
  const kept = await requireExport(write.db, write.caller, id);
  if (kept.readOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return kept;
}

/** Refuses a region that the caller does not see (404) or that is read-only (403). */
export async function requireRegion({ db, caller }: Pick<Write, 'db' | 'caller'>, key: string): Promise<void> {
  const region = await readRegion(db, key);
  if (region === undefined || region.Key !== key || !seesRegion(caller.regions, key))
    throw new Refusal(404, 'not_found', `There is no region ${key}.`);
  if (region.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
}

/** Refuses what cannot be exported: a database or a location of another region, agencies that two rules merge. */
async function requireUsable(write: Write, input: ExportInput): Promise<void> {
  await requireRegion(write, input.region);
  const database = await readDatabase(write.db, input.DbId);
  const location = await readLocation(write.db, input.deliveryLocation.location);
  const faults = Object.entries(exportFaults(input)).map(([Field, Message]) => ({ Field, Message }));
  if (database?.RegionKey !== input.region) faults.push({ Field: 'DbId', Message: `The region ${input.region} has no database ${input.DbId}` });
  if (input.version != null) {
    const version = await readVersion(write.db, input.version);
    const fault =
      version?.DatabaseId !== input.DbId
        ? `The database ${input.DbId} has no version ${input.version}`
        : version.Editable
          ? 'Finish the edit of this version first'
          : undefined;
    if (fault !== undefined) faults.push({ Field: 'version', Message: fault });
  }
  if (location?.region !== input.region)
    faults.push({ Field: 'deliveryLocation/location', Message: 'This delivery location does not exist in the region' });
  if (faults.length > 0) throw new BadInput(faults);
}

async function publishChange(write: Write, id: number): Promise<Export> {
  const one = await readExport(write.db, write.caller, id);
  write.publish({ target: 'exportChanged', message: { exportId: id, region: one.region, rev: one.rev } });
  return one;
}

function inputOf(kept: store.KeptExport): ExportInput {
  const { name, region, DbId, scope, version, schedule, deliveryLocation, feedInfo, vehicleWork, agencyMergingRules } = kept;
  const chosen = { ...(version == null ? {} : { version }), ...(vehicleWork === undefined ? {} : { vehicleWork }) };
  return { name, region, DbId, scope, schedule, deliveryLocation, feedInfo, agencyMergingRules, ...chosen };
}

function toWire(kept: store.KeptExport, caller: Caller, now: number): Export {
  const { readOnly, regionName: _name, scheduledSince: _since, ...rest } = kept;
  const { timeOfDay } = kept.schedule;
  const next = timeOfDay === '' ? undefined : nextDue({ times_of_day: [timeOfDay], days_of_week: '1111111' }, kept.timezone, now);
  return {
    ...rest,
    permissions: { readOnly: readOnly || caller.account.permissions.readOnly },
    nextRun: next === undefined ? null : Math.floor(next / 1000),
  };
}

function summaryOf(all: readonly { readonly status: RunStatus }[]) {
  const summary = { Processing: 0, Completed: 0, Failed: 0, Pending: 0, Other: 0 };
  for (const { status } of all) {
    const word = RUN_STATUS_WORDS[status];
    if (word === 'Processing' || word === 'Completed' || word === 'Failed' || word === 'Pending') summary[word]++;
    else summary.Other++;
  }
  return summary;
}
