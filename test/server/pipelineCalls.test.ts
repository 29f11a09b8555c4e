/** The calls of pipelines, tasks and logs that screens do not need all of, with the fields that the specification names; and runs that meet trouble. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLogs, readLogLevels, readLogTask } from '../../src/contract/logs.ts';
import * as contract from '../../src/contract/pipelines.ts';
import { listDocumentation, listTasks, readDocumentation, readTask, readTaskRuns, runTask } from '../../src/contract/tasks.ts';
import { type Pipeline, type PipelineInput, pipelineNote, type PipelineTask, type TaskCommand } from '../../src/domain/pipelines.ts';
import type { PipelineRun, TaskRun } from '../../src/domain/taskRuns.ts';
import { type EntityChange, writeEdit } from '../../server/store/edits.ts';
import { readSlot } from '../../server/store/entities.ts';
import { createRun } from '../../server/store/runs.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { regionDoc, stopDoc } from './smallFeed.ts';

let product: TestProduct;
let site: FeedSite;
beforeAll(async () => {
  site = await FeedSite.start();
  product = await startTestProduct({ ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}` });
  await product.version([stopDoc('a'), stopDoc('b')], 'published');
  await product.app.jobs.start();
});
afterAll(async () => {
  await product.close();
  await site.close();
  removeFeeds();
});

const task = (id: string, task_type: 1 | 2 | 3, command: TaskCommand = {}): PipelineTask => ({
  name: id,
  original_name: id,
  s3_url: `builtin:${id}`,
  command,
  task_type,
  input_version_id: null,
  notes: 'why',
});
const script = (program: string): PipelineTask => task('script', 2, { program, kinds: ['Stop'] });
const SAME = 'export default (docs) => docs';
/** Takes long enough to be seen. */
const SLOW = 'export default (docs) => { let n = 0; for (let i = 0; i < 4e5; i++) n += i; console.log(n); return docs; }';
const input = (tasks: PipelineTask[], more: Partial<PipelineInput> = {}): PipelineInput => ({
  name: 'Nightly',
  db_id: 'test',
  tags: [],
  schedule: null,
  tasks,
  ...more,
});
const made = async (tasks: PipelineTask[], more: Partial<PipelineInput> = {}): Promise<number> => {
  const { status, body, text } = await product.call(contract.createPipeline, { body: input(tasks, more) });
  expect(status, text).toBe(200);
  return body['pipeline_id'] ?? 0;
};
const run = async (pipeline_id: number): Promise<number> => (await product.call(contract.runPipeline, { body: { pipeline_id } })).body['run_id'] ?? 0;
const read = async (id: number): Promise<PipelineRun> =>
  (await product.call(contract.readPipelineRun, { params: { id } })).body as unknown as PipelineRun;
const until = async (id: number, reached: (run: PipelineRun) => boolean): Promise<PipelineRun> => {
  for (let waited = 0; waited < 40_000; waited += 30) {
    const found = await read(id);
    if (reached(found)) return found;
    await pause(30);
  }
  throw new Error(`Run ${id} is ${JSON.stringify(await read(id))}`);
};
const ended = (id: number): Promise<PipelineRun> => until(id, ({ status }) => [2, 3, 4, 6].includes(status));
const messages = async (id: number, query: object = {}): Promise<string[]> =>
  ((await product.call(listLogs, { params: { id }, query })).body['logs'] as unknown as { message: string }[]).map(({ message }) => message);

