/** The report of an import: kept with its run, shown with its log, downloaded as CSV; and an import that drops trips needs approval. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLogs, readLogTask } from '../../src/contract/logs.ts';
import * as contract from '../../src/contract/pipelines.ts';
import { downloadTaskFile } from '../../src/contract/tasks.ts';
import type { PipelineTask, TaskCommand } from '../../src/domain/pipelines.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { aFeed, removeFeeds, type FeedBuilder } from '../builders/gtfsZip.ts';
import { FeedSite } from './feedSite.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { runOneTask } from './runOneTask.ts';
import { stopDoc } from './smallFeed.ts';

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

/** One of four trips calls at one stop only. */
const dropping = aFeed()
  .withRows('routes.txt', 'R2,AG,2,Two,3')
  .withRows('trips.txt', 'R1,WD,T3,Gamma,0', 'R2,WD,LOST,Gamma,0')
  .withRows('stop_times.txt', 'T3,10:00:00,10:00:00,A,1', 'T3,10:05:00,10:05:00,B,2', 'LOST,10:05:00,10:05:00,B,2');
const WORDS = '1 of 4 trips (25 %) is in no timetable, for example because it has only one stop time. The route R2 has no trip left.';

let count = 0;
async function served(feed: FeedBuilder): Promise<string> {
  count++;
  return site.file(`/feed${count}.zip`, readFileSync(await feed.write()), `"${count}"`);
}

async function inPipeline(command: TaskCommand): Promise<PipelineRun> {
  const task: PipelineTask = {
    name: 'Import',
    original_name: 'Import',
    s3_url: 'builtin:import-url',
    task_type: 1,
    input_version_id: null,
    command,
    notes: '',
  };
  const body = { name: `Import ${++count}`, db_id: 'test', tags: [], schedule: null, tasks: [task] };
  const { pipeline_id = 0 } = (await product.call(contract.createPipeline, { body })).body;
  const { run_id = 0 } = (await product.call(contract.runPipeline, { body: { pipeline_id } })).body;
  for (let waited = 0; waited < 40_000; waited += 50) {
    const run = (await product.call(contract.readPipelineRun, { params: { id: run_id } })).body as unknown as PipelineRun;
    if ([2, 3, 4].includes(run.status)) return run;
    await pause(50);
  }
  throw new Error('The run did not end');
}

const firstLine = async (id: number): Promise<unknown> => {
  const { body } = await product.call(listLogs, { params: { id }, query: {} });
  return (body['logs'] as unknown as { message: string; level: number }[])[0];
};

test('an import by a pipeline that drops a route says so in the first line of its log and needs approval', async () => {
  const run = await inPipeline({ url: await served(dropping) });
  const [task] = run.tasks;
  expect(run.status).toBe(4);
  expect(task?.last_result.message).toBe(`${WORDS} Look at the log, then approve the run or stop it.`);
  expect(await firstLine(task?.task.id ?? 0)).toMatchObject({ message: WORDS, level: 2 });
  await product.call(contract.approveRun, { params: { id: run.id }, body: { force: true } });
  expect((await product.call(contract.readPipelineRun, { params: { id: run.id } })).body).toMatchObject({ status: 2 });
});

test('an import whose limit is 100 % asks nothing', async () => {
  expect(await inPipeline({ url: await served(dropping), drop_limit: 100 })).toMatchObject({
    status: 2,
    tasks: [{ last_result: { message: null } }],
  });
});

test('the import task refuses a limit that is no percentage', async () => {
  const task = { name: 'I', original_name: 'I', s3_url: 'builtin:import-url', task_type: 1, input_version_id: null, notes: '' } as const;
  const body = {
    name: 'Wrong',
    db_id: 'test',
    tags: [],
    schedule: null,
    tasks: [{ ...task, command: { url: site.url('/x.zip'), drop_limit: 101 } }],
  };
  expect((await product.call(contract.createPipeline, { body })).status).toBe(400);
});

test('an import by hand says the same and goes on; its report is kept with the run and downloaded as CSV', async () => {
  const url = await served(dropping.withRows('stop_times.txt', 'GONE,10:05:00,10:05:00,B,2'));
  const { run, log } = await runOneTask(product, 'import-url', { type: 1, command: { url, on_errors: 'continue' } });
  expect(run.last_result.type).toBe(2);
  expect(log[0]).toBe(WORDS);
  expect(log).toContain('stop_times.txt: 10 rows read, 1 kept as they are, 1 refused');
  const params = { id: run.task.id };
  const { import_report: report } = (await product.call(readLogTask, { params })).body as { import_report?: { files: { file: string }[] } };
  expect(report?.files.find(({ file }) => file === 'stop_times.txt')).toMatchObject({ read: 10, kept: 1, changed: 0, refused: 1 });
  expect(run.files?.map(({ name }) => name)).toEqual(['import-report.csv']);
  const { status, text } = await product.call(downloadTaskFile, { params: { ...params, name: 'import-report.csv' } });
  expect(status).toBe(200);
  expect(text.trimEnd().split('\n')).toEqual([
    'file,line,column,value,reason,result',
    'stop_times.txt,11,trip_id,GONE,"trips.txt has no trip ""GONE""; the row is left out",refused',
    'trips.txt,5,trip_id,LOST,The trip LOST forms no timetable: it has only one stop time; it is kept as it is and exported again,kept',
    'routes.txt,3,,,No trip of the route R2 forms a timetable; its schedule is empty,said',
    'stop_times.txt,10,trip_id,LOST,The trip forms no timetable: it has only one stop time; the row is kept as it is and exported again,kept',
  ]);
});

test('an import that fails because of errors has its report all the same', async () => {
  const url = await served(aFeed().withRows('stop_times.txt', 'GONE,10:05:00,10:05:00,B,2'));
  const { run, log } = await runOneTask(product, 'import-url', { type: 1, command: { url, on_errors: 'fail' } });
  const message = 'One row could not be read, and the task is set to fail then. No version was made.';
  expect(run.last_result).toMatchObject({ type: 3, message, output_version_id: null });
  expect(log).toContain(message);
  expect(run.files?.map(({ name }) => name)).toEqual(['import-report.csv']);
});
