import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLogs, readLogTask } from '../../src/contract/logs.ts';
import { runTask, writeSecret } from '../../src/contract/tasks.ts';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { bucketOf, SftpSite } from './deliverySites.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let site: FeedSite;
let sftp: SftpSite;
let zip: Buffer;
beforeAll(async () => {
  zip = readFileSync(await aFeed().write());
  [site, sftp] = await Promise.all([FeedSite.start(), SftpSite.start()]);
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  await product.app.jobs.start();
  await product.call(writeSecret, { params: { name: 'sftp-password' }, body: { value: 'secret' } });
  await product.call(writeSecret, { params: { name: 'bucket-key' }, body: { value: 'bucket-secret' } });
});
afterAll(async () => {
  await product.close();
  await Promise.all([site.close(), sftp.close()]);
  removeFeeds();
});
beforeEach(() => {
  sftp.cutsAt = undefined;
});

/** Runs an import to its end: how it ended, the version it made, and the messages of its log. */
async function run(id: string, command: TaskCommand): Promise<{ task: TaskRun; log: string[] }> {
  const body = {
    name: id,
    original_name: id,
    s3_url: `builtin:${id}`,
    command,
    notes: '',
    db_id: 'test',
    task_type: 1 as const,
    input_version_id: null,
  };
  const begun = await product.call(runTask, { body });
  expect(begun.status, begun.text).toBe(200);
  const params = { id: begun.body['task_run_id'] ?? 0 };
  for (let waited = 0; waited < 30_000; waited += 50) {
    const task = (await product.call(readLogTask, { params })).body['run'] as unknown as TaskRun;
    if ([2, 3, 4, 6].includes(task.last_result.type)) {
      const { logs } = (await product.call(listLogs, { params })).body as unknown as { logs: { message: string }[] };
      return { task, log: logs.map(({ message }) => message) };
    }
    await pause(50);
  }
  throw new Error(`${id} did not end`);
}
const reason = async (id: string, command: TaskCommand): Promise<string> => {
  const { task, log } = await run(id, command);
  expect(task.last_result).toMatchObject({ type: 3, output_version_id: null });
  expect(log.at(-1)).toBe(task.last_result.message);
  return task.last_result.message ?? '';
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
    const { task, log } = await run('import-sftp', from());
    expect(task.last_result).toMatchObject({ type: 2, message: null });
    expect(await product.store.readVersion(task.output_version_id ?? 0)).toMatchObject({ Completed: true, Source: 'feed.zip', DatabaseId: 'test' });
    expect(log).toEqual([
      'Taking out/feed.zip from 127.0.0.1',
      expect.stringMatching(/^Received \d\.\d kB$/),
      '2 of 2 trips and 6 of 6 stop times were kept',
      expect.stringMatching(/^Made version \d+, "/),
    ]);
  });

  it('fails in words on a file that is not there, a wrong password and another key', async () => {
    expect(await reason('import-sftp', from({ path: 'out/none.zip' }))).toBe('127.0.0.1 does not give out/none.zip: No such file: out/none.zip.');
    expect(await reason('import-sftp', from({ password: 'bucket-key' }))).toMatch(/^127\.0\.0\.1 does not let dmp in: /);
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
    const { task, log } = await run('import-s3', from());
    expect(task.last_result).toMatchObject({ type: 2, message: null });
    expect(await product.store.readVersion(task.output_version_id ?? 0)).toMatchObject({ Completed: true, Source: 'feed of today.zip' });
    expect(log[0]).toBe('Taking in/feed of today.zip from the bucket feeds');
    expect(await reason('import-s3', from({ secret: 'sftp-password' }))).toBe('The bucket feeds answers with 403 (it is forbidden).');
    expect(await reason('import-s3', from({ key: 'none.zip' }))).toBe('The bucket feeds answers with 404 (there is no such file).');
  });
});