describe('a pipeline', () => {
  it('says that no version is current where the dates of the published one are over', async () => {
    await product.store.createDatabase({ Id: 'past', Name: 'Past', RegionKey: 'testland' });
    const feed = { Id: '1', PublisherName: 'City', Language: 'en', StartDate: '20200101', EndDate: '20201231' };
    const version = await product.version([{ kind: 'Feed', doc: feed }], 'published', 'past');
    const id = await made([script(SAME)], { db_id: 'past' });
    const over = { current_db_version: null, expired_db_version: version, expired_on: '2020-12-31' };
    expect((await product.call(contract.readPipeline, { params: { id } })).body).toMatchObject(over);
    const { body } = await product.call(contract.listPipelines, { query: { filter: 'past' } });
    expect(body).toMatchObject({ pipelines: [over] });
    expect(pipelineNote({ last_run_message: null, ...over })).toBe(`No version is current: the dates of version ${version} ended on 2020-12-31.`);
    await product.call(contract.deletePipeline, { params: { id } });
  });

  it('has the fields of the specification, in the list of its region, with its tags [H143 H146 H292]', async () => {
    const id = await made([script(SAME)], { tags: ['night', 'bus'], schedule: { times_of_day: ['03:30'], days_of_week: '1111100' } });
    const { body } = await product.call(contract.readPipeline, { params: { id } });
    expect(body).toMatchObject({
      id,
      name: 'Nightly',
      db_id: 'test',
      region: 'testland',
      tags: ['night', 'bus'],
      schedule: { times_of_day: ['03:30'], days_of_week: '1111100' },
      runs: [],
      permissions: { read_only: false },
      last_run_status: -1,
      last_run_id: null,
      last_task_run_id: null,
      current_db_version: expect.any(Number),
      publishable_db_version: null,
    });
    expect(body['tasks']).toEqual([
      {
        name: 'script',
        original_name: 'script',
        s3_url: 'builtin:script',
        command: { program: SAME, kinds: ['Stop'] },
        task_type: 2,
        input_version_id: null,
        notes: 'why',
      },
    ]);
  });

  it('is counted in its region, found by a part of a tag, copied without its schedule, and removed [H290 H295 H298 H304]', async () => {
    const { regions } = (await product.call(contract.listPipelineRegions)).body as unknown as { regions: unknown[] };
    expect(regions).toEqual([{ region: 'testland', name: 'Testland', count: 1, running: 0 }]);
    expect((await product.call(contract.listPipelineTags, { query: { filter: 'NIG' } })).body).toEqual({ tags: [{ tag: 'night', count: 1 }] });
    const [first] = (await product.call(contract.listPipelines, { query: {} })).body['pipelines'] as unknown as Pipeline[];
    const copy = await product.call(contract.clonePipeline, { body: { pipeline_id: first?.id ?? 0 } });
    expect(copy.body).toMatchObject({
      pipeline_id: expect.any(Number),
      pipeline: { name: 'Nightly (copy)', schedule: null, tags: ['night', 'bus'] },
    });
    const params = { id: copy.body['pipeline_id'] ?? 0 };
    expect((await product.call(contract.deletePipeline, { params })).body).toEqual({});
    expect((await product.call(contract.readPipeline, { params })).status).toBe(404);
  });

  it('of a read-only database is not made, changed, run or removed [H240]', async () => {
    const answer = await product.call(contract.createPipeline, { body: input([], { db_id: 'shut' }) });
    expect([answer.status, answer.text]).toMatchObject([403, expect.stringContaining('You have read-only rights')]);
  });

  it('notes the later of two runs made at once as its last, whichever of them is written first', async () => {
    const pipelineId = await made([script(SAME)]);
    const { db } = product.store.sql;
    // the later one is there already, as where its transaction was the quicker
    const later = (await run(pipelineId)) + 1000;
    await sql`update pipeline set last_run_id = ${later} where pipeline_id = ${pipelineId}`.execute(db);
    const begun = { pipelineId, pipelineName: 'Nightly', databaseId: 'test', causedBy: 'editor', subject: 'editor', tasks: [] };
    await db.transaction().execute((tx) => createRun(tx, begun));
    const { rows } = await sql<{ last_run_id: number }>`select last_run_id from pipeline where pipeline_id = ${pipelineId}`.execute(db);
    expect(rows).toEqual([{ last_run_id: later }]);
  });
});

