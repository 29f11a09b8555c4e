/** Webhooks and their messages as they are kept. The secret of a webhook is a sealed secret (jobs/taskSecrets.ts), named by webhookSecretName. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { RUN_STATUS, type RunStatus } from '../../src/domain/runs.ts';
import {
  Webhook,
  WEBHOOK_DAYS,
  WEBHOOK_LISTED,
  WEBHOOK_TEST,
  WEBHOOKS_EACH,
  type WebhookData,
  WebhookDelivery,
  type WebhookInput,
  type WebhookType,
} from '../../src/domain/webhooks.ts';
import { storable } from './storable.ts';
import type { Db } from './tables.ts';

/** Name of the secret that holds the signing key of a webhook. No task can name it. */
export function webhookSecretName(webhookId: number): string {
  return `webhook/${webhookId}`;
}

/** Webhooks of a region by name. */
export function listWebhooks(db: Db, region: string): Promise<Webhook[]> {
  return readWebhooks(db, sql`w.region_key = ${region}`);
}

/** A webhook of a region. */
export async function readWebhook(db: Db, region: string, id: number): Promise<Webhook | undefined> {
  return (await readWebhooks(db, sql`w.region_key = ${region} and w.webhook_id = ${id}`))[0];
}

/** Makes a webhook and answers its id; undefined where its region has one of that name. The region is locked by the caller. */
export async function insertWebhook(
  db: Db,
  region: string,
  { name, types, databases, enabled }: WebhookInput,
  url: string,
  by: { readonly author: string; readonly subject: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ webhook_id: number }>`
    insert into webhook(region_key, name, url, types, databases, enabled, author, subject)
    values (${region}, ${name}, ${url}, ${[...types]}::text[], ${databases}::text[], ${enabled}, ${by.author}, ${by.subject})
    on conflict do nothing returning webhook_id`.execute(db);
  return rows[0]?.webhook_id;
}

/** Whether a region may have another webhook. */
export async function hasRoom(db: Db, region: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook where region_key = ${region}`.execute(db);
  return (rows[0]?.n ?? 0) < WEBHOOKS_EACH;
}

/** Whether another webhook of the region has that name. */
export async function isWebhookNameTaken(db: Db, region: string, name: string, except: number): Promise<boolean> {
  const { rows } = await sql`
    select from webhook where region_key = ${region} and lower(name) = lower(${name}) and webhook_id <> ${except}`.execute(db);
  return rows.length > 0;
}

/** Writes a webhook; false where it is not at that revision any more. */
export async function writeWebhook(
  db: Db,
  id: number,
  rev: number,
  { name, types, databases, enabled }: WebhookInput,
  url: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    update webhook set name = ${name}, url = coalesce(${url ?? null}::text, url), types = ${[...types]}::text[], databases = ${databases}::text[], enabled = ${enabled}, rev = rev + 1
    where webhook_id = ${id} and rev = ${rev} returning webhook_id`.execute(db);
  return rows.length === 1;
}

/** Removes a webhook with its messages and its secret. */
export async function removeWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('task_secret').where('name', '=', webhookSecretName(id)).execute();
  await sql`delete from webhook where webhook_id = ${id}`.execute(db);
}

/** Something that happened in a database. */
export interface WebhookEvent<T extends WebhookType> {
  readonly type: T;
  readonly data: Omit<WebhookData<T>, 'region' | 'database'>;
  /** Path of the product where it can be looked at. */
  readonly path: string;
}

/**
 * Queues a message for each webhook that asks for such events of a database. Call it in the transaction in which the event happens:
 * then neither is there without the other.
 */
export async function queueEvent<T extends WebhookType>(db: Db, databaseId: string, { type, data, path }: WebhookEvent<T>): Promise<void> {
  const text = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  await sql`
    insert into webhook_delivery(webhook_id, type, data, path)
    select w.webhook_id, ${type}, jsonb_build_object('region', w.region_key, 'database', d.id) || ${text}::jsonb, ${path}
    from ${asking(type)} where d.id = ${databaseId}`.execute(db);
}

