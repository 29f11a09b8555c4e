/** Service alerts of a public feed: who may write them, and what everybody gets of them. */
import realtime from 'gtfs-realtime-bindings';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as exportCalls from '../../src/contract/exports.ts';
import * as feeds from '../../src/contract/publicFeeds.ts';
import * as contract from '../../src/contract/serviceAlerts.ts';
import type { ExportRun } from '../../src/domain/exports.ts';
import type { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { AlertChange, AlertContent, ServiceAlert } from '../../src/domain/serviceAlerts.ts';
import { aNetwork } from '../builders/network.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

const { FeedMessage } = realtime.transit_realtime;

let product: TestProduct;
let exportId = 0;
let abc = 0;
let ab = 0;

beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_FEEDS_URL: 'https://data.example' }, { publishRole: 'dmp.publisher' });
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
  abc = await exported(['A', 'B', 'C']);
  ab = await exported(['A', 'B']);
}, 120_000);
afterAll(() => product.close());

async function exported(stops: readonly string[]): Promise<number> {
  const agency = { Id: 'TRAM', Name: 'City Tram', Url: 'https://tram.example', Timezone: 'Europe/Amsterdam', Language: 'en' };
  const network = stops
    .reduce((all, stop) => all.withStop(stop), aNetwork().with('Agency', agency))
    .withLine('1', [...stops], { schedule: { AgencyId: 'TRAM' } });
  await product.version(network.build(), 'published');
  await product.call(exportCalls.runExport, { body: { id: exportId } });
  const last = async (): Promise<ExportRun> => {
    const { body } = await product.call(exportCalls.listExportHistory, { params: { id: exportId }, query: {} });
    return (body['exportRuns'] as unknown as ExportRun[])[0] as ExportRun;
  };
  await vi.waitFor(async () => expect((await last()).status).toBe(2), { timeout: 30_000, interval: 50 });
  return (await last()).taskRunId;
}

const feedOf = async (slug: string): Promise<PublicFeed> => {
  const { body } = await product.call(feeds.listPublicFeeds, {});
  const found = (body['feeds'] as unknown as PublicFeed[]).find((feed) => feed.slug === slug);
  if (found === undefined) throw new Error(`There is no feed ${slug}`);
  return found;
};
async function served(slug: string): Promise<PublicFeed> {
  const gate = { ids: [], errors: 9_999_999, days: 0 } as const;
  const made = await product.call(feeds.createPublicFeed, {
    body: { slug, license: '', contact: '', gate: { ...gate, ids: [] }, taskRunId: abc, at: null },
  });
  expect(made.status, made.text).toBe(200);
  // The server may read what is served a moment after the feed says so.
  await expect.poll(async () => (await fetched(`/feeds/${slug}/`)).status, { timeout: 20_000 }).toBe(200);
  return feedOf(slug);
}

const fetched = async (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode: status, headers: said, rawPayload: bytes, payload: text } = await product.app.inject({ method, url, headers });
  return { status, headers: said, bytes, text };
};
const idsAt = async (slug: string): Promise<string[]> =>
  FeedMessage.decode((await fetched(`/feeds/${slug}/alerts.pb`)).bytes).entity.map(({ id }) => id);

const CONTENT: AlertContent = {
  cause: 'CONSTRUCTION',
  effect: 'DETOUR',
  severity: 'WARNING',
  texts: [
    {
      language: 'en',
      header: 'Stop C is closed',
      description: 'Use B.',
      url: 'https://city.example/c',
      ttsHeader: 'Stop C is closed.',
      ttsDescription: '',
    },
    { language: 'de', header: 'Haltestelle C ist geschlossen', description: '', url: '', ttsHeader: '', ttsDescription: '' },
  ],
  periods: [{ from: '2026-10-25T02:30', until: '2036-12-14T03:00' }],
  entities: [{ kind: 'stop', stop: 'C' }],
};
async function drafted(feed: PublicFeed, more: Partial<AlertContent> = {}): Promise<ServiceAlert> {
  const made = await product.call(contract.createServiceAlert, { params: { id: feed.id }, body: { ...CONTENT, ...more } });
  expect(made.status, made.text).toBe(200);
  return made.body as unknown as ServiceAlert;
}
/** Publish, end and reopen have the same shape. */
type Act = typeof contract.publishServiceAlert;
const act = (route: Act, feed: PublicFeed, { id, rev }: ServiceAlert, as: Person = 'editor') =>
  product.call(route, { params: { id: feed.id, alertId: id } }, { as, ifMatch: rev });
