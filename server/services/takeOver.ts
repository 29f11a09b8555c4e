/**
 * Takes over what another version changed into a draft: each document is merged from the last state that both have in common, and all
 * that comes of it is one change set. Neither the comparison nor the other version is written.
 */
import type { BodyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/takeOver.ts';
import { conflictKey, type TakenOver, TAKE_OVER_PAGE, type TakeOverPreview } from '../../src/domain/takeOver.ts';
import type { Version } from '../../src/domain/versions.ts';
import { Refusal } from '../refusal.ts';
import { type Branches, commonOrigin, commonState, type CommonState, noteTakenOver } from '../store/branches.ts';
import { lineOf } from '../store/changes.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { commitEdit, lockEditable, noVersion, readable, type Write } from './editing.ts';
import { mergeBranch } from './mergeBranch.ts';
import { shownConflicts, takenGroups } from './shownConflicts.ts';

/** What taking over would do. Changes nothing. */
export async function previewTakeOver(db: Db, versionId: number, from: number, skip: number): Promise<TakeOverPreview> {
  const ours = await readVersion(db, versionId);
  if (!ours) throw noVersion(versionId);
  if (!ours.Editable) throw new Refusal(409, 'not_editable', 'This version cannot be edited. Begin an edit of it first.');
  const { theirs, branches, origin, base } = await partingOf(db, ours, from);
  const merge = await mergeBranch(db, { onto: ours.Id, branches, origin, base }, () => 'ours');
  const common = await readVersion(db, base.versionId);
  return {
    From: theirs.Id,
    FromRev: theirs.Rev,
    Rev: ours.Rev,
    Base: { VersionId: base.versionId, Rev: base.rev, ...(common && { Version: common.Version }) },
    Documents: merge.changes.length,
    ...(await takenGroups(db, [ours.Id, theirs.Id], merge.changes)),
    ConflictCount: merge.conflicts.length,
    Conflicts: await shownConflicts(db, [ours.Id, theirs.Id], merge.conflicts.slice(skip, skip + TAKE_OVER_PAGE)),
    KeptBackCount: merge.keptBack.length,
    KeptBack: merge.keptBack.slice(0, TAKE_OVER_PAGE),
  };
}

/** Takes over as decided: one change set. Refuses (409) where a version has changed since the comparison, or a conflict is undecided. */
export async function takeOver(write: Write, versionId: number, body: BodyOf<typeof contract.takeOver>): Promise<TakenOver> {
  const { From, FromRev, Rev, Decisions, Rest } = body;
  const ours = await lockEditable(write, versionId);
  const { theirs, branches, origin, base } = await partingOf(write.db, ours, From);
  for (const [version, rev] of [
    [ours, Rev],
    [theirs, FromRev],
  ] as const)
    if (version.Rev !== rev)
      throw new Refusal(409, 'moved', `“${version.Version}” has changed since the comparison. Look at the new one and decide again.`);
  const sides = new Map(Decisions.map((one) => [conflictKey(one), one.Side]));
  let undecided = 0;
  const merge = await mergeBranch(write.db, { onto: ours.Id, branches, origin, base }, (name) => {
    const side = sides.get(conflictKey(name)) ?? Rest;
    if (side === undefined) undecided++;
    return side ?? 'ours';
  });
  if (undecided > 0) throw new Refusal(409, 'undecided', `${undecided === 1 ? 'One conflict is' : `${undecided} conflicts are`} not decided yet.`);
  const edits = merge.changes.map(({ edit, was }) => ({ ...edit, was }));
  const now = edits.length === 0 ? ours.Rev : await commitEdit(write, ours.Id, edits, `Take over from “${theirs.Version}”`);
  // what was kept back has to be found again the next time
  if (merge.keptBack.length === 0)
    await noteTakenOver(write.db, { versionId: ours.Id, rev: now }, { versionId: theirs.Id, rev: FromRev }, edits.length === 0 ? null : now);
  return {
    Rev: now,
    Documents: edits.length,
    Kinds: [...new Set(edits.map(({ kind }) => kind))],
    KeptBackCount: merge.keptBack.length,
    KeptBack: merge.keptBack.slice(0, TAKE_OVER_PAGE),
  };
}

/** The other version with its line up to its present revision, and where the draft and it part. Refuses (404, 409) what cannot be compared. */
async function partingOf(
  db: Db,
  ours: Version,
  from: number,
): Promise<{ theirs: Version; branches: Branches; origin: CommonState; base: CommonState }> {
  const theirs = await readVersion(db, from);
  if (!theirs) throw noVersion(from);
  if (theirs.Id === ours.Id) throw new Refusal(409, 'not_possible', 'Choose another version: this is the draft itself.');
  if (theirs.DatabaseId !== ours.DatabaseId) throw new Refusal(409, 'not_possible', 'Changes can only be taken over within one database.');
  await readable(db, ours.Id);
  await readable(db, theirs.Id);
  const line = await lineOf(db, theirs.Id);
  // of an edit of the other version that is saved meanwhile nothing is read
  const branches = {
    theirs: line.map((one) => (one.versionId === theirs.Id ? { ...one, rev: theirs.Rev } : one)),
    ours: await lineOf(db, ours.Id),
  };
  const origin = commonOrigin(branches);
  if (!origin)
    throw new Refusal(409, 'not_possible', `“${theirs.Version}” and “${ours.Version}” were not made from one version. Rebase corrections instead.`);
  return { theirs, branches, origin, base: await commonState(db, branches, origin) };
}
