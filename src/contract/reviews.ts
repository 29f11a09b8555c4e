/** Reviews of drafts: asked for, commented, decided. */
import { z } from 'zod';
import { REVIEW_TEXT_LIMIT, ReviewBrief, ReviewedChanges, REVIEWERS_LIMIT, ReviewOfVersion, ReviewPerson } from '../domain/draftReview.ts';
import { isEntityKind } from '../domain/entities.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const DatabaseParams = z.object({ databaseId: z.string() });
const Text = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().max(REVIEW_TEXT_LIMIT));

export const listReviews = defineRoute({
  name: 'listReviews',
  summary: 'Reviews of the versions of a database, newest first, at most 100, and whether its drafts have to be approved.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/reviews',
  params: DatabaseParams,
  reply: z.object({ Reviews: z.array(ReviewBrief), Required: z.boolean() }),
  access: 'read',
});

export const requireReviews = defineRoute({
  name: 'requireReviews',
  summary: 'Says whether drafts of a database may be finished and published only when somebody else has approved them.',
  method: 'PUT',
  path: '/storage/ui/db/:databaseId/reviews/required',
  params: DatabaseParams,
  body: z.object({ Required: z.boolean() }),
  reply: z.object({ Required: z.boolean() }),
  access: 'write',
  scope: 'person',
});

export const readReview = defineRoute({
  name: 'readReview',
  summary: 'The review of a version with its comments and decisions, and whether the caller may approve it.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/review',
  params: VersionParams,
  reply: ReviewOfVersion,
  access: 'read',
});

export const listReviewedChanges = defineRoute({
  name: 'listReviewedChanges',
  summary: 'What a draft changes: each document before the draft and in it, by line, then the others by kind.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/review/changes',
  params: VersionParams,
  reply: ReviewedChanges,
  access: 'read',
});

export const listReviewPeople = defineRoute({
  name: 'listReviewPeople',
  summary: 'Other people who may read the region of a version, and so may be asked for a review or mentioned in a comment.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/review/people',
  params: VersionParams,
  reply: z.object({ People: z.array(ReviewPerson) }),
  access: 'read',
});

export const askForReview = defineRoute({
  name: 'askForReview',
  summary: 'Asks people for a review of a version that is not published. Asking again begins anew: earlier approvals no longer count.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/review',
  params: VersionParams,
  body: z.object({ Reviewers: z.array(z.string().max(320)).min(1, 'Choose at least one person').max(REVIEWERS_LIMIT), Note: Text }),
  reply: ReviewOfVersion,
  access: 'write',
});

export const withdrawReview = defineRoute({
  name: 'withdrawReview',
  summary: 'Withdraws the review that the caller has asked for.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/review/withdraw',
  params: VersionParams,
  reply: ReviewOfVersion,
  access: 'write',
});

export const commentOnReview = defineRoute({
  name: 'commentOnReview',
  summary:
    'Comments on a version under review, or on one document of it. People named after an `@` are notified. Whoever may only read has to be asked first.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/review/comments',
  params: VersionParams,
  body: z
    .object({
      Message: Text.pipe(z.string().min(1, 'Type your comment first')),
      Type: z.string().refine(isEntityKind, 'There is no such kind of document').optional(),
      EntityId: z.string().max(1000).optional(),
    })
    .refine(({ Type, EntityId }) => (Type === undefined) === (EntityId === undefined), {
      path: ['EntityId'],
      message: 'Give both the kind and the id of the document',
    }),
  reply: ReviewOfVersion,
  access: 'read',
  scope: 'person',
});

export const decideReview = defineRoute({
  name: 'decideReview',
  summary:
    'Approves a version under review, or asks for changes. `Rev`: the revision that was looked at; refused where the version was edited since. Whoever may only read has to be asked first.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/review/decisions',
  params: VersionParams,
  body: z.object({ Approved: z.boolean(), Message: Text, Rev: z.int().min(0) }),
  reply: ReviewOfVersion,
  access: 'read',
  scope: 'person',
});
