/** Feeds that everybody may fetch: what is served at which address, from when, and to whom it may be done. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as exportCalls from '../../src/contract/exports.ts';
import * as contract from '../../src/contract/publicFeeds.ts';
import type { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { ExportRun } from '../../src/domain/exports.ts';
import { keepHouse } from '../../server/jobs/housekeeping.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { OutputFiles } from '../../server/store/taskFiles.ts';
import { aNetwork } from '../builders/network.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

const BASE = 'https://data.example';

let product: TestProduct;
let exportId = 0;
/** Two runs of an export, of different networks. */
let first: { taskRunId: number; sha256: string };
let second: { taskRunId: number; sha256: string };

beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_FEEDS_URL: BASE });
  await product.app.jobs.start();
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
  first = await exported(['A', 'B']);
  second = await exported(['A', 'B', 'C']);
}, 120_000);
afterAll(() => product.close());

/** The zip of a network whose line calls at these stops. */
async function exported(stops: readonly string[]): Promise<{ taskRunId: number; sha256: string }> {
  const agency = { Id: 'EVIL', Name: 'Tram & <script>alert(1)</script>', Url: 'javascript:alert(1)', Timezone: 'Europe/Amsterdam' };
  const network = stops
    .reduce((all, stop) => all.withStop(stop), aNetwork().with('Agency', agency))
    .withLine('1', [...stops], { schedule: { AgencyId: 'EVIL' } });
  await product.version(network.build(), 'published');
  await product.call(exportCalls.runExport, { body: { id: exportId } });
  const last = async (): Promise<ExportRun> =>
    (
      (await product.call(exportCalls.listExportHistory, { params: { id: exportId }, query: {} })).body['exportRuns'] as unknown as ExportRun[]
    )[0] as ExportRun;
  await vi.waitFor(async () => expect((await last()).status).toBe(2), { timeout: 30_000, interval: 50 });
  const run = await last();
  return { taskRunId: run.taskRunId, sha256: run.files?.[0]?.sha256 ?? '' };
}

const fetched = async (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode: status, headers: said, rawPayload: bytes, payload: text } = await product.app.inject({ method, url, headers });
  return { status, headers: said, bytes, text, sha256: createHash('sha256').update(bytes).digest('hex') };
};
const feedsNow = async (as: Person = 'editor'): Promise<PublicFeed[]> =>
  (await product.call(contract.listPublicFeeds, {}, { as })).body['feeds'] as unknown as PublicFeed[];
const feedOf = async (slug: string): Promise<PublicFeed> => {
  const found = (await feedsNow()).find((feed) => feed.slug === slug);
  if (found === undefined) throw new Error(`There is no feed ${slug}`);
  return found;
};
const details = (slug: string) => ({ slug, license: 'CC-BY-4.0', contact: 'data@city.example' }) as const;
/** A new feed that serves the first zip. */
async function published(slug: string): Promise<PublicFeed> {
  const made = await product.call(contract.createPublicFeed, { body: { ...details(slug), taskRunId: first.taskRunId, at: null } });
  expect(made.status, made.text).toBe(200);
  await expect.poll(async () => (await fetched(`/feeds/${slug}/gtfs.zip`)).status, { timeout: 20_000 }).toBe(200);
  return feedOf(slug);
}
async function publishedNext(feed: PublicFeed, taskRunId: number): Promise<PublicFeed> {
  const answer = await product.call(contract.publishRelease, { params: { id: feed.id }, body: { taskRunId, at: null } }, { ifMatch: feed.rev });
  expect(answer.status, answer.text).toBe(200);
  await expect.poll(async () => (await feedOf(feed.slug)).next, { timeout: 20_000 }).toBe(null);
  return feedOf(feed.slug);
}

