/** The gate of public feeds: what holds a release back, who lets it out, and what happens when something fails in between. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import * as exportCalls from '../../src/contract/exports.ts';
import { listNews } from '../../src/contract/news.ts';
import * as contract from '../../src/contract/publicFeeds.ts';
import type { ExportRun } from '../../src/domain/exports.ts';
import type { FeedRelease, PublicFeed } from '../../src/domain/publicFeeds.ts';
import { DEFAULT_GATE } from '../../src/domain/releaseGate.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { aNetwork } from '../builders/network.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

let product: TestProduct;
let exportId = 0;
interface Made {
  readonly taskRunId: number;
  readonly sha256: string;
}
/** Networks whose line calls at these stops. */
let abc: Made;
let ab: Made;
let abcd: Made;

beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_FEEDS_URL: 'https://data.example' });
  await product.app.jobs.start();
  // who signs in is known to the bell
  await product.call(readAccount, {});
  const settings = { kind: 'folder', path: 'nightly' } as const;
  const place = await product.call(exportCalls.createDeliveryLocation, { body: { region: 'testland', name: 'Nightly', settings, credentials: {} } });
  const made = await product.call(exportCalls.createExport, {
    body: {
      name: 'To all',
      region: 'testland',
      DbId: 'test',
      scope: 'Database',
      schedule: { timeOfDay: '' },
      deliveryLocation: { fileName: 'city.zip', location: place.body['id'] ?? 0 },
      feedInfo: { url: '', contactUrl: '' },
      agencyMergingRules: [],
    },
  });
  exportId = made.body['id'] ?? 0;
  abc = await exported(['A', 'B', 'C']);
  ab = await exported(['A', 'B']);
  abcd = await exported(['A', 'B', 'C', 'D']);
}, 120_000);
afterAll(() => product.close());

async function exported(stops: readonly string[]): Promise<Made> {
  const network = stops.reduce((all, stop) => all.withStop(stop), aNetwork()).withLine('1', [...stops]);
  await product.version(network.build(), 'published');
  await product.call(exportCalls.runExport, { body: { id: exportId } });
  const last = async (): Promise<ExportRun> => {
    const { body } = await product.call(exportCalls.listExportHistory, { params: { id: exportId }, query: {} });
    return (body['exportRuns'] as unknown as ExportRun[])[0] as ExportRun;
  };
  await vi.waitFor(async () => expect((await last()).status).toBe(2), { timeout: 30_000, interval: 50 });
  const run = await last();
  return { taskRunId: run.taskRunId, sha256: run.files?.[0]?.sha256 ?? '' };
}

const servedAt = async (slug: string): Promise<string> =>
  createHash('sha256')
    .update((await product.app.inject({ url: `/feeds/${slug}/gtfs.zip` })).rawPayload)
    .digest('hex');
const feedOf = async (slug: string): Promise<PublicFeed> => {
  const { body } = await product.call(contract.listPublicFeeds, {});
  const found = (body['feeds'] as unknown as PublicFeed[]).find((feed) => feed.slug === slug);
  if (found === undefined) throw new Error(`There is no feed ${slug}`);
  return found;
};
const nextOf = (feed: PublicFeed): FeedRelease | undefined => feed.releases.find(({ id }) => id === feed.next?.release);
/** A feed that serves the stops A, B and C. */
async function published(slug: string, more: Partial<PublicFeed> = {}): Promise<PublicFeed> {
  const body = { slug, license: '', contact: '', ...more, taskRunId: abc.taskRunId, at: null } as const;
  const made = await product.call(contract.createPublicFeed, { body });
  expect(made.status, made.text).toBe(200);
  await expect.poll(async () => (await feedOf(slug)).current, { timeout: 20_000 }).not.toBe(null);
  return feedOf(slug);
}
async function publish(slug: string, { taskRunId }: Made, at: string | null = null): Promise<void> {
  const { id, rev } = await feedOf(slug);
  const answer = await product.call(contract.publishRelease, { params: { id }, body: { taskRunId, at } }, { ifMatch: rev });
  expect(answer.status, answer.text).toBe(200);
}
/** The next release of a feed, once it is held. */
async function held(slug: string): Promise<FeedRelease> {
  await expect.poll(async () => nextOf(await feedOf(slug))?.held, { timeout: 20_000 }).toBe(true);
  return nextOf(await feedOf(slug)) as FeedRelease;
}
const approve = (feed: PublicFeed, release: number, reason = 'Stop C was closed for good', as: Person = 'editor') =>
  product.call(contract.approveRelease, { params: { id: feed.id }, body: { release, reason } }, { as, ifMatch: feed.rev });