describe('a run of a pipeline', () => {
  it('stays with its region where the pipeline moves to another: its people alone see it', async () => {
    await product.store.createRegion(regionDoc('elsewhere', 'Elsewhere'));
    await product.store.createDatabase({ Id: 'far', Name: 'Far', RegionKey: 'elsewhere' });
    const input_version_id = await product.version([stopDoc('a')], 'completed', 'far');
    const moved = [{ ...script(SAME), input_version_id }];
    const id = await made(moved, { name: 'Moved', db_id: 'far' });
    const far = await ended(await run(id));
    expect(far.status).toBe(2);
    const there = (await product.call(contract.readPipeline, { params: { id } })).body;
    expect(there).toMatchObject({ last_run_id: far.id, last_run_status: 2, publishable_db_version: far.tasks[0]?.output_version_id });
    expect(
      (await product.call(contract.updatePipeline, { params: { id }, body: input([script(SAME)], { name: 'Moved' }) }, { ifMatch: 1 })).status,
    ).toBe(200);
    const as = { as: 'localViewer' } as const;
    const none = { last_run_id: null, last_task_run_id: null, last_run_status: -1, publishable_db_version: null };
    expect((await product.call(contract.readPipeline, { params: { id } }, as)).body).toMatchObject({ ...none, runs: [] });
    expect((await product.call(contract.listPipelines, { query: { filter: 'Moved' } }, as)).body).toMatchObject({ pipelines: [{ id, ...none }] });
    const runsSeen = async (options: object, query = {}): Promise<object> => {
      const { runs, has_more } = (await product.call(contract.listPipelineRuns, { params: { id }, query }, options)).body as unknown as {
        runs: PipelineRun[];
        has_more: boolean;
      };
      return { runs: runs.map((one) => one.id), has_more };
    };
    expect(await runsSeen(as)).toEqual({ runs: [], has_more: false });
    const near = await ended(await run(id));
    expect(await runsSeen(as, { limit: 1 })).toEqual({ runs: [near.id], has_more: false });
    expect((await product.call(contract.readPipeline, { params: { id } }, as)).body).toMatchObject({ last_run_id: near.id, last_run_status: 2 });
    expect(await runsSeen({})).toEqual({ runs: [near.id, far.id], has_more: false });
    await product.call(contract.deletePipeline, { params: { id } });
  });

  it('is begun, stopped, and resumed from a task: those before it stay as they are [H293 H299 H300 H301]', async () => {
    const id = await run(await made([task('export-gtfs', 3), script(SLOW), task('export-gtfs', 3)]));
    const going = await until(id, ({ tasks }) => tasks[1]?.last_result.type === 1);
    expect((await product.call(contract.stopRun, { params: { id } })).body).toMatchObject({ status: 5 });
    const stopped = await ended(id);
    expect(stopped.tasks.map(({ last_result }) => last_result.type)).toEqual([2, 6, -1]);
    const third = await product.call(contract.resumeRun, { params: { id }, body: { from_task_id: stopped.tasks[2]?.task.id ?? 0 } });
    expect([third.status, third.text]).toMatchObject([
      409,
      expect.stringContaining('A task before it has not been completed. Resume from that one.'),
    ]);
    const from_task_id = stopped.tasks[1]?.task.id ?? 0;
    expect((await product.call(contract.resumeRun, { params: { id }, body: { from_task_id } })).status).toBe(200);
    const done = await ended(id);
    expect([done.status, done.tasks[0]?.task.id]).toEqual([2, going.tasks[0]?.task.id]);
    expect(done.tasks[1]?.task.id).toBeGreaterThan(stopped.tasks[2]?.task.id ?? 0);
    expect(done.tasks[2]?.task.input_version_id).toBe(done.tasks[1]?.output_version_id);
  });

  it('that needs approval waits; approved (force) it goes on; its errors are counted [H296 H302]', async () => {
    const bad = await product.version([stopDoc('a'), stopDoc('n', { Name: '' })]);
    const id = await run(await made([{ ...task('check', 2), input_version_id: bad }, task('export-gtfs', 3)]));
    const waiting = await ended(id);
    expect(waiting).toMatchObject({ status: 4, tasks: [{ last_result: { type: 4 } }, { last_result: { type: -1 } }] });
    const counted = (await product.call(contract.readRunCounts, { query: { run_ids: [String(id)] } })).body;
    expect(counted).toEqual({ counts: [{ run_id: id, ...waiting.level_summary }] });
    expect(waiting.level_summary.errors).toBeGreaterThan(0);
    await product.call(contract.approveRun, { params: { id }, body: { force: true } });
    expect(await ended(id)).toMatchObject({ status: 2, tasks: [{ approved: true }, { last_result: { type: 2 } }] });
  });

  it('whose file has not changed goes on with the version that was made of it; one that nobody approved waits again', async () => {
    const sound = aFeed();
    site.file('/nightly.zip', readFileSync(await sound.write()), '"sound"');
    const nightly = await made([task('import-url', 1, { url: site.url('/nightly.zip') }), script(SAME)]);
    const first = await ended(await run(nightly));
    const again = await ended(await run(nightly));
    expect([first.status, again.status]).toEqual([2, 2]);
    const version = first.tasks[0]?.output_version_id;
    expect(version).toBeTypeOf('number');
    expect([again.tasks[0]?.output_version_id, again.tasks[1]?.task.input_version_id]).toEqual([version, version]);

    const faulty = aFeed().withRows('calendar.txt', 'BAD,1,1,1,1,1,0,0,2026015,20260201');
    site.file('/faulty.zip', readFileSync(await faulty.write()), '"faulty"');
    const doubtful = await made([task('import-url', 1, { url: site.url('/faulty.zip') }), script(SAME)]);
    const id = await run(doubtful);
    expect((await ended(id)).status).toBe(4);
    await product.call(contract.stopRun, { params: { id } });
    const next = await run(doubtful);
    expect((await ended(next)).status).toBe(4);
    await product.call(contract.approveRun, { params: { id: next }, body: { force: true } });
    expect((await until(next, ({ status }) => status === 2)).tasks[1]?.last_result.type).toBe(2);
    const third = await ended(await run(doubtful));
    expect([third.status, third.tasks[0]?.output_version_id]).toEqual([2, (await read(next)).tasks[0]?.output_version_id]);
  });

  it('whose file is a zip that was cut off says so by its name and size, not by a path of the server', async () => {
    const whole = readFileSync(await aFeed().write());
    site.file('/cut.zip', whole.subarray(0, 700), '"cut"');
    const failed = await ended(await run(await made([task('import-url', 1, { url: site.url('/cut.zip') })])));
    expect(failed.tasks[0]?.last_result).toMatchObject({
      type: 3,
      message: 'cut.zip (700 bytes) is not a zip file. It may be cut off: compare its size with that of the original.',
    });
  });

  it('waits while another of the same pipeline goes on, and begins after it', async () => {
    const held: ServerResponse[] = [];
    site.page('/held.zip', (_request, response) => void held.push(response));
    const pipeline = await made([task('import-url', 1, { url: site.url('/held.zip') })]);
    const [first, second] = [await run(pipeline), await run(pipeline)];
    await until(first, ({ status }) => status === 1);
    expect(await read(second)).toMatchObject({ status: 0, tasks: [{ last_result: { type: 0 } }] });
    expect((await product.call(contract.deletePipeline, { params: { id: pipeline } })).status).toBe(409);
    while (held.length === 0) await pause(20);
    await pause(200);
    expect([held.length, (await read(second)).status]).toEqual([1, 0]);
    held[0]?.writeHead(404).end();
    expect((await ended(first)).status).toBe(3);
    while (held.length === 1) await pause(20);
    expect((await read(second)).status).toBe(1);
    held[1]?.writeHead(404).end();
    expect((await ended(second)).status).toBe(3);
  });

  it('whose version is removed while it runs fails in words, and makes no version', async () => {
    const gone = await product.version([stopDoc('a')]);
    const id = await run(await made([{ ...script(SLOW), input_version_id: gone }]));
    await until(id, ({ status }) => status === 1);
    await product.store.sql.run(`delete from version where version_id = ${gone}`);
    const failed = await ended(id);
    expect(failed).toMatchObject({ status: 3, tasks: [{ last_result: { output_version_id: null } }] });
    expect(failed.tasks[0]?.last_result.message).toBe(`The version ${gone} no longer exists.`);
  });

  it('whose version cannot be made at its end fails at once, with the reason', async () => {
    const { db } = product.store.sql;
    const source = await product.version([stopDoc('a')], 'published', 'shut');
    const slot = await readSlot(db, source, 'Stop', 'a');
    const by = { author: 'editor', subject: 'editor', call: 'test', commandId: null, label: 'Rename stop a' };
    const corrected = { ...stopDoc('a', { Name: 'Harbour' }), id: 'a', before: slot?.bid ?? null } as EntityChange;
    await writeEdit(db, source, by, [corrected]);
    const input_version_id = await product.version([stopDoc('a')], 'completed', 'shut');
    // the database became read-only while it ran
    const tasks = [{ ...task('apply-corrections', 2, { from_version: String(source) }), input_version_id }];
    const begun = { pipelineId: null, pipelineName: null, databaseId: 'shut', causedBy: 'editor', subject: 'editor', tasks };
    const created = await db.transaction().execute((tx) => createRun(tx, begun));
    product.app.jobs.runTasks();
    const failed = await ended(created?.runId ?? 0);
    expect(failed.tasks[0]?.last_result).toMatchObject({ type: 3, message: 'You have read-only rights' });
  });

  it('says so where the disk of the server is full, and leaves nothing behind', async () => {
    site.file('/feed.zip', Buffer.from('PK rubbish, but long enough to be written'), '"one"');
    const pipeline = await made([task('import-url', 1, { url: site.url('/feed.zip') })]);
    const { run: begun } = (await product.call(contract.runPipeline, { body: { pipeline_id: pipeline } })).body as unknown as { run: PipelineRun };
    const folder = join(product.dataDir, 'tasks', String(begun.tasks[0]?.task.id));
    mkdirSync(folder, { recursive: true });
    symlinkSync('/dev/full', join(folder, 'received'));
    expect((await ended(begun.id)).tasks[0]?.last_result).toMatchObject({
      type: 3,
      message: 'The disk of the server is full. Nothing was imported.',
    });
  });
});

