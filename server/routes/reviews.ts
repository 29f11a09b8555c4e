import * as contract from '../../src/contract/reviews.ts';
import * as service from '../services/reviews.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the reviews of drafts. */
export function registerReviews(context: RouteContext): void {
  const { db } = context.engine;
  registerRead(context, contract.listReviews, ({ params }) => service.listReviews(db, params.databaseId));
  registerRead(context, contract.readReview, ({ params }, caller) => service.readReview(db, caller, params.versionId));
  registerRead(context, contract.listReviewedChanges, ({ params }) => service.listReviewedChanges(db, params.versionId));
  registerRead(context, contract.listReviewPeople, ({ params }, caller) => service.listReviewPeople(db, caller, params.versionId));
  registerWrite(context, contract.requireReviews, ({ params, body }, write) => service.requireReviews(write, params.databaseId, body.Required));
  registerWrite(context, contract.askForReview, ({ params, body }, write) => service.askForReview(write, params.versionId, body));
  registerWrite(context, contract.withdrawReview, ({ params }, write) => service.withdrawReview(write, params.versionId));
  registerWrite(context, contract.commentOnReview, ({ params, body }, write) => service.commentOnReview(write, params.versionId, body));
  registerWrite(context, contract.decideReview, ({ params, body }, write) => service.decideReview(write, params.versionId, body));
}