const bell = async (): Promise<readonly { kind: string; title: string; detail: string; path: string; count: number }[]> =>
  (await product.call(listNews, {})).body['news'] as never;

it('lets a first release out without comparing ids, and one that loses none', async () => {
  const feed = await published('fine');
  expect(feed.releases[0]?.checked).toMatchObject({ against: null, reasons: [], unreadable: false });
  await publish('fine', abcd);
  await expect.poll(() => servedAt('fine'), { timeout: 20_000 }).toBe(abcd.sha256);
  const after = await feedOf('fine');
  expect(after.releases[0]?.checked).toMatchObject({ against: feed.current, reasons: [], ids: { stop: { count: 0 } } });
  expect(after.releases[0]?.checked?.errors.count).toEqual(expect.any(Number));
});

it('holds a release in which a stop is missing, until somebody approves it with a reason that is kept', async () => {
  await published('stops');
  await publish('stops', ab);
  const release = await held('stops');
  expect(release.checked).toMatchObject({ reasons: ['stop'], ids: { stop: { count: 1, first: ['C'] }, trip: { count: 0 }, agency: { count: 0 } } });
  product.app.jobs.publish();
  expect(await servedAt('stops')).toBe(abc.sha256);
  await expect
    .poll(async () => (await bell()).find(({ title }) => title.startsWith('stops')))
    .toMatchObject({
      kind: 'releaseHeld',
      title: 'stops: the new release is held',
      detail: '1 stop id removed.',
      path: '/exports?dialog=feeds',
      count: 1,
    });
  const short = await approve(await feedOf('stops'), release.id, ' no ');
  expect([short.status, short.text]).toEqual([400, expect.stringContaining('Enter a reason of at least 3 characters')]);
  const yes = await approve(await feedOf('stops'), release.id);
  expect(yes.status, yes.text).toBe(200);
  await expect.poll(() => servedAt('stops')).toBe(ab.sha256);
  const [now] = (await feedOf('stops')).releases;
  expect(now?.approval).toEqual({ by: 'editor@test.example', at: expect.any(Number), reason: 'Stop C was closed for good' });
  expect(now?.held).toBeUndefined();
});

it('lets only those approve who may publish, and the second of two is refused', async () => {
  await published('both');
  await publish('both', ab);
  const release = await held('both');
  const feed = await feedOf('both');
  expect((await approve(feed, release.id, 'I may not', 'viewer')).status).toBe(403);
  const both = await Promise.all([approve(feed, release.id, 'first'), approve(feed, release.id, 'second', 'otherEditor')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect((await feedOf('both')).current).toBe(release.id);
  const late = await approve(await feedOf('both'), release.id);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('This release is not the next one of the feed any more.')]);
});

