/** The steps of the window of review links. Its machine follows them. The address of a link is in none of them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the review links of a version; `from` where a new one shows the comparison with that version. */
export const openReviewLinks = defineStep('reviewLinks.open', 'Open the review links', {
  payload: z.object({ versionId: VersionId, from: VersionId.optional() }),
  samples: [{ versionId: 1 }, { versionId: 2, from: 1 }],
});

/** Wants a link made, of whose secret the browser has the text. */
export const submitReviewLink = defineStep('reviewLinks.submit', 'Make a review link', {
  payload: z.object({ Label: z.string(), Days: z.int(), Comments: z.boolean(), Hash: z.string() }),
  samples: [{ Label: 'Town hall', Days: 14, Comments: true, Hash: '0'.repeat(64) }],
  keep: ['Days', 'Comments'],
});

/** The address was copied. */
export const noteLinkCopied = defineStep('reviewLinks.copied', 'Copy the address of the review link');

/** Wants the form again, for another link. */
export const anotherReviewLink = defineStep('reviewLinks.another', 'Make another review link');

/** Wants to revoke a link; asked about first. */
export const askToRevokeLink = defineStep('reviewLinks.ask', 'Ask about revoking a review link', {
  payload: z.object({ linkId: z.int() }),
  samples: [{ linkId: 1 }],
});

/** Answers the question: revoke it, or keep it. */
export const answerRevoke = defineStep('reviewLinks.answer', 'Answer whether the review link is revoked', {
  payload: z.object({ revoke: z.boolean() }),
  samples: [{ revoke: true }, { revoke: false }],
});

/** Closes the window. */
export const closeReviewLinks = defineStep('reviewLinks.close', 'Close the review links');