describe('a log', () => {
  it('of 10,000 warnings is counted at once, read 100 rows at a time, and closes nothing off [H118 H120 H153 H322]', async () => {
    const begun = performance.now();
    const id = await run(
      await made([
        script("export default (docs) => { for (let i = 1; i <= 9999; i++) console.warn('warning', i); console.error('last'); return docs; }"),
      ]),
    );
    const done = await ended(id);
    expect(done).toMatchObject({ status: 2, level_summary: { warnings: 9999, errors: 1 } });
    const params = { id: done.tasks[0]?.task.id ?? 0 };
    expect((await product.call(readLogLevels, { params })).body).toMatchObject({ warnings: 9999, errors: 1 });
    const rows = (await product.call(listLogs, { params, query: { levels: ['2'] as never, offset: 9900 } })).body['logs'] as unknown as object[];
    expect(rows).toHaveLength(99);
    expect(rows[0]).toEqual({ seq: expect.any(Number), message: 'warning 9901', timestamp: expect.any(Number), groupId: null, level: 2 });
    expect(await messages(params.id)).toHaveLength(100);
    expect((await product.call(listLogs, { params, query: { limit: 101 } })).status).toBe(400);
    expect(await messages(params.id, { message: 'warning 9999' })).toEqual(['warning 9999']);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('holds the rows of a file of a feed in a group, 100 at a time [H120 H358 H322]', async () => {
    const bad = Array.from({ length: 130 }, (_, i) => `BAD${i},1,1,1,1,1,0,0,2026015,20260201`);
    site.file(
      '/bad.zip',
      readFileSync(
        await aFeed()
          .withRows('calendar.txt', ...bad)
          .write(),
      ),
      '"bad"',
    );
    const { body } = await product.call(runTask, { body: { ...task('import-url', 1, { url: site.url('/bad.zip') }), db_id: 'test' } });
    const params = { id: body['task_run_id'] ?? 0 };
    const found = async (): Promise<TaskRun> => (await product.call(readLogTask, { params })).body['run'] as unknown as TaskRun;
    while ((await found()).last_result.type < 2) await pause(30);
    const heads = (await product.call(listLogs, { params, query: { levels: ['3'] as never } })).body['logs'] as unknown as {
      message: string;
      groupId: number | null;
    }[];
    const group = heads.find(({ message }) => message === 'calendar.txt')?.groupId ?? 0;
    expect(await messages(params.id, { groupId: group, levels: ['3'] })).toHaveLength(100);
    expect(await messages(params.id, { groupId: group, levels: ['3'], offset: 100 })).toHaveLength(30);
  });

  it('tells its task with its last result, times in unix seconds [H151 H323]', async () => {
    const [{ task: listed } = {} as TaskRun] = (await product.call(listTasks, { query: { limit: 1 } })).body['tasks'] as unknown as TaskRun[];
    const { body } = await product.call(readLogTask, { params: { id: listed.id } });
    expect(body).toMatchObject({
      task: { id: listed.id, created: listed.created },
      last_result: { type: expect.any(Number), created: expect.any(Number) },
    });
    expect(Math.abs(listed.created - Date.now() / 1000)).toBeLessThan(600);
  });
});

describe('a task run', () => {
  it('is read by its id with versions to open in place of its own, and looked up by ids with the fields of the specification [H084 H137 H138 H284 H367]', async () => {
    for (let n = 0; n < 4; n++) await product.version([stopDoc('a')]);
    const [listed] = (await product.call(listTasks, { query: { type: 2, limit: 1 } })).body['tasks'] as unknown as TaskRun[];
    const id = listed?.task.id ?? 0;
    const one = (await product.call(readTask, { params: { id } })).body as unknown as TaskRun & { alternative_versions: { id: number }[] };
    expect(one).toMatchObject({ task: { id, created: expect.any(Number) }, last_result: { type: 2, output_version_id: listed?.output_version_id } });
    expect(one.alternative_versions).toHaveLength(5);
    expect((await product.call(readTaskRuns, { body: { task_run_ids: [id] } })).body).toEqual({
      TaskRuns: [
        {
          Id: listed?.task.run_id,
          TaskRunId: id,
          TaskName: 'script',
          Type: 2,
          Status: 2,
          InputVersionId: listed?.task.input_version_id,
          OutputVersionId: listed?.output_version_id,
        },
      ],
    });
    expect((await product.call(readTask, { params: { id: 999_999 } })).status).toBe(404);
  });

  it('is documented by its template: name, where its program is kept, and what it does [H139 H288 H289]', async () => {
    const { documentation } = (await product.call(listDocumentation)).body as unknown as {
      documentation: { id: string; name: string; s3_url: string; docs: string }[];
    };
    expect(documentation.length).toBeGreaterThan(15);
    for (const { name, s3_url, docs } of documentation)
      expect([name, s3_url, docs.length > 100], name).toEqual([name, expect.stringMatching(/^builtin:/), true]);
    const one = await product.call(readDocumentation, { params: { id: 'import-url' } });
    expect(one.body).toMatchObject({ name: 'GTFS from a URL', s3_url: 'builtin:import-url', docs: expect.stringContaining('ETag') });
    expect((await product.call(readDocumentation, { params: { id: 'none' } })).status).toBe(404);
  });
});
