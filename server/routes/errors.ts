import type { FastifyError, FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../src/contract/errors.ts';
import { AuthError } from '../auth/auth.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { TooMany } from '../limits.ts';
import { logRefusal } from '../securityLog.ts';
import { isDiskFull, isLocked, isOutOfRange, isTimeout, isUnavailable } from '../store/engine.ts';

/** Answers every failure in the shapes of the contract; what was not foreseen is logged and answered without its inside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body, challenge } = bodyOfError(error);
    if (status === 503) void reply.header('retry-after', String(RETRY_AFTER));
    if (error instanceof TooMany) void reply.header('retry-after', String(error.seconds));
    logRefusal(request, status, body);
    if (status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, 'the call failed');
    if (challenge !== undefined) void reply.header('www-authenticate', challenge);
    void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
}

/** Seconds after which a call answered 503 may be made again. */
const RETRY_AFTER = 1;

const DISK_FULL = 'The disk of the server is full, so nothing was changed. Tell the operator of the server, and try again when there is space.';

/** Status and body of a failure. */
export function bodyOfError(error: unknown): { status: number; body: unknown; challenge?: string } {
  if (error instanceof BadInput) return { status: 400, body: error.fields };
  if (error instanceof Refusal) {
    const { status, code, messages, present } = error;
    const body: ErrorBody = { errors: messages.map((message) => ({ message })), code, ...(present === undefined ? {} : { Present: present }) };
    return { status, body };
  }
  if (error instanceof AuthError) {
    const answer = { status: error.status, body: { errors: [{ message: error.message }], code: error.code } satisfies ErrorBody };
    return error.status === 401 ? { ...answer, challenge: `Bearer error="${error.code}"` } : answer;
  }
  const status = statusOfFastify(error);
  if (status !== undefined)
    return {
      status,
      body: { errors: [{ message: REQUEST_TROUBLES[status] ?? 'The request cannot be read.' }], code: 'bad_request' } satisfies ErrorBody,
    };
  if (isOutOfRange(error)) return { status: 404, body: messageBody('There is no such thing: its number is larger than any.', 'not_found') };
  if (isDiskFull(error)) return { status: 507, body: messageBody(DISK_FULL, 'disk_full') };
  if (isUnavailable(error)) return { status: 503, body: messageBody('The database cannot be reached just now.', 'unavailable') };
  if (isLocked(error)) return { status: 503, body: messageBody('Others are writing here at the moment. Try again.', 'busy') };
  if (isTimeout(error)) return { status: 504, body: messageBody('The database took too long to answer.', 'timeout') };
  return { status: 500, body: { errors: [{ message: "Something went wrong. It's not your fault." }], code: 'failed' } satisfies ErrorBody };
}

function messageBody(message: string, code: string): ErrorBody {
  return { errors: [{ message }], code };
}

const REQUEST_TROUBLES: Readonly<Record<number, string>> = {
  400: 'The request cannot be read: its body is not JSON.',
  413: 'The request is too large.',
  415: 'The body of a request has to be JSON (application/json).',
};

/** Fastify's own errors about a request carry a status below 500. */
function statusOfFastify(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? (error as FastifyError).statusCode : undefined;
  return status !== undefined && status >= 400 && status < 500 ? status : undefined;
}
