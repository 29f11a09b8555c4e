/** The steps of the forms of a review. Their machine follows them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** What is written: a request for a review, an approval, a request for changes, or a comment. */
export const ReviewForm = z.enum(['ask', 'approve', 'askForChanges', 'comment']);
export type ReviewForm = z.infer<typeof ReviewForm>;

/** Opens a form of a review; a comment may be on one document. */
export const openReviewForm = defineStep('review.open', 'Open a form of the review', {
  payload: z.object({ versionId: VersionId, form: ReviewForm, on: z.object({ kind: z.string(), id: z.string() }).optional() }),
  samples: [
    { versionId: 1, form: 'ask' },
    { versionId: 1, form: 'comment', on: { kind: 'Stop', id: 'S1' } },
  ],
});

/** Wants what is written sent. `rev`: the revision of the draft that was looked at. */
export const submitReviewForm = defineStep('review.submit', 'Send the form of the review', {
  payload: z.object({ message: z.string(), reviewers: z.array(z.string()), rev: z.int().min(0) }),
  samples: [{ message: 'Please look', reviewers: ['tom@example.org'], rev: 3 }],
});

/** Closes the form; what is written and not sent goes. */
export const closeReviewForm = defineStep('review.close', 'Close the form of the review');
