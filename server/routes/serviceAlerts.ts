/** Calls of those who write service alerts, and the alerts themselves as GTFS-Realtime: of what the process holds, by no query. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import * as contract from '../../src/contract/serviceAlerts.ts';
import { Refusal } from '../refusal.ts';
import type { AlertsOf } from '../services/alertFeed.ts';
import type { Write } from '../services/editing.ts';
import { addressOf } from '../services/feedAddress.ts';
import type { PublicIndex } from '../services/publicIndex.ts';
import * as service from '../services/serviceAlerts.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** `isOffered`: whether feeds can be published here. */
export function registerServiceAlerts(context: RouteContext, isOffered: boolean, index: PublicIndex, alertsOf: AlertsOf): void {
  const { db } = context.engine;
  registerRead(context, contract.listServiceAlerts, ({ params }, caller) => service.listAlerts(db, caller, index, params.id));
  registerRead(context, contract.searchAlertEntities, ({ params, query }, caller) => service.search(db, caller, index, params.id, query));
  registerRead(context, contract.readAlertHistory, ({ params }, caller) => service.history(db, caller, params.id, params.alertId));
  /** What is served changes for every process. */
  const seen = (write: Write): Write => {
    if (!isOffered) throw new Refusal(409, 'not_possible', 'Feeds cannot be published here: neither PUBLIC_FEEDS_URL nor PUBLIC_URL is set.');
    write.afterCommit(() => void index.refresh());
    return write;
  };
  const at = ({ id: feedId, alertId }: { id: number; alertId: number }, rev: number): service.Place => ({ feedId, alertId, rev });
  registerWrite(context, contract.createServiceAlert, ({ params, body }, write) => service.create(write, index, params.id, body));
  registerWrite(context, contract.updateServiceAlert, ({ params, body }, write, rev) => service.update(seen(write), index, at(params, rev), body));
  registerWrite(context, contract.publishServiceAlert, ({ params }, write, rev) => service.publish(seen(write), index, at(params, rev)));
  registerWrite(context, contract.endServiceAlert, ({ params }, write, rev) => service.end(seen(write), index, at(params, rev)));
  registerWrite(context, contract.reopenServiceAlert, ({ params }, write, rev) => service.reopen(seen(write), index, at(params, rev)));
  registerWrite(context, contract.removeServiceAlert, ({ params }, write, rev) => service.remove(write, index, at(params, rev)));
  registerWrite(context, contract.saveAlertTemplate, ({ params, body }, write) => service.saveTemplate(write, params.id, body));
  registerWrite(context, contract.removeAlertTemplate, ({ params }, write) => service.removeTemplate(write, params.id, params.templateId));
  if (isOffered) serveAlerts(context, index, alertsOf);
}

/** Seconds for which an answer may be kept by those in between. */
const KEPT = 'public, max-age=15, must-revalidate';

interface Address {
  readonly Params: { readonly slug: string };
}

function serveAlerts({ app }: RouteContext, index: PublicIndex, alertsOf: AlertsOf): void {
  for (const [file, type, part] of [
    ['alerts.pb', 'application/x-protobuf', 'pb'],
    ['alerts.json', 'application/json; charset=utf-8', 'json'],
  ] as const) {
    app.route<Address>({
      method: ['GET', 'HEAD'],
      url: `/feeds/:slug/${file}`,
      handler: async (request: FastifyRequest<Address>, reply: FastifyReply) => {
        // Tools of others read feeds in browsers.
        void reply.header('access-control-allow-origin', '*').header('cache-control', KEPT);
        const address = await addressOf(index, request.params.slug);
        if (address.kind === 'moved') return reply.redirect(`/feeds/${address.slug}/${file}`, 301);
        if (address.kind === 'refused') {
          const { status, sentence } = address;
          const body = { errors: [{ message: sentence }], code: status === 410 ? 'gone' : 'not_found' };
          return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
        }
        const alerts = await alertsOf(address.served);
        const etag = `"${alerts.etag}-${part}"`;
        const modified = new Date(alerts.changed * 1000).toUTCString();
        void reply.header('etag', etag).header('last-modified', modified).type(type);
        if (fresh(request.headers, { etag, 'last-modified': modified })) return reply.code(304).send();
        const body = alerts[part];
        return request.method === 'HEAD' ? reply.header('content-length', body.length).send() : reply.send(body);
      },
    });
  }
}
