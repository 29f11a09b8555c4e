/** Reviews of drafts: their loads, and what is done in them. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/reviews.ts';
import { request } from '../../contract/route.ts';
import type { ReviewOfVersion } from '../../domain/draftReview.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type DraftReviewsState, noDraftReviews, reviewPlace } from '../../projections/draftReviews.ts';
import { type AppState, IDLE } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineLoad, defineVersionLoad } from '../defineLoad.ts';

/** What is loaded; begun where the review of that version is in view. */
function loaded(state: Draft<AppState>): Draft<DraftReviewsState> {
  return (state.draftReviews ??= castDraft(noDraftReviews(reviewPlace(state)?.versionId ?? 0)));
}

function inView(state: Draft<AppState>, versionId: number): Draft<DraftReviewsState> | undefined {
  return reviewPlace(state)?.versionId === versionId ? loaded(state) : undefined;
}

/** Loads the reviews of a database, and whether its drafts have to be approved. */
export const loadReviews = defineLoad('reviews.load', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: ({ databaseId }) => `Load the reviews of ${databaseId}`,
  lane: ({ databaseId }) => databaseId,
  slot: (state, { databaseId }) => (loaded(state).lists[databaseId] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ databaseId }) => request(contract.listReviews, { params: { databaseId } }),
  reply: contract.listReviews.reply,
  value: (reply) => reply,
});

/** Loads the review of a version. */
export const loadDraftReview = defineVersionLoad('review.load', 'Load the review', contract.readReview, {
  slot: (state, { versionId }) => inView(state, versionId)?.review,
  value: (reply) => reply,
});

/** Loads what a version under review changes. */
export const loadReviewedChanges = defineVersionLoad('review.loadChanges', 'Load the changes under review', contract.listReviewedChanges, {
  slot: (state, { versionId }) => inView(state, versionId)?.changes,
  value: (reply) => reply,
});

/** Loads the people who may be asked. */
export const loadReviewPeople = defineVersionLoad('review.loadPeople', 'Load the people of the region', contract.listReviewPeople, {
  slot: (state, { versionId }) => inView(state, versionId)?.people,
  value: ({ People }) => People,
});

const lane = ({ versionId }: { versionId: number }): string => `version/${versionId}/review`;

function foldReview(base: Draft<AppState>, { versionId }: { versionId: number }, reply: ReviewOfVersion): void {
  const slot = inView(base, versionId)?.review;
  if (slot) Object.assign(slot, { status: 'succeeded', value: castDraft(reply), messages: [] });
}

/** After an act was refused the review is read again: others have done something in it, or edited the draft. */
function readAgain(base: Draft<AppState>, { versionId }: { versionId: number }): void {
  const slots = inView(base, versionId);
  if (slots) slots.review.status = slots.changes.status = 'idle';
}

const ofReview = {
  lane,
  policy: 'queue',
  write: true,
  inverse: 'none',
  reply: contract.readReview.reply,
  answered: foldReview,
  failed: readAgain,
  keepReply: ['Rev', 'Required', 'Review.State', 'Review.Stale'],
} as const;

/** Asks people for a review of a version, or asks again. */
export const askForReview = defineCommand('review.ask', {
  ...ofReview,
  payload: z.object({ versionId: VersionId, reviewers: z.array(z.string()), note: z.string() }),
  samples: () => [{ versionId: 1, reviewers: ['tom@example.org'], note: 'Please look at line 5' }],
  label: () => 'Ask for a review',
  call: ({ versionId, reviewers, note }) => request(contract.askForReview, { params: { versionId }, body: { Reviewers: reviewers, Note: note } }),
  keep: ['versionId'],
});

/** Withdraws the user's own review. */
export const withdrawReview = defineCommand('review.withdraw', {
  ...ofReview,
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Withdraw the review',
  call: ({ versionId }) => request(contract.withdrawReview, { params: { versionId } }),
  keep: 'all',
});

/** Comments on the draft, or on one of its documents. */
export const commentOnReview = defineCommand('review.comment', {
  ...ofReview,
  payload: z.object({ versionId: VersionId, message: z.string(), on: z.object({ kind: z.string(), id: z.string() }).optional() }),
  samples: () => [
    { versionId: 1, message: 'Is this right?' },
    { versionId: 1, message: 'Is this right?', on: { kind: 'Stop', id: 'S1' } },
  ],
  label: () => 'Comment in the review',
  call: ({ versionId, message, on }) =>
    request(contract.commentOnReview, { params: { versionId }, body: { Message: message, ...(on && { Type: on.kind, EntityId: on.id }) } }),
  keep: ['versionId'],
});

/** Approves the draft as it was looked at, or asks for changes. */
export const decideReview = defineCommand('review.decide', {
  ...ofReview,
  payload: z.object({ versionId: VersionId, approved: z.boolean(), message: z.string(), rev: z.int().min(0) }),
  samples: () => [{ versionId: 1, approved: true, message: '', rev: 3 }],
  label: ({ approved }) => (approved ? 'Approve the draft' : 'Ask for changes'),
  call: ({ versionId, approved, message, rev }) =>
    request(contract.decideReview, { params: { versionId }, body: { Approved: approved, Message: message, Rev: rev } }),
  keep: ['versionId', 'approved', 'rev'],
});

/** Says whether drafts of a database have to be approved by somebody else. */
export const requireReviews = defineCommand('reviews.require', {
  payload: z.object({ databaseId: z.string(), required: z.boolean() }),
  samples: () => [{ databaseId: 'demo', required: true }],
  label: ({ required }) => (required ? 'Ask for an approval of each draft' : 'Ask for no approval of drafts'),
  lane: ({ databaseId }) => `reviews/${databaseId}`,
  policy: 'queue',
  write: true,
  call: ({ databaseId, required }) => request(contract.requireReviews, { params: { databaseId }, body: { Required: required } }),
  reply: contract.requireReviews.reply,
  answered: (base, { databaseId }, { Required }) => {
    const list = base.draftReviews?.lists[databaseId]?.value;
    if (list) list.Required = Required;
  },
  next: ({ databaseId }, _reply, view) => reviewLoadsAgain(view, databaseId),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** The loads of a database's reviews that are on the screen, to be made again. */
export function reviewLoadsAgain(view: AppState, databaseId: string): readonly CommandInput[] {
  const at = reviewPlace(view);
  const shown = at?.databaseId === databaseId ? [loadDraftReview({ versionId: at.versionId }), loadReviewedChanges({ versionId: at.versionId })] : [];
  const list = view.draftReviews?.lists[databaseId];
  return [...shown, ...(list === undefined ? [] : [loadReviews({ databaseId })])];
}
