/** Which version an export writes, whether vehicle work is in its file, and how long its file and those that were uploaded for tasks are kept. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../src/contract/exports.ts';
import { createPipeline } from '../../src/contract/pipelines.ts';
import { downloadTaskFile, readTask, runTask } from '../../src/contract/tasks.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { ExportInput, ExportRun } from '../../src/domain/exports.ts';
import { importUpload } from '../../src/domain/taskTemplates/imports.ts';
import { keepHouse } from '../../server/jobs/housekeeping.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { keepTaskFile } from '../../server/services/tasks.ts';
import { aNetwork } from '../builders/network.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let locationId = 0;
let current = 0;
let other = 0;

beforeAll(async () => {
  product = await startTestProduct();
  const network = aNetwork()
    .with('Depot', { Id: 'yard', Name: 'Garage North', Lat: 48.1, Lng: 9, Vehicles: 5 })
    .withStop('A')
    .withStop('B')
    .withLine('1', ['A', 'B'], { timetable: { BlockId: '7' } })
    .build();
  current = await product.version(network, 'published');
  other = await product.version(network);
  await product.version(network, 'published', 'shut');
  await product.app.jobs.start();
  const settings = { kind: 'folder', path: 'nightly' } as const;
  const place = await product.call(contract.createDeliveryLocation, { body: { region: 'testland', name: 'Nightly', settings, credentials: {} } });
  locationId = place.body['id'] ?? 0;
});
afterAll(() => product.close());

const input = (more: Partial<ExportInput>): ExportInput => ({
  name: 'To partners',
  region: 'testland',
  DbId: 'test',
  scope: 'Database',
  schedule: { timeOfDay: '' },
  deliveryLocation: { fileName: '{db}-{version}.zip', location: locationId },
  feedInfo: { url: '', contactUrl: '' },
  agencyMergingRules: [],
  ...more,
});

async function ranWith(version: number | null): Promise<ExportRun> {
  const made = await product.call(contract.createExport, { body: input({ version }) });
  expect(made.status, made.text).toBe(200);
  return ran(made.body['id'] ?? 0);
}

async function ran(id: number): Promise<ExportRun> {
  const params = { id };
  await product.call(contract.runExport, { body: params });
  const last = async (): Promise<ExportRun> =>
    ((await product.call(contract.listExportHistory, { params, query: {} })).body['exportRuns'] as unknown as ExportRun[])[0] as ExportRun;
  await expect.poll(async () => (await last()).status, { timeout: 30_000 }).toBe(2);
  return last();
}

it('is the current one, or the one that was chosen', async () => {
  expect(await ranWith(null)).toMatchObject({ versionId: current, delivered: `test-${current}.zip in Nightly` });
  expect(await ranWith(other)).toMatchObject({ versionId: other, delivered: `test-${other}.zip in Nightly` });
});

it('holds depots and dead runs where that is asked for, and not otherwise', async () => {
  const asked = input({ name: 'For the operator', scope: 'Region', deliveryLocation: { fileName: 'operator.zip', location: locationId } });
  const written = async (id: number): Promise<Record<string, string[]>> => {
    await ran(id);
    const files = await plainFiles(join(product.dataDir, 'deliveries', 'nightly', 'operator.zip'));
    return Object.fromEntries(
      [...files].flatMap(([name, { bytes }]) =>
        name.endsWith('_supplement.txt') ? [[name, bytes.toString('utf8').trim().split(/\r?\n/)] as const] : [],
      ),
    );
  };
  const made = await product.call(contract.createExport, { body: { ...asked, vehicleWork: true } });
  expect(made.body, made.text).toMatchObject({ vehicleWork: true, rev: 1 });
  const params = { id: made.body['id'] ?? 0 };
  expect((await product.call(contract.cloneExport, { params })).body).toMatchObject({ vehicleWork: true });
  const feed = await written(params.id);
  expect(feed['stops_supplement.txt']).toEqual([
    'stop_id,stop_name,stop_lat,stop_lon,location_type,TODS_location_type,ext_vehicles',
    'yard,Garage North,48.1,9,0,garage,5',
    'shut:yard,Garage North,48.1,9,0,garage,5',
  ]);
  expect(feed['trips_supplement.txt']?.map((row) => row.split(',').slice(3).join(' '))).toEqual([
    'block_id TODS_trip_type',
    '7 pull-out',
    '7 pull-back',
    'shut:7 pull-out',
    'shut:7 pull-back',
  ]);
  // an export that was kept before the option was there does not speak of it
  const changed = await product.call(contract.updateExport, { params, body: asked }, { ifMatch: 1 });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body).not.toHaveProperty('vehicleWork');
  expect(await written(params.id)).toEqual({});
});

it('is a finished one of the database', async () => {
  const draft = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: other } })).body[
    'EditableDbVersionId'
  ] as unknown as number;
  for (const [version, message] of [
    [9999, 'The database test has no version 9999'],
    [draft, 'Finish the edit of this version first'],
  ] as const) {
    const refused = await product.call(contract.createExport, { body: input({ version }) });
    expect([refused.status, refused.body]).toEqual([400, [{ Field: 'version', Message: message }]]);
  }
  const elsewhere = await product.call(contract.createExport, { body: input({ DbId: 'shut', version: other }) });
  expect(elsewhere.text).toContain(`The database shut has no version ${other}`);
});

it('is deleted so many days after its run has ended; what is said of it stays', async () => {
  const [old, fresh] = [await ranWith(null), await ranWith(null)];
  const name = `test-${current}.zip`;
  const objects = openObjects(product.dataDir, undefined);
  const place = { store: product.store, objects, live: { publish: () => Promise.resolve() }, warn: () => undefined };
  const download = async ({ taskRunId }: ExportRun): Promise<number> =>
    (await product.call(downloadTaskFile, { params: { id: taskRunId, name } })).status;
  await product.store.sql.run(`update pipeline_run set ended = ended - interval '31 days' where run_id = ${old.RunId}`);
  await keepHouse(place, undefined, new AbortController().signal, 32);
  expect([await download(old), await download(fresh)]).toEqual([200, 200]);
  await keepHouse(place, undefined, new AbortController().signal, 30);
  expect([await download(old), await download(fresh)]).toEqual([404, 200]);
  const { body } = await product.call(readTask, { params: { id: old.taskRunId } });
  expect(body).toMatchObject({ files: [{ name, deleted: true }] });
});

it('of a task that was uploaded is deleted so many days later, unless a pipeline or a run of these days names it', async () => {
  const objects = openObjects(product.dataDir, undefined);
  const place = { store: product.store, objects, live: { publish: () => Promise.resolve() }, warn: () => undefined };
  const { db } = product.store.sql;
  const kept = (name: string): Promise<string> => keepTaskFile(db, objects, name, { body: Readable.from([Buffer.from(name)]), length: 0, limit: 99 });
  const task = (file: string) => {
    const { name, s3_url, task_type } = importUpload;
    return {
      name,
      original_name: name,
      s3_url,
      task_type,
      command: { file, version_name: 'F', on_errors: 'continue' },
      input_version_id: null,
      notes: '',
    };
  };
  const keys = { fresh: await kept('fresh.zip'), alone: await kept('alone.zip'), planned: await kept('planned.zip'), taken: await kept('taken.zip') };
  const made = await product.call(createPipeline, {
    body: { name: 'Nightly', db_id: 'test', tags: [], schedule: null, tasks: [task(keys.planned)] },
  });
  expect(made.status, made.text).toBe(200);
  const ran = await product.call(runTask, { body: { ...task(keys.taken), db_id: 'test' } });
  expect(ran.status, ran.text).toBe(200);
  await product.store.sql.run(`update kept_upload set at = at - interval '31 days' where key <> '${keys.fresh}'`);
  const left = async (): Promise<readonly string[]> => {
    await keepHouse(place, undefined, new AbortController().signal, 30);
    const there = Object.entries(keys).map(async ([name, key]) =>
      (await objects.get(key).then(
        () => true,
        () => false,
      ))
        ? [name]
        : [],
    );
    return (await Promise.all(there)).flat();
  };
  expect(await left()).toEqual(['fresh', 'planned', 'taken']);
  const ended = async () => (await product.call(readTask, { params: { id: ran.body['task_run_id'] ?? 0 } })).text;
  await expect.poll(ended, { timeout: 30_000 }).toContain('"type":3');
  await product.store.sql.run(`update pipeline_run set ended = ended - interval '31 days' where run_id = ${String(ran.body['run_id'])}`);
  expect(await left()).toEqual(['fresh', 'planned']);
});
