/** Taking over the changes of one version of a database into a draft of it: what is asked, found and decided. */
import { z } from 'zod';
import { VersionId } from './versions.ts';

/** At most so many conflicts, groups and refusals are answered; each with its count. */
export const TAKE_OVER_PAGE = 500;

/** At most so many documents are taken over at once. */
export const TAKE_OVER_LIMIT = 50_000;

/** Of a conflict: `ours` keeps what the draft has, `theirs` takes what the other version has. */
export const Side = z.enum(['ours', 'theirs']);
export type Side = z.infer<typeof Side>;

/** Names a conflict: a document, and the path of a part of it (`Name`, `Departures/T17`); '' for the document as a whole. */
export const ConflictName = z.object({ Kind: z.string().max(40), Id: z.string().max(1000), Path: z.string().max(1000) });
export type ConflictName = z.infer<typeof ConflictName>;

/** A part that both versions changed since they were the same. Values are absent where the part is not there, a document is null. */
export const TakeOverConflict = ConflictName.extend({
  /** What people call the document. */
  Title: z.string(),
  /** The line that a schedule, track or timetable belongs to. */
  Line: z.string().optional(),
  Base: z.unknown().optional(),
  Ours: z.unknown().optional(),
  Theirs: z.unknown().optional(),
  /** The values are left out, being very long. */
  Large: z.boolean().optional(),
});
export type TakeOverConflict = z.infer<typeof TakeOverConflict>;

/** Documents that are taken over without a question, of one line (schedule, tracks, timetables) or of one kind. */
export const TakenGroup = z.object({
  Kind: z.string(),
  /** Name of the line; absent where the group is all documents of a kind. */
  Line: z.string().optional(),
  Added: z.int().min(0),
  Changed: z.int().min(0),
  Removed: z.int().min(0),
});
export type TakenGroup = z.infer<typeof TakenGroup>;

/** A document that cannot be taken over, and why, in words. */
export const KeptBack = z.object({ Kind: z.string(), Id: z.string(), Title: z.string(), Reason: z.string() });
export type KeptBack = z.infer<typeof KeptBack>;

/** What taking over would do. `FromRev` and `Rev` are the revisions of the other version and of the draft that were compared. */
export const TakeOverPreview = z.object({
  From: VersionId,
  FromRev: z.int().min(0),
  Rev: z.int().min(0),
  /** The last state that both versions have in common. */
  Base: z.object({ VersionId, Rev: z.int().min(0), Version: z.string().optional() }),
  /** Documents that are taken over, those with a conflict left out. */
  Documents: z.int().min(0),
  Groups: z.array(TakenGroup),
  ConflictCount: z.int().min(0),
  Conflicts: z.array(TakeOverConflict),
  KeptBackCount: z.int().min(0),
  KeptBack: z.array(KeptBack),
});
export type TakeOverPreview = z.infer<typeof TakeOverPreview>;

/** What was decided of a conflict. */
export const Decision = ConflictName.extend({ Side });
export type Decision = z.infer<typeof Decision>;

/** What came of it. `Documents`: how many were changed in the draft; nothing is written where that is 0. */
export const TakenOver = z.object({
  Rev: z.int().min(0),
  Documents: z.int().min(0),
  /** Their kinds. */
  Kinds: z.array(z.string()),
  KeptBackCount: z.int().min(0),
  KeptBack: z.array(KeptBack),
});
export type TakenOver = z.infer<typeof TakenOver>;

/** Text that names a conflict among others. */
export function conflictKey({ Kind, Id, Path }: ConflictName): string {
  return `${Kind}|${Id}|${Path}`;
}