async function published(feed: PublicFeed, more: Partial<AlertContent> = {}): Promise<ServiceAlert> {
  const answer = await act(contract.publishServiceAlert, feed, await drafted(feed, more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as ServiceAlert;
}
const alertsOf = async (feed: PublicFeed): Promise<ServiceAlert[]> =>
  (await product.call(contract.listServiceAlerts, { params: { id: feed.id } })).body['alerts'] as unknown as ServiceAlert[];

describe('the alerts of a public feed', () => {
  it('are served as a message and as JSON, which say the same, once they are published', async () => {
    const feed = await served('city');
    const empty = await fetched('/feeds/city/alerts.pb');
    expect([empty.status, FeedMessage.decode(empty.bytes).toJSON()]).toEqual([
      200,
      { header: { gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET', timestamp: String(feed.since) } },
    ]);
    const draft = await drafted(feed, { entities: [...CONTENT.entities, { kind: 'agency', agency: 'TRAM' }] });
    expect(draft).toMatchObject({ state: 'draft', named: [{ label: 'Stop C' }, { label: 'City Tram' }] });
    expect(await idsAt('city')).toEqual([]);
    expect((await act(contract.publishServiceAlert, feed, draft)).status).toBe(200);
    const { bytes, headers } = await fetched('/feeds/city/alerts.pb');
    expect(headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'cache-control': 'public, max-age=15, must-revalidate',
      'access-control-allow-origin': '*',
    });
    const message = FeedMessage.decode(bytes);
    expect(message.toJSON()).toEqual({
      header: { gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET', timestamp: expect.stringMatching(/^\d{10}$/) },
      entity: [
        {
          id: `alert-${draft.id}`,
          alert: {
            // 25 October 2026, 2:30 comes twice in Amsterdam: the first time counts.
            activePeriod: [{ start: String(Date.parse('2026-10-25T00:30:00Z') / 1000), end: String(Date.parse('2036-12-14T02:00:00Z') / 1000) }],
            informedEntity: [{ stopId: 'C' }, { agencyId: 'TRAM' }],
            cause: 'CONSTRUCTION',
            effect: 'DETOUR',
            severityLevel: 'WARNING',
            url: { translation: [{ text: 'https://city.example/c', language: 'en' }] },
            headerText: {
              translation: [
                { text: 'Stop C is closed', language: 'en' },
                { text: 'Haltestelle C ist geschlossen', language: 'de' },
              ],
            },
            descriptionText: { translation: [{ text: 'Use B.', language: 'en' }] },
            ttsHeaderText: { translation: [{ text: 'Stop C is closed.', language: 'en' }] },
          },
        },
      ],
    });
    const json = await fetched('/feeds/city/alerts.json');
    expect([json.headers['content-type'], JSON.parse(json.text)]).toEqual(['application/json; charset=utf-8', message.toJSON()]);
  });

  it('are answered 304 to who has them, and without a statement in the database', async () => {
    const feed = await served('warm');
    await published(feed);
    const whole = await fetched('/feeds/warm/alerts.pb');
    const { etag = '', 'last-modified': modified = '' } = whole.headers as Record<string, string>;
    const executor = product.store.sql.db.getExecutor();
    const statements = vi.spyOn(executor, 'executeQuery');
    for (const has of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const same = await fetched('/feeds/warm/alerts.pb', has);
      expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag]);
    }
    const head = await fetched('/feeds/warm/alerts.pb', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(whole.bytes.length), '']);
    for (let n = 0; n < 20; n++) {
      expect((await fetched('/feeds/warm/alerts.pb')).bytes).toEqual(whole.bytes);
      expect((await fetched('/feeds/warm/alerts.json')).status).toBe(200);
    }
    expect(statements.mock.calls.length).toBe(0);
    await alertsOf(feed);
    expect(statements.mock.calls.length).toBeGreaterThan(0);
    statements.mockRestore();
  });

  it('are on the page of the feed while they are served, in its language and escaped, without a statement in the database', async () => {
    const feed = await served('page');
    const page = (headers = {}) => fetched('/feeds/page/', headers);
    const before = await page();
    expect(before.text).not.toContain('Service alerts');
    await drafted(feed);
    await published(feed, { periods: [{ from: null, until: '2026-01-01T00:00' }] });
    expect((await page()).headers['etag']).toBe(before.headers['etag']);
    await published(feed, {
      texts: [
        { ...CONTENT.texts[1]!, header: 'Anderer Weg', description: '', url: '' },
        { ...CONTENT.texts[0]!, header: 'A <b>&</b> B', description: '<script>alert(1)</script>\nUse "B".', url: 'https://city.example/?a=1&b="2"' },
      ],
      periods: [
        { from: '2020-01-01T00:00', until: '2020-01-02T00:00' },
        { from: '2035-12-14T03:00', until: null },
      ],
    });
    const current = await published(feed, { periods: [{ from: null, until: '2036-12-14T03:00' }] });
    const { text, headers } = await page();
    expect(headers['etag']).not.toBe(before.headers['etag']);
    expect(text.match(/<article class="alert">[^]*?<\/article>/g)?.map((one) => one.replaceAll(/\n+/g, '\n'))).toEqual([
      `<article class="alert"><h3 lang="en">Stop C is closed</h3>
<p class="when">Now: until 2036-12-14 03:00 (Europe/Berlin)</p>
<p class="said" lang="en">Use B.</p>
<p><a href="https://city.example/c" rel="nofollow noopener">https://city.example/c</a></p></article>`,
      `<article class="alert"><h3 lang="en">A &lt;b&gt;&amp;&lt;/b&gt; B</h3>
<p class="when">Planned: from 2035-12-14 03:00 (Europe/Berlin)</p>
<p class="said" lang="en">&lt;script&gt;alert(1)&lt;/script&gt;
Use &quot;B&quot;.</p>
<p><a href="https://city.example/?a=1&amp;b=&quot;2&quot;" rel="nofollow noopener">https://city.example/?a=1&amp;b=&quot;2&quot;</a></p></article>`,
    ]);
    const statements = vi.spyOn(product.store.sql.db.getExecutor(), 'executeQuery');
    for (let n = 0; n < 5; n++) expect((await page()).text).toBe(text);
    expect((await page({ 'if-none-match': String(headers['etag']) })).status).toBe(304);
    expect(statements.mock.calls.length).toBe(0);
    statements.mockRestore();
    await act(contract.endServiceAlert, feed, current);
    const ended = await page({ 'if-none-match': String(headers['etag']) });
    expect([ended.status, ended.text.includes('Stop C is closed')]).toEqual([200, false]);
  });

  it('are gone with their feed, and lead from an old address to the new one', async () => {
    const feed = await served('old');
    await published(feed);
    expect((await fetched('/feeds/nothing/alerts.pb')).status).toBe(404);
    const body = { slug: 'new', license: '', contact: '' } as const;
    await product.call(feeds.updatePublicFeed, { params: { id: feed.id }, body }, { ifMatch: feed.rev });
    await expect.poll(async () => (await fetched('/feeds/old/alerts.json')).status).toBe(301);
    expect((await fetched('/feeds/old/alerts.json')).headers['location']).toBe('/feeds/new/alerts.json');
    await product.call(feeds.withdrawFeed, { params: { id: feed.id } }, { ifMatch: (await feedOf('new')).rev });
    await expect.poll(async () => (await fetched('/feeds/new/alerts.pb')).status).toBe(410);
  });

  it('end at once, also by their last period, and can be reopened as drafts', async () => {
    const feed = await served('ends');
    const alert = await published(feed);
    const second = await published(feed, { periods: [{ from: null, until: '2026-01-01T00:00' }] });
    expect(await idsAt('ends')).toEqual([`alert-${alert.id}`]);
    const stamp = async (): Promise<number> => Number(FeedMessage.decode((await fetched('/feeds/ends/alerts.pb')).bytes).header.timestamp);
    const before = await stamp();
    const ended = await act(contract.endServiceAlert, feed, alert);
    expect(ended.body).toMatchObject({ state: 'ended' });
    expect(await idsAt('ends')).toEqual([]);
    expect(await stamp()).toBeGreaterThanOrEqual(before);
    const reopened = (await act(contract.reopenServiceAlert, feed, ended.body as unknown as ServiceAlert)).body as unknown as ServiceAlert;
    expect(reopened.state).toBe('draft');
    expect((await act(contract.endServiceAlert, feed, reopened)).text).toContain('This alert is not published.');
    expect((await act(contract.publishServiceAlert, feed, reopened)).status).toBe(200);
    const { body } = await product.call(contract.readAlertHistory, { params: { id: feed.id, alertId: alert.id } });
    expect((body['changes'] as unknown as AlertChange[]).map(({ act: what, author }) => [what, author])).toEqual([
      ['publish', 'editor@test.example'],
      ['reopen', 'editor@test.example'],
      ['end', 'editor@test.example'],
      ['publish', 'editor@test.example'],
      ['create', 'editor@test.example'],
    ]);
    const removal = await product.call(contract.removeServiceAlert, { params: { id: feed.id, alertId: second.id } }, { ifMatch: second.rev });
    expect([removal.status, removal.text]).toEqual([409, expect.stringContaining('it stays in the list with its history')]);
  });
});

describe('a service alert', () => {
  it('is published only when nothing is missing, and names what is by field', async () => {
    const feed = await served('faults');
    const alert = await drafted(feed, {
      texts: [{ ...CONTENT.texts[1]!, header: '', url: 'javascript:alert(1)' }],
      periods: [{ from: '2026-12-14T03:00', until: '2026-12-14T03:00' }],
      entities: [
        { kind: 'stop', stop: 'X' },
        { kind: 'trip', route: '__proto__', trip: 'constructor' },
      ],
    });
    const answer = await act(contract.publishServiceAlert, feed, alert);
    expect([answer.status, answer.body]).toEqual([
      400,
      [
        { Field: 'texts', Message: 'Add texts in the language of the feed, en: riders without another choice read them' },
        { Field: 'texts[0]/header', Message: 'Enter a title' },
        { Field: 'texts[0]/url', Message: 'Enter a web address that begins with http:// or https://' },
        { Field: 'periods[0]/until', Message: 'The end is not after the beginning' },
        { Field: 'entities[0]', Message: 'The published feed has no stop X' },
        { Field: 'entities[1]', Message: 'The published feed has no trip constructor of line __proto__' },
      ],
    ]);
    expect(await idsAt('faults')).toEqual([]);
    expect((await alertsOf(feed))[0]).toMatchObject({ state: 'draft', rev: alert.rev });
  });

  it('is changed by one of two people at once, and the other is shown what there is now', async () => {
    const feed = await served('two');
    const alert = await drafted(feed);
    const write = (as: Person, header: string) =>
      product.call(
        contract.updateServiceAlert,
        { params: { id: feed.id, alertId: alert.id }, body: { ...CONTENT, texts: [{ ...CONTENT.texts[0]!, header }] } },
        { as, ifMatch: alert.rev },
      );
    const both = await Promise.all([write('editor', 'One'), write('otherEditor', 'Two')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(both.find(({ status }) => status === 412)?.body).toMatchObject({
      errors: [{ message: 'Somebody else has changed this alert since you looked at it. Look at it again before you continue.' }],
      Present: { id: alert.id, rev: alert.rev + 1 },
    });
  });

  it('is written by those who may publish in the region, and not in another', async () => {
    const feed = await served('rights');
    const alert = await drafted(feed);
    const list = (as: Person) => product.call(contract.listServiceAlerts, { params: { id: feed.id } }, { as });
    expect([(await list('viewer')).status, (await list('lostEditor')).status, (await list('nobody')).status]).toEqual([200, 404, 401]);
    for (const [as, status] of [
      ['nobody', 401],
      ['viewer', 403],
      ['quietEditor', 403],
      ['lostEditor', 404],
      ['editor', 200],
    ] as const)
      expect((await act(contract.publishServiceAlert, feed, alert, as)).status, as).toBe(status);
  });

  it('that names what a new release lacks is marked, and only what remains of it is served', async () => {
    const feed = await served('switched');
    const only = await published(feed);
    const part = await published(feed, { entities: [...CONTENT.entities, { kind: 'stop', stop: 'A' }] });
    expect(await idsAt('switched')).toEqual([`alert-${only.id}`, `alert-${part.id}`]);
    const next = await product.call(
      feeds.publishRelease,
      { params: { id: feed.id }, body: { taskRunId: ab, at: null } },
      { ifMatch: (await feedOf('switched')).rev },
    );
    expect(next.status, next.text).toBe(200);
    await expect.poll(() => idsAt('switched'), { timeout: 20_000 }).toEqual([`alert-${part.id}`]);
    const message = FeedMessage.decode((await fetched('/feeds/switched/alerts.pb')).bytes);
    expect(message.entity[0]?.alert?.informedEntity?.map(({ stopId }) => stopId)).toEqual(['A']);
    const listed = await alertsOf(feed);
    expect(listed.find(({ id }) => id === only.id)?.named).toEqual([{ label: 'C', isMissing: true }]);
    expect(listed.find(({ id }) => id === part.id)?.named).toEqual([{ label: 'C', isMissing: true }, { label: 'Stop A' }]);
  });

  it('is written with a template of its region', async () => {
    const feed = await served('templates');
    const { periods: _periods, entities: _entities, ...wording } = CONTENT;
    for (const cause of ['STRIKE', 'WEATHER'] as const)
      expect((await product.call(contract.saveAlertTemplate, { params: { id: feed.id }, body: { ...wording, cause, name: 'Closed' } })).status).toBe(
        200,
      );
    const templates = async () => (await product.call(contract.listServiceAlerts, { params: { id: feed.id } })).body['templates'];
    const [kept] = (await templates()) as unknown as { id: number }[];
    expect(await templates()).toEqual([{ ...wording, cause: 'WEATHER', name: 'Closed', id: kept?.id }]);
    await product.call(contract.removeAlertTemplate, { params: { id: feed.id, templateId: kept?.id ?? 0 } });
    expect(await templates()).toEqual([]);
  });

  it('finds lines, stops and trips of the published feed', async () => {
    const feed = await served('search');
    const find = async (query: { kind: 'agency' | 'route' | 'routeType' | 'stop' | 'trip'; text?: string; route?: string }) =>
      (await product.call(contract.searchAlertEntities, { params: { id: feed.id }, query: { text: '', ...query } })).body['hits'] as unknown as {
        entity: { route?: string; trip?: string };
        label: string;
      }[];
    expect(await find({ kind: 'agency', text: 'tram' })).toMatchObject([{ entity: { kind: 'agency', agency: 'TRAM' }, label: 'City Tram' }]);
    expect((await find({ kind: 'stop', text: 'b' })).map(({ label }) => label)).toEqual(['Stop B']);
    const [line] = await find({ kind: 'route', text: '1' });
    const trips = await find({ kind: 'trip', route: line?.entity.route ?? '' });
    expect(trips[0]?.label).toMatch(/^8:00/);
    const alert = await published(feed, {
      entities: [{ kind: 'trip', route: line?.entity.route ?? '', trip: trips[0]?.entity.trip ?? '', date: '2026-12-14' }],
    });
    expect(alert.named[0]?.label).toContain('8:00');
    const selector = FeedMessage.decode((await fetched('/feeds/search/alerts.pb')).bytes).entity[0]?.alert?.informedEntity?.[0];
    expect(selector?.trip).toMatchObject({ tripId: trips[0]?.entity.trip, routeId: line?.entity.route, startDate: '20261214' });
  });
});
