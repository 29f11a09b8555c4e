import * as contract from '../../src/contract/webhooks.ts';
import type { TaskSecrets } from '../jobs/taskSecrets.ts';
import * as service from '../services/webhooks.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the webhooks of regions. */
export function registerWebhooks(context: RouteContext, secrets: TaskSecrets): void {
  const { db } = context.engine;
  registerRead(context, contract.listWebhooks, ({ query }, caller) => service.listWebhooks(db, caller, query.region));
  registerRead(context, contract.listWebhookDeliveries, ({ params, query }, caller) =>
    service.listDeliveries(db, caller, query.region, params.webhookId),
  );
  registerWrite(context, contract.createWebhook, ({ query, body }, write) => service.createWebhook(write, secrets, query.region, body));
  registerWrite(context, contract.updateWebhook, ({ params, query, body }, write, rev) =>
    service.updateWebhook(write, secrets, query.region, params.webhookId, rev, body),
  );
  registerWrite(context, contract.deleteWebhook, ({ params, query }, write) => service.deleteWebhook(write, query.region, params.webhookId));
  registerWrite(context, contract.testWebhook, ({ params, query }, write) => service.testWebhook(write, query.region, params.webhookId));
  registerWrite(context, contract.repeatWebhookDelivery, ({ params, query }, write) =>
    service.repeatDelivery(write, query.region, params.webhookId, params.deliveryId),
  );
}
