import * as contract from '../../src/contract/reviewLinks.ts';
import type { ReviewLink } from '../../src/domain/reviewLinks.ts';
import { createRate } from '../auth/rates.ts';
import { TooMany } from '../limits.ts';
import { logReviewLink } from '../securityLog.ts';
import * as service from '../services/reviewLinks.ts';
import { keyOf, registerGuest, registerRead, registerWrite, type RouteContext } from './register.ts';

/** Comments of one link: ten at once, then one every half minute. */
const COMMENTS = { burst: 10, perSecond: 1 / 30 };

/** Serves the calls of those who make review links, and of those who have one. */
export function registerReviewLinks(context: RouteContext): void {
  const { engine, live } = context;
  registerRead(context, contract.listReviewLinks, ({ params }, caller) => service.listReviewLinks(engine.db, caller, params.versionId));
  registerWrite(context, contract.createReviewLink, async ({ params, body, request }, write) => {
    const made = await service.createReviewLink(write, params.versionId, body);
    write.afterCommit(() => logReviewLink(request, 'reviewLinkCreated', params.versionId, made.Id));
    return made;
  });
  registerWrite(context, contract.revokeReviewLink, async ({ params, request }, write): Promise<ReviewLink> => {
    const revoked = await service.revokeReviewLink(write, params.versionId, params.linkId);
    write.afterCommit(() => logReviewLink(request, 'reviewLinkRevoked', params.versionId, revoked.Id));
    return revoked;
  });
  const comments = createRate(COMMENTS);
  registerGuest(context, contract.openReviewLink, (_call, working) => service.openLink(engine.db, working));
  registerGuest(context, contract.listLinkedChanges, (_call, working) => service.readLinkedChanges(engine, working));
  registerGuest(context, contract.commentByLink, async ({ body, request }, working) => {
    const wait = comments.take(String(working.link.id));
    if (wait > 0) throw new TooMany(wait, 'Too many comments by this link. Wait a little.');
    const { answer, sent } = await service.commentByLink(engine, working, body, keyOf(request));
    for (const { message, subject } of sent) void live.publish(message, subject);
    return answer;
  });
}
