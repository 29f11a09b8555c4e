import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  repeatWebhookDelivery,
  testWebhook,
  updateWebhook,
} from '../../src/contract/webhooks.ts';
import { readAccount } from '../../src/contract/account.ts';
import { askForReview } from '../../src/contract/reviews.ts';
import { listNews } from '../../src/contract/news.ts';
import { publishVersion } from '../../src/contract/versions.ts';
import { Webhook, type WebhookDelivery, type WebhookInput } from '../../src/domain/webhooks.ts';
import { openTaskSecrets } from '../../server/jobs/taskSecrets.ts';
import { sendMessage, signature, type WebhookPlace } from '../../server/jobs/webhookQueue.ts';
import { fileSecrets } from '../../server/auth/secrets.ts';
import { databaseSecrets } from '../../server/store/secrets.ts';
import { createRun, moveRun } from '../../server/store/runs.ts';
import { forgetDeliveries, listDueDeliveries, queueErrors, queueEvent } from '../../server/store/webhooks.ts';
import { type Person, startTestProduct, type TestProduct } from './product.ts';
import { smallFeed } from './smallFeed.ts';
import { SECRET, webhookSite, type WebhookSite } from './webhookSite.ts';

let product: TestProduct;
let site: WebhookSite;
let place: WebhookPlace;
const warned: string[] = [];
const region = { region: 'testland' };

beforeAll(async () => {
  site = await webhookSite();
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  const engine = product.store.sql;
  const installation = product.store.engine === 'postgres' ? databaseSecrets(engine.db) : fileSecrets(product.dataDir);
  place = {
    engine,
    inHand: new Set(),
    warn: (message) => void warned.push(message),
    addresses: { allowed: [`127.0.0.1:${site.port}`] },
    secrets: await openTaskSecrets(engine.db, installation, undefined),
    live: { publish: () => Promise.resolve() },
    publicUrl: 'https://dmp.example',
  };
});
afterAll(async () => {
  await product.close();
  await site.close();
});
beforeEach(async () => {
  await sql`delete from webhook`.execute(product.store.sql.db);
  site.received.splice(0);
  site.answer = 204;
});

const INPUT: WebhookInput = {
  name: 'Chat room',
  types: ['version.published', 'feed.switched', 'review.asked', 'run.ended', 'validation.worse', 'export.delivered'],
  databases: null,
  enabled: true,
};

async function made(changes: Partial<WebhookInput & { readonly url: string }> = {}): Promise<Webhook> {
  const answer = await product.call(createWebhook, { query: region, body: { ...INPUT, url: site.url, ...changes, secret: SECRET } });
  return Webhook.parse(answer.body);
}

async function deliveries({ id }: Webhook): Promise<readonly WebhookDelivery[]> {
  const { body } = await product.call(listWebhookDeliveries, { params: { webhookId: id }, query: region });
  return listWebhookDeliveries.reply.parse(body).deliveries;
}

/** Sends all that is due. */
async function sendDue(): Promise<void> {
  for (const id of await listDueDeliveries(product.store.sql.db, 1000)) await sendMessage(place, id);
}

const switched = (databaseId = 'test'): Promise<void> =>
  queueEvent(product.store.sql.db, databaseId, { type: 'feed.switched', data: { feed: 'city', release: '2026-12-14' }, path: '/feeds/city/' });

