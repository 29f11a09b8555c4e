import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import type { Route } from '../../src/contract/route.ts';
import { requireAccess, type Auth, type Caller } from '../auth/auth.ts';
import { BadInput, Refusal } from '../services/refusal.ts';
import { versionGroup, type Delivery } from './delivery.ts';

/**
 * Serves the calls of the contract by which a client gets its live connection and says what it wants to hear. Neither
 * touches the database, so they stand beside routes/register.ts, which wants one.
 */
export function registerLiveRoutes(app: FastifyInstance, auth: Auth, delivery: Delivery): void {
  const serve = (route: Route, run: (caller: Caller, request: FastifyRequest) => Promise<unknown>): void => {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const caller = await auth.verify(request.headers.authorization);
        requireAccess(caller, route.access);
        void reply.header('cache-control', 'no-store');
        return run(caller, request);
      },
    });
  };

  serve(readLiveToken, (caller) => delivery.connect(caller));

  serve(watchVersions, async (caller, request) => {
    const body = watchVersions.body.safeParse(request.body);
    if (!body.success) throw new BadInput(body.error.issues.map((issue) => ({ Field: issue.path.join('/'), Message: issue.message })));
    const { connectionId, versionIds } = body.data;
    const outcome = await delivery.watch(caller, connectionId, versionIds.map(versionGroup));
    if (outcome === 'foreign') throw new Refusal(403, 'foreign_connection', 'Somebody else opened this connection.');
    if (outcome === 'unknown') throw new Refusal(404, 'no_connection', 'There is no such connection any more.');
    return { versionIds };
  });
}
