import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/versions.ts';
import type { VersionSnapshot } from '../../src/domain/snapshots.ts';
import type { Version } from '../../src/domain/versions.ts';
import { readMade } from '../store/changes.ts';
import { listChanges } from '../store/changesMade.ts';
import { listEdits as readEdits, readUndone } from '../store/edits.ts';
import { finalizeSession } from '../store/exclusions.ts';
import { markPublished } from '../store/publishing.ts';
import { readDatabase } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import * as store from '../store/versions.ts';
import { lockForAct, noVersion, readable, type Write } from './editing.ts';
import { Refusal } from '../refusal.ts';
import { newsMessage } from './news.ts';
import { requireApproved, requireApprovedToPublish } from './reviews.ts';
import { newsOfEnteringPublication } from './savedSearches.ts';
import { requirePublishable, type ValidationPlace } from './validation.ts';

/** Versions of a database, newest first, a page at a time. */
export async function listVersions(db: Db, databaseId: string, page: store.VersionPage): Promise<ReplyOf<typeof contract.listVersions>> {
  await requireDatabase(db, databaseId);
  const versions = await store.listVersions(db, databaseId, { ...page, limit: page.limit + 1 });
  return { Versions: versions.slice(0, page.limit), More: versions.length > page.limit };
}

/** One version with the number of documents it holds of each kind; for a snapshot, with the change set that led to it. */
export async function readVersion(db: Db, versionId: number, snapshot?: VersionSnapshot): Promise<ReplyOf<typeof contract.readVersion>> {
  if (snapshot) {
    const { Version } = await readVersion(db, snapshot.versionId);
    return { Version, Counts: await store.countDocuments(db, versionId), Made: (await readMade(db, snapshot)) ?? null };
  }
  const version = await store.readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  return { Version: version, Counts: version.Completed ? await store.countDocuments(db, versionId) : {} };
}

/** Makes an editable clone of a version under its own name. */
export async function beginEdit(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.beginEdit>> {
  const source = await lockForAct(write, 'beginEdit', databaseId, versionId);
  return editableClone(write, source, source.Version);
}

/** Makes an editable copy of a version, or of a draft, under another name. */
export async function cloneVersion(
  write: Write,
  databaseId: string,
  versionId: number,
  name: string,
): Promise<ReplyOf<typeof contract.cloneVersion>> {
  return editableClone(write, await lockForAct(write, 'clone', databaseId, versionId), name);
}

/** Closes an editable version. */
export async function finishEdit(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.finishEdit>> {
  await requireApproved(write.db, await lockForAct(write, 'finishEdit', databaseId, versionId));
  await finalizeSession(write.db, versionId);
  return listed(write, await store.closeVersion(write.db, versionId));
}

/** Deletes an editable version with everything edited in it. */
export async function deleteDraft(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.deleteDraft>> {
  await lockForAct(write, 'deleteDraft', databaseId, versionId);
  await store.removeDraft(write.db, versionId);
  write.publish({ target: 'versionRemoved', message: { DatabaseId: databaseId, VersionId: versionId } });
  return { DbVersionId: versionId };
}

/** Publishes a version permanently; the audit keeps who and when. Tells also of the version that was current before. */
export async function publishVersion(
  write: Write,
  findings: ValidationPlace,
  databaseId: string,
  versionId: number,
): Promise<ReplyOf<typeof contract.publishVersion>> {
  await requireApprovedToPublish(write.db, await lockForAct(write, 'publish', databaseId, versionId));
  await requirePublishable(findings, write, versionId);
  const before = await store.readCurrent(write.db, databaseId);
  await markPublished(write.db, versionId, { author: write.caller.account.name, subject: write.caller.subject });
  await publishNoLongerCurrent(write, before);
  for (const news of await newsOfEnteringPublication(write.db, versionId, before?.Id)) write.publish(...newsMessage(news));
  return listed(write, await requireVersion(write.db, versionId));
}

/** Makes a version current again that was published before: a publication of its own, which the audit keeps too. */
export async function makeVersionCurrent(
  write: Write,
  findings: ValidationPlace,
  databaseId: string,
  versionId: number,
): Promise<ReplyOf<typeof contract.makeVersionCurrent>> {
  await lockForAct(write, 'makeCurrent', databaseId, versionId);
  await requirePublishable(findings, write, versionId);
  const before = await store.readCurrent(write.db, databaseId);
  await markPublished(write.db, versionId, { author: write.caller.account.name, subject: write.caller.subject });
  const version = await requireVersion(write.db, versionId);
  if (!version.Current) throw new Refusal(409, 'not_possible', 'The dates of this version do not include today. It cannot be current');
  await publishNoLongerCurrent(write, before);
  return listed(write, version);
}

/** Has a durable copy of a version kept. The job tells the end. */
export async function storeVersion(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.storeVersion>> {
  const version = await lockForAct(write, 'store', databaseId, versionId);
  if (!(await store.markSaving(write.db, versionId, 'storing'))) return { Version: version };
  return listed(write, version);
}

/** Has the data of a version moved to the object store. The job tells the end. */
export async function archiveVersion(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.archiveVersion>> {
  await lockForAct(write, 'archive', databaseId, versionId);
  if (!(await store.markSaving(write.db, versionId, 'archiving'))) throw new Refusal(409, 'not_possible', 'This version is being stored');
  return listed(write, await requireVersion(write.db, versionId));
}

/** Has the data of an archived version brought back. The job tells the end. */
export async function unArchiveVersion(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.unArchiveVersion>> {
  await lockForAct(write, 'unArchive', databaseId, versionId);
  await store.markSaving(write.db, versionId, 'unArchiving');
  return listed(write, await requireVersion(write.db, versionId));
}

/** What changed in a version after a revision. */
export async function listEdits(db: Db, versionId: number, since: number): Promise<ReplyOf<typeof contract.listEdits>> {
  await readable(db, versionId);
  const { rev, more, edits } = await readEdits(db, versionId, since, EDITS_LIMIT);
  return { Rev: rev, Edits: edits, Changes: await listChanges(db, versionId, since, rev), More: more, Undone: await readUndone(db, versionId) };
}

const EDITS_LIMIT = 1000;

async function editableClone(write: Write, source: Version, name: string): Promise<{ EditableDbVersionId: number; Version: Version }> {
  const { Version: version } = listed(write, await store.cloneVersion(write.db, source.Id, { name, author: write.caller.account.name }));
  return { EditableDbVersionId: version.Id, Version: version };
}

async function requireDatabase(db: Db, id: string): Promise<void> {
  if (!(await readDatabase(db, id))) throw new Refusal(404, 'not_found', `There is no database ${id}.`);
}

async function requireVersion(db: Db, versionId: number): Promise<Version> {
  const version = await store.readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  return version;
}

async function publishNoLongerCurrent(write: Write, before: Version | undefined): Promise<void> {
  const after = before && (await store.readVersion(write.db, before.Id));
  if (after && !after.Current) listed(write, after);
}

/** Tells everybody of a version, and answers it. */
function listed(write: Write, version: Version): { Version: Version } {
  write.publish({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
  return { Version: version };
}