describe('a public feed', () => {
  it('serves the zip to everybody, whole and in parts, and answers 304 to who has it', async () => {
    const feed = await published('city');
    expect(feed).toMatchObject({ region: 'testland', databaseId: 'test', url: `${BASE}/feeds/city/`, withdrawn: null, next: null, trouble: null });
    const whole = await fetched('/feeds/city/gtfs.zip');
    expect(whole.sha256).toBe(first.sha256);
    const { etag = '', 'last-modified': modified = '' } = whole.headers as Record<string, string>;
    expect(etag).toBe(`"${first.sha256}"`);
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=60, must-revalidate',
      'content-type': 'application/zip',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'content-length': String(whole.bytes.length),
    });
    expect(whole.headers['set-cookie']).toBeUndefined();
    const head = await fetched('/feeds/city/gtfs.zip', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.headers['etag'], head.text]).toEqual([200, String(whole.bytes.length), etag, '']);
    for (const has of [{ 'if-none-match': etag }, { 'if-none-match': `"x", W/${etag}` }, { 'if-modified-since': modified }]) {
      const same = await fetched('/feeds/city/gtfs.zip', has);
      expect([same.status, same.text, same.headers['etag'], same.headers['cache-control']]).toEqual([304, '', etag, whole.headers['cache-control']]);
    }
    expect((await fetched('/feeds/city/gtfs.zip', { 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(200);
    const part = await fetched('/feeds/city/gtfs.zip', { range: 'bytes=10-19', 'if-range': etag });
    expect([part.status, part.headers['content-range'], part.bytes]).toEqual([
      206,
      `bytes 10-19/${whole.bytes.length}`,
      whole.bytes.subarray(10, 20),
    ]);
    expect((await fetched('/feeds/city/gtfs.zip', { range: 'bytes=-5' })).bytes).toEqual(whole.bytes.subarray(-5));
    const beyond = await fetched('/feeds/city/gtfs.zip', { range: 'bytes=99999999-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.bytes.length}`]);
    for (const range of ['bytes=0-1,5-6', 'pages=1-2', 'bytes=x']) expect((await fetched('/feeds/city/gtfs.zip', { range })).status).toBe(200);
    expect((await fetched('/feeds/city/gtfs.zip', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });

  it('has a page that runs nothing and shows names of the feed as texts, and an entry for registries', async () => {
    const page = await fetched('/feeds/city/');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(page.text).toContain('Tram &amp; &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toMatch(/<script|javascript:|style="/);
    for (const words of ['CC-BY-4.0', 'data@city.example', first.sha256, `${BASE}/feeds/city/gtfs.zip`, '<svg class="map"'])
      expect(page.text).toContain(words);
    expect((await fetched('/feeds/city/', { 'if-none-match': String(page.headers['etag']) })).status).toBe(304);
    expect(JSON.parse((await fetched('/feeds/city/dmfr.json')).text)).toMatchObject({
      $schema: 'https://dmfr.transit.land/json-schema/dmfr.schema-v0.6.0.json',
      feeds: [{ id: 'city', spec: 'gtfs', urls: { static_current: `${BASE}/feeds/city/gtfs.zip` }, license: { spdx_identifier: 'CC-BY-4.0' } }],
    });
    expect((await fetched('/feeds/city')).headers['location']).toBe('/feeds/city/');
  });

  it('says on its page what a release changes for riders, as text that runs nothing', async () => {
    const feed = await published('notes');
    const notes = [
      '## Line 5',
      '',
      '- 3 more trips [here](https://city.example/5) <script>alert(1)</script>',
      '- ![seen](https://x/y.png) [no](javascript:alert(1))',
    ];
    const body = { taskRunId: second.taskRunId, at: null, notes: notes.join('\n') };
    const answer = await product.call(contract.publishRelease, { params: { id: feed.id }, body }, { ifMatch: feed.rev });
    expect(answer.status, answer.text).toBe(200);
    await expect.poll(async () => (await fetched('/feeds/notes/')).text, { timeout: 20_000 }).toContain('<h2>What changed</h2>');
    const { text } = await fetched('/feeds/notes/');
    expect(text).toContain('<h3>Line 5</h3>');
    expect(text).toContain('3 more trips <a href="https://city.example/5" rel="nofollow noopener">here</a> &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<li>seen no</li>');
    expect((await feedOf('notes')).releases.map((release) => release.notes)).toEqual([body.notes, '']);
  });

  it('has a page for each line, which others may show in a frame', async () => {
    await published('lines');
    const line = /href="lines\/([^"]+)"/.exec((await fetched('/feeds/lines/')).text)?.[1] ?? '';
    const page = await fetched(`/feeds/lines/lines/${line}`);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect((await fetched('/feeds/lines/')).headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.text).toContain('Tram &amp; &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toMatch(/<script|javascript:|style="/);
    expect(page.text).toContain('<tr class="trip"><td>8:00</td><td>8:02</td></tr>');
    expect((await fetched(`/feeds/lines/lines/${line}`, { 'if-none-match': String(page.headers['etag']) })).status).toBe(304);
    const german = await fetched(`/feeds/lines/lines/${line}?lang=de`);
    expect(german.text).toContain('<h3>Täglich</h3>');
    const unknown = await fetched('/feeds/lines/lines/nothing');
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('The published timetable has no such line.')]);
    const stop = await fetched('/feeds/lines/stops/A');
    expect([stop.status, stop.headers['cache-control'], stop.headers['x-frame-options']]).toEqual([200, 'public, max-age=30', undefined]);
    expect(stop.text).toMatch(/<h2>Next departures, [^<]+<\/h2>/);
    expect((await fetched('/feeds/lines/stops/nothing')).status).toBe(404);
    const choice = await fetched('/feeds/lines/book');
    expect(choice.text).toContain(`<input type="checkbox" name="line" value="${decodeURIComponent(line)}">`);
    expect(choice.headers['content-security-policy']).toContain("form-action 'self'; frame-ancestors 'none'");
    const book = await fetched(`/feeds/lines/book?line=${line}&paper=a5`);
    expect(book.text).toContain('@page{size:A5;');
    expect(book.text).toContain('<tr class="trip"><td>8:00</td><td>8:02</td></tr>');
    expect(book.text).not.toMatch(/<script|javascript:|style="/);
    expect((await fetched('/feeds/lines/book?line=nothing')).status).toBe(404);
    const feed = await feedOf('lines');
    await product.call(contract.withdrawFeed, { params: { id: feed.id } }, { ifMatch: feed.rev });
    await expect.poll(async () => (await fetched(`/feeds/lines/lines/${line}`)).status).toBe(410);
  });

  it('is switched at once, keeps what it served, and goes back to it', async () => {
    const before = await published('switched');
    const after = await publishedNext(before, second.taskRunId);
    await expect.poll(async () => (await fetched('/feeds/switched/gtfs.zip')).sha256).toBe(second.sha256);
    const [newer, older] = after.releases;
    expect([newer?.date, older?.date]).toEqual([`${older?.date ?? ''}-2`, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    const kept = await fetched(`/feeds/switched/${older?.date ?? ''}.zip`);
    expect([kept.sha256, kept.headers['cache-control']]).toEqual([first.sha256, 'public, max-age=31536000, immutable']);
    const back = { params: { id: after.id }, body: { release: older?.id ?? 0, at: null } };
    expect((await product.call(contract.switchRelease, back, { ifMatch: after.rev })).status).toBe(200);
    await expect.poll(async () => (await fetched('/feeds/switched/gtfs.zip')).sha256).toBe(first.sha256);
    expect((await fetched(`/feeds/switched/${newer?.date ?? ''}.zip`)).sha256).toBe(second.sha256);
    const again = await product.call(contract.switchRelease, back, { ifMatch: (await feedOf('switched')).rev });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('This release is the one that is served.')]);
  });

  it('tells the second of two who switch at once in words, and changes nothing', async () => {
    const feed = await published('twice');
    const body = { taskRunId: second.taskRunId, at: null };
    const both = await Promise.all(
      (['editor', 'otherEditor'] as const).map((as) =>
        product.call(contract.publishRelease, { params: { id: feed.id }, body }, { as, ifMatch: feed.rev }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const late = both.find(({ status }) => status === 412);
    expect(late?.body).toMatchObject({
      errors: [{ message: 'Somebody else has changed this feed since you looked at it. Look at it again before you go on.' }],
      Present: { id: feed.id },
    });
  });

  it('is switched at a local time that is to come, and that can be taken back', async () => {
    const feed = await published('later');
    const publish = (at: string, rev: number) =>
      product.call(contract.publishRelease, { params: { id: feed.id }, body: { taskRunId: second.taskRunId, at } }, { ifMatch: rev });
    const past = await publish('2020-12-14T03:00', feed.rev);
    expect([past.status, past.body]).toEqual([
      400,
      [{ Field: 'at', Message: '2020-12-14 03:00 (Europe/Amsterdam) is in the past. Choose a later time, or publish at once' }],
    ]);
    expect((await publish('2031-02-30T03:00', feed.rev)).text).toContain('There is no such day');
    const planned = (await publish('2031-12-14T03:00', feed.rev)).body as unknown as PublicFeed;
    expect(planned.next?.at).toBe(Date.parse('2031-12-14T02:00:00Z') / 1000);
    await expect.poll(async () => (await feedOf('later')).releases[0]?.facts?.stops, { timeout: 20_000 }).toBe(3);
    // What is to come is not seen yet.
    expect((await fetched('/feeds/later/gtfs.zip')).sha256).toBe(first.sha256);
    await product.store.sql.db.updateTable('public_feed').set({ next_at: '2026-01-01T00:00:00Z' }).where('feed_id', '=', feed.id).execute();
    product.app.jobs.publish();
    await expect.poll(async () => (await fetched('/feeds/later/gtfs.zip')).sha256, { timeout: 20_000 }).toBe(second.sha256);
    const now = await feedOf('later');
    const back = now.releases[1]?.id ?? 0;
    const again = await product.call(
      contract.switchRelease,
      { params: { id: feed.id }, body: { release: back, at: '2031-01-01T00:00' } },
      { ifMatch: now.rev },
    );
    const cancelled = await product.call(contract.cancelSwitch, { params: { id: feed.id } }, { ifMatch: (again.body as unknown as PublicFeed).rev });
    expect(cancelled.body).toMatchObject({ next: null, current: now.current });
    expect((await feedOf('later')).releases).toHaveLength(2);
  });

  it('leads from its old address to the new one, and is gone after it was withdrawn', async () => {
    const feed = await published('before');
    const renamed = await product.call(contract.updatePublicFeed, { params: { id: feed.id }, body: details('after') }, { ifMatch: feed.rev });
    expect(renamed.body).toMatchObject({ slug: 'after', formerSlugs: ['before'], url: `${BASE}/feeds/after/` });
    await expect.poll(async () => (await fetched('/feeds/before/gtfs.zip')).status).toBe(301);
    expect((await fetched('/feeds/before/gtfs.zip')).headers['location']).toBe('/feeds/after/gtfs.zip');
    expect((await fetched('/feeds/after/gtfs.zip')).sha256).toBe(first.sha256);
    const taken = await product.call(contract.createPublicFeed, { body: { ...details('before'), taskRunId: first.taskRunId, at: null } });
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('The address before is, or was, that of another feed')]);
    const gone = await product.call(contract.withdrawFeed, { params: { id: feed.id } }, { ifMatch: (await feedOf('after')).rev });
    expect(gone.status).toBe(200);
    await expect.poll(async () => (await fetched('/feeds/after/gtfs.zip')).status).toBe(410);
    for (const file of ['', 'gtfs.zip', 'dmfr.json', `${feed.releases[0]?.date ?? ''}.zip`])
      expect((await fetched(`/feeds/after/${file}`)).status).toBe(410);
    const now = await feedOf('after');
    await product.call(contract.switchRelease, { params: { id: feed.id }, body: { release: now.current ?? 0, at: null } }, { ifMatch: now.rev });
    await expect.poll(async () => (await fetched('/feeds/after/gtfs.zip')).status).toBe(200);
  });

  it('answers 404 for what is not there', async () => {
    for (const url of [
      '/feeds/nothing/',
      '/feeds/nothing/gtfs.zip',
      '/feeds/city/2020-01-01.zip',
      '/feeds/city/..%2Fsecret',
      '/feeds/city/dmfr',
      '/feeds/__proto__/gtfs.zip',
    ])
      expect((await fetched(url)).status, url).toBe(404);
  });

  it('says that a file cannot be read where its object is gone; everything else is answered as before', async () => {
    const lost = await exported(['A', 'C']);
    const feed = await published('lost');
    const objects = openObjects(product.dataDir, undefined);
    const row = await product.store.sql.db
      .selectFrom('task_run')
      .select('output_files')
      .where('task_run_id', '=', lost.taskRunId)
      .executeTakeFirstOrThrow();
    await objects.remove(OutputFiles.parse(row.output_files).key ?? '');
    const answer = await product.call(
      contract.publishRelease,
      { params: { id: feed.id }, body: { taskRunId: lost.taskRunId, at: null } },
      { ifMatch: feed.rev },
    );
    expect(answer.status).toBe(200);
    await expect
      .poll(async () => (await feedOf('lost')).trouble, { timeout: 20_000 })
      .toContain('is missing in the object store. Nothing was switched.');
    expect((await fetched('/feeds/lost/gtfs.zip')).sha256).toBe(first.sha256);
  });

  it('keeps its zips when files of old runs are deleted', async () => {
    const { store, dataDir } = product;
    await published('kept');
    await store.sql.db.updateTable('pipeline_run').set({ ended: '2020-01-01T00:00:00Z' }).execute();
    const place = { store, objects: openObjects(dataDir, undefined), live: { publish: () => Promise.resolve() }, warn: () => undefined };
    await keepHouse(place, undefined, new AbortController().signal, 1);
    const runs = await store.sql.db.selectFrom('task_run').select(['task_run_id', 'output_files']).execute();
    expect(runs.find(({ task_run_id: id }) => id === first.taskRunId)?.output_files).not.toHaveProperty('removed');
    expect((await fetched('/feeds/kept/gtfs.zip')).sha256).toBe(first.sha256);
  });
});

it('is not offered where no public address is set', async () => {
  const quiet = await startTestProduct();
  expect((await quiet.app.inject({ url: '/feeds/city/' })).statusCode).toBe(404);
  expect((await quiet.call(contract.createPublicFeed, { body: { ...details('city'), taskRunId: 1, at: null } })).text).toContain('PUBLIC_FEEDS_URL');
  await quiet.close();
});
