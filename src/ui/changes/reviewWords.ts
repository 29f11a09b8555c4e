import type { ReviewBrief } from '../../domain/draftReview.ts';
import { texts } from './texts.ts';

/** What a review has come to, in a word or two. */
export function stateWords({ State, Stale }: Pick<ReviewBrief, 'State' | 'Stale'>): string {
  switch (State) {
    case 'asked':
      return texts.reviewAsked;
    case 'changesAsked':
      return texts.askedForChanges;
    case 'approved':
      return Stale ? texts.editedSinceApproval : texts.approvedIt;
    case 'withdrawn':
      return texts.reviewWithdrawn;
  }
}

export function stateColour({ State, Stale }: Pick<ReviewBrief, 'State' | 'Stale'>): string {
  if (State === 'approved') return Stale ? 'orange' : 'green';
  return State === 'changesAsked' ? 'orange' : State === 'asked' ? 'blue' : 'gray';
}
