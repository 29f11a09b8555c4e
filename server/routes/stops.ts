import * as contract from '../../src/contract/stops.ts';
import { listStopUsers, readStopDetails, stopAgencies } from '../services/stopDetails.ts';
import { stopOverlays, unpacked } from '../services/stopOverlay.ts';
import { isAmong } from './etag.ts';
import { ReadyJson, registerRead, takesGzip, type RouteContext } from './register.ts';

/** Serves the calls about stops: the overlay and details. */
export function registerStops(context: RouteContext): void {
  const { engine } = context;
  const overlays = stopOverlays(engine);
  const agencies = stopAgencies(engine);

  registerRead(context, contract.listStops, async ({ params, request, reply }) => {
    void reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
    const known = request.headers['if-none-match'];
    const tag = known === undefined ? undefined : await overlays.etagOf(params.versionId);
    if (tag !== undefined && known !== undefined && isAmong(tag, known)) {
      void reply.header('etag', tag).code(304).send();
      return undefined;
    }
    const body = await overlays.read(params.versionId);
    void reply.header('etag', body.etag);
    if (!takesGzip(request)) return new ReadyJson(unpacked(body));
    void reply.header('content-encoding', 'gzip');
    return new ReadyJson(body.gzip);
  });
  registerRead(context, contract.listStopAgencies, async ({ params }) => new ReadyJson(await agencies(params.versionId)));
  registerRead(context, contract.listStopUsers, ({ params, query }) => listStopUsers(engine, params.versionId, query));
  registerRead(context, contract.readStopDetails, ({ params, query }) => readStopDetails(engine, params.versionId, query.stopIds));
}
