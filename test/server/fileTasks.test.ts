import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSecret } from '../../src/contract/tasks.ts';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { bucketOf, SftpSite } from './deliverySites.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { type EndedTask, runOneTask } from './runOneTask.ts';
import { regionDoc } from './smallFeed.ts';

let product: TestProduct;
let site: FeedSite;
let sftp: SftpSite;
let zip: Buffer;
beforeAll(async () => {
  zip = readFileSync(await aFeed().write());
  [site, sftp] = await Promise.all([FeedSite.start(), SftpSite.start()]);
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  await product.app.jobs.start();
  const servers = [`sftp://127.0.0.1:${sftp.port}`, `${site.url('')}/`];
  await product.call(writeSecret, { params: { name: 'sftp-password' }, body: { value: 'secret', servers } });
  await product.call(writeSecret, { params: { name: 'bucket-key' }, body: { value: 'bucket-secret', servers } });
  await product.call(writeSecret, { params: { name: 'elsewhere' }, body: { value: 'secret', servers: ['https://partner.example'] } });
});
afterAll(async () => {
  await product.close();
  await Promise.all([site.close(), sftp.close()]);
  removeFeeds();
});
beforeEach(() => {
  sftp.cutsAt = undefined;
});

const imported = (id: string, command: TaskCommand): Promise<EndedTask> => runOneTask(product, id, { type: 1, command });
/** Why an import failed. */
const reason = async (id: string, command: TaskCommand): Promise<string> => {
  const { run, log } = await imported(id, command);
  expect(run.last_result).toMatchObject({ type: 3, output_version_id: null });
  expect(log.at(-1)).toBe(run.last_result.message);
  return run.last_result.message ?? '';
};

