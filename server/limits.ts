/** What one address or account may ask of the server: connections, time to send, calls and sign-ins. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createRate, type RateLimit } from './auth/rates.ts';
import type { Limits } from './config.ts';
import { Refusal } from './refusal.ts';
import { clearTimeout, elapsed, setTimeout } from './surroundings.ts';

/** Milliseconds for the headers of a request, for a body that is no file, and of silence before a connection is closed. */
const HEADERS_WITHIN = 20_000;
const BODY_WITHIN = 30_000;
const SILENCE = 10 * 60_000;
/** Milliseconds between two looks at the headers that are waited for (`connectionsCheckingInterval` of Node, 30 s by itself). */
export const TIMES_CHECKED_EVERY = 1000;

/** A call above a rate limit: 429 with `Retry-After`, in seconds. */
export class TooMany extends Refusal {
  readonly seconds: number;

  constructor(seconds: number, message = 'Too many calls. Wait a moment.') {
    super(429, 'too_many', message);
    this.seconds = seconds;
  }
}

/** Has acts on the same thing take turns within this process. Answers 503 to one whose turn did not come in time. */
export function takeTurns(withinMs: number): <T>(key: number, act: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<unknown>>();
  return async (key, act) => {
    const before = last.get(key);
    const began = elapsed();
    const mine = (async () => {
      await before?.catch(() => undefined);
      if (elapsed() - began > withinMs) throw new Refusal(503, 'busy', 'Others are writing here at the moment. Try again.');
      return act();
    })();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** Puts the limits of addresses on a server, before its routes. */
export function setLimits(app: FastifyInstance, limits: Limits): void {
  const { server } = app;
  server.headersTimeout = HEADERS_WITHIN;
  // Files may take as long as they keep coming; everything else is looked at below.
  server.requestTimeout = 0;
  server.setTimeout(SILENCE);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    // Of one address only: others, such as those that look at /healthz, still get in.
    if (count > limits.connectionsPerAddress) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return undefined;
  });

  const calls = createRate(limits.callsPerAddress);
  const signIns = createRate(limits.signIns);
  const feedCalls = createRate(limits.feedCalls);
  const guestCalls = createRate(limits.guestCalls);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.replace(/[?#].*$/, '');
    if (path === '/healthz' || path === '/readyz') return;
    const wait = (
      path.startsWith('/oidc/') ? signIns : path.startsWith('/feeds/') ? feedCalls : path.startsWith('/storage/ui/guest/') ? guestCalls : calls
    ).take(request.ip);
    if (wait > 0) throw new TooMany(wait);
    if (!request.raw.complete && !takesFiles(reply)) endLateBody(reply);
  });
}

/** A body that is no file has to be there in time. */
function endLateBody(reply: FastifyReply): void {
  const { raw } = reply.request;
  const late = setTimeout(() => !raw.complete && raw.destroy(), BODY_WITHIN).unref();
  reply.raw.once('close', () => clearTimeout(late));
}

/** Routes whose body is a file look themselves whether it still comes in. */
function takesFiles(reply: FastifyReply): boolean {
  return (reply.routeOptions.config as { readonly takesFile?: boolean }).takesFile === true;
}

/** What each account may do. */
export function accountLimits(limits: Limits): {
  calls(subject: string): void;
  /** An upload that begins: with its bytes where its sender says how many there are. */
  upload(subject: string, bytes: number | undefined): void;
  /** Bytes that came in of an upload whose length was not said. */
  uploaded(subject: string, bytes: number): void;
} {
  const calls = createRate(limits.callsPerAccount);
  const uploads = createRate(limits.uploads);
  const bytes = createRate(megabytes(limits.uploadMegabytes));
  const refuse = (wait: number, message?: string): void => {
    if (wait > 0) throw new TooMany(wait, message);
  };
  return {
    calls: (subject) => refuse(calls.take(subject)),
    upload(subject, length) {
      refuse(uploads.take(subject), 'Too many uploads. Wait a moment.');
      const wanted = Math.min(length ?? 0, limits.uploadMegabytes * 1e6);
      refuse(bytes.take(subject, wanted), 'You have uploaded as much as may be in an hour.');
    },
    uploaded: (subject, length) => bytes.spend(subject, length),
  };
}

const megabytes = (perHour: number): RateLimit => ({ burst: perHour * 1e6, perSecond: (perHour * 1e6) / 3600 });
