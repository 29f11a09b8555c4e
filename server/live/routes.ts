import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { callerOf, guard } from '../auth/guard.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { databaseGroup } from './presence.ts';
import { versionGroup, type Delivery, type LivePlaces } from './delivery.ts';
import type { LiveOptions } from './live.ts';

/**
 * Serves the calls of the contract by which a client gets its live connection and says what it wants to hear. Neither
 * writes, so they are declared beside routes/register.ts.
 */
export function registerLiveRoutes(
  app: FastifyInstance,
  { auth, places, count }: Pick<LiveOptions, 'auth' | 'places' | 'count'>,
  delivery: Delivery,
): void {
  const serve = (route: Route, run: (caller: Caller, request: FastifyRequest) => Promise<unknown>): void => {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: guard(auth, route, count),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        return run(callerOf(request), request);
      },
    });
  };

  serve(readLiveToken, (caller) => delivery.connect(caller));

  serve(watchVersions, async (caller, request) => {
    const body = watchVersions.body.safeParse(request.body);
    if (!body.success) throw new BadInput(body.error.issues.map((issue) => ({ Field: issue.path.join('/'), Message: issue.message })));
    const { connectionId, databaseId } = body.data;
    const versionIds = await visible(places, caller, body.data.versionIds);
    const rooms = databaseId !== undefined && (await sees(places, caller, databaseId)) ? [databaseGroup(databaseId)] : [];
    const outcome = await delivery.watch(caller, connectionId, [...versionIds.map(versionGroup), ...rooms]);
    if (outcome === 'foreign') throw new Refusal(403, 'foreign_connection', 'Somebody else opened this connection.');
    if (outcome === 'unknown') throw new Refusal(404, 'no_connection', 'There is no such connection any more.');
    return { versionIds };
  });
}

/** Whether a database is in a region which the caller sees. */
async function sees(places: LivePlaces, { regions }: Caller, databaseId: string): Promise<boolean> {
  if (regions === 'all') return true;
  const key = await places.regionOfDatabase(databaseId);
  return key !== undefined && seesRegion(regions, key);
}

/** The versions among these that are in regions which the caller sees. */
async function visible(places: LivePlaces, { regions }: Caller, versionIds: readonly number[]): Promise<number[]> {
  if (regions === 'all') return [...versionIds];
  const keys = await Promise.all(versionIds.map((id) => places.regionOfVersion(id)));
  return versionIds.filter((_id, i) => {
    const key = keys[i];
    return key !== undefined && seesRegion(regions, key);
  });
}
