/** Reviews of drafts as far as they are loaded: the one in view, and the lists of databases. */
import { castDraft, type Draft } from 'immer';
import type { ReviewBrief, ReviewedChanges, ReviewOfVersion, ReviewPerson } from '../domain/draftReview.ts';
import { placeOf } from '../domain/locations.ts';
import { type AppState, IDLE, type Load } from './state.ts';

export interface DraftReviewsState {
  /** The version whose review is in view; 0 while none is. */
  readonly of: number;
  readonly review: Load<ReviewOfVersion>;
  readonly changes: Load<ReviewedChanges>;
  readonly people: Load<readonly ReviewPerson[]>;
  /** By the id of their database. */
  readonly lists: Readonly<Record<string, Load<ReviewsOfDatabase>>>;
}

export interface ReviewsOfDatabase {
  readonly Reviews: readonly ReviewBrief[];
  readonly Required: boolean;
}

/** Nothing loaded of the review of a version, 0 for none. */
export function noDraftReviews(of: number): DraftReviewsState {
  // made anew: what is put into a draft of the state is written to at once, and shared loads are frozen
  const idle = (): Load<never> => ({ ...IDLE, messages: [] });
  return { of, review: idle(), changes: idle(), people: idle(), lists: {} };
}

/** The review that the address shows; undefined elsewhere. */
export function reviewPlace({ location }: Pick<AppState, 'location'>): { readonly databaseId: string; readonly versionId: number } | undefined {
  const place = placeOf(location.path);
  if (place.section !== 'changes' || place.databaseId === undefined || place.reviewOf === undefined) return undefined;
  return { databaseId: place.databaseId, versionId: place.reviewOf };
}

/** The review in view is loaded afresh whenever it is opened: while it is closed, changes by others are not received. */
export function turnDraftReview(base: Draft<AppState>): void {
  const of = reviewPlace(base)?.versionId ?? 0;
  if (base.draftReviews !== undefined && base.draftReviews.of !== of) base.draftReviews = castDraft(noDraftReviews(of));
}
