/**
 * Performs the calls that commands describe: bearer token, Idempotency-Key, If-Match, retries, and the words of an error.
 *
 * A write is repeatable, for the server answers a repeated Idempotency-Key with what it answered first. So a write whose
 * connection drops, or that is answered 502 or 503, is retried until it gets through; a read gives up after three tries and shows Retry.
 */
import withRetry from 'fetch-retry';
import { Observable } from 'rxjs';
import { z } from 'zod';
import { routeNamed } from '../contract/catalogue.ts';
import { type CallRequest, type Route, urlOf } from '../contract/route.ts';
import { VERSION_REV } from '../contract/versions.ts';
import { errorMessages } from '../domain/errors.ts';
import type { CallError } from '../kernel/command.ts';
import type { Perform, PerformContext } from '../kernel/kernel.ts';
import { openSecrets } from '../kernel/redact.ts';
import { SignInNeeded } from './signIn.ts';

/** What the performer needs of the world. */
export interface HttpPorts {
  /** A token that is valid for 30 seconds more; rejects with SignInNeeded when the page is being left for signing in. */
  accessToken(): Promise<string>;
  /** Leaves for the sign-in page: the server did not accept the token. */
  login(): Promise<void>;
  fetch: typeof fetch;
  /** Called before an answer, or a conflict, that holds data of a version at that revision or later. */
  readAt?(versionId: number, rev: number): void;
}

/** Makes the performer. Unsubscribing aborts the request. */
export function createHttp(ports: HttpPorts): Perform {
  const fetchAgain = withRetry<typeof fetch>(async (url, init) => whole(await fetchSignedIn(ports, url, init)));
  return (description, { idempotencyKey, secret }) =>
    new Observable((subscriber) => {
      const abort = new AbortController();
      perform(ports, fetchAgain, { ...description, secret }, idempotencyKey, abort.signal).then(
        (reply) => {
          subscriber.next(reply);
          subscriber.complete();
        },
        (error: unknown) => {
          if (!abort.signal.aborted) subscriber.error(error);
        },
      );
      return () => abort.abort();
    });
}

const READ_TRIES = 3;
const PASSING = new Set([429, 502, 503, 504]);
const AWAY = new Set([502, 503]);

async function perform(
  ports: HttpPorts,
  fetchAgain: ReturnType<typeof withRetry<typeof fetch>>,
  description: { call: string; input: unknown; ifMatch?: number | '*'; secret: PerformContext['secret'] },
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<unknown> {
  const route = routeNamed(description.call);
  const input = asInput(description.input);
  const url = urlOf(route, input);
  const write = route.method !== 'GET';
  const failed = (status: number, body: unknown): CallError => ({
    status,
    messages: errorMessages(status, body),
    url,
    method: route.method,
    ...fieldsOf(body),
    ...(status === 412 && isRecord(body) && 'Present' in body ? { present: body['Present'] } : {}),
  });

  const readAt = (rev: number): void => {
    const versionId = isRecord(input.params) ? input.params['versionId'] : undefined;
    if (!signal.aborted && typeof versionId === 'number') ports.readAt?.(versionId, rev);
  };

  const body = write ? bodyOf(input.body, description.secret) : undefined;
  let response: Response;
  try {
    response = await fetchAgain(url, {
      method: route.method,
      headers: headersOf(route, description, idempotencyKey),
      ...(body === undefined ? {} : { body }),
      signal,
      credentials: 'omit',
      retryOn: (attempt, error, answer) => {
        if (signal.aborted) return false;
        if (error) return write || attempt < READ_TRIES - 1;
        if (answer === null || !PASSING.has(answer.status)) return false;
        // The server, or what stands before it, is away: the edit waits for it as for the line.
        if (write && AWAY.has(answer.status)) return true;
        return attempt < (write ? 8 : READ_TRIES) - 1;
      },
      retryDelay: (attempt, _error, answer) => retryDelay(attempt, answer?.headers.get('retry-after') ?? null),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw failed(0, 'The server cannot be reached. Check the connection and try again.');
  }

  if (response.ok) {
    const reply = await readReply(response, failed);
    const rev = response.headers.get(VERSION_REV);
    if (rev !== null) readAt(Number(rev));
    return reply;
  }
  if (response.status === 401) {
    void ports.login();
    return untilThePageIsLeft();
  }
  const error = failed(response.status, await readBody(response));
  // the answer to a repeated write holds the documents of the time of the first one
  if (isRecord(error.present) && typeof error.present['Rev'] === 'number') readAt(error.present['Rev']);
  throw error;
}

/** Adds the token. It is taken again for each try, for waiting may outlive it. */
async function fetchSignedIn(ports: HttpPorts, url: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
  let token: string;
  try {
    token = await ports.accessToken();
  } catch (error) {
    if (error instanceof SignInNeeded) return untilThePageIsLeft();
    throw error;
  }
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return ports.fetch(url, { ...init, headers });
}

/** The body as it is sent: secrets stand in it by reference, because they are in no record. */
function bodyOf(body: unknown, secret: PerformContext['secret']): string {
  const text = JSON.stringify(body ?? {});
  return text.includes('"$secret"') ? JSON.stringify(openSecrets(body, secret)) : text;
}

/** The answer with its body read: a connection may drop in the middle of an answer too, and then the call is retried. */
async function whole(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  // An answer that has no body (304) must not be given an empty one.
  return new Response(body.byteLength === 0 ? null : body, answer);
}

/** No outcome: the command stays among those that wait, and is sent after the user has come back from signing in. */
function untilThePageIsLeft(): Promise<never> {
  return new Promise(() => undefined);
}

function headersOf(route: Route, description: { ifMatch?: number | '*' }, key: string): Record<string, string> {
  return {
    accept: 'application/json',
    ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
    ...(description.ifMatch === undefined ? {} : { 'if-match': description.ifMatch === '*' ? '*' : `"${description.ifMatch}"` }),
  };
}

/** The fields of a body that is a list of {Field, Message}. */
function fieldsOf(body: unknown): Pick<CallError, 'fields'> {
  const read = z.array(z.object({ Field: z.string(), Message: z.string() })).safeParse(body);
  return read.success && read.data.length > 0 ? { fields: read.data } : {};
}

async function readReply(response: Response, failed: (status: number, body: unknown) => CallError): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // it did answer: to ask again and again, as after a cut line, would bring the same
    throw failed(response.status, text === '' ? 'Failed to handle large response from backend' : 'The answer of the server could not be read.');
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text.startsWith('<') ? undefined : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Seconds or a date of Retry-After, at most 30 s; without one 0.3 s, 0.6 s, 1.2 s ... with chance, at most 10 s. */
function retryDelay(attempt: number, retryAfter: string | null): number {
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
    if (ms > 0) return Math.min(ms, 30_000);
  }
  return Math.min(10_000, 300 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function asInput(input: unknown): CallRequest['input'] {
  return isRecord(input) ? input : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
