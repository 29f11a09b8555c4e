import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTaskSecrets } from '../../server/jobs/taskSecrets.ts';
import { fileSecrets } from '../../server/auth/secrets.ts';
import { databaseSecrets } from '../../server/store/secrets.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { insertWebhook, queueEvent, webhookSecretName } from '../../server/store/webhooks.ts';
import { startProduct } from '../drivers/server.ts';
import { newPlace } from './command.ts';
import { regionDoc } from './smallFeed.ts';
import { SECRET, webhookSite } from './webhookSite.ts';

const MESSAGES = 40;

test('a server that is killed while it sends messages of webhooks loses none; a repeat has the same id', { timeout: 240_000 }, async () => {
  const place = await newPlace('webhooks');
  const site = await webhookSite();
  const env = { DEMO_DATA: 'no', LOG_LEVEL: 'error', ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}` };
  const withStore = async <T>(act: (store: OpenedStore) => Promise<T>): Promise<T> => {
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
    try {
      return await act(store);
    } finally {
      await store.close();
    }
  };
  const run = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env });
  try {
    await withStore(async (store) => {
      const { db } = store.sql;
      await store.createRegion(regionDoc('hookland', 'Hookland'));
      await store.createDatabase({ Id: 'hooks', Name: 'Hooks', RegionKey: 'hookland' });
      const input = { name: 'Site', types: ['feed.switched' as const], databases: null, enabled: true };
      const id = (await insertWebhook(db, 'hookland', input, site.url, { author: 'mia', subject: 'mia' })) ?? 0;
      const secrets = await openTaskSecrets(db, store.engine === 'postgres' ? databaseSecrets(db) : fileSecrets(place.dataDir), undefined);
      await secrets.write(db, webhookSecretName(id), SECRET, 'mia');
      for (let i = 0; i < MESSAGES; i++)
        await queueEvent(db, 'hooks', { type: 'feed.switched', data: { feed: `feed-${i}`, release: '2026-12-14' }, path: `/feeds/feed-${i}/` });
    });
    // killed in the middle of a message that is received and not yet answered
    const first = await run();
    await expect.poll(() => site.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10);
    site.answer = 'hang';
    const before = site.received.length;
    await expect.poll(() => site.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    await first.kill();
    site.answer = 204;
    const second = await run();
    const feeds = (): Set<unknown> => new Set(site.received.map(({ body }) => body.data['feed']));
    await expect.poll(() => feeds().size, { timeout: 60_000 }).toBe(MESSAGES);
    // the message that the kill caught comes again
    await expect.poll(() => site.received.length, { timeout: 60_000 }).toBe(MESSAGES + 1);
    await second.stop();
    expect(new Set(site.received.map(({ id }) => id)).size).toBe(MESSAGES);
    expect(site.received.every(({ isSigned }) => isSigned)).toBe(true);
    const { rows } = await withStore(async (store) =>
      sql`select status, count(*)::int as n from webhook_delivery group by status`.execute(store.sql.db),
    );
    expect(rows).toEqual([{ status: 'delivered', n: MESSAGES }]);
  } finally {
    await site.close();
    await place.remove();
  }
});