/** Queues messages of webhooks about the end of a run. */
export async function queueRunEnded(db: Db, runId: number, status: RunStatus): Promise<void> {
  const run = await db
    .selectFrom('pipeline_run')
    .select(['pipeline_id', 'export_id', 'pipeline_name', 'database_id'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const of = run.export_id !== null ? 'export' : run.pipeline_id !== null ? 'pipeline' : 'task';
  await queueEvent(db, run.database_id, {
    type: 'run.ended',
    data: {
      run: runId,
      of,
      name: run.pipeline_name ?? '',
      status: status === RUN_STATUS.Completed ? 'succeeded' : status === RUN_STATUS.Stopped ? 'stopped' : 'failed',
    },
    path: of === 'export' ? `/exports/runs/${runId}` : of === 'pipeline' ? `/pipelines?pipeline=${run.pipeline_id}&run=${runId}` : '/tasks',
  });
}

/**
 * Counts errors of a version that were added (more than 0) or cured. They are one message for all edits of a minute; one that is
 * back at 0 before it was tried is not sent.
 */
export async function queueErrors(db: Db, versionId: number, errors: number): Promise<void> {
  if (errors === 0) return;
  const topic = `validation/${versionId}`;
  if (errors > 0) {
    await sql`
      insert into webhook_delivery(webhook_id, type, data, path, topic, next_at)
      select w.webhook_id, 'validation.worse', jsonb_build_object('region', w.region_key, 'database', d.id,
          'version', jsonb_build_object('id', v.version_id, 'name', v.name), 'errors', ${errors}::int),
        '/data/db/' || d.id || '/v/' || v.version_id || '/validation', ${topic}, now() + make_interval(secs => ${SECONDS_TOGETHER})
      from ${asking('validation.worse')} join version v on v.database_id = d.id where v.version_id = ${versionId}
      on conflict (webhook_id, topic) where status = 'queued' and attempts = 0 and topic is not null do update
        set data = ${withErrors(sql`(excluded.data->>'errors')::int`)}`.execute(db);
    return;
  }
  await sql`update webhook_delivery set data = ${withErrors(sql`${errors}::int`)}
    where topic = ${topic} and status = 'queued' and attempts = 0`.execute(db);
  await sql`delete from webhook_delivery
    where topic = ${topic} and status = 'queued' and attempts = 0 and (data->>'errors')::int <= 0`.execute(db);
}

/** Whether any webhook asks for validation that got worse in the database of a version. */
export async function asksForErrors(db: Db, versionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${asking('validation.worse')} join version v on v.database_id = d.id where v.version_id = ${versionId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Seconds in which errors of a version are counted together. */
const SECONDS_TOGETHER = 60;

/** Webhooks `w` with each database `d` whose events of a type they receive. */
function asking(type: WebhookType): RawBuilder<unknown> {
  return sql`webhook w join database d on d.region_key = w.region_key and w.enabled and ${type}::text = any(w.types)
    and (w.databases is null or d.id = any(w.databases))`;
}

function withErrors(by: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_set(webhook_delivery.data, '{errors}', to_jsonb((webhook_delivery.data->>'errors')::int + ${by}))`;
}

/** Queues a message that tests a webhook. */
export async function queueTest(db: Db, region: string, id: number): Promise<WebhookDelivery | undefined> {
  const { rows } = await sql<{ delivery_id: string | number }>`
    insert into webhook_delivery(webhook_id, type, data, path)
    values (${id}, ${WEBHOOK_TEST}, jsonb_build_object('region', ${region}::text), '/') returning delivery_id`.execute(db);
  return readDelivery(db, id, Number(rows[0]?.delivery_id ?? 0));
}

/** Queues a message that has ended once more; undefined where there is none of that number. */
export async function repeatDelivery(db: Db, webhookId: number, id: number): Promise<WebhookDelivery | undefined> {
  await sql`update webhook_delivery set status = 'queued', attempts = 0, next_at = now(), ended = null, topic = null
    where webhook_id = ${webhookId} and delivery_id = ${id} and status in ('delivered', 'failed')`.execute(db);
  return readDelivery(db, webhookId, id);
}

/** The newest messages of a webhook. */
export function listDeliveries(db: Db, webhookId: number): Promise<WebhookDelivery[]> {
  return readDeliveries(db, sql`webhook_id = ${webhookId}`);
}

async function readDelivery(db: Db, webhookId: number, id: number): Promise<WebhookDelivery | undefined> {
  return (await readDeliveries(db, sql`webhook_id = ${webhookId} and delivery_id = ${id}`))[0];
}

async function readDeliveries(db: Db, where: RawBuilder<unknown>): Promise<WebhookDelivery[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', delivery_id, 'message', 'msg_' || message, 'type', type, 'status', status, 'attempts', attempts, 'answer', answer,
      'error', error, 'at', ${iso(sql`at`)}, 'ended', ${iso(sql`ended`)},
      'next', case when status = 'queued' then ${iso(sql`next_at`)} end) order by delivery_id desc)::text as list
    from (select * from webhook_delivery where ${where} order by delivery_id desc limit ${WEBHOOK_LISTED}) rows`.execute(db);
  return z.array(WebhookDelivery).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

async function readWebhooks(db: Db, where: RawBuilder<unknown>): Promise<Webhook[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', webhook_id, 'name', name, 'origin', substring(url from '^[^/]+//[^/?#]+'), 'types', types, 'databases', databases, 'enabled', enabled,
      'rev', rev, 'author', author, 'last', (
        select json_build_object('status', d.status, 'at', ${iso(sql`coalesce(d.ended, d.at)`)})
        from webhook_delivery d where d.webhook_id = w.webhook_id order by d.delivery_id desc limit 1)) order by lower(name))::text as list
    from webhook w where ${where}`.execute(db);
  return z.array(Webhook).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

function iso(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A message that was taken to be sent. */
export interface TakenDelivery {
  readonly id: number;
  readonly message: string;
  readonly attempts: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** When it happened, an ISO moment in UTC. */
  readonly at: string;
  readonly webhook: { readonly id: number; readonly name: string; readonly url: string; readonly subject: string; readonly region: string };
}

/** Messages whose time has come, oldest first. */
export async function listDueDeliveries(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: string | number }>`
    select delivery_id as id from webhook_delivery where status = 'queued' and next_at <= now() order by delivery_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Takes a queued message, so that nobody else sends it; undefined where somebody has. Committed before anything is sent. */
export async function takeDelivery(db: Db, id: number, worker: string): Promise<TakenDelivery | undefined> {
  const { rows } = await sql<{ taken: string }>`
    update webhook_delivery d set status = 'sending', worker = ${worker}, attempts = attempts + 1
    from webhook w where d.delivery_id = ${id} and d.status = 'queued' and w.webhook_id = d.webhook_id
    returning json_build_object('id', d.delivery_id, 'message', 'msg_' || d.message, 'attempts', d.attempts, 'type', d.type, 'data', d.data, 'path', d.path,
      'at', ${iso(sql`d.at`)}, 'webhook', json_build_object('id', w.webhook_id, 'name', w.name, 'url', w.url, 'subject', w.subject,
      'region', w.region_key))::text as taken`.execute(db);
  const [row] = rows;
  return row && Taken.parse(JSON.parse(row.taken));
}

const Taken = z.object({
  id: z.int(),
  message: z.string(),
  attempts: z.int(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  path: z.string(),
  at: z.string(),
  webhook: z.object({ id: z.int(), name: z.string(), url: z.string(), subject: z.string(), region: z.string() }),
});

/** How an attempt ended: delivered, or why not and after how many seconds it is tried again (null: never). */
export interface DeliveryEnd {
  readonly answer: number | null;
  readonly failed?: { readonly error: string; readonly again: number | null };
}

/** Notes how an attempt of a process ended; false, and nothing happens, where the message is not, or no longer, its own. */
export async function endDelivery(db: Db, id: number, worker: string, { answer, failed }: DeliveryEnd): Promise<boolean> {
  const again = failed?.again ?? null;
  const status = failed === undefined ? 'delivered' : again === null ? 'failed' : 'queued';
  const { rows } = await sql`
    update webhook_delivery set status = ${status}, worker = null, answer = ${answer}, error = ${failed === undefined ? null : storable(failed.error)},
      next_at = now() + make_interval(secs => ${again ?? 0}), ended = case when ${status}::text = 'queued' then null else now() end
    where delivery_id = ${id} and status = 'sending' and worker = ${worker} returning delivery_id`.execute(db);
  return rows.length === 1;
}

/** Messages that are being sent, and by which process. */
export async function listSendingDeliveries(db: Db): Promise<{ id: number; worker: string }[]> {
  const { rows } = await sql<{ id: string | number; worker: string | null }>`
    select delivery_id as id, worker from webhook_delivery where status = 'sending'`.execute(db);
  return rows.map(({ id, worker }) => ({ id: Number(id), worker: worker ?? '' }));
}

/** Puts a message back into the queue whose process was killed. The receiver may get it twice, under the same `webhook-id`. */
export async function releaseDelivery(db: Db, id: number): Promise<void> {
  await sql`update webhook_delivery set status = 'queued', worker = null where delivery_id = ${id} and status = 'sending'`.execute(db);
}

/** Turns a webhook off whose address says that it is gone for good. */
export async function turnOff(db: Db, id: number): Promise<void> {
  await sql`update webhook set enabled = false, rev = rev + 1 where webhook_id = ${id} and enabled`.execute(db);
}

/** Forgets messages that ended long ago. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_delivery where ended < now() - make_interval(days => ${WEBHOOK_DAYS})`.execute(db);
}