it('refuses to approve what is not held, and one of two who approve and cancel', async () => {
  await published('cancelled');
  await publish('cancelled', abcd, '2031-12-14T03:00');
  await expect.poll(async () => nextOf(await feedOf('cancelled'))?.checked?.reasons, { timeout: 20_000 }).toEqual([]);
  const planned = await feedOf('cancelled');
  const early = await approve(planned, planned.next?.release ?? 0);
  expect([early.status, early.text]).toEqual([409, expect.stringContaining('This release is not held back')]);
  await publish('cancelled', ab);
  const release = await held('cancelled');
  const feed = await feedOf('cancelled');
  const both = await Promise.all([
    approve(feed, release.id),
    product.call(contract.cancelSwitch, { params: { id: feed.id } }, { as: 'otherEditor', ifMatch: feed.rev }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  const after = await feedOf('cancelled');
  expect([after.next, [release.id, feed.current].includes(after.current)]).toEqual([null, true]);
});

it('does not switch a held release when its time comes, and says so once; an approved one is switched at its time', async () => {
  const feed = await published('planned');
  await publish('planned', ab, '2031-12-14T03:00');
  const release = await held('planned');
  expect(release.checked?.day).toBe('2031-12-14');
  const due = (): Promise<unknown> =>
    product.store.sql.db.updateTable('public_feed').set({ next_at: '2026-01-01T00:00:00Z' }).where('feed_id', '=', feed.id).execute();
  await due();
  product.app.jobs.publish();
  const notices = async () => (await bell()).filter(({ title }) => title.startsWith('planned'));
  await expect.poll(notices, { timeout: 20_000 }).toMatchObject([{ title: 'planned was not switched: the new release is held', count: 2 }]);
  product.app.jobs.publish();
  expect(await servedAt('planned')).toBe(abc.sha256);
  expect(await notices()).toHaveLength(1);

  const later = await product.call(contract.cancelSwitch, { params: { id: feed.id } }, { ifMatch: (await feedOf('planned')).rev });
  expect(later.status).toBe(200);
  await publish('planned', ab, '2031-12-14T03:00');
  const again = await held('planned');
  expect((await approve(await feedOf('planned'), again.id)).status).toBe(200);
  expect(await servedAt('planned')).toBe(abc.sha256);
  await due();
  product.app.jobs.publish();
  await expect.poll(() => servedAt('planned'), { timeout: 20_000 }).toBe(ab.sha256);
});

it('checks again when the settings of the gate change, and asks for another approval', async () => {
  const feed = await published('settings', { gate: { ids: [], errors: null, days: 0 } });
  expect(feed.gate).toEqual({ ids: [], errors: null, days: 0 });
  await publish('settings', ab, '2031-12-14T03:00');
  await expect.poll(async () => nextOf(await feedOf('settings'))?.checked?.reasons, { timeout: 20_000 }).toEqual([]);
  const { id, rev, slug } = await feedOf('settings');
  const update = (gate: PublicFeed['gate'], at: number) =>
    product.call(contract.updatePublicFeed, { params: { id }, body: { slug, license: '', contact: '', gate } }, { ifMatch: at });
  expect((await update(DEFAULT_GATE, rev)).status).toBe(200);
  const release = await held('settings');
  const approved = await approve(await feedOf('settings'), release.id);
  expect((approved.body as unknown as PublicFeed).releases[0]?.approval?.by).toBe('editor@test.example');
  // a call of before the gate: it stays
  expect((await update(undefined, (await feedOf('settings')).rev)).status).toBe(200);
  expect(await feedOf('settings')).toMatchObject({ gate: DEFAULT_GATE, releases: [{ approval: { by: 'editor@test.example' } }, {}] });
});

it('goes back to a release that was served before without the gate', async () => {
  const feed = await published('back');
  await publish('back', abcd);
  await expect.poll(() => servedAt('back'), { timeout: 20_000 }).toBe(abcd.sha256);
  const { id, rev } = await feedOf('back');
  const back = await product.call(contract.switchRelease, { params: { id }, body: { release: feed.current ?? 0, at: null } }, { ifMatch: rev });
  expect(back.status, back.text).toBe(200);
  await expect.poll(() => servedAt('back')).toBe(abc.sha256);
});

it('switches a release that was checked before the process ended, and checks one that was only read', async () => {
  const feed = await published('killed');
  await publish('killed', abcd, '2031-12-14T03:00');
  await expect.poll(async () => nextOf(await feedOf('killed'))?.checked?.reasons, { timeout: 20_000 }).toEqual([]);
  const { db } = product.store.sql;
  const releaseId = (await feedOf('killed')).next?.release ?? 0;
  // what a process leaves that ends between reading and the gate: facts, no result
  await db.updateTable('public_release').set({ checked: null, held: false }).where('release_id', '=', releaseId).execute();
  await db.updateTable('public_feed').set({ next_at: '2026-01-01T00:00:00Z' }).where('feed_id', '=', feed.id).execute();
  product.app.jobs.publish();
  await expect.poll(() => servedAt('killed'), { timeout: 20_000 }).toBe(abcd.sha256);
  expect((await feedOf('killed')).releases[0]?.checked?.against).toBe(feed.current);
});

it('holds a release where the zip that is served is gone, for its ids cannot be compared', async () => {
  const own = await exported(['A', 'B', 'C', 'E']);
  await published('gone');
  await publish('gone', own);
  await expect.poll(() => servedAt('gone'), { timeout: 20_000 }).toBe(own.sha256);
  const row = await product.store.sql.db
    .selectFrom('public_release')
    .select('key')
    .where('release_id', '=', (await feedOf('gone')).current ?? 0)
    .executeTakeFirstOrThrow();
  await openObjects(product.dataDir, undefined).remove(row.key);
  await publish('gone', abcd);
  expect((await held('gone')).checked).toMatchObject({ unreadable: true, reasons: ['unreadable'] });
});
