/** Who makes a call: looked at when its headers are there, before anything of its body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../src/contract/route.ts';
import { actorOf, requireAccess, type Auth, type Caller } from './auth.ts';

/** Callers of the calls that are being answered. */
const callers = new WeakMap<FastifyRequest, Caller>();

/** Refuses accounts who may not make that call, and too many calls (`count` throws), before the body is read. */
export function guard(
  auth: Auth,
  route: Pick<Route, 'access' | 'scope'>,
  count: (actor: string) => void = () => undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    try {
      const caller = await auth.verify(request.headers.authorization);
      // known also where they are refused: the security log says who it was
      callers.set(request, caller);
      requireAccess(caller, route);
      count(actorOf(caller));
    } catch (error) {
      // What is left unread would stand before the next call on this connection.
      if (!request.raw.complete && hasBody(request)) void reply.header('connection', 'close');
      throw error;
    }
  };
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Who makes a call, where somebody is signed in. */
export function knownCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** Who makes a call that `guard` has let pass. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('This call is served without a guard');
  return caller;
}
