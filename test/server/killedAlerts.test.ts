import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import realtime from 'gtfs-realtime-bindings';
import { expect, test } from 'vitest';
import { createPublicFeed, listPublicFeeds } from '../../src/contract/publicFeeds.ts';
import { createServiceAlert, endServiceAlert, listServiceAlerts, publishServiceAlert } from '../../src/contract/serviceAlerts.ts';
import type { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { AlertContent, ServiceAlert } from '../../src/domain/serviceAlerts.ts';
import { zipOf } from './killedFeeds.ts';
import { KilledProduct } from './killedRuns.ts';

const { FeedMessage } = realtime.transit_realtime;

const CONTENT: AlertContent = {
  cause: 'CONSTRUCTION',
  effect: 'STOP_MOVED',
  severity: 'WARNING',
  texts: ['en', 'nl'].map((language) => ({ language, header: 'Stop a is moved', description: '', url: '', ttsHeader: '', ttsDescription: '' })),
  periods: [],
  entities: [{ kind: 'stop', stop: 'a' }],
};

test(
  'a server that is killed around the publication and the end of an alert serves the message before or after, whole',
  { timeout: 240_000 },
  async () => {
    const product = await KilledProduct.start({ worker: false, env: { FEED_CALLS_PER_SECOND: '99999' } });
    try {
      const { taskRunId } = await zipOf(product, 'feed');
      await product.call(createPublicFeed, { body: { slug: 'city', license: '', contact: '', taskRunId, at: null } });
      const feedNow = async (): Promise<PublicFeed | undefined> => (await product.call<{ feeds: PublicFeed[] }>(listPublicFeeds)).feeds[0];
      await expect.poll(async () => (await feedNow())?.current ?? null, { timeout: 30_000 }).not.toBe(null);
      const id = (await feedNow())?.id ?? 0;
      const alerts = async (): Promise<ServiceAlert[]> =>
        (await product.call<{ alerts: ServiceAlert[] }>(listServiceAlerts, { params: { id } })).alerts;
      const served = async (): Promise<string | undefined> => {
        // An answer that is cut off is none; one that ends well has to be a message.
        const answer = await fetch(`${product.url}/feeds/city/alerts.pb`).catch(() => undefined);
        const bytes = await answer?.arrayBuffer().catch(() => undefined);
        if (answer === undefined || bytes === undefined) return undefined;
        if (answer.status !== 200) return `answered ${answer.status}`;
        return FeedMessage.decode(new Uint8Array(bytes))
          .entity.map((one) => `${one.id} ${one.alert?.headerText?.translation?.length}`)
          .join();
      };

      const made = await product.call<ServiceAlert>(createServiceAlert, { params: { id }, body: CONTENT });
      const other = await product.call<ServiceAlert>(createServiceAlert, { params: { id }, body: CONTENT });
      await product.call(publishServiceAlert, { params: { id, alertId: other.id } }, randomUUID(), other.rev);
      const [without, withIt] = [`alert-${other.id} 2`, `alert-${made.id} 2,alert-${other.id} 2`];
      expect(await served()).toBe(without);

      let isOver = false;
      const seen = new Map<string, number>();
      const fetching = (async () => {
        while (!isOver) {
          const message = await served().catch((error: unknown) => `not a message: ${String(error)}`);
          if (message !== undefined) seen.set(message, (seen.get(message) ?? 0) + 1);
          await pause(message === undefined ? 20 : 2);
        }
      })();
      try {
        let { rev } = made;
        for (const [route, state, expected] of [
          [publishServiceAlert, 'published', withIt],
          [endServiceAlert, 'ended', without],
        ] as const) {
          const key = randomUUID();
          const act = () => product.call<ServiceAlert>(route, { params: { id, alertId: made.id } }, key, rev);
          // killed while the call is under way: it may have been carried out, and is sent again with its key
          const cut = act().catch(() => undefined);
          await pause(8);
          await product.killServer();
          await cut;
          ({ rev } = await act());
          // killed as soon as it is acknowledged
          await product.killServer();
          expect(await served()).toBe(expected);
          expect((await alerts()).find((one) => one.id === made.id)).toMatchObject({ state, rev });
        }
      } finally {
        isOver = true;
        await fetching;
      }
      expect([...seen.keys()].toSorted()).toEqual([without, withIt].toSorted());
      expect(seen.get(withIt)).toBeGreaterThan(5);
    } finally {
      await product.close();
    }
  },
);
