/** The review of a draft: people are asked to look at its changes, comment on them, and approve them or ask for others. */
import { z } from 'zod';
import { Change } from './changes.ts';
import { VersionId } from './versions.ts';

/** `asked`: nobody has decided yet, or it was asked again. The last decision counts. */
export const ReviewState = z.enum(['asked', 'changesAsked', 'approved', 'withdrawn']);
export type ReviewState = z.infer<typeof ReviewState>;

/** Longest note, comment or reason. */
export const REVIEW_TEXT_LIMIT = 2000;
/** Most people asked at once. */
export const REVIEWERS_LIMIT = 20;
/** Documents of a draft that one answer shows. */
export const REVIEWED_LIMIT = 300;

/** A comment on the draft, or on one of its documents. */
export const ReviewComment = z.object({
  Id: z.int(),
  Message: z.string(),
  By: z.string(),
  /** ISO moment in UTC. */
  Date: z.string(),
  /** Kind and id of the document that it is about; absent for the draft as a whole. */
  Type: z.string().optional(),
  EntityId: z.string().optional(),
  Mentions: z.array(z.string()),
  /** The label of the review link by which somebody without an account wrote it; `By` is then the name that they typed. */
  Guest: z.string().optional(),
});
export type ReviewComment = z.infer<typeof ReviewComment>;

/** An approval, or a request for changes. `Rev`: the revision of the draft that was looked at. */
export const ReviewDecision = z.object({
  Id: z.int(),
  Approved: z.boolean(),
  Message: z.string(),
  Rev: z.int().min(0),
  By: z.string(),
  Date: z.string(),
});
export type ReviewDecision = z.infer<typeof ReviewDecision>;

/** A review in a list. */
export const ReviewBrief = z.object({
  Id: z.int(),
  DbVersionId: VersionId,
  DatabaseId: z.string(),
  Version: z.string(),
  /** The version is still a draft. */
  Editable: z.boolean(),
  State: ReviewState,
  /** Approved, and edited since: the approval no longer counts. */
  Stale: z.boolean(),
  AskedBy: z.string(),
  Date: z.string(),
  Reviewers: z.array(z.string()),
});
export type ReviewBrief = z.infer<typeof ReviewBrief>;

export const DraftReview = ReviewBrief.extend({
  Note: z.string(),
  /** The present revision of the draft. */
  Rev: z.int().min(0),
  Comments: z.array(ReviewComment),
  Decisions: z.array(ReviewDecision),
});
export type DraftReview = z.infer<typeof DraftReview>;

/** The review of a version as the caller sees it. */
export const ReviewOfVersion = z.object({
  Review: DraftReview.nullable(),
  /** The present revision of the version. */
  Rev: z.int().min(0),
  /** Drafts of its database are finished only when approved. */
  Required: z.boolean(),
  /** Comments by people without an account, by review links. */
  Guests: z.array(ReviewComment),
  /** Why it cannot be finished or published now; absent where it can. */
  Unapproved: z.string().optional(),
  /** Why the caller cannot approve; absent where they can. */
  NotByYou: z.string().optional(),
});
export type ReviewOfVersion = z.infer<typeof ReviewOfVersion>;

/** Somebody who may be asked: they see the region. */
export const ReviewPerson = z.object({ Name: z.string(), ReadOnly: z.boolean() });
export type ReviewPerson = z.infer<typeof ReviewPerson>;

/** What a document was before the draft, and is in it. */
export const ReviewedChange = Change.pick({
  Type: true,
  EntityId: true,
  Name: true,
  ScheduleId: true,
  TrackId: true,
  TimetableId: true,
  StopId: true,
  TransferId: true,
  FareId: true,
  Before: true,
  After: true,
});
export type ReviewedChange = z.infer<typeof ReviewedChange>;

/** The track of changed timetables: its name, and the names of its stops in their order. */
const ReviewedTrack = z.object({ Name: z.string(), Stops: z.array(z.string()) });

/** What a draft changes: documents by line, then the others by kind. */
export const ReviewedChanges = z.object({
  Lines: z.array(z.object({ ScheduleId: z.string(), Name: z.string(), Changes: z.array(ReviewedChange) })),
  Others: z.array(z.object({ Type: z.string(), Changes: z.array(ReviewedChange) })),
  /** The tracks of the changed timetables, by their ids. */
  Tracks: z.record(z.string(), ReviewedTrack),
  /** Number of changed documents; the answer holds REVIEWED_LIMIT at most. */
  Count: z.int().min(0),
});
export type ReviewedChanges = z.infer<typeof ReviewedChanges>;

/** Who decides what: the facts that the rule needs. */
interface Approver {
  readonly subject: string;
  readonly readOnly: boolean;
  /** Subject of who asked. */
  readonly askedBy: string;
  readonly reviewers: readonly string[];
  /** Subjects of those who made the edits of the draft. */
  readonly editors: readonly string[];
}

/**
 * Why somebody cannot approve a draft; undefined where they can. An approval is by somebody else: not by the person who asked for it, and
 * not by the only person who edited the draft. Whoever may not edit has to be asked.
 */
export function refusalOfApproval({ subject, readOnly, askedBy, reviewers, editors }: Approver): string | undefined {
  if (subject === askedBy) return 'You have asked for this review: somebody else approves it';
  if (editors.length > 0 && editors.every((one) => one === subject)) return 'All edits of this draft are yours: somebody else approves it';
  if (readOnly && !reviewers.includes(subject)) return NOT_ASKED;
  return undefined;
}

/** Why a person with read-only rights does not take part. */
export const NOT_ASKED = 'You have read-only rights and were not asked for this review';

/** Why a version of a database that asks for an approval is not finished or published; undefined where it is approved as it is now. */
export function refusalOfUnapproved(review: { readonly State: ReviewState; readonly Stale: boolean } | undefined): string | undefined {
  const rule = 'Drafts of this database have to be approved by somebody else';
  if (review === undefined || review.State === 'withdrawn') return `${rule}. Ask for a review first`;
  if (review.State === 'asked') return `${rule}. Nobody has approved this one yet`;
  if (review.State === 'changesAsked') return `${rule}. Changes were asked for. Make them, then ask again`;
  return review.Stale ? `${rule}. This one was edited after it was approved. Ask again` : undefined;
}

/** Which people a text mentions: their names after an `@`. */
export function mentionsIn(text: string, people: readonly string[]): readonly string[] {
  const words = new Set([...text.matchAll(/@([^\s,;:!?()]+)/g)].map(([, name = '']) => name.replace(/\.+$/, '').toLowerCase()));
  return people.filter((name) => words.has(name.toLowerCase()));
}
