/** A public feed whose next release cannot be kept because the disk is full: the old one stays, the feed says why, and the next attempt has everything. */
import { createReadStream } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishWaiting } from '../../server/jobs/publications.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import * as store from '../../server/store/publicFeeds.ts';
import { aFeed } from '../builders/gtfsZip.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_FEEDS_URL: 'https://data.example' });
});
afterAll(() => product.close());

const going = new AbortController().signal;
const full = (): Promise<never> => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));

it.each(['feeds/book', 'feeds/entities', 'feeds/facts'])(
  'says that the disk is full where %s cannot be kept, and serves what it did',
  async (what) => {
    const { db } = product.store.sql;
    const objects = openObjects(product.dataDir, undefined);
    const place = {
      store: product.store,
      objects,
      live: { publish: () => Promise.resolve() },
      warn: () => undefined,
      dataDir: product.dataDir,
      unpackedLimit: 1e9,
    };
    const narrow = {
      ...place,
      objects: { ...objects, put: (name: string, ...more: [never, never]) => (name === what ? full() : objects.put(name, ...more)) },
    };
    const key = await objects.put(`exports/1/${what.slice(6)}.zip`, createReadStream(await aFeed().write()));
    const slug = `full-${what.slice(6)}`;
    const id = await db
      .transaction()
      .execute(async (tx) => (await store.insertPublicFeed(tx, { slug, license: '', contact: '' }, 'test', 'test')) ?? 0);
    const next = async (): Promise<number> => {
      const release = await store.insertRelease(db, id, { key, size: 1, taskRunId: 1, versionId: null, notes: '', author: 'test' });
      await store.setNext(db, id, { release, at: Date.now() - 1000 });
      return release;
    };
    const first = await next();
    await publishWaiting(place, going);
    expect(await store.readPublicFeed(db, id)).toMatchObject({ current: first, trouble: null });

    await next();
    await publishWaiting(narrow, going);
    expect(await store.readPublicFeed(db, id)).toMatchObject({ current: first, trouble: 'The disk of the server is full. Nothing was switched.' });

    const third = await next();
    await publishWaiting(place, going);
    const feed = await store.readPublicFeed(db, id);
    expect(feed).toMatchObject({ current: third, trouble: null });
    const served = feed?.releases.find((one) => one.id === third);
    expect([served?.bookKey, served?.entitiesKey]).toEqual([expect.stringMatching(/^feeds\/book/), expect.stringMatching(/^feeds\/entities/)]);
  },
);
