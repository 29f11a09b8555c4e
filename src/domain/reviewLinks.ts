/** Review links: an address of a draft, or of the comparison of two versions, for people without an account. */
import { z } from 'zod';
import { REVIEW_TEXT_LIMIT, ReviewComment, type ReviewedChanges } from './draftReview.ts';
import { isEntityKind } from './entities.ts';
import { VersionId } from './versions.ts';

/** How every secret of a link begins, so that scanners for secrets recognise one. */
export const LINK_PREFIX = 'dmpl_';

/** Days for which a link may work, and those that are offered. */
export const LINK_DAYS = 90;
export const LINK_DAYS_OFFERED = 14;

/** Links of a version that work at a time. */
export const LINKS_EACH = 20;
/** Comments that may be written by one link. */
export const LINK_COMMENTS = 500;

/** The page of a link; its secret follows after `#`, and so is sent to no server. */
export const GUEST_PATH = '/review';

/** Longest name of a guest. */
export const GUEST_NAME_LIMIT = 60;

/** Controls, and characters that turn the direction of what follows: a name with them could be taken for another one. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u{2028}\u{2029}]/u;
const plain = (text: string): boolean => !UNSEEN.test(text);

/** What a person asks for who makes a link. */
export const NewReviewLink = z.strictObject({
  Label: z.string().trim().min(1, 'Write whom the link is for').max(60, 'At most 60 characters').refine(plain, 'A label has no control characters'),
  Days: z.int().min(1, 'At least one day').max(LINK_DAYS, `At most ${LINK_DAYS} days`),
  /** Whether comments may be written. */
  Comments: z.boolean(),
  /** The version with which the comparison begins; absent for a draft with its changes. */
  From: VersionId.max(2_147_483_647, 'A link shows versions as they are now, and no earlier state').optional(),
  /** SHA-256 of the secret that the caller made, in hexadecimal digits. */
  Hash: z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits'),
});
export type NewReviewLink = z.infer<typeof NewReviewLink>;

/** A link as lists show it: without its secret, which nobody can read again. Moments are ISO moments in UTC. */
export const ReviewLink = z.object({
  Id: z.int(),
  Label: z.string(),
  /** The version that it is compared with; null where that was removed, absent for a draft with its changes. */
  From: z.object({ Id: VersionId, Version: z.string() }).nullable().optional(),
  Comments: z.boolean(),
  By: z.string(),
  Created: z.string(),
  Expires: z.string(),
  Revoked: z.string().nullable(),
  /** When it was opened last; null where it was not. */
  Opened: z.string().nullable(),
  Openings: z.int().min(0),
  /** It does not open any more: expired, revoked, or its draft was finished. */
  Over: z.boolean(),
});
export type ReviewLink = z.infer<typeof ReviewLink>;

/** A comment as those who have the link see it. */
export const LinkComment = ReviewComment.omit({ Mentions: true, Guest: true });
export type LinkComment = z.infer<typeof LinkComment>;

/** What a link opens. It names no person of the product. */
export const OpenedLink = z.object({
  Version: z.string(),
  /** The name of the version before it, for a comparison. */
  From: z.string().optional(),
  /** It is a draft: what is shown may change. */
  Draft: z.boolean(),
  Rev: z.int().min(0),
  Expires: z.string(),
  /** Whether comments may be written. */
  Comments: z.boolean(),
  /** What was written by this link. */
  Written: z.array(LinkComment),
});
export type OpenedLink = z.infer<typeof OpenedLink>;

/** What a guest writes. */
export const NewLinkComment = z
  .strictObject({
    Name: z
      .string()
      .trim()
      .min(1, 'Type your name first')
      .max(GUEST_NAME_LIMIT, `At most ${GUEST_NAME_LIMIT} characters`)
      .refine(plain, 'A name has no control characters')
      .refine((name) => !name.includes('@'), 'A name, and no e-mail address'),
    Message: z.string().trim().min(1, 'Type your comment first').max(REVIEW_TEXT_LIMIT, `At most ${REVIEW_TEXT_LIMIT} characters`),
    Type: z.string().refine(isEntityKind, 'There is no such kind of document').optional(),
    EntityId: z.string().max(1000).optional(),
  })
  .refine(({ Type, EntityId }) => (Type === undefined) === (EntityId === undefined), {
    path: ['EntityId'],
    message: 'Give both the kind and the id of the document',
  });
export type NewLinkComment = z.infer<typeof NewLinkComment>;

/** What a call by a link came to; status 0 where the server was not reached. */
export type GuestOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly messages: readonly string[] };

/** The calls of somebody who has a link. */
export interface GuestCalls {
  open(): Promise<GuestOutcome<OpenedLink>>;
  changes(): Promise<GuestOutcome<ReviewedChanges>>;
  /** Under a key: a repeat writes no other comment. */
  comment(comment: NewLinkComment, key: string): Promise<GuestOutcome<OpenedLink>>;
}
