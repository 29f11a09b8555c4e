/**
 * Rebasing corrections: the active changes of a version since its import, made again in another version one by one. What is so
 * already, and what no longer fits, is listed with the reason. The source version does not change.
 */
import type { Rebase } from '../../src/domain/changes.ts';
import type { Version } from '../../src/domain/versions.ts';
import { writeEdit, type EntityChange } from '../store/edits.ts';
import { readSlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import { cloneVersion, readVersion } from '../store/versions.ts';
import { planRebase } from './rebasing.ts';
import { lockForAct, noVersion, readable, type Write } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** The results of a rebase of the corrections of a version onto another one. Changes nothing. */
export async function previewRebase(db: Db, versionId: number, onto: number): Promise<Rebase> {
  await requireFitting(db, versionId, onto);
  return planRebase(db, versionId, onto, () => Promise.resolve());
}

/**
 * Carries the corrections of a version on to another one, into a new draft of that. Each set stays one of its own there, with
 * its author and its words.
 */
export async function rebaseCorrections(
  write: Write,
  versionId: number,
  onto: number,
  name: string,
): Promise<Rebase & { EditableDbVersionId: number; Version: Version }> {
  const target = await readVersion(write.db, onto);
  if (!target) throw noVersion(onto);
  await lockForAct(write, 'clone', target.DatabaseId, onto);
  await requireFitting(write.db, versionId, onto);
  const draft = await cloneVersion(write.db, onto, { name, author: write.caller.account.name });
  const written = new Set<string>();
  const rebase = await planRebase(write.db, versionId, onto, async ({ from, edits: planned }) => {
    const edits = await onTopOf(write.db, draft.Id, planned, written);
    await writeEdit(
      write.db,
      draft.Id,
      {
        author: from.author,
        subject: from.subject,
        program: from.program ?? undefined,
        call: write.call,
        commandId: write.commandId,
        label: from.label,
      },
      edits,
    );
  });
  const made = await readVersion(write.db, draft.Id);
  if (!made) throw noVersion(draft.Id);
  write.publish({ target: 'versionListed', message: { DatabaseId: made.DatabaseId, Version: made } });
  return { ...rebase, EditableDbVersionId: made.Id, Version: made };
}

/** Refuses (404, 409) unless both versions are there, of one database, and the documents of the second can be read. */
async function requireFitting(db: Db, versionId: number, onto: number): Promise<void> {
  const [source, target] = [await readVersion(db, versionId), await readVersion(db, onto)];
  if (!source) throw noVersion(versionId);
  if (!target) throw noVersion(onto);
  if (source.DatabaseId !== target.DatabaseId) throw new Refusal(409, 'not_possible', 'Corrections can only be rebased within one database.');
  await readable(db, onto);
}

/** The edits with the documents that they replace, also where an earlier correction made these. */
async function onTopOf(db: Db, draftId: number, edits: readonly EntityChange[], written: Set<string>): Promise<readonly EntityChange[]> {
  const again = edits.filter(({ kind, id }) => written.has(`${kind}/${id}`));
  const slots = new Map((again.length === 0 ? [] : await readSlots(db, draftId, again)).map((slot) => [`${slot.kind}/${slot.id}`, slot]));
  for (const { kind, id } of edits) written.add(`${kind}/${id}`);
  return edits.map((edit) => {
    const slot = slots.get(`${edit.kind}/${edit.id}`);
    return slot ? { ...edit, before: slot.doc === null ? null : slot.bid } : edit;
  });
}
