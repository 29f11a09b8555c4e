/** Sends the messages of webhooks: signed, at least once each, and again later where the address does not take them. */
import { createHmac } from 'node:crypto';
import { WEBHOOK_ATTEMPTS, WEBHOOK_DATA, WEBHOOK_SECRET_PREFIX, WEBHOOK_TEST } from '../../src/domain/webhooks.ts';
import { type AddressRules, sendChecked } from '../addresses.ts';
import type { Live } from '../live/live.ts';
import { newsMessage, newsOfWebhook } from '../services/news.ts';
import * as store from '../store/webhooks.ts';
import { timeNow, timeUp } from '../surroundings.ts';
import { TaskFailed } from '../taskFailed.ts';
import { createOutboxQueue, type Outbox, type OutboxPlace, type OutboxQueue, sendOne } from './outbox.ts';
import type { TaskSecrets } from './taskSecrets.ts';

export interface WebhookPlace extends OutboxPlace {
  readonly addresses: AddressRules;
  readonly secrets: TaskSecrets;
  readonly live: Pick<Live, 'publish'>;
  /** Address of the product, for the links of messages. */
  readonly publicUrl: string;
}

/** A queue over the messages of the store. */
export function createWebhookQueue(settings: Omit<WebhookPlace, 'inHand'>, stopping: AbortSignal): OutboxQueue {
  const place: WebhookPlace = { ...settings, inHand: new Set() };
  return createOutboxQueue(place, messagesOf(place), stopping);
}

/** Sends one queued message; nothing happens where it is being sent already, here or elsewhere. */
export function sendMessage(place: WebhookPlace, id: number, stopping?: AbortSignal): Promise<void> {
  return sendOne(place, messagesOf(place), id, stopping);
}

function messagesOf(place: WebhookPlace): Outbox<store.TakenDelivery, Ended> {
  const { db } = place.engine;
  return {
    name: 'webhooks',
    sideBySide: true,
    listDue: (limit) => store.listDueDeliveries(db, limit),
    take: (id, worker) => store.takeDelivery(db, id, worker),
    send: (taken, stopping) => post(place, taken, stopping),
    async end(id, worker, { taken, isGone, ...end }) {
      const isOver = end.failed?.again === null && taken.type !== WEBHOOK_TEST;
      const news = await db.transaction().execute(async (tx) => {
        if (!(await store.endDelivery(tx, id, worker, end))) return [];
        if (isGone) await store.turnOff(tx, taken.webhook.id);
        return isOver ? newsOfWebhook(tx, taken, end.failed?.error ?? '') : [];
      });
      for (const one of news) await place.live.publish(...newsMessage(one));
    },
    listSending: () => store.listSendingDeliveries(db),
    // the receiver knows a repeat by its id
    release: (id) => store.releaseDelivery(db, id),
  };
}

interface Ended extends store.DeliveryEnd {
  readonly taken: store.TakenDelivery;
  /** The address has said that it wants nothing more (410). */
  readonly isGone: boolean;
}

async function post(place: WebhookPlace, taken: store.TakenDelivery, stopping: AbortSignal | undefined): Promise<Ended> {
  const { webhook, attempts } = taken;
  const later = attempts >= WEBHOOK_ATTEMPTS ? null : Math.min(LONGEST_PAUSE, 15 * 2 ** (attempts - 1));
  const failed = (error: string, answer: number | null = null, again = later): Ended => ({
    taken,
    isGone: false,
    answer,
    failed: { error: error.slice(0, 500), again },
  });
  const patience = timeUp(PATIENCE);
  try {
    const secret = await place.secrets.readCredential(store.webhookSecretName(webhook.id));
    if (secret === undefined) return failed('The webhook has no secret. Make a new one.');
    const url = new URL(webhook.url);
    const body = messageText(taken, place.publicUrl);
    const answer = await sendChecked(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature(secret, taken.message, Math.floor(timeNow() / 1000), body) },
      body,
      rules: place.addresses,
      signal: stopping === undefined ? patience : AbortSignal.any([stopping, patience]),
      patience: PATIENCE,
    });
    answer.destroy();
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return { taken, isGone: false, answer: status };
    if (status === 410) return { ...failed(`${url.host} answers with 410 (gone). The webhook was turned off.`, status, null), isGone: true };
    return failed(`${url.host} answers with ${status}.`, status);
  } catch (error) {
    if (stopping?.aborted) throw error;
    if (patience.aborted) return failed(`${new URL(webhook.url).host} has not answered within ${PATIENCE / 1000} seconds.`);
    if (!(error instanceof TaskFailed)) place.warn(`A message of the webhook ${webhook.name} could not be sent`, error);
    return failed(error instanceof TaskFailed ? error.message : 'The message could not be sent.');
  }
}

/** A message as it is sent: JSON text, the same for each attempt. */
export function messageText({ type, data, path, at }: Pick<store.TakenDelivery, 'type' | 'data' | 'path' | 'at'>, publicUrl: string): string {
  const schema = Object.entries(WEBHOOK_DATA).find(([one]) => one === type)?.[1];
  return JSON.stringify({ type, timestamp: at, data: { ...(schema?.parse(data) ?? data), url: publicUrl + path } });
}

/** The three headers of a message, by Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.seconds.body` in base64. `seconds` since 1970. */
export function signature(secret: string, message: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  const mac = createHmac('sha256', key).update(`${message}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': message, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${mac}` };
}

/** Milliseconds within which an address has to answer. */
const PATIENCE = 20_000;
/** Seconds between two attempts at most. */
const LONGEST_PAUSE = 3600;