describe('an import from an SFTP server', () => {
  const from = (more: TaskCommand = {}): TaskCommand => ({
    host: '127.0.0.1',
    port: sftp.port,
    username: 'dmp',
    path: 'out/feed.zip',
    password: 'sftp-password',
    host_key: sftp.hostKey,
    ...more,
  });

  it('makes a version of the file', async () => {
    sftp.files.set('out/feed.zip', zip);
    const { run, log } = await imported('import-sftp', from());
    expect(run.last_result).toMatchObject({ type: 2, message: null });
    expect(await product.store.readVersion(run.output_version_id ?? 0)).toMatchObject({ Completed: true, Source: 'feed.zip', DatabaseId: 'test' });
    expect(log).toEqual([
      'Taking out/feed.zip from 127.0.0.1',
      expect.stringMatching(/^Received \d\.\d kB$/),
      '2 of 2 trips and 6 of 6 stop times were kept',
      'Rows of each file',
      expect.stringMatching(/^Made version \d+, "/),
      'agency.txt: 1 row read',
      'calendar.txt: 1 row read',
      'feed_info.txt: 1 row read',
      'routes.txt: 1 row read',
      'stop_times.txt: 6 rows read',
      'stops.txt: 3 rows read',
      'trips.txt: 2 rows read',
    ]);
  });

  it('fails in words on a file that is not there, a wrong password and another key', async () => {
    expect(await reason('import-sftp', from({ path: 'out/none.zip' }))).toBe('127.0.0.1 does not give out/none.zip: No such file: out/none.zip.');
    expect(await reason('import-sftp', from({ password: 'bucket-key' }))).toMatch(/^127\.0\.0\.1 does not let dmp in: /);
    expect(await reason('import-sftp', from({ password: 'elsewhere' }))).toBe(
      `The secret elsewhere may be sent to https://partner.example only, not to sftp://127.0.0.1:${sftp.port}. Write it again for that one.`,
    );
    expect(await reason('import-sftp', from({ host_key: '' }))).toContain(`127.0.0.1 shows the key ${sftp.hostKey}. Enter it`);
  });

  it('says that the connection was lost, before the file and within it, and makes no version', async () => {
    sftp.files.set('out/feed.zip', zip);
    sftp.cutsAt = 'CONNECT';
    expect(await reason('import-sftp', from())).toBe(`127.0.0.1:${sftp.port} hung up before it showed its key.`);
    sftp.cutsAt = 'STAT';
    expect(await reason('import-sftp', from())).toBe('127.0.0.1 does not give out/feed.zip: the connection was lost.');
    sftp.cutsAt = 'READ';
    expect(await reason('import-sftp', from())).toMatch(/^The connection to 127\.0\.0\.1 broke after 0\.0 kB of \d\.\d kB\. Nothing was imported\.$/);
  });
});

describe('an import from an S3 bucket', () => {
  const from = (more: TaskCommand = {}): TaskCommand => ({
    endpoint: site.url(''),
    region: 'eu-west-1',
    bucket: 'feeds',
    key: 'in/feed of today.zip',
    access_key_id: 'AKEY',
    secret: 'bucket-key',
    ...more,
  });

  it('makes a version of the file, and fails in words on a wrong key and on a file that is not there', async () => {
    const path = '/feeds/in/feed%20of%20today.zip';
    const bucket = bucketOf(new Map([[path, zip]]), { id: 'AKEY', secret: 'bucket-secret', region: 'eu-west-1' });
    for (const page of [path, '/feeds/none.zip']) site.page(page, (request, response) => void bucket(request, response));
    const { run, log } = await imported('import-s3', from());
    expect(run.last_result).toMatchObject({ type: 2, message: null });
    expect(await product.store.readVersion(run.output_version_id ?? 0)).toMatchObject({ Completed: true, Source: 'feed of today.zip' });
    expect(log[0]).toBe('Taking in/feed of today.zip from the bucket feeds');
    expect(await reason('import-s3', from({ secret: 'elsewhere' }))).toContain(`only, not to ${site.url('')}.`);
    expect(await reason('import-s3', from({ secret: 'sftp-password' }))).toBe('The bucket feeds answers with 403 (it is forbidden).');
    expect(await reason('import-s3', from({ key: 'none.zip' }))).toBe('The bucket feeds answers with 404 (there is no such file).');
  });
});

describe('files in the object store', () => {
  const stored = async (template: string, command: TaskCommand): Promise<string> => {
    const input = await product.version([
      { kind: 'Agency', doc: { Id: 'AG', Name: 'Agency', Url: 'https://agency.example', Timezone: 'Europe/Berlin' } },
      { kind: 'Stop', doc: { Id: 'pier', Name: 'Pier', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 } },
    ]);
    const { run, log } = await runOneTask(product, template, { type: 3, input, command });
    expect(run.last_result).toMatchObject({ type: 2, message: null });
    return /^Wrote version \d+ as .* The object store has it as (\S+)$/.exec(log.find((line) => line.startsWith('Wrote')) ?? '')?.[1] ?? '';
  };

  it.each([
    ['export-gtfs', 'summer', /^exports\/\d+\/summer\.zip\.[0-9a-f]{64}$/, 'summer.zip'],
    ['export-feed', '', /^exports\/\d+\/test\.json\.gz\.[0-9a-f]{64}$/, 'test.json.gz'],
  ])('are written by %s and taken from there', async (template, file_name, name, source) => {
    const key = await stored(template, { file_name });
    expect(key).toMatch(name);
    const { run } = await imported('import-store', { key });
    expect(run.last_result).toMatchObject({ type: 2, message: null });
    expect(await product.store.readVersion(run.output_version_id ?? 0)).toMatchObject({ Completed: true, Source: source });
    expect((await product.store.getEntity(run.output_version_id ?? 0, 'Stop', 'pier'))?.doc.Name).toBe('Pier');
  });

  it('are as good as not there where they are of another region', async () => {
    const key = await stored('export-gtfs', { file_name: 'far' });
    await product.store.createRegion(regionDoc('far', 'Far'));
    await product.store.createDatabase({ Id: 'far', Name: 'Far', RegionKey: 'far' });
    await sql`update pipeline_run set database_id = 'far' where run_id in (select run_id from task_run where output_files->>'key' = ${key})`.execute(
      product.store.sql.db,
    );
    expect(await reason('import-store', { key })).toBe(`The file ${key} is missing in the object store.`);
  });

  it('are missed in words where they are not there, also by a key that no file can have', async () => {
    const none = `exports/1/none.zip.${'0'.repeat(64)}`;
    expect(await reason('import-store', { key: none })).toBe(`The file ${none} is missing in the object store.`);
    for (const key of ['../../etc/passwd', 'exports', 'exports/1/a b.zip'])
      expect(await reason('import-store', { key })).toBe(`The file ${key} is missing in the object store.`);
  });
});
