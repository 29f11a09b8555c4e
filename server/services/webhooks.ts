import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/webhooks.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import { type Webhook, type WebhookDelivery, type WebhookInput, WEBHOOKS_EACH } from '../../src/domain/webhooks.ts';
import type { Caller } from '../auth/auth.ts';
import type { TaskSecrets } from '../jobs/taskSecrets.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { readRegion } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import * as store from '../store/webhooks.ts';
import type { Write } from './editing.ts';
import { manageableRegion, noRegion, withRights } from './regions.ts';

/** Webhooks of a region. Their addresses may name what is private, so they are for those who may change it. */
export async function listWebhooks(db: Db, caller: Caller, key: string): Promise<ReplyOf<typeof contract.listWebhooks>> {
  return { webhooks: await store.listWebhooks(db, await changeableRegion(db, caller, key)) };
}

/** The newest messages of a webhook. */
export async function listDeliveries(db: Db, caller: Caller, key: string, id: number): Promise<ReplyOf<typeof contract.listWebhookDeliveries>> {
  const region = await changeableRegion(db, caller, key);
  await requireWebhook(db, region, id);
  return { deliveries: await store.listDeliveries(db, id) };
}

/** Makes a webhook and seals its secret. */
export async function createWebhook(
  write: Write,
  secrets: TaskSecrets,
  key: string,
  { url, secret, ...input }: WebhookInput & { readonly url: string; readonly secret: string },
): Promise<Webhook> {
  const region = await manageableRegion(write, key);
  requireDatabases(region.Databases, input);
  if (!(await store.hasRoom(write.db, region.Key)))
    throw new Refusal(409, 'too_many_webhooks', `A region has at most ${WEBHOOKS_EACH} webhooks. Remove one that is no longer used first.`);
  const id = await store.insertWebhook(write.db, region.Key, input, url, { author: write.caller.account.name, subject: write.caller.subject });
  if (id === undefined) throw nameTaken();
  await secrets.write(write.db, store.webhookSecretName(id), secret, write.caller.account.name);
  return requireWebhook(write.db, region.Key, id);
}

/** Changes a webhook that is at that revision. */
export async function updateWebhook(
  write: Write,
  secrets: TaskSecrets,
  key: string,
  id: number,
  rev: number,
  { url, secret, ...input }: WebhookInput & { readonly url?: string | undefined; readonly secret?: string | undefined },
): Promise<Webhook> {
  const region = await manageableRegion(write, key);
  const before = await requireWebhook(write.db, region.Key, id);
  requireDatabases(region.Databases, input);
  if (await store.isWebhookNameTaken(write.db, region.Key, input.name, id)) throw nameTaken();
  if (!(await store.writeWebhook(write.db, id, rev, input, url)))
    throw new Refusal(412, 'conflict', 'Somebody else has changed this webhook.', before);
  if (secret !== undefined) await secrets.write(write.db, store.webhookSecretName(id), secret, write.caller.account.name);
  return requireWebhook(write.db, region.Key, id);
}

/** Removes a webhook with all that belongs to it. */
export async function deleteWebhook(write: Write, key: string, id: number): Promise<Record<string, never>> {
  const region = await manageableRegion(write, key);
  await requireWebhook(write.db, region.Key, id);
  await store.removeWebhook(write.db, id);
  return {};
}

/** Queues a message that tests a webhook. */
export async function testWebhook(write: Write, key: string, id: number): Promise<WebhookDelivery> {
  const region = await manageableRegion(write, key);
  await requireWebhook(write.db, region.Key, id);
  return found(await store.queueTest(write.db, region.Key, id), id);
}

/** Queues a message that has ended once more. */
export async function repeatDelivery(write: Write, key: string, webhookId: number, id: number): Promise<WebhookDelivery> {
  const region = await manageableRegion(write, key);
  await requireWebhook(write.db, region.Key, webhookId);
  return found(await store.repeatDelivery(write.db, webhookId, id), id);
}

async function changeableRegion(db: Db, caller: Caller, key: string): Promise<string> {
  const region = await readRegion(db, key);
  if (!region) throw noRegion(key);
  if (withRights(region, caller).Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return region.Key;
}

async function requireWebhook(db: Db, region: string, id: number): Promise<Webhook> {
  const webhook = await store.readWebhook(db, region, id);
  if (webhook === undefined) throw new Refusal(404, 'not_found', `There is no webhook ${id} in this region.`);
  return webhook;
}

function requireDatabases(known: readonly { readonly Id: string }[], { databases }: WebhookInput): void {
  const strange = (databases ?? []).flatMap((id, i) =>
    known.some(({ Id }) => Id === id) ? [] : [{ Field: `databases[${i}]`, Message: `There is no database ${id} in this region.` }],
  );
  if (strange.length > 0) throw new BadInput(strange);
}

function found(delivery: WebhookDelivery | undefined, id: number): WebhookDelivery {
  if (delivery === undefined) throw new Refusal(404, 'not_found', `There is no message ${id} of this webhook.`);
  return delivery;
}

function nameTaken(): BadInput {
  return new BadInput([{ Field: 'name', Message: 'A webhook with this name already exists in the region' }]);
}
