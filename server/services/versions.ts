import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/versions.ts';
import { READ_ONLY, type Version } from '../../src/domain/versions.ts';
import { listEdits as readEdits } from '../store/edits.ts';
import { readDatabase } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import * as store from '../store/versions.ts';
import { lockEditable, lockKnown, noVersion, type Write } from './editing.ts';
import { Refusal } from './refusal.ts';

/** Versions of a database, newest first, a page at a time. */
export async function listVersions(db: Db, databaseId: string, page: store.VersionPage): Promise<ReplyOf<typeof contract.listVersions>> {
  await requireDatabase(db, databaseId);
  const versions = await store.listVersions(db, databaseId, { ...page, limit: page.limit + 1 });
  return { Versions: versions.slice(0, page.limit), More: versions.length > page.limit };
}

/** One version with the number of documents it holds of each kind. */
export async function readVersion(db: Db, versionId: number): Promise<ReplyOf<typeof contract.readVersion>> {
  const version = await store.readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  return { Version: version, Counts: version.Completed ? await store.countDocuments(db, versionId) : {} };
}

/** Makes an editable clone of a version. */
export async function beginEdit(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.beginEdit>> {
  const { version: source, readOnly } = await lockKnown(write, versionId);
  if (source.DatabaseId !== databaseId) throw noVersion(versionId);
  if (readOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  const version = await store.cloneVersion(write.db, versionId, { name: source.Version, author: write.caller.account.name });
  tellListed(write, version);
  return { EditableDbVersionId: version.Id, Version: version };
}

/** Closes an editable version. */
export async function finishEdit(write: Write, databaseId: string, versionId: number): Promise<ReplyOf<typeof contract.finishEdit>> {
  const open = await lockEditable(write, versionId);
  if (open.DatabaseId !== databaseId) throw noVersion(versionId);
  const version = await store.closeVersion(write.db, versionId);
  tellListed(write, version);
  return { Version: version };
}

/** What changed in a version after a revision. */
export async function listEdits(db: Db, versionId: number, since: number): Promise<ReplyOf<typeof contract.listEdits>> {
  if (!(await store.readSource(db, versionId))) throw noVersion(versionId);
  const { rev, more, edits } = await readEdits(db, versionId, since, EDITS_LIMIT);
  return { Rev: rev, Edits: edits, More: more };
}

const EDITS_LIMIT = 1000;

async function requireDatabase(db: Db, id: string): Promise<void> {
  if (!(await readDatabase(db, id))) throw new Refusal(404, 'not_found', `There is no database ${id}.`);
}

function tellListed(write: Write, version: Version): void {
  write.tell({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
}
