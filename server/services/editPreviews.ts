/** Edits in two steps, for programs: what an edit would do, its application, and the undo of what the caller made. */
import { createHash } from 'node:crypto';
import type { EditAnswer } from '../../src/contract/edits.ts';
import { type EditPreview, PREVIEWED_CHANGES, type PreviewedChange } from '../../src/contract/previews.ts';
import { type AnyEdit, editNamed } from '../../src/domain/edits/catalogue.ts';
import { actorOf, type Caller } from '../auth/auth.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { insertPreview, readPreview } from '../store/editPreviews.ts';
import { changedFields, listLabels } from '../store/edits.ts';
import { canonicalJson } from '../store/prepare.ts';
import type { Db } from '../store/tables.ts';
import { randomBytes, timeNow } from '../surroundings.ts';
import { checkedEdits, commitEvaluated, evaluateEdit, revertChangeset } from './documentEdits.ts';
import { lockEditable, type DocumentEdit, type Write } from './editing.ts';

/** Evaluates an edit on the present documents, and keeps what is needed to apply it. Refuses what the edit itself would refuse. */
export async function previewEdit(
  db: Db,
  caller: Caller,
  versionId: number,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<EditPreview> {
  const edit = named(name);
  const extra = Object.keys(given).filter((key) => !Object.hasOwn(edit.payload.shape, key));
  if (extra.length > 0) throw new BadInput(extra.map((key) => ({ Field: key, Message: 'This edit has no such value' })));
  return db.transaction().execute(async (tx) => {
    const write: Write = { db: tx, caller, call: name, commandId: '', publish: () => undefined, afterCommit: () => undefined };
    const evaluated = await evaluateEdit(write, versionId, edit, given, '*');
    const edits = await checkedEdits(tx, versionId, evaluated.slots, evaluated.changes);
    const shown = { Label: evaluated.label, Rev: evaluated.rev, Count: edits.length, Changes: edits.slice(0, PREVIEWED_CHANGES).map(changeOf) };
    if (edits.length === 0) return { Preview: null, ...shown, Expires: new Date(timeNow()).toISOString() };
    const id = randomBytes(9).toString('base64url');
    const kept = { edit: name, data: evaluated.data, digest: digestOf(evaluated.label, edits) };
    return { Preview: id, ...shown, Expires: await insertPreview(tx, { id, actor: actorOf(caller), versionId }, kept) };
  });
}

/** Writes what a preview has shown; refuses (412) where the edit would do something else by now. */
export async function applyPreview(write: Write, versionId: number, id: string): Promise<EditAnswer & { readonly Label: string }> {
  const kept = await readPreview(write.db, { id, actor: actorOf(write.caller), versionId });
  if (kept === undefined)
    throw new Refusal(
      404,
      'no_preview',
      `There is no preview ${id} of version ${versionId} that you can apply: it has expired, or it is another's. Preview the edit again.`,
    );
  const edit = named(kept.edit);
  const evaluated = await evaluateEdit(write, versionId, edit, kept.data, '*');
  const edits = await checkedEdits(write.db, versionId, evaluated.slots, evaluated.changes);
  if (digestOf(evaluated.label, edits) !== kept.digest)
    throw new Refusal(
      412,
      'preview_outdated',
      'What this edit changes has been changed since the preview, so nothing was written. Preview the edit again.',
    );
  // The change history names the edit, not the way in which it came.
  const answer = await commitEvaluated({ ...write, call: edit.type }, edit, evaluated, false);
  return { ...answer, Label: evaluated.label };
}

/** Takes back a change set of the caller: that of a revision, or the last that is not taken back. */
export async function undoOwnEdit(write: Write, versionId: number, rev: number | undefined): Promise<EditAnswer & { readonly Label: string }> {
  await lockEditable(write, versionId);
  const { subject, program } = write.caller;
  const sets = await listLabels(write.db, versionId);
  const isOwn = (set: (typeof sets)[number]): boolean => set.subject === subject && set.program === (program?.label ?? null);
  const set = rev === undefined ? lastNotUndone(sets, isOwn) : sets.find((one) => one.rev === rev);
  const by = program === undefined ? 'you made' : `was made with the API token "${program.label}"`;
  if (set === undefined)
    throw new Refusal(
      404,
      'not_found',
      rev === undefined
        ? `There is no change in version ${versionId} that ${by} and that is not taken back.`
        : `There is no change set ${rev} in this version.`,
    );
  if (!isOwn(set)) throw new Refusal(409, 'not_own', `Change set ${set.rev} is not one that ${by}. A person can take it back in the change history.`);
  const answer = await revertChangeset({ ...write, call: 'revertChangeset' }, versionId, set.rev, false);
  return { ...answer, Label: set.label };
}

/** Sets come newest first. An undo and the nearest earlier set that it took back cancel each other. */
function lastNotUndone<S extends { readonly label: string }>(sets: readonly S[], isOwn: (set: S) => boolean): S | undefined {
  const undone = new Map<string, number>();
  for (const set of sets) {
    const [, act, what = ''] = /^(Undo|Redo): (.*)$/s.exec(set.label) ?? [undefined, undefined, set.label];
    const pending = undone.get(what) ?? 0;
    if (act === 'Undo') undone.set(what, pending + 1);
    else if (pending > 0) undone.set(what, pending - 1);
    else if (isOwn(set)) return set;
  }
  return undefined;
}

function named(name: string): AnyEdit {
  const edit = editNamed(name);
  if (edit === undefined) throw new Refusal(404, 'not_found', `There is no edit ${name}.`);
  return edit;
}

function digestOf(label: string, edits: readonly DocumentEdit[]): string {
  const documents = edits.map(({ kind, id, was, doc }) => [kind, id, was, doc]);
  return createHash('sha256')
    .update(canonicalJson([label, documents]))
    .digest('hex');
}

function changeOf({ kind, id, was, doc }: DocumentEdit): PreviewedChange {
  const fields = changedFields(was, doc);
  const partOf = (of: object | null): Record<string, unknown> | null =>
    of === null ? null : Object.fromEntries(Object.entries(of).filter(([key]) => fields.includes(key)));
  return { Kind: kind, Id: id, Before: partOf(was), After: partOf(doc) };
}
