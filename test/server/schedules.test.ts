import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listLogs } from '../../src/contract/logs.ts';
import { createPipeline, listPipelineRuns, readPipelineRun, updatePipeline } from '../../src/contract/pipelines.ts';
import { runTask } from '../../src/contract/tasks.ts';
import type { PipelineInput } from '../../src/domain/pipelines.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { runDue } from '../../server/jobs/schedules.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { claimTask, endTask } from '../../server/store/runs.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const task = {
  name: 'Import',
  original_name: '',
  s3_url: 'builtin:import-url',
  command: { url: 'https://feeds.example/a.zip' },
  task_type: 1,
} as const;
const input = (times: string[]): PipelineInput => ({
  name: 'By the clock',
  db_id: 'test',
  tags: [],
  schedule: { times_of_day: times, days_of_week: '1111111' },
  tasks: [{ ...task, input_version_id: null, notes: '' }],
});

it('one run is made for a pipeline and a minute, by however many processes; the last missed one within an hour is made up for [E015]', async () => {
  const { pipeline_id: id } = (await product.call(createPipeline, { body: input(['02:00', '02:30', '06:00']) })).body as unknown as {
    pipeline_id: number;
  };
  // Amsterdam is an hour ahead of UTC in January. The pipeline must have been there before.
  await product.store.sql.run(`update pipeline set scheduled_since = '2026-01-01' where pipeline_id = ${id}`);
  const place = {
    store: product.store,
    objects: openObjects(product.dataDir, undefined),
    live: { publish: () => Promise.resolve() },
    warn: () => undefined,
  };
  const at = (time: string): number => Date.parse(`2026-01-10T${time}Z`);
  const runs = async (): Promise<PipelineRun[]> =>
    (await product.call(listPipelineRuns, { params: { id } })).body['runs'] as unknown as PipelineRun[];
  const [one, other] = [new Map<string, number>(), new Map<string, number>()];
  expect(await runDue(place, at('00:59:50'), one)).toBe(0);
  // Both 02:00 and 02:30 were missed.
  expect(await runDue(place, at('01:45:00'), one)).toBe(1);
  expect(await runDue(place, at('01:45:10'), one)).toBe(0);
  expect(await runDue(place, at('01:45:20'), other)).toBe(0);
  // More than an hour late: not made up for.
  expect(await runDue(place, at('04:00:00'), one)).toBe(0);
  expect(await Promise.all([runDue(place, at('05:00:05'), one), runDue(place, at('05:00:05'), other)])).toEqual(expect.arrayContaining([1, 0]));
  // A clock that is set back, here or in another process, makes nothing twice.
  expect(await runDue(place, at('04:59:00'), one)).toBe(0);
  expect(await runDue(place, at('05:00:20'), one)).toBe(0);
  expect(await runDue(place, at('01:30:30'), new Map())).toBe(0);
  expect((await runs()).map(({ caused_by, status }) => [caused_by, status])).toEqual([
    ['schedule', 0],
    ['schedule', 0],
  ]);
  // A schedule that is changed begins with the change.
  await product.call(updatePipeline, { params: { id }, body: input(['06:30']) }, { ifMatch: 1 });
  expect(await runDue(place, at('05:40:00'), one)).toBe(0);
});

it('a task whose worker has gone begins again and ends once; the worker that comes back is refused', async () => {
  const { db } = product.store.sql;
  const importing = { ...task, command: { url: 'http://127.0.0.1:9/none.zip' }, input_version_id: null, notes: '' };
  const { task_run_id: id, run_id } = (await product.call(runTask, { body: { ...importing, db_id: 'test' } })).body as unknown as {
    task_run_id: number;
    run_id: number;
  };
  const gone = await db.transaction().execute((tx) => claimTask(tx, id, 'a process that has ended'));
  expect(gone).toMatchObject({ taskRunId: id, attempt: 1 });
  expect(await db.transaction().execute((tx) => claimTask(tx, id, 'another'))).toBeUndefined();
  await product.app.jobs.start();
  for (let waited = 0; waited < 200; waited++) {
    if (((await product.call(readPipelineRun, { params: { id: run_id } })).body as unknown as PipelineRun).status === 3) break;
    await pause(50);
  }
  const { logs } = (await product.call(listLogs, { params: { id } })).body as unknown as { logs: { message: string }[] };
  expect(logs.map(({ message }) => message)).toEqual([
    'The process that ran this task has ended. The task begins again.',
    'Fetching http://127.0.0.1:9/none.zip',
    expect.stringMatching(/^127\.0\.0\.1 is an address of this machine/),
  ]);
  if (gone === undefined) throw new Error('It was not claimed');
  await expect(db.transaction().execute((tx) => endTask(tx, gone, { status: 2 }))).rejects.toThrow('is no longer ours');
});
