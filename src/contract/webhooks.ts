/** Webhooks of a region. They are for people who may change the region; none of these calls is open to a program. */
import { z } from 'zod';
import { Webhook, WebhookDelivery, WebhookInput, WebhookSecret, WebhookUrl } from '../domain/webhooks.ts';
import { defineRoute } from './route.ts';

const BASE = '/scheduler/ui/webhooks';
const query = z.object({ region: z.string() });
const params = z.object({ webhookId: z.coerce.number().int().positive().max(2_147_483_647) });

export const listWebhooks = defineRoute({
  name: 'listWebhooks',
  summary: 'Webhooks of a region by name. No call answers their addresses and secrets.',
  method: 'GET',
  path: BASE,
  query,
  reply: z.object({ webhooks: z.array(Webhook) }),
  access: 'read',
  scope: 'person',
});

export const createWebhook = defineRoute({
  name: 'createWebhook',
  summary: 'Makes a webhook. The caller makes its secret, with which messages are signed; it is sealed.',
  method: 'POST',
  path: BASE,
  query,
  body: WebhookInput.extend({ url: WebhookUrl, secret: WebhookSecret }),
  reply: Webhook,
  access: 'write',
  scope: 'person',
});

export const updateWebhook = defineRoute({
  name: 'updateWebhook',
  summary: 'Changes a webhook. `If-Match` is the revision it was read at. An address or a secret replaces the one before; absent ones stay.',
  method: 'PUT',
  path: `${BASE}/:webhookId`,
  params,
  query,
  body: WebhookInput.extend({ url: WebhookUrl.optional(), secret: WebhookSecret.optional() }),
  reply: Webhook,
  access: 'write',
  conditional: true,
  scope: 'person',
});

export const deleteWebhook = defineRoute({
  name: 'deleteWebhook',
  summary: 'Removes a webhook with its secret and its messages. Messages that wait are not sent.',
  method: 'DELETE',
  path: `${BASE}/:webhookId`,
  params,
  query,
  reply: z.object({}),
  access: 'write',
  scope: 'person',
});

export const testWebhook = defineRoute({
  name: 'testWebhook',
  summary: 'Sends a message of the type `webhook.test`, also where the webhook is off.',
  method: 'POST',
  path: `${BASE}/:webhookId/test`,
  params,
  query,
  reply: WebhookDelivery,
  access: 'write',
  scope: 'person',
});

export const listWebhookDeliveries = defineRoute({
  name: 'listWebhookDeliveries',
  summary: 'The newest 100 messages of a webhook with their status. Those that have ended are kept for 30 days.',
  method: 'GET',
  path: `${BASE}/:webhookId/deliveries`,
  params,
  query,
  reply: z.object({ deliveries: z.array(WebhookDelivery) }),
  access: 'read',
  scope: 'person',
});

export const repeatWebhookDelivery = defineRoute({
  name: 'repeatWebhookDelivery',
  summary: 'Sends a message that has ended once more, under the same `webhook-id`.',
  method: 'POST',
  path: `${BASE}/:webhookId/deliveries/:deliveryId/repeat`,
  params: params.extend({ deliveryId: z.coerce.number().int().positive() }),
  query,
  reply: WebhookDelivery,
  access: 'write',
  scope: 'person',
});
