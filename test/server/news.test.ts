/** The bell: what the server tells people of their own work, and what it does not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { addComment, listChangesets } from '../../src/contract/changes.ts';
import { editRoutes } from '../../src/contract/edits.ts';
import { listNews, readNews } from '../../src/contract/news.ts';
import { runTask, readTaskRuns } from '../../src/contract/tasks.ts';
import { uploadSource } from '../../src/contract/upload.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { NewsItem } from '../../src/domain/news.ts';
import { newsOfRun } from '../../server/services/news.ts';
import { writeNews } from '../../server/store/news.ts';
import { createRun } from '../../server/store/runs.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  for (const as of ['editor', 'otherEditor', 'viewer', 'localEditor', 'lostEditor'] as const) await product.call(readAccount, {}, { as });
  await product.app.jobs.start();
});
afterAll(() => product.close());

const newsOf = async (as: Person): Promise<readonly NewsItem[]> => (await product.call(listNews, {}, { as })).body['news'] as unknown as NewsItem[];
const told = (topic: string): readonly (string | undefined)[] =>
  product.told.flatMap((one) => (one.target === 'newsTold' && one.message.topic === topic ? [one.subject] : []));

async function aDraft(): Promise<number> {
  const versionId = await product.version([
    { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 } },
  ]);
  return (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] as unknown as number;
}
async function rename(versionId: number, value: string, as: Person): Promise<void> {
  const route = editRoutes.find(({ name }) => name === 'stop.editField');
  if (!route) throw new Error('There is no edit of a stop');
  const answer = await product.call(route, { params: { versionId, field: 'name' }, body: { stopId: 'a', value } }, { as, ifMatch: '*' });
  expect(answer.status, answer.text).toBe(200);
}

it('a draft that somebody else edits is one line for whoever made it, counted up until it is read, and none for one who edits it oneself', async () => {
  const draft = await aDraft();
  const topic = `edits/${draft}/otherEditor@test.example`;
  await rename(draft, 'Mine', 'editor');
  expect((await newsOf('editor')).filter((one) => one.topic.startsWith(`edits/${draft}`))).toEqual([]);
  await rename(draft, 'Theirs', 'otherEditor');
  await rename(draft, 'Theirs again', 'otherEditor');
  const [line] = await newsOf('editor');
  expect(line).toMatchObject({ topic, kind: 'edited', count: 2, read: false, path: `/data/db/test/v/${draft}` });
  expect(line?.title).toMatch(/^otherEditor@test\.example changed /);
  // told at once the first time only: a colleague who types rings no bell at every key
  expect(told(topic)).toEqual(['editor']);
  expect(await newsOf('otherEditor')).toEqual([]);

  const answer = await product.call(readNews, { body: { ids: [line?.id ?? 0], read: true } });
  expect(answer.body['news']).toMatchObject([{ topic, read: true }]);
  await rename(draft, 'Later', 'otherEditor');
  expect((await newsOf('editor'))[0]).toMatchObject({ topic, count: 1, read: false });
  expect(told(topic)).toEqual(['editor', 'editor']);
});

it('a comment on changes is told to those who made them, not to its author, and nobody marks the news of others', async () => {
  const draft = await aDraft();
  await rename(draft, 'B', 'otherEditor');
  const sets = await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: draft } });
  const [set] = sets.body['Sets'] as unknown as { SetId: number }[];
  const rows = await product.store.sql.db.selectFrom('change').select('change_id').where('version_id', '=', draft).execute();
  const Changes = rows.map((row) => row.change_id);
  for (const as of ['editor', 'otherEditor'] as const)
    expect((await product.call(addComment, { body: { Message: 'Why?', Changes } }, { as })).status).toBe(200);
  const [line] = (await newsOf('otherEditor')).filter(({ kind }) => kind === 'commented');
  expect(line).toMatchObject({
    title: 'editor@test.example commented on your changes',
    detail: 'Why?',
    path: `/changes/test?setId=${set?.SetId}&open=${set?.SetId}`,
  });
  expect((await newsOf('editor')).filter(({ kind }) => kind === 'commented')).toEqual([]);
  await product.call(readNews, { body: { ids: [line?.id ?? 0], read: true } });
  expect((await newsOf('otherEditor')).find(({ id }) => id === line?.id)?.read).toBe(false);
});

it('the end of a run and of an upload is news to whoever began it; of a region that one does not see any more nothing is shown', async () => {
  const begun = await product.call(
    runTask,
    {
      body: {
        db_id: 'test',
        name: 'Fetch',
        original_name: 'GTFS from a URL',
        s3_url: 'builtin:import-url',
        task_type: 1,
        command: { url: 'http://127.0.0.1:9/none.zip' },
        input_version_id: null,
        notes: '',
      },
    },
    { as: 'localEditor' },
  );
  expect(begun.status, begun.text).toBe(200);
  const runId = begun.body['run_id'] as unknown as number;
  await expect.poll(async () => (await newsOf('localEditor')).map(({ topic }) => topic), { timeout: 20_000 }).toEqual([`run/${runId}/3`]);
  const ended = await product.call(readTaskRuns, { body: { task_run_ids: [begun.body['task_run_id'] ?? 0] } }, { as: 'localEditor' });
  expect(ended.status).toBe(200);
  const [run] = await newsOf('localEditor');
  expect(run).toMatchObject({ kind: 'runFailed', title: 'Task Fetch: Failed', path: `/log/${String(begun.body['task_run_id'])}` });
  await expect.poll(() => told(`run/${runId}/3`)).toEqual(['localEditor']);

  const upload = await product.call(
    uploadSource,
    { params: { databaseId: 'test', versionName: 'Broken' }, body: { nothing: true } },
    { as: 'localEditor', key: 'up:1', headers: { 'content-type': 'application/json' } },
  );
  expect(upload.status).toBe(400);
  expect((await newsOf('localEditor'))[0]).toMatchObject({
    topic: 'upload/up:1',
    kind: 'uploadFailed',
    title: 'Upload failed: Broken',
    path: '/data/db/test',
  });

  await product.store.sql.db.updateTable('news').set({ subject: 'lostEditor' }).where('subject', '=', 'localEditor').execute();
  expect(await newsOf('lostEditor')).toEqual([]);
});

it('a scheduled run that fails is news to whoever made its pipeline, by the name that signs in', async () => {
  const { db } = product.store.sql;
  const { pipeline_id: pipelineId } = await db
    .insertInto('pipeline')
    .values({ name: 'Nightly', database_id: 'test', tags: [], schedule: null, tasks: '[]', author: 'editor@test.example', last_run_id: null })
    .returning('pipeline_id')
    .executeTakeFirstOrThrow();
  const task = {
    name: 'Import',
    original_name: 'GTFS from a URL',
    s3_url: 'builtin:import-url',
    task_type: 1 as const,
    command: { url: 'x' },
    input_version_id: null,
    notes: '',
  };
  const made = await createRun(db, { pipelineId, pipelineName: 'Nightly', databaseId: 'shut', causedBy: 'schedule', subject: '', tasks: [task] });
  const claim = { runId: made?.runId ?? 0, taskRunId: made?.taskRunIds[0] ?? 0 };
  expect(await newsOfRun(db, claim, 2)).toEqual([]);
  expect((await newsOfRun(db, claim, 4)).map(({ subject, item }) => [subject, item.kind, item.title])).toEqual([
    ['editor', 'needsApproval', 'Pipeline Nightly: Needs Approval'],
  ]);
});

it('a line that quotes a faulty file holds no control characters', async () => {
  const quoted = {
    topic: 'upload/nul',
    kind: 'uploadFailed' as const,
    databaseId: 'test',
    title: 'a\u0000b',
    detail: 'Unexpected \u0001',
    path: '/data',
  };
  const [told] = await writeNews(product.store.sql.db, ['nobody'], quoted);
  expect([told?.item.title, told?.item.detail]).toEqual(['a b', 'Unexpected  ']);
});
