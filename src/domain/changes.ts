/** The change history: sets of changes as people made them, what each changed, and the comments on them. */
import { z } from 'zod';
import { PairedWith } from './comparer/paired.ts';
import type { EntityKind } from './entities.ts';

/** At most so many sets, changes or comments are answered at once. */
export const CHANGES_PAGE = 100;

/** A comment is at most this long. */
export const COMMENT_LIMIT = 2000;

/** One intent of one person in one version. */
export const ChangeSet = z.object({
  SetId: z.int(),
  DbVersionId: z.int(),
  /** Name of the version. */
  Version: z.string(),
  /** Revision of the version that it made. */
  Rev: z.int(),
  Message: z.string(),
  CreatedBy: z.string(),
  /** Label of the API token with which a program made it for that person. */
  Program: z.string().optional(),
  /** ISO moment in UTC. */
  Date: z.string(),
  /** How many changes it has, and how many of them are switched off, deleted and commented. */
  Count: z.int(),
  Inactive: z.int(),
  Deleted: z.int(),
  Comments: z.int(),
  /** The document it changed first. */
  First: z.object({ Type: z.string(), EntityId: z.string() }).optional(),
  /** False for a set that only switches others off or on. */
  Carried: z.boolean(),
});
export type ChangeSet = z.infer<typeof ChangeSet>;

/** The last change set of a snapshot. */
export const Made = ChangeSet.pick({ SetId: true, Message: true, CreatedBy: true, Program: true, Date: true });
export type Made = z.infer<typeof Made>;

const Doc = z.record(z.string(), z.unknown());

/** One document of a set. `Before` and `After` hold the fields that differ; null where the document was not there. */
export const Change = z.object({
  ChangeId: z.int(),
  SetId: z.int(),
  /** Kind of document: Fare, Pathway, Schedule, Track, Timetable, ... */
  Type: z.string(),
  EntityId: z.string(),
  Name: z.string(),
  DbVersionId: z.int(),
  CreatedBy: z.string(),
  Program: z.string().optional(),
  Message: z.string(),
  Date: z.string(),
  Active: z.boolean(),
  Deleted: z.boolean(),
  /** The track of a newer version that it is attached to. */
  AttachedTo: z.string().optional(),
  ScheduleId: z.string().optional(),
  TrackId: z.string().optional(),
  TimetableId: z.string().optional(),
  StopId: z.string().optional(),
  TransferId: z.string().optional(),
  FareId: z.string().optional(),
  Before: Doc.nullable(),
  After: Doc.nullable(),
});
export type Change = z.infer<typeof Change>;

/** What somebody said of some changes. */
export const Comment = z.object({
  Id: z.int(),
  Message: z.string(),
  Timestamp: z.string(),
  CausedBy: z.string(),
  /** Ids of the changes it speaks of. */
  Changes: z.array(z.int()),
});
export type Comment = z.infer<typeof Comment>;

/** What the reading calls answer: each fills the part it is about. */
export const ChangeHistory = z.object({ Sets: z.array(ChangeSet), Changes: z.array(Change), Comments: z.array(Comment), More: z.boolean() });
export type ChangeHistory = z.infer<typeof ChangeHistory>;

/** A change that could not be switched: which fields were changed since, and by which later sets. */
export const ChangeConflict = z.object({
  ChangeId: z.int(),
  SetId: z.int(),
  Type: z.string(),
  Name: z.string(),
  Fields: z.array(z.string()),
  Later: z.array(z.object({ SetId: z.int(), Message: z.string(), CreatedBy: z.string(), Program: z.string().optional() })),
});
export type ChangeConflict = z.infer<typeof ChangeConflict>;

/** What came of a switch: which changes were switched, and which could not be. */
export const SwitchResult = z.object({ Rev: z.int(), Switched: z.array(z.int().positive()), Conflicts: z.array(ChangeConflict) });
export type SwitchResult = z.infer<typeof SwitchResult>;

/** What an attachment to a track needs to be taken back: the revision it made, and the tracks to which its changes had been attached before. */
export const Attachment = z.object({
  Rev: z.int().positive().optional(),
  Before: z.array(z.object({ ChangeId: z.int().positive(), TrackId: z.string() })),
});
export type Attachment = z.infer<typeof Attachment>;

/** What came of a deletion: `Switched` are all that are deleted now, `TakenBack` those among them that held until then. */
export const DeletionResult = SwitchResult.extend({ TakenBack: z.array(z.int().positive()).optional() });
export type DeletionResult = z.infer<typeof DeletionResult>;

/** What a rebase would make, or made, of one correction. */
export const CORRECTION_OUTCOMES = ['applied', 'alreadySo', 'noLongerFits', 'unattached'] as const;
export const CorrectionResult = z.object({
  ChangeId: z.int(),
  SetId: z.int(),
  Type: z.string(),
  Name: z.string(),
  Message: z.string(),
  CreatedBy: z.string(),
  Program: z.string().optional(),
  Outcome: z.enum(CORRECTION_OUTCOMES),
  /** Why it no longer fits, in words. */
  Reason: z.string().optional(),
  /** Where it is made under another id than its own: its own, what both were paired by, and how sure that is (0 to 1). */
  Pair: PairedWith.optional(),
});
export type CorrectionResult = z.infer<typeof CorrectionResult>;

/** A rebase: the counts of its outcomes and the result of each correction, those that do not fit first, at most 1000. */
export const Rebase = z.object({
  Applied: z.int(),
  AlreadySo: z.int(),
  KeptBack: z.int(),
  Results: z.array(CorrectionResult),
});
export type Rebase = z.infer<typeof Rebase>;

/** The ids of entities that a document's kind and id speak of, as the change log names them. */
export function entityIdsOf(
  kind: EntityKind,
  id: string,
): Partial<Pick<Change, 'ScheduleId' | 'TrackId' | 'TimetableId' | 'StopId' | 'TransferId' | 'FareId'>> {
  const [scheduleId = '', trackId = '', timetableId = ''] = kind === 'Track' || kind === 'Timetable' ? id.split('/').map(decodeURIComponent) : [];
  switch (kind) {
    case 'Schedule':
      return { ScheduleId: id };
    case 'Track':
      return { ScheduleId: scheduleId, TrackId: trackId };
    case 'Timetable':
      return { ScheduleId: scheduleId, TrackId: trackId, TimetableId: timetableId };
    case 'Stop':
      return { StopId: id };
    case 'Transfer':
      return { TransferId: id };
    case 'Fare':
      return { FareId: id };
    default:
      return {};
  }
}
