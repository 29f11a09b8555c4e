import { ReviewChanged } from '../../contract/notifications.ts';
import { reviewPlace } from '../../projections/draftReviews.ts';
import { loadReviews, reviewLoadsAgain } from '../changes/draftReviews.ts';
import { defineEvent } from '../define.ts';

/** Something happened in a review: what of it is on the screen is read again. */
export const reviewChanged = defineEvent('live.reviewChanged', {
  payload: ReviewChanged,
  samples: () => [
    { DatabaseId: 'demo', DbVersionId: 5 },
    { DatabaseId: 'demo', DbVersionId: null },
  ],
  next: ({ DatabaseId, DbVersionId }, view) => {
    const shown = reviewPlace(view);
    const concerns = DbVersionId === null || shown === undefined || shown.versionId === DbVersionId;
    if (concerns) return reviewLoadsAgain(view, DatabaseId);
    return view.draftReviews?.lists[DatabaseId] === undefined ? [] : [loadReviews({ databaseId: DatabaseId })];
  },
  keep: 'all',
});
