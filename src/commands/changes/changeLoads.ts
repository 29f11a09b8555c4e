import type { CommandInput } from '../../kernel/command.ts';
import { changeLogAt, usableFilter } from '../../projections/changeLog.ts';
import type { AppState } from '../../projections/state.ts';
import { reviewKey, reviewStep } from '../../projections/review.ts';
import { reviewPlace } from '../../projections/draftReviews.ts';
import { loadDraftReview, loadReviewedChanges, loadReviewPeople, loadReviews } from './draftReviews.ts';
import { reviewLoad } from './loadReview.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { loadChangesets, loadChangesOfSet, loadComments } from './loadChanges.ts';

/** What a review needs: its sets, the changes of the one that is shown, and what was said of them. */
function reviewLoads(view: AppState): readonly CommandInput[] {
  const databaseId = reviewKey(view)?.databaseId;
  const load = reviewLoad(view);
  if (load === undefined || databaseId === undefined) return [];
  const step = reviewStep(view);
  return [
    ...(isIdle(view.changes.review.sets) ? [load] : []),
    ...(step && isIdle(view.changes.changes[step.set.SetId]) ? [loadChangesOfSet({ setId: step.set.SetId })] : []),
    ...(isIdle(view.changes.comments) ? [loadComments({ databaseId })] : []),
  ];
}

function isIdle(load: { readonly status: string } | undefined): boolean {
  return load === undefined || load.status === 'idle';
}

/** What the review of a draft needs. */
function draftReviewLoads(view: AppState, { databaseId, versionId }: { databaseId: string; versionId: number }): readonly CommandInput[] {
  const { draftReviews } = view;
  return [
    ...(isIdle(view.versionLists[databaseId]) ? [loadVersions({ databaseId })] : []),
    ...(isIdle(draftReviews?.review) ? [loadDraftReview({ versionId })] : []),
    ...(isIdle(draftReviews?.changes) ? [loadReviewedChanges({ versionId })] : []),
    ...(isIdle(draftReviews?.people) ? [loadReviewPeople({ versionId })] : []),
  ];
}

/** What the change log needs at the present address and nobody has asked for yet. */
export function changeLoads(view: AppState): readonly CommandInput[] {
  const at = changeLogAt(view.location);
  if (at === undefined) return reviewLoads(view);
  if (at.databaseId === undefined) return [];
  const { databaseId, open } = at;
  const lists = isIdle(view.draftReviews?.lists[databaseId]) ? [loadReviews({ databaseId })] : [];
  const review = reviewPlace(view);
  if (review !== undefined) return [...lists, ...draftReviewLoads(view, review)];
  return [
    ...lists,
    ...(isIdle(view.versionLists[databaseId]) ? [loadVersions({ databaseId })] : []),
    ...(isIdle(view.changes.sets) ? [loadChangesets({ databaseId, filter: { ...usableFilter(at.filter) } })] : []),
    ...(isIdle(view.changes.comments) ? [loadComments({ databaseId })] : []),
    ...(open !== undefined && isIdle(view.changes.changes[open]) ? [loadChangesOfSet({ setId: open })] : []),
  ];
}
