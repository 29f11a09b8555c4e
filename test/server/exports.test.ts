import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/exports.ts';
import { listLogs } from '../../src/contract/logs.ts';
import { listSentNotices, saveNotificationRules } from '../../src/contract/notifications.ts';
import { listSecrets, runTask } from '../../src/contract/tasks.ts';
import type { Credentials, DeliveryLocation, DeliverySettings } from '../../src/domain/deliveryLocations.ts';
import type { Export, ExportInput, ExportRun } from '../../src/domain/exports.ts';
import { newRule } from '../../src/domain/notificationRules.ts';
import { deliverFile, type DeliveryPlace } from '../../server/jobs/deliveries/deliver.ts';
import { readConfiguration } from '../../server/services/exports.ts';
import { runDue } from '../../server/jobs/schedules.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { aNetwork } from '../builders/network.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { bucketOf, SftpSite } from './deliverySites.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { regionDoc } from './smallFeed.ts';

let product: TestProduct;
let site: FeedSite;
let sftp: SftpSite;
let folder: DeliveryLocation;

beforeAll(async () => {
  [site, sftp] = await Promise.all([FeedSite.start(), SftpSite.start()]);
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port},127.0.0.1:${sftp.port}` });
  const network = aNetwork()
    .with('Agency', { Id: 'EAST', Name: 'East buses', Url: 'https://east.example/', Timezone: 'Europe/Berlin' })
    .with('Agency', { Id: 'WEST', Name: 'West buses', Url: 'https://west.example/', Timezone: 'Europe/Berlin' })
    .withStop('A')
    .withStop('B')
    .withLine('1', ['A', 'B'], { schedule: { AgencyId: 'EAST' } })
    .withLine('2', ['B', 'A'], { schedule: { AgencyId: 'WEST' } });
  for (const DbId of ['test', 'shut']) await product.version(network.build(), 'published', DbId);
  await product.app.jobs.start();
  folder = await location('Nightly', { kind: 'folder', path: 'nightly' });
});
afterAll(async () => {
  await product.close();
  await Promise.all([site.close(), sftp.close()]);
});

const location = async (name: string, settings: DeliverySettings, credentials: Credentials = {}): Promise<DeliveryLocation> => {
  const made = await product.call(contract.createDeliveryLocation, { body: { region: 'testland', name, settings, credentials } });
  expect(made.status, made.text).toBe(200);
  return made.body as unknown as DeliveryLocation;
};
const input = (more: Partial<ExportInput> = {}): ExportInput => ({
  name: 'To partners',
  region: 'testland',
  DbId: 'test',
  scope: 'Database',
  schedule: { timeOfDay: '' },
  deliveryLocation: { fileName: '{db}.zip', location: folder.id },
  feedInfo: { url: '', contactUrl: '' },
  agencyMergingRules: [],
  ...more,
});
const made = async (more: Partial<ExportInput> = {}): Promise<Export> => {
  const answer = await product.call(contract.createExport, { body: input(more) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Export;
};
const historyOf = async (id: number, query: object = {}): Promise<{ exportRuns: ExportRun[]; total: number }> =>
  (await product.call(contract.listExportHistory, { params: { id }, query })).body as unknown as { exportRuns: ExportRun[]; total: number };
const run = async (id: number): Promise<ExportRun> => {
  const begun = await product.call(contract.runExport, { body: { id } });
  expect(begun.status, begun.text).toBe(200);
  for (let waited = 0; waited < 30_000; waited += 50) {
    const [last] = (await historyOf(id)).exportRuns;
    if (last && [2, 3, 6].includes(last.status)) return last;
    await pause(50);
  }
  throw new Error(`The export ${id} did not end`);
};
const messages = async ({ taskRunId }: ExportRun): Promise<string[]> =>
  ((await product.call(listLogs, { params: { id: taskRunId } })).body['logs'] as unknown as { message: string }[]).map(({ message }) => message);
/** Lines of each file of a zip. */
const tables = async (path: string): Promise<Record<string, string[]>> =>
  Object.fromEntries([...(await plainFiles(path))].map(([name, { bytes }]) => [name, bytes.toString('utf8').trim().split(/\r?\n/)]));
/** The same of a zip that arrived elsewhere. */
const tablesOf = (bytes: Buffer | undefined): Promise<Record<string, string[]>> => {
  const path = join(product.dataDir, 'arrived.zip');
  writeFileSync(path, bytes ?? Buffer.alloc(0));
  return tables(path);
};
const kept = (path: string): string => join(product.dataDir, 'deliveries', path);

describe('exports', () => {
  it('are made, listed by region, changed, cloned and removed; only by whom it concerns [H310 H312 H316 H317]', async () => {
    const one = await made({ name: 'Plain', schedule: { timeOfDay: '04:15' } });
    expect(one).toMatchObject({ id: one.id, region: 'testland', status: -1, rev: 1, timezone: 'Europe/Amsterdam', locationName: 'Nightly' });
    expect(one.nextRun).toBeGreaterThan(Date.now() / 1000);
    expect((await product.call(contract.listExports, { query: { filter: 'plain' } })).body).toMatchObject({
      regions: [{ region: 'testland', name: 'Testland', exports: [{ id: one.id, name: 'Plain', DbId: 'test', schedule: { timeOfDay: '04:15' } }] }],
    });
    expect((await product.call(contract.readExport, { params: { id: one.id } })).body).toMatchObject({ id: one.id, feedInfo: { url: '' } });
    const changed = await product.call(contract.updateExport, { params: { id: one.id }, body: input({ name: 'Changed' }) }, { ifMatch: 1 });
    expect(changed.body).toMatchObject({ name: 'Changed', rev: 2, schedule: { timeOfDay: '' }, nextRun: null });
    expect((await product.call(contract.updateExport, { params: { id: one.id }, body: input() }, { ifMatch: 1 })).status).toBe(412);
    const clone = await product.call(contract.cloneExport, { params: { id: one.id } });
    expect(clone.body).toMatchObject({ name: 'Changed (copy)', rev: 1, status: -1 });
    expect(product.told).toContainEqual(
      expect.objectContaining({ target: 'exportChanged', message: { exportId: one.id, region: one.region, rev: 2 } }),
    );
    expect((await product.call(contract.deleteExport, { params: { id: one.id } }, { as: 'viewer' })).status).toBe(403);
    for (const { id } of [one, clone.body as unknown as Export])
      expect((await product.call(contract.deleteExport, { params: { id } })).body).toEqual({});
    expect((await product.call(contract.readExport, { params: { id: one.id } })).status).toBe(404);
  });

  it('are counted by region and by state, and say what they can be made of [H307 H308 H309]', async () => {
    const one = await made({ name: 'Counted' });
    expect((await product.call(contract.listExportRegions)).body).toEqual({
      regions: [{ region: 'testland', name: 'Testland', count: 1, running: 0 }],
    });
    const statusSummary = { Processing: 0, Completed: 0, Failed: 0, Pending: 0, Other: 1 };
    expect((await product.call(contract.readExportSummary)).body).toEqual({ statusSummary, regions: [{ region: 'testland', statusSummary }] });
    expect((await product.call(contract.readExportConfiguration)).body).toMatchObject({
      regions: [
        { region: 'testland', timezone: 'Europe/Amsterdam', databases: expect.arrayContaining([{ DbId: 'test', name: 'Test', hasVersion: true }]) },
      ],
      scopes: ['Database', 'Region'],
      deliveryKinds: ['folder', 'http', 's3', 'sftp'],
    });
    await product.call(contract.deleteExport, { params: { id: one.id } });
  });

  it('say what they can be made of in as many statements however many databases there are', async () => {
    const account = { name: 'e@x.org', email: 'e@x.org', verified: true, hasAccess: true, permissions: { readOnly: false } };
    const ask = async (): Promise<{ statements: number; databases: readonly object[] }> => {
      let statements = 0;
      const counted = product.store.sql.db.withPlugin({
        transformQuery: ({ node }) => ((statements += 1), node),
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const { regions } = await readConfiguration(counted, { subject: 'e', account, regions: 'all' });
      return { statements, databases: regions.flatMap(({ databases }) => databases) };
    };
    const before = await ask();
    await product.store.createRegion(regionDoc('moreland', 'Moreland'));
    for (const n of [1, 2, 3]) await product.store.createDatabase({ Id: `more${n}`, Name: `More ${n}`, RegionKey: 'moreland' });
    const after = await ask();
    expect(after.databases).toContainEqual({ DbId: 'more1', name: 'More 1', hasVersion: false });
    expect(after.databases).toHaveLength(before.databases.length + 3);
    expect(after.statements).toBe(before.statements);
  });

  it('deliver to locations that are listed, are changed at their revision, and go when they are removed [H311 H318 H319]', async () => {
    const { locations } = (await product.call(contract.listDeliveryLocations, { query: {} })).body as unknown as { locations: DeliveryLocation[] };
    expect(locations.map(({ name }) => name)).toEqual(['Nightly']);
    const params = { id: (await made({ name: 'Put' })).id };
    expect((await product.call(contract.updateExport, { params, body: input({ name: 'Put again' }) }, { ifMatch: 1 })).body).toMatchObject({
      rev: 2,
    });
    expect((await product.call(contract.deleteExport, { params })).body).toEqual({});
    expect((await product.call(contract.updateExport, { params, body: input() }, { ifMatch: 2 })).status).toBe(404);
  });

  it('of another region are not seen, changed or run by who is limited to a region, nor are its delivery locations', async () => {
    const region = { Name: 'Elsewhere', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR', Bounds: null };
    await product.store.createRegion({ Key: 'elsewhere', ...region });
    await product.store.createDatabase({ Id: 'far', Name: 'Far', RegionKey: 'elsewhere' });
    const place = await product.call(contract.createDeliveryLocation, {
      body: { region: 'elsewhere', name: 'Far folder', settings: { kind: 'folder', path: 'far' }, credentials: {} },
    });
    const locationId = place.body['id'] ?? 0;
    const far = { region: 'elsewhere', DbId: 'far', deliveryLocation: { fileName: '{db}.zip', location: locationId } };
    const { id } = await made(far);
    const as = { as: 'localEditor' } as const;
    const params = { id };
    const statuses = async (...answers: readonly Promise<{ status: number }>[]): Promise<number[]> =>
      (await Promise.all(answers)).map(({ status }) => status);
    expect(
      await statuses(
        product.call(contract.readExport, { params }, as),
        product.call(contract.listExportHistory, { params }, as),
        product.call(contract.updateExport, { params, body: input(far) }, { ...as, ifMatch: 1 }),
        product.call(contract.cloneExport, { params }, as),
        product.call(contract.runExport, { body: { id } }, as),
        product.call(contract.deleteExport, { params }, as),
        product.call(contract.deleteDeliveryLocation, { params: { id: locationId } }, as),
      ),
    ).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const body = { ...input(far), name: 'Mine' };
    expect([400, 403, 404]).toContain((await product.call(contract.createExport, { body }, as)).status);
    const near = await made({ name: 'Near' });
    expect([400, 403, 404]).toContain((await product.call(contract.updateExport, { params: { id: near.id }, body }, { ...as, ifMatch: 1 })).status);
    for (const route of [contract.listExports, contract.listExportRegions, contract.readExportSummary, contract.readExportConfiguration])
      expect((await product.call(route, { query: {} }, as)).text).not.toContain('lsewhere');
    expect((await product.call(contract.listDeliveryLocations, { query: {} }, as)).text).not.toContain('Far folder');
    expect((await product.call(contract.readExport, { params })).body).toMatchObject({ name: 'To partners', rev: 1 });
    for (const one of [id, near.id]) await product.call(contract.deleteExport, { params: { id: one } });
    expect((await product.call(contract.deleteDeliveryLocation, { params: { id: locationId } })).status).toBe(200);
  });

  it('that move to another region leave their runs there: its people alone see them', async () => {
    await product.store.createRegion(regionDoc('oldland', 'Oldland'));
    await product.store.createDatabase({ Id: 'old', Name: 'Old', RegionKey: 'oldland' });
    const place = await product.call(contract.createDeliveryLocation, {
      body: { region: 'oldland', name: 'Old folder', settings: { kind: 'folder', path: 'old' }, credentials: {} },
    });
    const { id } = await made({
      name: 'Moved',
      region: 'oldland',
      DbId: 'old',
      deliveryLocation: { fileName: 'a.zip', location: place.body['id'] ?? 0 },
    });
    const old = await run(id);
    expect((await product.call(contract.readExport, { params: { id } })).body).toMatchObject({ lastRunId: old.RunId, status: 3 });
    const moved = { params: { id }, body: input({ name: 'Moved' }) };
    expect((await product.call(contract.updateExport, moved, { ifMatch: 1 })).status).toBe(200);
    const as = { as: 'localViewer' } as const;
    expect((await product.call(contract.listExportHistory, { params: { id }, query: {} }, as)).body).toEqual({ exportRuns: [], total: 0 });
    expect((await product.call(contract.readExport, { params: { id } }, as)).body).toMatchObject({ lastRunId: null, status: -1 });
    const near = await run(id);
    const seen = async (options: object): Promise<object> => {
      const { body } = await product.call(contract.listExportHistory, { params: { id }, query: {} }, options);
      const { exportRuns, total } = body as unknown as { exportRuns: ExportRun[]; total: number };
      return { runs: exportRuns.map(({ RunId }) => RunId), total };
    };
    expect(await seen(as)).toEqual({ runs: [near.RunId], total: 1 });
    expect(await seen({})).toEqual({ runs: [near.RunId, old.RunId], total: 2 });
    await product.call(contract.deleteExport, { params: { id } });
    expect((await product.call(contract.deleteDeliveryLocation, { params: { id: place.body['id'] ?? 0 } })).status).toBe(200);
  });

  it('say which field cannot be taken', async () => {
    const refused = await product.call(contract.createExport, {
      body: input({ DbId: 'elsewhere', deliveryLocation: { fileName: '{db}.zip', location: 999 } }),
    });
    expect([refused.status, refused.body]).toEqual([
      400,
      [
        { Field: 'DbId', Message: 'The region testland has no database elsewhere' },
        { Field: 'deliveryLocation/location', Message: 'This delivery location does not exist in the region' },
      ],
    ]);
    const named = await product.call(contract.createExport, {
      body: input({ name: 'x'.repeat(129), deliveryLocation: { fileName: '../a.zip', location: folder.id } }),
    });
    expect(named.text).toContain('The Export Name field cannot exceed 128 characters');
    expect(named.text).toContain('A file name is made of letters');
    // a task of that kind is made by its export alone
    const task = { name: 'x', original_name: 'Export', s3_url: 'builtin:deliver-export', command: {}, task_type: 3 as const, input_version_id: null };
    expect((await product.call(runTask, { body: { ...task, notes: '', db_id: 'test' } })).status).toBe(400);
  });

  it('deliver the current version into a folder; the history holds each run, 5 a page [H142 H313 H314 H315 H356]', async () => {
    const one = await made({ name: 'Folder', feedInfo: { url: 'https://feeds.example/', contactUrl: 'https://feeds.example/contact' } });
    const first = await run(one.id);
    expect(first).toMatchObject({ status: 2, delivered: 'test.zip in Nightly', feedInfo: { url: 'https://feeds.example/' }, message: null });
    const feed = await tables(kept('nightly/test.zip'));
    expect(feed['agency.txt']).toHaveLength(4);
    expect(feed['feed_info.txt']?.join('\n')).toContain('https://feeds.example/contact');
    expect((await messages(first)).at(-1)).toBe('Delivered test.zip in Nightly');
    expect((await product.call(contract.readExportOfRun, { params: { runId: first.RunId } })).body).toEqual({ exportId: one.id });
    for (let i = 0; i < 5; i++) await run(one.id);
    const page = await historyOf(one.id);
    expect([page.exportRuns.length, page.total]).toEqual([5, 6]);
    expect((await historyOf(one.id, { offset: 5 })).exportRuns.map(({ RunId }) => RunId)).toEqual([first.RunId]);
    expect((await product.call(contract.listExportHistory, { params: { id: one.id }, query: { limit: 6 } })).status).toBe(400);
    expect((await product.call(contract.readExport, { params: { id: one.id } })).body).toMatchObject({
      status: 2,
      lastRunId: page.exportRuns[0]?.RunId,
    });
    expect((await product.call(contract.readExportSummary)).body).toMatchObject({ statusSummary: { Completed: 1, Failed: 0 } });
    expect((await product.call(contract.listExportRegions)).body).toMatchObject({ regions: [{ region: 'testland', name: 'Testland', running: 0 }] });
  });

  it('hold all databases of the region, with agencies merged as the rules say [H141]', async () => {
    const one = await made({
      name: 'Whole region',
      scope: 'Region',
      deliveryLocation: { fileName: 'all-{date}.zip', location: folder.id },
      agencyMergingRules: [
        { id: '1', agencyIds: ['EAST', 'WEST', 'shut:EAST', 'shut:WEST'], mergedAgencyId: 'CITY', mergedAgencyName: 'City buses' },
        { id: '2', agencyIds: ['NONE'], mergedAgencyId: 'X', mergedAgencyName: '' },
      ],
    });
    const { body } = await product.call(contract.listExportAgencies, { query: { databaseId: 'test', scope: 'Region' } });
    expect((body['agencies'] as unknown as { id: string }[]).map(({ id }) => id)).toEqual([
      'AG',
      'EAST',
      'WEST',
      'shut:AG',
      'shut:EAST',
      'shut:WEST',
    ]);
    const done = await run(one.id);
    expect(done).toMatchObject({ status: 2, levelSummary: { warnings: 1 } });
    const feed = await tables(kept(`nightly/${done.delivered?.split(' ')[0]}`));
    expect(feed['agency.txt']?.slice(1).map((row) => row.split(',').slice(0, 2))).toEqual([
      ['AG', 'Agency'],
      ['CITY', 'City buses'],
      ['shut:AG', 'Agency'],
    ]);
    expect(feed['routes.txt']).toHaveLength(5);
    expect(feed['routes.txt']?.slice(1).every((row) => row.split(',').includes('CITY'))).toBe(true);
    expect(feed['stops.txt']?.map((row) => row.split(',')[0])).toEqual(['stop_id', 'A', 'B', 'shut:A', 'shut:B']);
    expect(await messages(done)).toContain('None of the agencies NONE is in the feed; nothing becomes X');
  });

  it('run by the clock in the time zone of the region, once for a day [H109]', async () => {
    const one = await made({ name: 'By the clock', schedule: { timeOfDay: '02:00' } });
    await product.store.sql.run(`update export set scheduled_since = '2026-01-01' where export_id = ${one.id}`);
    const place = {
      store: product.store,
      objects: openObjects(product.dataDir, undefined),
      live: { publish: () => Promise.resolve() },
      warn: () => undefined,
    };
    const at = (time: string): number => Date.parse(`2026-01-10T${time}Z`);
    // Amsterdam is an hour ahead of UTC in January
    expect(await runDue(place, at('00:59:50'), new Map())).toBe(0);
    expect(await Promise.all([runDue(place, at('01:00:05'), new Map()), runDue(place, at('01:00:05'), new Map())])).toEqual(
      expect.arrayContaining([1, 0]),
    );
    expect(await runDue(place, at('01:01:00'), new Map())).toBe(0);
    expect((await historyOf(one.id)).exportRuns.map(({ causedBy }) => causedBy)).toEqual(['schedule']);
  });
});

describe('deliveries', () => {
  it('go to an SFTP server whose key is the one entered; another key is refused before anything is sent', async () => {
    const settings = { kind: 'sftp', host: '127.0.0.1', port: sftp.port, username: 'dmp', path: 'in', hostKey: '' } as const;
    const tried = async (more: object, credentials: Credentials = { password: 'secret' }) =>
      (await product.call(contract.testDeliveryLocation, { body: { id: null, region: 'testland', settings: { ...settings, ...more }, credentials } }))
        .body as unknown as { ok: boolean; message: string; hostKey: string | null };
    expect(await tried({})).toMatchObject({ ok: false, hostKey: sftp.hostKey });
    expect(await tried({ hostKey: sftp.hostKey })).toEqual({ ok: true, message: '127.0.0.1 lets dmp write files.', hostKey: null });
    expect(await tried({ hostKey: sftp.hostKey }, { password: 'wrong' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not let dmp in'),
    });
    const place = await location('Partner', { ...settings, hostKey: sftp.hostKey }, { password: 'secret' });
    const one = await made({ name: 'SFTP', deliveryLocation: { fileName: 'feed.zip', location: place.id } });
    sftp.files.set('in/feed.zip', Buffer.from('of yesterday'));
    expect(await run(one.id)).toMatchObject({ status: 2, delivered: 'feed.zip in Partner' });
    expect([...sftp.files.keys()]).toEqual(['in/feed.zip']);
    expect((await tablesOf(sftp.files.get('in/feed.zip')))['agency.txt']).toHaveLength(4);
    expect(sftp.opened.at(-1)).toBe('in/feed.zip.part');
    const { port } = sftp;
    await sftp.close();
    sftp = await SftpSite.start({ port });
    const failed = await run(one.id);
    expect(failed).toMatchObject({ status: 3, delivered: null });
    expect(failed.message).toContain(`shows another key than the one entered: ${sftp.hostKey}`);
    expect(sftp.opened).toEqual([]);
  });

  it('go to a bucket with a signature that it can check, and by PUT with the header that is kept', async () => {
    const files = new Map<string, Buffer>();
    const bucket = bucketOf(files, { id: 'AKEY', secret: 'bucket-secret', region: 'eu-west-1' });
    for (const path of ['/feeds/out/feed.zip', '/feeds/out/connection-test.txt'])
      site.page(path, (request, response) => void bucket(request, response));
    const settings = { kind: 's3', endpoint: site.url(''), region: 'eu-west-1', bucket: 'feeds', prefix: 'out', accessKeyId: 'AKEY' } as const;
    const wrong = await product.call(contract.testDeliveryLocation, {
      body: { id: null, region: 'testland', settings, credentials: { secretAccessKey: 'wrong' } },
    });
    expect(wrong.body).toMatchObject({ ok: false, message: 'The bucket feeds answers with 403 SignatureDoesNotMatch (it is forbidden).' });
    const place = await location('Bucket', settings, { secretAccessKey: 'bucket-secret' });
    const again = await product.call(contract.testDeliveryLocation, { body: { id: place.id, region: 'testland', settings, credentials: {} } });
    expect(again.body).toEqual({ ok: true, message: 'feeds takes files.', hostKey: null });
    // what is kept for one server is not shown to another
    const elsewhere = { ...settings, endpoint: 'https://thief.example' };
    const other = await product.call(contract.testDeliveryLocation, {
      body: { id: place.id, region: 'testland', settings: elsewhere, credentials: {} },
    });
    expect(other.body).toMatchObject({ ok: false, message: expect.stringContaining('secret access key of the bucket is not kept') });
    const one = await made({ name: 'Bucket', deliveryLocation: { fileName: 'feed.zip', location: place.id } });
    expect(await run(one.id)).toMatchObject({ status: 2 });
    expect((await tablesOf(files.get('/feeds/out/feed.zip')))['stops.txt']).toHaveLength(3);

    const heard: { authorization: string | undefined; size: number }[] = [];
    site.page('/drop/feed.zip?to=us', (request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () => {
        heard.push({ authorization: request.headers.authorization, size });
        response.writeHead(201).end();
      });
    });
    const put = await location('Web', { kind: 'http', url: site.url('/drop/?to=us') }, { authorization: 'Bearer put-secret' });
    const web = await made({ name: 'Web', deliveryLocation: { fileName: 'feed.zip', location: put.id } });
    const { size } = await run(web.id);
    expect(heard).toEqual([{ authorization: 'Bearer put-secret', size }]);
  });

  it('are stopped on their way: the run lets go at once, is Stopped, and cannot be stopped again', async () => {
    const cut = new Promise<void>((done) => void site.page('/slow/feed.zip', (request) => void request.resume().on('close', done)));
    const slow = await location('Slow', { kind: 'http', url: site.url('/slow/') }, {});
    const one = await made({ name: 'Slow', deliveryLocation: { fileName: 'feed.zip', location: slow.id } });
    const params = { runId: (await product.call(contract.runExport, { body: { id: one.id } })).body['RunId'] ?? 0 };
    await expect.poll(() => site.asked, { timeout: 30_000 }).toContain('/slow/feed.zip');
    expect((await product.call(contract.stopExportRun, { params })).body).toMatchObject({ status: 5, delivered: null });
    await cut;
    await expect
      .poll(async () => (await historyOf(one.id)).exportRuns[0], { timeout: 10_000 })
      .toMatchObject({ status: 6, message: 'Stopped', delivered: null });
    expect((await product.call(contract.stopExportRun, { params })).status).toBe(409);
    await product.call(contract.deleteExport, { params: { id: one.id } });
    await product.call(contract.deleteDeliveryLocation, { params: { id: slow.id } });
  });

  it('fail in words where the other side has trouble, hangs, or is of a private network; a trouble of its own is tried again', async () => {
    const path = join(product.dataDir, 'outgoing.zip');
    const bytes = Buffer.alloc(300_000, 'PK');
    writeFileSync(path, bytes);
    const file = { path, name: 'a.zip', size: bytes.length, sha256: 'x' };
    const place: DeliveryPlace = {
      addresses: { allowed: [`127.0.0.1:${site.port}`, '127.0.0.1'] },
      secrets: undefined as never,
      dataDir: product.dataDir,
      warn: () => undefined,
    };
    const troubles: string[] = [];
    const deliver = (settings: DeliverySettings, rules = place) =>
      deliverFile(
        rules,
        settings,
        { password: 'secret' },
        file,
        { signal: new AbortController().signal, onProgress: () => undefined, onTrouble: (message) => void troubles.push(message) },
        { silence: 400, pauses: [20] },
      );
    const http = (url: string): DeliverySettings => ({ kind: 'http', url });
    site.page('/full/a.zip', (request, response) => void request.resume().on('end', () => response.writeHead(500).end()));
    await expect(deliver(http(site.url('/full')))).rejects.toThrow(`127.0.0.1:${site.port} answers with 500 (it has trouble of its own).`);
    expect(troubles.splice(0)).toEqual([`127.0.0.1:${site.port} answers with 500 (it has trouble of its own). Trying again in 0 s.`]);
    site.page(
      '/moved/a.zip',
      (request, response) => void request.resume().on('end', () => response.writeHead(307, { location: '/full/a.zip' }).end()),
    );
    await expect(deliver(http(site.url('/moved')))).rejects.toThrow('answers with 307 (it sends us elsewhere, which is not followed)');
    site.page('/hangs/a.zip', (request) => void request.resume());
    await expect(deliver(http(site.url('/hangs')))).rejects.toThrow(`127.0.0.1:${site.port} has sent nothing for 0 seconds.`);
    await expect(deliver(http('http://169.254.169.254/latest'))).rejects.toThrow('is an address of this machine or of a private network');
    await expect(deliver(http('http://localhost:1/'), { ...place, addresses: { allowed: [] } })).rejects.toThrow(
      'localhost is an address of this machine',
    );
    mkdirSync(kept('out'), { recursive: true });
    symlinkSync('/tmp', kept('out/link'));
    await expect(deliver({ kind: 'folder', path: 'out/link/x' })).rejects.toThrow('leads out of the folder of deliveries');
    expect(existsSync('/tmp/x/a.zip')).toBe(false);
  });

  it('never tell a credential: not in answers, logs, live messages, nor beside the secrets that tasks can name', async () => {
    const { body } = await product.call(contract.listDeliveryLocations);
    const locations = body['locations'] as unknown as DeliveryLocation[];
    expect(locations.map(({ name, credentials }) => [name, credentials])).toEqual([
      ['Bucket', ['secretAccessKey']],
      ['Nightly', []],
      ['Partner', ['password']],
      ['Web', ['authorization']],
    ]);
    expect((await product.call(listSecrets)).body).toEqual({ secrets: [] });
    const all = JSON.stringify([
      body,
      product.told,
      await product.store.sql.run('select * from task_run'),
      await product.store.sql.run('select messages from run_log'),
    ]);
    for (const secret of ['bucket-secret', 'put-secret', '"secret"']) expect(all).not.toContain(secret);
    const bucket = locations.find(({ name }) => name === 'Bucket');
    const refused = await product.call(contract.deleteDeliveryLocation, { params: { id: bucket?.id ?? 0 } });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('The export Bucket delivers there.')]);
    // another server: what was kept for the first one is forgotten
    const moved = await product.call(
      contract.updateDeliveryLocation,
      {
        params: { id: bucket?.id ?? 0 },
        body: {
          region: 'testland',
          name: 'Bucket',
          settings: { ...bucket?.settings, endpoint: 'https://other.example' } as DeliverySettings,
          credentials: {},
        },
      },
      { ifMatch: bucket?.rev ?? 0 },
    );
    expect(moved.body).toMatchObject({ credentials: [], rev: 2 });
  });

  it('that fail are mailed to whom a rule of the region names', async () => {
    const { id: _id, wholeRegion: _flag, ...rule } = { ...newRule(1, ''), name: 'Exports', recipients: ['mia@x.example'] };
    const conditions = { ...rule.conditions, exportHasFailedOnAManualExecution: true };
    await product.call(saveNotificationRules, { query: { region: 'testland' }, body: [{ ...rule, conditions }] }, { ifMatch: 0 });
    const [bucket] = (
      (await product.call(contract.listExports, { query: { filter: 'Bucket' } })).body as unknown as { regions: { exports: Export[] }[] }
    ).regions.flatMap(({ exports: all }) => all);
    expect(await run(bucket?.id ?? 0)).toMatchObject({ status: 3, message: expect.stringContaining('is not kept') });
    const { body } = await product.call(listSentNotices, { query: { region: 'testland' } });
    expect(JSON.stringify(body)).toContain('Export Bucket has failed');
  });
});
