import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listChanges, listChangesets } from '../../src/contract/changes.ts';
import { listLogs, readLogLevels, readLogTask } from '../../src/contract/logs.ts';
import {
  approveRun,
  createPipeline,
  listPipelineRuns,
  listPipelines,
  readPipelineRun,
  runPipeline,
  updatePipeline,
} from '../../src/contract/pipelines.ts';
import { listTasks, readTaskRuns, runTask, stopTask, writeSecret } from '../../src/contract/tasks.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { openTaskLog } from '../../server/jobs/taskLog.ts';
import { ChangeHistory } from '../../src/domain/changes.ts';
import type { PipelineInput, PipelineTask } from '../../src/domain/pipelines.ts';
import type { PipelineRun, TaskRun } from '../../src/domain/taskRuns.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { editStopField } from './stopCalls.ts';

let product: TestProduct;
let site: FeedSite;
beforeAll(async () => {
  site = await FeedSite.start();
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}`, UPLOAD_LIMIT_MB: '1' });
  site.file('/feed.zip', readFileSync(await aFeed().write()), '"one"');
  await product.app.jobs.start();
});
afterAll(async () => {
  await product.close();
  await site.close();
  removeFeeds();
});

const importTask = (url: string, more: Partial<PipelineTask> & { command?: Record<string, never> } = {}): PipelineTask => ({
  name: 'Import',
  original_name: 'GTFS from a URL',
  s3_url: 'builtin:import-url',
  task_type: 1,
  input_version_id: null,
  notes: '',
  ...more,
  command: { url, ...more.command },
});
const run = async (task: PipelineTask): Promise<TaskRun> => {
  const { body, status, text } = await product.call(runTask, { body: { ...task, db_id: 'test' } });
  expect(status, text).toBe(200);
  return ended(body['task_run_id'] ?? 0);
};
const taskOf = async (id: number): Promise<TaskRun> => (await product.call(readLogTask, { params: { id } })).body['run'] as unknown as TaskRun;
const ended = async (id: number): Promise<TaskRun> => {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const task = await taskOf(id);
    if ([2, 3, 4, 6].includes(task.last_result.type)) return task;
    await pause(50);
  }
  throw new Error(`Task run ${id} did not end`);
};
const logOf = async (id: number, query: object = {}): Promise<{ message: string; level: number; groupId: number | null }[]> =>
  (await product.call(listLogs, { params: { id }, query })).body['logs'] as unknown as { message: string; level: number; groupId: number | null }[];
const messages = async (id: number, query: object = {}): Promise<string[]> => (await logOf(id, query)).map(({ message }) => message);

describe('an import by address', () => {
  it('makes a version, says what it did, and makes none the next time where nothing has changed [H285 H320 H321]', async () => {
    const first = await run(importTask(site.url('/feed.zip')));
    expect(first).toMatchObject({ last_result: { type: 2, message: null }, output_version_exists: true, level_summary: { errors: 0 } });
    const version = await product.store.readVersion(first.output_version_id ?? 0);
    expect(version).toMatchObject({ Completed: true, Source: 'feed.zip', DatabaseId: 'test' });
    expect(await messages(first.task.id)).toEqual([
      `Fetching ${site.url('/feed.zip')}`,
      expect.stringMatching(/^Received \d+\.\d kB$/),
      '2 of 2 trips and 6 of 6 stop times were kept',
      'Rows of each file',
      `Made version ${first.output_version_id}, "${version?.Version}"`,
    ]);
    expect((await product.call(readLogLevels, { params: { id: first.task.id } })).body).toEqual({ information: 11, warnings: 0, errors: 0 });
    const again = await run(importTask(site.url('/feed.zip')));
    // the tasks after it take the version that is the file, not the one in use
    expect(again).toMatchObject({ last_result: { type: 2, output_version_id: first.output_version_id } });
    expect((await messages(again.task.id)).at(-1)).toMatch(/says that the file has not changed since version \d+ was made of it\. No new version\.$/);
    expect((await run(importTask(site.url('/feed.zip'), { command: { always: true as never } }))).output_version_id).toBeGreaterThan(
      first.output_version_id ?? 0,
    );
  });

  it('is told of by the log only when the version is there: a process that ends before has said nothing', async () => {
    const { task } = await run(importTask(site.url('/feed.zip'), { command: { always: true as never } }));
    const before = await messages(task.id);
    const log = await openTaskLog(product.store.sql, task.id);
    const { db } = product.store.sql;
    const cutOff = db.transaction().execute(async (tx) => {
      await log.last(tx, 'Made version 99');
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await messages(task.id)).toEqual(before);
    await db.transaction().execute((tx) => log.last(tx, 'Made version 100'));
    expect(await messages(task.id)).toEqual([...before, 'Made version 100']);
  });

  it('fails in words on what is no feed, on nothing there, on a broken connection and on addresses of its own', async () => {
    site.page('/page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><html>Sign in</html>'));
    site.page('/cut.zip', (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 });
      response.write(Buffer.alloc(5000, 'PK'));
      setTimeout(() => response.destroy(), 50);
    });
    site.page('/inside', (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end());
    site.page('/without-end.zip', (_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write(Buffer.alloc(100_000, 'PK')), 5);
      response.on('close', () => clearInterval(more));
    });
    const reason = async (url: string): Promise<string> => {
      const task = await run(importTask(url));
      expect(task).toMatchObject({ last_result: { type: 3, output_version_id: null }, level_summary: { errors: 1 } });
      expect((await messages(task.task.id)).at(-1)).toBe(task.last_result.message);
      return task.last_result.message ?? '';
    };
    expect(await reason(site.url('/page'))).toBe('The file is a web page, not a GTFS zip or a feed file. Nothing was imported.');
    expect(await reason(site.url('/none.zip'))).toBe(`127.0.0.1:${site.port} answers with 404 (there is no such file). Nothing was imported.`);
    expect(await reason(site.url('/cut.zip'))).toBe(`The connection to 127.0.0.1:${site.port} broke after 5.0 kB of 0.1 MB. Nothing was imported.`);
    expect(await reason(site.url('/without-end.zip'))).toBe('The file is larger than 1 MB. It was not fetched to its end.');
    expect(await reason(site.url('/inside'))).toMatch(/^169\.254\.169\.254 is an address of this machine or of a private network/);
    expect(await reason('http://localhost:1/')).toMatch(/^localhost is an address of this machine/);
  });

  it('takes a feed with broken dates and without an agency, and waits for approval with them as errors in its log [H166 H176]', async () => {
    const broken = aFeed()
      .without('agency.txt')
      .withRows('calendar.txt', 'BAD,1,1,1,1,1,0,0,2026015,20260201')
      .withRows('trips.txt', 'R1,BAD,T3,Gamma,0');
    site.file(
      '/broken.zip',
      readFileSync(await broken.withRows('stop_times.txt', 'T3,10:00:00,10:00:00,A,1', 'T3,10:05:00,10:05:00,B,2').write()),
      '"b"',
    );
    const task = await run(importTask(site.url('/broken.zip')));
    expect(task.last_result).toMatchObject({ type: 4, message: '2 errors in the feed. Look at the log, then approve the run or stop it.' });
    const heads = await logOf(task.task.id, { levels: [3] });
    expect(heads.map(({ message, level }) => [message, level])).toEqual(
      expect.arrayContaining([
        ['agency.txt', 3],
        ['calendar.txt', 3],
      ]),
    );
    const calendar = heads.find(({ message }) => message === 'calendar.txt');
    expect(await messages(task.task.id, { groupId: calendar?.groupId ?? 0, levels: [3] })).toEqual([
      'line 3: start_date "2026015" is not a date (YYYYMMDD). On which days the service "BAD" runs cannot be known; the row is left out',
    ]);
    expect(await messages(task.task.id, { message: '2026015' })).toEqual(['calendar.txt']);
    expect(task.output_version_exists).toBe(true);
    const approved = await product.call(approveRun, { params: { id: task.task.run_id }, body: { force: true } });
    expect(approved.body).toMatchObject({ status: 2, tasks: [{ approved: true, last_result: { type: 4 } }] });
    const strict = await run(importTask(site.url('/broken.zip'), { command: { on_errors: 'fail', always: true } as never }));
    expect(strict.last_result).toMatchObject({
      type: 3,
      message: '2 rows could not be read, and the task is set to fail then. No version was made.',
    });
  });

  it('sends a secret that no call tells', async () => {
    const headers: unknown[] = [];
    site.page('/secret.zip', (request, response) => {
      headers.push(request.headers.authorization, request.headers['x-more']);
      response.writeHead(404).end();
    });
    await product.call(writeSecret, { params: { name: 'feed-key' }, body: { value: 'Bearer 123456', servers: [site.url('')] } });
    const task = await run(importTask(site.url('/secret.zip'), { command: { authorization: 'feed-key', headers: ['X-More: yes'] } as never }));
    expect(headers).toEqual(['Bearer 123456', 'yes']);
    expect(JSON.stringify([task, await logOf(task.task.id)])).not.toContain('123456');
    const stranger = await FeedSite.start();
    const stolen = await run(importTask(stranger.url('/secret.zip'), { command: { authorization: 'feed-key' } as never }));
    expect(stolen.last_result.message).toBe(
      `The secret feed-key may be sent to ${site.url('')} only, not to ${stranger.url('')}. Write it again for that one.`,
    );
    expect(stranger.asked).toEqual([]);
    await stranger.close();
    expect(await product.call(writeSecret, { params: { name: 'feed-key' }, body: { value: 'x' } })).toMatchObject({ status: 400 });
    // One that was written before servers were asked for goes where it went.
    await product.store.sql.db.updateTable('task_secret').set({ servers: null }).where('name', '=', 'feed-key').execute();
    headers.length = 0;
    await run(importTask(site.url('/secret.zip'), { command: { authorization: 'feed-key' } as never }));
    expect(headers).toEqual(['Bearer 123456', undefined]);
  });

  it('is stopped while it waits, and lets go at once [H286]', async () => {
    site.page('/endless.zip', (_request, response) => void response.writeHead(200).write(Buffer.alloc(100, 'PK')));
    const { body } = await product.call(runTask, { body: { ...importTask(site.url('/endless.zip')), db_id: 'test' } });
    const id = body['task_run_id'] ?? 0;
    while ((await taskOf(id)).last_result.type !== 1) await pause(30);
    expect((await product.call(stopTask, { params: { id } })).body).toMatchObject({ last_result: { type: 5 } });
    expect((await ended(id)).last_result).toMatchObject({ type: 6, message: 'Stopped' });
  });
});

describe('pipelines', () => {
  const input = (more: Partial<PipelineInput> = {}): PipelineInput => ({
    name: 'Nightly',
    db_id: 'test',
    tags: ['night', 'bus'],
    schedule: null,
    tasks: [importTask(site.url('/feed.zip'), { command: { always: true as never } })],
    ...more,
  });

  it('are made, listed with their last run, changed at their revision, and refused where a parameter is wrong [H291 H297 H303]', async () => {
    const made = (await product.call(createPipeline, { body: input() })).body as unknown as { pipeline_id: number; pipeline: { rev: number } };
    expect(made.pipeline).toMatchObject({ name: 'Nightly', region: 'testland', last_run_status: -1, permissions: { read_only: false }, rev: 1 });
    const id = made.pipeline_id;
    const { run_id } = (await product.call(runPipeline, { body: { pipeline_id: id } })).body as unknown as { run_id: number };
    const runOf = async (): Promise<PipelineRun> => (await product.call(readPipelineRun, { params: { id: run_id } })).body as unknown as PipelineRun;
    await ended((await runOf()).tasks[0]?.task.id ?? 0);
    expect(await runOf()).toMatchObject({ status: 2, pipeline_id: id, caused_by: 'editor@test.example', level_summary: { errors: 0, warnings: 0 } });
    const listed = (await product.call(listPipelines, { query: { tags: ['night'] } })).body['pipelines'] as unknown as object[];
    expect(listed).toMatchObject([{ id, last_run_status: 2, last_run_id: run_id, task_count: 1 }]);
    expect((await product.call(listPipelines, { query: { tags: ['night', 'tram'] } })).body['pipelines']).toEqual([]);
    expect((await product.call(listPipelineRuns, { params: { id }, query: { version: 999_999 } })).body).toEqual({ runs: [], has_more: false });
    const changed = await product.call(updatePipeline, { params: { id }, body: input({ name: 'Daily' }) }, { ifMatch: 1 });
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Daily', rev: 2 }]);
    expect((await product.call(updatePipeline, { params: { id }, body: input() }, { ifMatch: 1 })).status).toBe(412);
    const wrong = await product.call(createPipeline, { body: input({ tasks: [importTask('ftp://nowhere')] }) });
    expect([wrong.status, wrong.text]).toMatchObject([400, expect.stringContaining('Write an address that begins with http:// or https://')]);
    expect((await product.call(createPipeline, { body: input({ db_id: 'shut' }) })).status).toBe(403);
    expect((await product.call(runPipeline, { body: { pipeline_id: id } }, { as: 'viewer' })).status).toBe(403);
    expect((await product.call(approveRun, { params: { id: run_id }, body: { force: true } })).status).toBe(409);
  });

  it('hand a version from task to task: each makes one of that of the task before, in a thread of its own [H149 H150]', async () => {
    const change = (id: string, command: object): PipelineTask => ({
      ...importTask(''),
      name: id,
      s3_url: `builtin:${id}`,
      task_type: 2,
      command: command as never,
    });
    const program = "export default (docs) => docs.map((doc) => ({ ...doc, Name: doc.Name + '!' }))";
    const tasks = [
      ...input().tasks,
      change('replace-texts', { kind: 'Stop', find: 'Alpha', replace: 'First' }),
      change('script', { program, kinds: ['Stop'] }),
    ];
    const { pipeline_id } = (await product.call(createPipeline, { body: input({ tasks }) })).body as unknown as { pipeline_id: number };
    const { run } = (await product.call(runPipeline, { body: { pipeline_id } })).body as unknown as { run: PipelineRun };
    const [, , last] = run.tasks;
    expect(run.tasks.map(({ last_result }) => last_result.type)).toEqual([0, -1, -1]);
    const end = await ended(last?.task.id ?? 0);
    const done = (await product.call(readPipelineRun, { params: { id: run.id } })).body as unknown as PipelineRun;
    expect(done).toMatchObject({ status: 2, tasks: [{ last_result: { type: 2 } }, { last_result: { type: 2 } }, { last_result: { type: 2 } }] });
    expect(done.tasks[1]?.task.input_version_id).toBe(done.tasks[0]?.output_version_id);
    expect((await product.store.getEntity(end.output_version_id ?? 0, 'Stop', 'A'))?.doc.Name).toBe('First!');
    expect(await messages(end.task.id)).toContain('3 stops in, 3 out, 3 of them changed');
    const head = (await logOf(done.tasks[1]?.task.id ?? 0)).find(({ groupId }) => groupId !== null);
    expect(head).toMatchObject({ message: 'Replaced', level: 1 });
    expect(await messages(done.tasks[1]?.task.id ?? 0, { groupId: head?.groupId ?? 0 })).toEqual(['A: "Alpha" became "First"']);
  });

  it('tasks are listed newest first, and looked up together [H283 H287]', async () => {
    const tasks = (await product.call(listTasks, { query: { db_id: 'test', limit: 3 } })).body as unknown as { tasks: TaskRun[]; has_more: boolean };
    expect(tasks.has_more).toBe(true);
    const ids = tasks.tasks.map(({ task }) => task.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const found = (await product.call(readTaskRuns, { body: { task_run_ids: [ids[0] ?? 0, 999_999] } })).body;
    expect(found).toEqual({
      TaskRuns: [expect.objectContaining({ TaskRunId: ids[0], TaskName: 'script', Type: 2, Status: 2, OutputVersionId: expect.any(Number) })],
    });
    expect((await product.call(listTasks, { query: { output_version: tasks.tasks[0]?.output_version_id ?? 0 } })).body['tasks']).toHaveLength(1);
  });

  it('tasks are narrowed to those of a version: by its id, or by a change, or set of changes, that was made in it [H079]', async () => {
    const imported = await run(importTask(site.url('/feed.zip'), { command: { always: true as never } }));
    const version = imported.output_version_id ?? 0;
    const draft = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: version } })).body['EditableDbVersionId'] ?? 0;
    const renamed = { params: { versionId: draft, field: 'name' as const }, body: { stopId: 'A', value: 'Harbour' } };
    expect((await product.call(editStopField, renamed, { ifMatch: '*' })).status).toBe(200);
    const { Sets } = ChangeHistory.parse((await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: draft } })).body);
    const set_id = Sets[0]?.SetId ?? 0;
    const { Changes } = ChangeHistory.parse((await product.call(listChanges, { query: { setId: set_id } })).body);
    const change_id = Changes[0]?.ChangeId ?? 0;
    const checked = await run({ ...importTask(''), name: 'Check', s3_url: 'builtin:check', command: {}, task_type: 2, input_version_id: draft });
    const found = async (query: object): Promise<number[]> => {
      const { body } = await product.call(listTasks, { query });
      return (body['tasks'] as unknown as TaskRun[]).map(({ task }) => task.id);
    };
    expect(await found({ db_version_id: version })).toEqual([imported.task.id]);
    for (const query of [{ db_version_id: draft }, { change_id }, { set_id }])
      expect(await found(query), JSON.stringify(query)).toEqual([checked.task.id]);
    expect(await found({ change_id, db_version_id: version })).toEqual([]);
    for (const query of [{ change_id: 999_999 }, { set_id: 999_999 }, { db_version_id: 999_999 }]) expect(await found(query)).toEqual([]);
  });

  it('end once with what their program says, also where that has characters that cannot be kept', async () => {
    const program = "export default () => { throw new Error('row 7: \\u0000 in \\ud83d') }";
    const { task, last_result } = await run({ ...importTask(''), s3_url: 'builtin:script', task_type: 2, command: { program, kinds: ['Stop'] } });
    expect(last_result).toMatchObject({ type: 3, message: 'The program failed: Error: row 7:  in \uFFFD' });
    expect((await messages(task.id)).filter((line) => line.startsWith('The program failed'))).toHaveLength(1);
  });
});