describe('the signature of a message', () => {
  it('is that of the example of Standard Webhooks', () => {
    const headers = signature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

describe('webhooks', () => {
  it('are made, changed and removed; their secret is in no answer and sealed in the database', async () => {
    const webhook = await made();
    expect(webhook).toMatchObject({ name: 'Chat room', rev: 1, last: null, databases: null, origin: `http://127.0.0.1:${site.port}` });
    const listed = await product.call(listWebhooks, { query: region });
    expect(listed.text).toContain('"Chat room"');
    expect(listed.text).not.toContain('whsec_');
    expect(listed.text).not.toContain('/hooks/dmp');
    const kept = await sql<{ sealed: string }>`select sealed from task_secret where name = ${`webhook/${webhook.id}`}`.execute(product.store.sql.db);
    expect(kept.rows).toHaveLength(1);
    expect(kept.rows[0]?.sealed).not.toContain(SECRET.slice(6));
    const body = { ...INPUT, name: 'Other room', enabled: false };
    const params = { webhookId: webhook.id };
    const changed = await product.call(updateWebhook, { params, query: region, body }, { ifMatch: 1 });
    expect(changed.body).toMatchObject({ name: 'Other room', enabled: false, rev: 2 });
    expect((await product.call(updateWebhook, { params, query: region, body }, { ifMatch: 1 })).status).toBe(412);
    expect((await product.call(deleteWebhook, { params, query: region })).status).toBe(200);
    expect((await product.call(deleteWebhook, { params, query: region })).status).toBe(404);
    expect((await sql`select from task_secret where name = ${`webhook/${webhook.id}`}`.execute(product.store.sql.db)).rows).toEqual([]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Write what the webhook is for'],
    [{ url: 'ftp://files.example/x' }, 'url', 'Enter a full address starting with http:// or https://'],
    [{ url: 'https://mia:secret@hooks.example/x' }, 'url', 'An address has no user and no password'],
    [{ types: [] }, 'types', 'Choose at least one event'],
    [{ databases: ['elsewhere'] }, 'databases[0]', 'There is no database elsewhere in this region.'],
  ])('are refused where something is wrong: %j', async (changes, field, message) => {
    const answer = await product.call(createWebhook, { query: region, body: { ...INPUT, url: site.url, ...changes, secret: SECRET } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect(answer.text.replaceAll('/', '.')).toContain(field.split('[')[0]);
  });

  it('have names of their own and are at most 20 in a region', async () => {
    await made();
    const again = await product.call(createWebhook, { query: region, body: { ...INPUT, url: site.url, name: 'CHAT room', secret: SECRET } });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('A webhook with this name already exists in the region')]);
    for (let i = 2; i <= 20; i++) await made({ name: `Room ${i}` });
    const body = { ...INPUT, url: site.url, name: 'Room 21', secret: SECRET };
    expect((await product.call(createWebhook, { query: region, body })).text).toContain('A region has at most 20 webhooks.');
  });

  it('are seen and changed by those who may change the region, and by nobody else', async () => {
    const { id } = await made();
    const status = async (as: Person, query = region): Promise<readonly number[]> => [
      (await product.call(listWebhooks, { query }, { as })).status,
      (await product.call(listWebhookDeliveries, { params: { webhookId: id }, query }, { as })).status,
      (await product.call(testWebhook, { params: { webhookId: id }, query }, { as })).status,
    ];
    expect(await status('localEditor')).toEqual([200, 200, 200]);
    expect(await status('viewer')).toEqual([403, 403, 403]);
    expect(await status('nobody')).toEqual([401, 401, 401]);
    expect(await status('editor', { region: 'nowhere' })).toEqual([404, 404, 404]);
  });
});

describe('messages', () => {
  it('are signed, name what happened and where it can be looked at', async () => {
    const webhook = await made();
    await switched();
    await sendDue();
    const [message] = site.received;
    expect(message?.isSigned).toBe(true);
    expect(message?.headers['content-type']).toBe('application/json');
    expect(message?.body).toEqual({
      type: 'feed.switched',
      timestamp: expect.stringMatching(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { region: 'testland', database: 'test', feed: 'city', release: '2026-12-14', url: 'https://dmp.example/feeds/city/' },
    });
    const [kept] = await deliveries(webhook);
    expect(kept).toMatchObject({
      message: message?.id,
      type: 'feed.switched',
      status: 'delivered',
      attempts: 1,
      answer: 204,
      error: null,
      next: null,
    });
  });

  it('come for the events and databases that a webhook asks for, while it is on', async () => {
    const wanted = await made();
    const others = [
      await made({ name: 'Runs', types: ['run.ended'] }),
      await made({ name: 'Other database', databases: ['shut'] }),
      await made({ name: 'Off', enabled: false }),
    ];
    await switched();
    expect(await deliveries(wanted)).toHaveLength(1);
    for (const webhook of others) expect(await deliveries(webhook)).toEqual([]);
    await switched('shut');
    expect(await deliveries(others[1] as Webhook)).toHaveLength(1);
  });

  it('of a version that is published are there with the publication', async () => {
    const webhook = await made();
    const versionId = await product.version(smallFeed());
    const params = { databaseId: 'test', versionId };
    expect((await product.call(publishVersion, { params })).status).toBe(200);
    await sendDue();
    expect(site.received.map(({ body }) => body)).toEqual([
      {
        type: 'version.published',
        timestamp: expect.any(String),
        data: {
          region: 'testland',
          database: 'test',
          version: { id: versionId, name: 'written by a test' },
          by: 'editor@test.example',
          url: `https://dmp.example/data/db/test/v/${versionId}`,
        },
      },
    ]);
    expect(await deliveries(webhook)).toHaveLength(1);
  });

  it('of a review are there with the question', async () => {
    await made();
    await product.call(readAccount, {}, { as: 'otherEditor' });
    const versionId = await product.version(smallFeed(), 'editable');
    const body = { Reviewers: ['otherEditor@test.example'], Note: 'Please look' };
    expect((await product.call(askForReview, { params: { versionId }, body })).status).toBe(200);
    await sendDue();
    expect(site.received.map(({ body: { type, data } }) => [type, data])).toEqual([
      [
        'review.asked',
        {
          region: 'testland',
          database: 'test',
          version: { id: versionId, name: 'written by a test' },
          by: 'editor@test.example',
          reviewers: ['otherEditor@test.example'],
          url: `https://dmp.example/changes/test/review/${versionId}`,
        },
      ],
    ]);
  });

  it('of a run come once it has ended, with how', async () => {
    await made();
    const { db } = product.store.sql;
    const task = {
      name: 'Wait',
      original_name: 'Wait',
      s3_url: 'builtin:wait',
      command: {},
      task_type: 1,
      input_version_id: null,
      notes: '',
    } as const;
    const by = { causedBy: 'mia', subject: 'editor' };
    const run = await db
      .transaction()
      .execute((tx) => createRun(tx, { pipelineId: null, pipelineName: 'Nightly', databaseId: 'test', tasks: [task], ...by }));
    const [id = 0] = run?.taskRunIds ?? [];
    const runId = run?.runId ?? 0;
    expect(await listDueDeliveries(db, 10)).toEqual([]);
    await db.transaction().execute((tx) => moveRun(tx, runId, { type: 'progressed', id }));
    expect(await listDueDeliveries(db, 10)).toEqual([]);
    await db.transaction().execute((tx) => moveRun(tx, runId, { type: 'ended', id, status: 3 }));
    await sendDue();
    expect(site.received.map(({ body }) => body.data)).toEqual([
      { region: 'testland', database: 'test', run: runId, of: 'task', name: 'Nightly', status: 'failed', url: 'https://dmp.example/tasks' },
    ]);
  });

  it('about errors count those of a minute together; what is cured in time is not sent', async () => {
    const webhook = await made();
    const { db } = product.store.sql;
    const versionId = await product.version(smallFeed());
    await queueErrors(db, versionId, 2);
    await queueErrors(db, versionId, 3);
    await queueErrors(db, versionId, -1);
    expect(await listDueDeliveries(db, 10)).toEqual([]);
    await sql`update webhook_delivery set next_at = now()`.execute(db);
    await sendDue();
    expect(site.received.map(({ body }) => body.data)).toEqual([
      {
        region: 'testland',
        database: 'test',
        version: { id: versionId, name: 'written by a test' },
        errors: 4,
        url: `https://dmp.example/data/db/test/v/${versionId}/validation`,
      },
    ]);
    await queueErrors(db, versionId, 2);
    await queueErrors(db, versionId, -2);
    expect(await deliveries(webhook)).toHaveLength(1);
  });

  it('that are not taken are sent again under the same id, later each time', async () => {
    const webhook = await made();
    await switched();
    const [id = 0] = await listDueDeliveries(product.store.sql.db, 1);
    const waits: number[] = [];
    for (const answer of [500, 301, 'cut'] as const) {
      site.answer = answer;
      await sendMessage(place, id);
      const [kept] = await deliveries(webhook);
      expect(kept?.status).toBe('queued');
      waits.push(Math.round((Date.parse(kept?.next ?? '') - Date.now()) / 1000));
      await sql`update webhook_delivery set next_at = now()`.execute(product.store.sql.db);
    }
    for (const [i, seconds] of [15, 30, 60].entries()) expect(Math.abs((waits[i] ?? 0) - seconds)).toBeLessThan(5);
    site.answer = 200;
    await sendDue();
    expect((await deliveries(webhook))[0]).toMatchObject({ status: 'delivered', attempts: 4, answer: 200 });
    expect(new Set(site.received.map((one) => one.id)).size).toBe(1);
    expect(new Set(site.received.map((one) => one.text)).size).toBe(1);
    expect(site.received.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('are given up after 20 attempts, with a line in the bell of who made the webhook; they can be sent once more', async () => {
    const webhook = await made();
    await switched();
    const { db } = product.store.sql;
    const [id = 0] = await listDueDeliveries(db, 1);
    site.answer = 503;
    await sql`update webhook_delivery set attempts = 18`.execute(db);
    await sendMessage(place, id);
    const news = async () => listNews.reply.parse((await product.call(listNews)).body).news.filter(({ kind }) => kind === 'webhookFailed');
    expect(await news()).toEqual([]);
    await sql`update webhook_delivery set next_at = now()`.execute(db);
    await sendMessage(place, id);
    const [kept] = await deliveries(webhook);
    expect(kept).toMatchObject({ status: 'failed', attempts: 20, error: `127.0.0.1:${site.port} answers with 503.`, next: null });
    expect(await news()).toMatchObject([{ title: 'Webhook Chat room: a message could not be delivered', path: '/exports?dialog=webhooks' }]);
    site.answer = 204;
    const params = { webhookId: webhook.id, deliveryId: id };
    expect((await product.call(repeatWebhookDelivery, { params, query: region })).body).toMatchObject({ status: 'queued', attempts: 0 });
    await sendDue();
    expect((await deliveries(webhook))[0]).toMatchObject({ status: 'delivered', message: kept?.message });
    expect((await product.call(repeatWebhookDelivery, { params: { ...params, deliveryId: 999_999 }, query: region })).status).toBe(404);
  });

  it('to an address that is gone (410) turn the webhook off', async () => {
    const webhook = await made();
    await switched();
    site.answer = 410;
    await sendDue();
    expect((await deliveries(webhook))[0]).toMatchObject({ status: 'failed', attempts: 1, answer: 410 });
    const listed = listWebhooks.reply.parse((await product.call(listWebhooks, { query: region })).body).webhooks;
    expect(listed).toMatchObject([{ enabled: false, last: { status: 'failed' } }]);
  });

  it('are not sent to addresses of this machine that are not allowed', async () => {
    const webhook = await made({ url: 'http://127.0.0.1:9/x' });
    await product.call(testWebhook, { params: { webhookId: webhook.id }, query: region });
    await sendDue();
    expect((await deliveries(webhook))[0]?.error).toContain('127.0.0.1 is an address of this machine or of a private network');
    expect(warned).toEqual([]);
  });

  it('are forgotten 30 days after they have ended', async () => {
    const webhook = await made();
    await switched();
    await switched();
    await sendDue();
    const { db } = product.store.sql;
    await sql`update webhook_delivery set ended = now() - interval '31 days' where delivery_id = (select min(delivery_id) from webhook_delivery)`.execute(
      db,
    );
    await forgetDeliveries(db);
    expect(await deliveries(webhook)).toHaveLength(1);
  });

  it('of a test come also where the webhook is off', async () => {
    const webhook = await made({ enabled: false });
    await product.call(testWebhook, { params: { webhookId: webhook.id }, query: region });
    await sendDue();
    expect(site.received.map(({ body }) => [body.type, body.data])).toEqual([['webhook.test', { region: 'testland', url: 'https://dmp.example/' }]]);
  });

  it('to an address that does not answer do not hold up those to others', async () => {
    const quick = await webhookSite();
    try {
      await made({ name: 'Slow', databases: ['shut'] });
      await made({ name: 'Quick', databases: ['test'], url: quick.url });
      site.answer = 'hang';
      for (let i = 0; i < 3; i++) await switched('shut');
      await product.app.jobs.start();
      await expect.poll(() => site.received.length, { timeout: 30_000 }).toBe(3);
      // those that hang are given up after 20 seconds; this one is due while they hang
      await switched();
      await expect.poll(() => quick.received.length, { timeout: 15_000 }).toBe(1);
    } finally {
      await quick.close();
    }
  });
});
