/**
 * The security log: lines of the ordinary log with `security` in them, for whoever watches over an installation. They say who (subject),
 * from where, which call and why; never a token, a code or a body.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ApiToken } from '../src/domain/apiTokens.ts';
import { scrubbedUrl } from './auth/scrubbedUrl.ts';
import { knownCaller } from './auth/guard.ts';

/** Notes a call that was refused for who made it or how often: 401, 403, 421 and 429, and calls by a review link that is unknown. */
export function logRefusal(request: FastifyRequest, status: number, body: unknown): void {
  const code: unknown = Object(body).code;
  if (status !== 401 && status !== 403 && status !== 421 && status !== 429 && code !== 'link_unknown') return;
  request.log.warn(
    {
      security: 'refused',
      status,
      code: typeof code === 'string' ? code : null,
      subject: knownCaller(request)?.subject ?? null,
      ...programOf(request),
      address: request.ip,
      method: request.method,
      url: scrubbedUrl(request.url),
    },
    'security',
  );
}

/** The API token by which a program calls: its number, never its text. */
function programOf(request: FastifyRequest): { apiToken?: number } {
  const program = knownCaller(request)?.program;
  return program === undefined ? {} : { apiToken: program.id };
}

/** Notes that somebody created or revoked an API token; `owner` is the subject of whose it was, where that is somebody else. */
export function logToken(
  request: FastifyRequest,
  event: 'tokenCreated' | 'tokenRevoked',
  { id, scopes }: Pick<ApiToken, 'id' | 'scopes'>,
  owner?: string,
): void {
  const subject = knownCaller(request)?.subject ?? null;
  request.log.info({ security: event, subject, ...(owner === undefined ? {} : { owner }), apiToken: id, scopes, address: request.ip }, 'security');
}

/** Notes that somebody made or revoked a review link: its number, never its secret. */
export function logReviewLink(request: FastifyRequest, event: 'reviewLinkCreated' | 'reviewLinkRevoked', versionId: number, linkId: number): void {
  request.log.info(
    { security: event, subject: knownCaller(request)?.subject ?? null, version: versionId, reviewLink: linkId, address: request.ip },
    'security',
  );
}

/** Notes that somebody sent, looked through, read or deleted problem reports: the number of one, never a word of it. */
export function logReport(request: FastifyRequest, event: 'reportSent' | 'reportsListed' | 'reportRead' | 'reportDeleted', reportId?: number): void {
  const subject = knownCaller(request)?.subject ?? null;
  request.log.info({ security: event, subject, ...(reportId === undefined ? {} : { report: reportId }), address: request.ip }, 'security');
}

/** Notes a live connection that was refused: these never become calls. */
export function logRefusedConnection(log: FastifyBaseLogger, request: IncomingMessage, status: number, subject: string | null): void {
  const { method, url = '/', socket } = request;
  log.warn({ security: 'refused', status, code: null, subject, address: socket.remoteAddress ?? null, method, url: scrubbedUrl(url) }, 'security');
}

/** What happens at the built-in identity provider. */
export type SignInEvent = 'signedIn' | 'signedOut' | 'tokenRefused' | 'sessionEnded';

/** Notes a sign-in, a log-out, or a token that was refused. */
export function logSignIn(
  log: FastifyBaseLogger,
  event: SignInEvent,
  facts: { readonly subject: string | null; readonly address: string | null; readonly reason?: string },
): void {
  log.info({ security: event, ...facts }, 'security');
}
