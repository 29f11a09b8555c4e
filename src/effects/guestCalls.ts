/** The calls of somebody who has a review link: without a sign-in, a session or a live connection. The secret goes in a header alone. */
import { z } from 'zod';
import * as contract from '../contract/reviewLinks.ts';
import { ErrorBody } from '../contract/errors.ts';
import { type BodyOf, type Route, urlOf } from '../contract/route.ts';
import { errorMessages } from '../domain/errors.ts';
import type { ReviewedChanges } from '../domain/draftReview.ts';
import type { GuestCalls, GuestOutcome, OpenedLink } from '../domain/reviewLinks.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The calls by one secret. */
export function createGuestCalls(secret: string, ask: typeof fetch = (url, init) => fetch(url, init)): GuestCalls {
  const call = async <T>(route: Route, reply: z.ZodType<T>, sent: Sent = {}): Promise<GuestOutcome<T>> => {
    try {
      const response = await ask(urlOf(route, {}), {
        method: route.method,
        ...sent,
        headers: { authorization: `Bearer ${secret}`, ...sent.headers },
        cache: 'no-store',
        credentials: 'omit',
      });
      const body: unknown = await response.json();
      if (response.ok) return { ok: true, value: reply.parse(body) };
      const code = ErrorBody.safeParse(body).data?.code ?? '';
      return { ok: false, status: response.status, code, messages: errorMessages(response.status, body) };
    } catch {
      return { ok: false, status: 0, code: '', messages: [] };
    }
  };
  return {
    open: (): Promise<GuestOutcome<OpenedLink>> => call(contract.openReviewLink, contract.openReviewLink.reply),
    changes: (): Promise<GuestOutcome<ReviewedChanges>> => call(contract.listLinkedChanges, contract.listLinkedChanges.reply),
    comment: (comment: BodyOf<typeof contract.commentByLink>, key: string): Promise<GuestOutcome<OpenedLink>> =>
      call(contract.commentByLink, contract.commentByLink.reply, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(comment),
      }),
  };
}
