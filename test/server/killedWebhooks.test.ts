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
    // killed while messages are received and not answered yet
    const first = await run();
    await expect.poll(() => site.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10);
    site.answer = 'hang';
    await expect.poll(() => site.received.some(({ isAnswered }) => !isAnswered), { timeout: 60_000, interval: 5 }).toBe(true);
    await first.kill();
    site.answer = 204;
    const second = await run();
    // those come again, and the others that waited
    const answered = (): Set<string> => new Set(site.received.flatMap(({ id, isAnswered }) => (isAnswered ? [id] : [])));
    await expect.poll(() => answered().size, { timeout: 60_000 }).toBe(MESSAGES);
    await second.stop();
    expect(new Set(site.received.map(({ id }) => id)).size).toBe(MESSAGES);
    expect(new Set(site.received.map(({ body }) => body.data['feed'])).size).toBe(MESSAGES);
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
