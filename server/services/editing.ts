import { READ_ONLY, refusalOfAct, type Version, type VersionAct } from '../../src/domain/versions.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import type { Caller } from '../auth/auth.ts';
import type { LiveMessage } from '../live/live.ts';
import { changedFields, readUndone, writeEdit, type EntityChange } from '../store/edits.ts';
import type { Db } from '../store/tables.ts';
import { lockVersion, readSource, readVersion } from '../store/versions.ts';
import { newsMessage, notifyOfEdit } from './news.ts';
import { newsOfEnteringEdit } from './savedSearches.ts';
import { Refusal } from '../refusal.ts';

/** One write of a caller: the transaction it happens in, and the live messages to publish once it is committed. */
export interface Write {
  readonly db: Db;
  readonly caller: Caller;
  /** Name of the call, kept with the change. */
  readonly call: string;
  /** The command's own id: its Idempotency-Key. */
  readonly commandId: string;
  /** To everybody whom it concerns, or to one person by subject. */
  publish(message: LiveMessage, subject?: string): void;
  /** Does something once the write is committed; not where it is rolled back or was answered before. */
  afterCommit(act: () => void): void;
}

/** A version that may be edited, locked until the write ends. Refuses with 404, 403 read_only or 409 not_editable. */
export async function lockEditable(write: Write, versionId: number): Promise<Version> {
  const version = await lockWritable(write, versionId);
  if (!version.Editable) throw new Refusal(409, 'not_editable', 'This version cannot be edited. Begin an edit of it first.');
  return version;
}

/** A version of a database that an act is possible on, locked until the write ends. Refuses with 404, 403 read_only or 409 not_possible. */
export async function lockForAct(write: Write, act: VersionAct, databaseId: string, versionId: number): Promise<Version> {
  const version = await lockWritable(write, versionId);
  if (version.DatabaseId !== databaseId) throw noVersion(versionId);
  const refusal = refusalOfAct(act, version);
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
  return version;
}

/** Refuses (404, 409) unless the documents of a version can be read: they cannot while it is saved, and when it is archived. */
export async function readable(db: Db, versionId: number): Promise<{ base: number; rev: number }> {
  const source = await readSource(db, versionId);
  if (source) return source;
  const version = await readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  throw version.Completed
    ? new Refusal(409, 'archived', 'This version is archived')
    : new Refusal(409, 'not_completed', 'This version is still being saved');
}

/** A version of a database that may be changed, locked until the write ends. Refuses with 404 or 403 read_only. */
export async function lockWritable(write: Write, versionId: number): Promise<Version> {
  const locked = await lockVersion(write.db, versionId);
  if (!locked) throw noVersion(versionId);
  if (locked.readOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return locked.version;
}

/** One changed document with the state before it, from which the fields that changed are read. */
export type DocumentEdit = EntityChange & { readonly was: object | null };

/**
 * Writes an edit of a locked version and publishes it to its watchers. `label` says what the person did; `undoes` that it takes back
 * an earlier set of this version. Returns the new revision.
 */
export async function commitEdit(write: Write, versionId: number, edits: readonly DocumentEdit[], label: string, undoes = false): Promise<number> {
  const { caller, call, commandId } = write;
  const by = { author: caller.account.name, subject: caller.subject, program: caller.program?.label, call, commandId, label, undoes };
  const rev = await writeEdit(write.db, versionId, by, edits);
  const states = edits.map((edit): EntityState =>
    asBrief({ Kind: edit.kind, Id: edit.id, Rev: rev, Doc: edit.doc, Fields: changedFields(edit.was, edit.doc) }),
  );
  const undone = undoes ? { Undone: await readUndone(write.db, versionId) } : {};
  write.publish({
    target: 'versionChanged',
    message: { VersionId: versionId, Rev: rev, CommandId: commandId, Author: caller.account.name, Edits: states, ...undone },
  });
  await notifyOfEdit(write, versionId, label);
  for (const news of await newsOfEnteringEdit(write, versionId, edits)) write.publish(...newsMessage(news));
  return rev;
}

/** The state without its document where that is larger than rides along in a live message. */
function asBrief(state: EntityState): EntityState {
  return state.Doc !== null && JSON.stringify(state.Doc).length > LARGE ? { ...state, Doc: null, Large: true } : state;
}

/** Characters of JSON above which a document is fetched by those who show it. */
const LARGE = 4096;

/** The refusal of a version that is not there. */
export function noVersion(versionId: number): Refusal {
  return new Refusal(404, 'not_found', `There is no version ${versionId}.`);
}
