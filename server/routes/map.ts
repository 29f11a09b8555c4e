import * as network from '../../src/contract/network.ts';
import * as pathways from '../../src/contract/pathways.ts';
import * as routing from '../../src/contract/routing.ts';
import * as transfers from '../../src/contract/transfers.ts';
import type { RoutingProviders } from '../services/routing.ts';
import { readable } from '../services/editing.ts';
import { linkOverlays, readPathways, readTransfersBetween } from '../services/links.ts';
import { createRouting } from '../services/routing.ts';
import { createNetworkMatch } from '../services/networkMatch.ts';
import { createDetours } from '../services/detours.ts';
import { createTrackRouting } from '../services/trackRouting.ts';
import { networks } from '../services/network.ts';
import { isAmong } from './etag.ts';
import { ReadyJson, registerRead, type Call, type RouteContext } from './register.ts';
import type { Route } from '../../src/contract/route.ts';

/** Serves what the map shows beside stops: lines, transfers and pathways, and the path between two places. */
export function registerMap(context: RouteContext, providers: Pick<RoutingProviders, 'router' | 'streets'>): void {
  const { engine } = context;
  const shapes = networks(engine);
  const links = linkOverlays(engine);
  const route = createRouting({ ...providers, linesNear: (versionId, box) => shapes.near(versionId, box) });
  const routeTrack = createTrackRouting(route, providers.streets);
  const matchNetwork = createNetworkMatch(engine, providers.streets);
  const findDetours = createDetours({ ...providers, engine, networks: shapes });

  registerRead(context, network.readNetwork, async (call) => {
    const { params, query, reply } = call;
    if (isKnown(call, await shapes.etagOf(params.versionId, query.zoom))) return undefined;
    const { etag, json } = await shapes.read(params.versionId, query.zoom);
    void reply.header('etag', etag);
    return new ReadyJson(json);
  });
  registerRead(context, transfers.listTransfers, async (call) =>
    isKnown(call, await tagOf(call.params.versionId)) ? undefined : new ReadyJson(await links.transfers(call.params.versionId)),
  );
  registerRead(context, transfers.readTransfersBetween, ({ params, query }) => readTransfersBetween(engine, params.versionId, query));
  registerRead(context, pathways.listPathways, async (call) =>
    isKnown(call, await tagOf(call.params.versionId)) ? undefined : new ReadyJson(await links.pathways(call.params.versionId)),
  );
  registerRead(context, pathways.readPathways, ({ params, query }) => readPathways(engine, params.versionId, query.ids));
  for (const segment of [routing.routeSegment, routing.previewSegment])
    registerRead(context, segment, ({ params, body }) => route({ ...params, from: body.From, to: body.To, vehicleType: body.VehicleType }));
  registerRead(context, routing.routeTrack, ({ params, body }) => routeTrack({ ...params, stops: body.Stops, vehicleType: body.VehicleType }));
  registerRead(context, routing.matchNetwork, ({ params, body }) => matchNetwork({ ...params, after: body.After }));

  registerRead(context, routing.findDetours, ({ params, body }) => findDetours(params.versionId, body.Closed));

  async function tagOf(versionId: number): Promise<string> {
    return `"${versionId}-${(await readable(engine.db, versionId)).rev}"`;
  }
}

/** Answers 304 where the caller has what the tag stands for; else says the tag. */
function isKnown({ request, reply }: Pick<Call<Route>, 'request' | 'reply'>, etag: string): boolean {
  void reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding').header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined || !isAmong(etag, known)) return false;
  void reply.code(304).send();
  return true;
}
