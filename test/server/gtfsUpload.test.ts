import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLogs } from '../../src/contract/logs.ts';
import { listTasks } from '../../src/contract/tasks.ts';
import { readUpload, uploadSource } from '../../src/contract/upload.ts';
import { listVersions, readVersion } from '../../src/contract/versions.ts';
import { aFeed, type FeedBuilder, removeFeeds } from '../builders/gtfsZip.ts';
import { startUploadProduct, type UploadProduct } from './uploading.ts';

let at: UploadProduct;

beforeAll(async () => {
  at = await startUploadProduct();
  await at.product.app.jobs.start();
});
afterAll(async () => {
  await at.close();
  removeFeeds();
});

const zipOf = async (feed: FeedBuilder): Promise<Buffer> => readFileSync(await feed.write());
const path = (name: string, file: string): string => `/storage/ui/db/test/source/${encodeURIComponent(name)}?file=${encodeURIComponent(file)}`;

describe('a GTFS zip that is uploaded', () => {
  test('becomes a version by a run of the Import task, whose log is named', async () => {
    const zip = await zipOf(aFeed().withRows('stop_times.txt', 'T9,10:00:00,10:00:00,A,1'));
    const { status, body } = await at.upload(zip, { path: path('Spring', 'spring.zip'), key: 'zip' });
    expect(status).toBe(200);
    const { DbVersionId, Version, Import } = uploadSource.reply.parse(body);
    expect(Version).toMatchObject({ Id: DbVersionId, DatabaseId: 'test', Version: 'Spring', Source: 'spring.zip', Completed: true, Editable: false });
    const { body: read } = await at.product.call(readVersion, { params: { versionId: DbVersionId } });
    expect(read).toMatchObject({ Counts: { Agency: 1, Stop: 3, Schedule: 1, Track: 1 } });

    const { body: listed } = await at.product.call(listTasks, {});
    expect(listed['tasks']).toMatchObject([
      {
        task: { id: Import?.TaskRunId, name: 'Upload by hand', task_type: 1, db_id: 'test', caused_by: Version.Author },
        last_result: { type: 2, output_version_id: DbVersionId },
      },
    ]);
    const { body: log } = await at.product.call(listLogs, { params: { id: Import?.TaskRunId ?? 0 }, query: {} });
    const messages = (log['logs'] as unknown as { message: string }[]).map(({ message }) => message);
    expect(messages[0]).toBe('Reading spring.zip');
    expect(messages).toContain('stop_times.txt');
    expect(at.product.told).toContainEqual({ target: 'versionListed', message: { DatabaseId: 'test', Version } });

    expect(readUpload.reply.parse(await at.ask('zip'))).toEqual({ Status: 'done', DbVersionId, Messages: [], Import });
    // a repeat of the same command makes no second version
    expect((await at.upload(zip, { path: path('Spring', 'spring.zip'), key: 'zip' })).body).toEqual(body);
    expect((await versionsNamed('Spring')).length).toBe(1);
    // its sender reads one line of news, that of the upload
    const news = at.product.told.flatMap((told) => (told.target === 'newsTold' ? [told.message.title] : []));
    expect(news).toEqual(['Upload successful: Spring']);
  });

  test('is refused in words, with the same words when asked later, and leaves no version', async () => {
    for (const [name, zip, words] of [
      [
        'no-feed',
        await zipOf(aFeed().without('stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt', 'agency.txt', 'calendar.txt').with('a.txt', 'x')),
        /\.txt/,
      ],
      ['cut', (await zipOf(aFeed())).subarray(0, 400), /zip/],
    ] as const) {
      const { status, body } = await at.upload(zip, { path: path(name, `${name}.zip`), key: name });
      expect(status, name).toBe(400);
      const messages = (body as { Message: string }[]).map(({ Message }) => Message);
      expect(messages[0], name).toMatch(words);
      expect(await at.ask(name), name).toEqual({ Status: 'failed', DbVersionId: null, Messages: messages });
      expect(await versionsNamed(name), name).toEqual([]);
    }
    // the same command may come again with the right file
    expect((await at.upload(await zipOf(aFeed()), { path: path('cut', 'cut.zip'), key: 'cut' })).status).toBe(200);
  });
});

async function versionsNamed(name: string): Promise<number[]> {
  const { body } = await at.product.call(listVersions, { params: { databaseId: 'test' } });
  return listVersions.reply
    .parse(body)
    .Versions.filter((version) => version.Version === name)
    .map(({ Id }) => Id);
}
