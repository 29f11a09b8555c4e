/** Review links: made and revoked by people who may edit, and the calls of those who have one. */
import { z } from 'zod';
import { ReviewedChanges } from '../domain/draftReview.ts';
import { NewLinkComment, NewReviewLink, OpenedLink, ReviewLink } from '../domain/reviewLinks.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId/review/links';

export const listReviewLinks = defineRoute({
  name: 'listReviewLinks',
  summary: 'The review links of a version, newest first, at most 100, for accounts that may edit. Their secrets are not kept and not listed.',
  method: 'GET',
  path: BASE,
  params: VersionParams,
  reply: z.object({ Links: z.array(ReviewLink) }),
  access: 'read',
  scope: 'person',
});

export const createReviewLink = defineRoute({
  name: 'createReviewLink',
  summary:
    'Makes a review link of a draft, or of the comparison of a version with `From`. The caller makes its secret and sends the hash: the secret is in no call.',
  method: 'POST',
  path: BASE,
  params: VersionParams,
  body: NewReviewLink,
  reply: ReviewLink,
  access: 'write',
  scope: 'person',
  places: { From: 'version' },
});

export const revokeReviewLink = defineRoute({
  name: 'revokeReviewLink',
  summary: 'Revokes a review link: from then on every process refuses it. Revoking it again changes nothing.',
  method: 'DELETE',
  path: `${BASE}/:linkId`,
  params: VersionParams.extend({ linkId: z.coerce.number().int().positive().max(2_147_483_647) }),
  reply: ReviewLink,
  access: 'write',
  scope: 'person',
});

/** These calls name nothing: what they are about is what the link is of. */
const Nothing = z.strictObject({});

export const openReviewLink = defineRoute({
  name: 'openReviewLink',
  summary: 'What a review link opens: the name of the version, until when the link works, and what was written by it.',
  method: 'GET',
  path: '/storage/ui/guest/review',
  query: Nothing,
  reply: OpenedLink,
  placeless: true,
  access: 'guest',
});

export const listLinkedChanges = defineRoute({
  name: 'listLinkedChanges',
  summary: 'What a draft changes, or in what two versions differ: documents by line, then the others by kind.',
  method: 'GET',
  path: '/storage/ui/guest/review/changes',
  query: Nothing,
  reply: ReviewedChanges,
  placeless: true,
  access: 'guest',
});

export const commentByLink = defineRoute({
  name: 'commentByLink',
  summary:
    'Writes a comment under a typed name, on the whole or on one document that the link shows. A repeat under the same Idempotency-Key writes no other.',
  method: 'POST',
  path: '/storage/ui/guest/review/comments',
  query: Nothing,
  body: NewLinkComment,
  reply: OpenedLink,
  placeless: true,
  access: 'guest',
  largest: 20_000,
});
