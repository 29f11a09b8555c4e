import { READ_ONLY, type Version } from '../../src/domain/versions.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import type { Caller } from '../auth/auth.ts';
import type { LiveMessage } from '../live/live.ts';
import { changedFields, writeEdit, type EntityChange } from '../store/edits.ts';
import type { Db } from '../store/tables.ts';
import { lockVersion } from '../store/versions.ts';
import { Refusal } from './refusal.ts';

/** One write of a caller: the transaction it happens in, and what is told to others once it is committed. */
export interface Write {
  readonly db: Db;
  readonly caller: Caller;
  /** Name of the call, kept with the change. */
  readonly call: string;
  /** The command's own id: its Idempotency-Key. */
  readonly commandId: string;
  tell(message: LiveMessage): void;
}

/** A version that may be edited, locked until the write ends. Refuses with 404, 403 read_only or 409 not_editable. */
export async function lockEditable(write: Write, versionId: number): Promise<Version> {
  const { version, readOnly } = await lockKnown(write, versionId);
  if (readOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  if (!version.Editable) throw new Refusal(409, 'not_editable', 'This version cannot be edited. Begin an edit of it first.');
  return version;
}

/** A version that is whole, locked until the write ends, and whether its database is read-only. */
export async function lockKnown(write: Write, versionId: number): Promise<{ version: Version; readOnly: boolean }> {
  const locked = await lockVersion(write.db, versionId);
  if (!locked) throw noVersion(versionId);
  if (!locked.version.Completed) throw new Refusal(409, 'not_completed', 'This version is still being saved.');
  return locked;
}

/** One changed document with the state before it, from which the fields that changed are read. */
export type DocumentEdit = EntityChange & { readonly was: object | null };

/** Writes an edit of a locked version and has its watchers told. Answers the new revision. */
export async function commitEdit(write: Write, versionId: number, edits: readonly DocumentEdit[]): Promise<number> {
  const { caller, call, commandId } = write;
  const rev = await writeEdit(write.db, versionId, { author: caller.account.name, subject: caller.subject, call, commandId }, edits);
  const states = edits.map(
    (edit): EntityState => ({ Kind: edit.kind, Id: edit.id, Rev: rev, Doc: edit.doc, Fields: changedFields(edit.was, edit.doc) }),
  );
  write.tell({
    target: 'versionChanged',
    message: { VersionId: versionId, Rev: rev, CommandId: commandId, Author: caller.account.name, Edits: states },
  });
  return rev;
}

/** The refusal of a version that is not there. */
export function noVersion(versionId: number): Refusal {
  return new Refusal(404, 'not_found', `There is no version ${versionId}.`);
}
