/** Approvals that something has overtaken, repeats of runs, the gate before a publication and the way back from it, and the files of tasks. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCurrent } from '../../server/store/versions.ts';
import { listLogs } from '../../src/contract/logs.ts';
import * as contract from '../../src/contract/pipelines.ts';
import { downloadTaskFile } from '../../src/contract/tasks.ts';
import { readVersionOutlook } from '../../src/contract/validation.ts';
import { beginEdit, makeVersionCurrent, publishVersion } from '../../src/contract/versions.ts';
import type { PipelineTask, TaskCommand } from '../../src/domain/pipelines.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { VersionOutlook } from '../../src/domain/versionOutlook.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.version([stopDoc('a'), stopDoc('b')], 'published');
  await product.app.jobs.start();
});
afterAll(() => product.close());

const task = (id: string, task_type: 1 | 2 | 3, command: TaskCommand = {}): PipelineTask => ({
  name: id,
  original_name: id,
  s3_url: `builtin:${id}`,
  command,
  task_type,
  input_version_id: null,
  notes: '',
});
const SAME = 'export default (docs) => docs';
const script = (program: string): PipelineTask => task('script', 2, { program, kinds: ['Stop'] });
const made = async (tasks: PipelineTask[]): Promise<number> => {
  const body = { name: 'Nightly', db_id: 'test', tags: [], schedule: null, tasks };
  return (await product.call(contract.createPipeline, { body })).body['pipeline_id'] ?? 0;
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
const messages = async (id: number): Promise<string[]> =>
  ((await product.call(listLogs, { params: { id } })).body['logs'] as unknown as { message: string }[]).map(({ message }) => message);
const currentId = async (): Promise<number | undefined> => (await readCurrent(product.store.sql.db, 'test'))?.Id;

describe('a run that waits for approval', () => {
  /** Two stops in one place, in Testland or far away, with an error in the second. */
  const bad = (name: string): Promise<number> => product.version([stopDoc('a', { Name: name }), stopDoc('n', { Name: '' })]);
  const nightly = async (version: number): Promise<number> =>
    made([{ ...task('check', 2), input_version_id: version }, script(SAME), task('publish', 3)]);
  const approve = (id: number, body: object = {}) => product.call(contract.approveRun, { params: { id }, body: { force: true, ...body } });

  it('is superseded by a later one, and approved only by a call that names what it would replace', async () => {
    const pipeline = await nightly(await bad('old'));
    const first = await ended(await run(pipeline));
    expect([first.status, first.superseded]).toEqual([4, null]);
    const second = await ended(await run(pipeline));
    expect((await read(first.id)).superseded).toEqual({ run_id: second.id, version_id: null, version_name: null });
    expect((await approve(second.id)).status).toBe(200);
    const done = await until(second.id, ({ status }) => status === 2);
    // a task that makes no version hands on the one it took
    expect(done.tasks[1]?.task.input_version_id).toBe(done.tasks[0]?.task.input_version_id);
    const published = done.tasks[2]?.output_version_id ?? 0;
    expect(await currentId()).toBe(published);
    const overtaken = (await read(first.id)).superseded;
    expect(overtaken).toEqual({ run_id: second.id, version_id: published, version_name: expect.any(String) });
    const refused = await approve(first.id);
    expect([refused.status, refused.text]).toMatchObject([409, expect.stringContaining(`run ${second.id} overtook it, and version ${published}`)]);
    // what was asked about was something else
    expect((await approve(first.id, { superseded: { run_id: second.id, version_id: null } })).status).toBe(409);
    expect(await currentId()).toBe(published);
    expect((await approve(first.id, { superseded: { run_id: second.id, version_id: published } })).status).toBe(200);
    const after = await until(first.id, ({ status }) => status === 2);
    expect(after.tasks[0]).toMatchObject({ approved_by: expect.any(String), approved_at: expect.any(Number) });
  });

  it('is superseded by a publication by hand, where it would publish itself', async () => {
    const pipeline = await nightly(await bad('again'));
    const waiting = await ended(await run(pipeline));
    const byHand = await product.version([stopDoc('a', { Name: 'by hand' })]);
    await product.call(publishVersion, { params: { databaseId: 'test', versionId: byHand } });
    expect((await read(waiting.id)).superseded).toMatchObject({ run_id: null, version_id: byHand });
    const only = await made([{ ...task('check', 2), input_version_id: await bad('no publish') }, script(SAME)]);
    const harmless = await ended(await run(only));
    await product.call(publishVersion, { params: { databaseId: 'test', versionId: await product.version([stopDoc('a')]) } });
    expect((await read(harmless.id)).superseded).toBeNull();
    // a stopped run is resumed under the same condition
    await product.call(contract.stopRun, { params: { id: waiting.id } });
    const from_task_id = waiting.tasks[0]?.task.id ?? 0;
    expect((await product.call(contract.resumeRun, { params: { id: waiting.id }, body: { from_task_id } })).status).toBe(409);
  });

  it('once completed is not resumed; its tasks are done again in a new run, which waits for its own approval', async () => {
    const pipeline = await nightly(await bad('repeated'));
    const waiting = await ended(await run(pipeline));
    const resumed = async (id: number, from: number) => product.call(contract.resumeRun, { params: { id }, body: { from_task_id: from } });
    const check = waiting.tasks[0]?.task.id ?? 0;
    expect([(await resumed(waiting.id, check)).status, (await resumed(waiting.id, check)).text]).toMatchObject([
      409,
      expect.stringContaining('This run waits for approval. Approve or stop it'),
    ]);
    await approve(waiting.id);
    const done = await until(waiting.id, ({ status }) => status === 2);
    const refused = await resumed(done.id, check);
    expect([refused.status, refused.text]).toMatchObject([409, expect.stringContaining('This run has been completed.')]);
    const repeat = (from_task_id: number) => product.call(contract.repeatRun, { params: { id: done.id }, body: { from_task_id } });
    const again = await repeat(check);
    expect(again.body).toMatchObject({ run_id: expect.any(Number), run: { pipeline_id: pipeline } });
    const repeated = await ended(again.body['run_id'] ?? 0);
    expect([repeated.status, repeated.tasks.map(({ approved }) => approved)]).toEqual([4, [false, false, false]]);
    expect(await read(done.id)).toEqual(done);
    const later = await ended((await repeat(done.tasks[1]?.task.id ?? 0)).body['run_id'] ?? 0);
    expect([later.tasks.length, later.tasks[0]?.task.input_version_id]).toEqual([2, done.tasks[1]?.task.input_version_id]);
  });
});

describe('a publication of a pipeline', () => {
  const city = (lat: number, name: string) => [
    { kind: 'Agency', doc: { Id: name, Name: `${name} Transit` } } as const,
    ...Array.from({ length: 5 }, (_, i) => stopDoc(`s${i}`, { Coordinate: { Lat: lat + i / 1000, Lng: 5 } })),
  ];

  it('waits where the version is of another network than the last one, and publishes once it is approved', async () => {
    const good = await product.version(city(52, 'Harbour'));
    await product.call(publishVersion, { params: { databaseId: 'test', versionId: good } });
    const same = await product.version(city(52.001, 'Harbour'));
    const published = await ended(await run(await made([{ ...task('publish', 3), input_version_id: same }])));
    expect([published.status, await currentId()]).toEqual([2, same]);
    const other = await product.version(city(37, 'Desert'));
    const waiting = await ended(await run(await made([{ ...task('publish', 3), input_version_id: other }])));
    expect(waiting).toMatchObject({ status: 4, tasks: [{ last_result: { type: 4, output_version_id: null } }] });
    expect(waiting.tasks[0]?.last_result.message).toMatch(
      /^Other agencies: Desert Transit; before: Harbour Transit\. Another area: its stops are 1,66\d km from those before\. Nothing has been published\./,
    );
    expect(await product.store.readVersion(other)).toMatchObject({ Published: false });
    await product.call(contract.approveRun, { params: { id: waiting.id }, body: { force: true } });
    expect(await read(waiting.id)).toMatchObject({ status: 2, tasks: [{ approved: true, output_version_id: other }] });
    expect(await currentId()).toBe(other);
    const strict = { ...task('publish', 3, { on_implausible: 'fail' }), input_version_id: await product.version(city(-20, 'South')) };
    expect((await ended(await run(await made([strict])))).status).toBe(3);
    const lax = { ...strict, command: { on_implausible: 'continue' } };
    expect((await ended(await run(await made([lax])))).status).toBe(2);
  });

  it('that cannot be made when it is approved leaves the run as it was: approval and publication are one', async () => {
    await product.call(publishVersion, { params: { databaseId: 'test', versionId: await product.version(city(52, 'Harbour')) } });
    const other = await product.version(city(10, 'Jungle'));
    const waiting = await ended(await run(await made([{ ...task('publish', 3), input_version_id: other }])));
    expect(waiting.status).toBe(4);
    const before = await currentId();
    await product.store.sql.run(`update version set archived = true where version_id = ${other}`);
    const refused = await product.call(contract.approveRun, { params: { id: waiting.id }, body: { force: true } });
    expect([refused.status, refused.text]).toMatchObject([409, expect.stringContaining('This version is archived')]);
    expect(await read(waiting.id)).toMatchObject({ status: 4, tasks: [{ approved: false, approved_by: null, output_version_id: null }] });
    await product.store.sql.run(`update version set archived = false where version_id = ${other}`);
    expect([(await product.store.readVersion(other))?.Published, await currentId()]).toEqual([false, before]);
    expect((await product.call(contract.approveRun, { params: { id: waiting.id }, body: { force: true } })).status).toBe(200);
    expect(await currentId()).toBe(other);
  });

  it('is taken back: the version before is made current again, in one call', async () => {
    const [first, second] = [await product.version([stopDoc('a')]), await product.version([stopDoc('a'), stopDoc('b')])];
    const call = (route: typeof publishVersion, versionId: number) => product.call(route, { params: { databaseId: 'test', versionId } });
    expect([(await call(makeVersionCurrent, first)).status, (await call(publishVersion, first)).status]).toEqual([409, 200]);
    await call(publishVersion, second);
    const back = await call(makeVersionCurrent, first);
    expect(back.body).toMatchObject({ Version: { Id: first, Current: true } });
    expect((await product.store.readVersion(second))?.Current).toBe(false);
    expect((await call(makeVersionCurrent, first)).text).toContain('This version is current already');
  });
});

describe('what putting a version out would mean', () => {
  it('counts what is found in it, what is new in the edit, and says when it would be current', async () => {
    const schedule = (fromDate: string, toDate: string): Document => ({
      kind: 'Schedule',
      doc: { Id: 'L', Name: 'L', IsBaseSchedule: true, Calendar: { fromDate, toDate, Exceptions: [] } },
    });
    const outlook = async (versionId: number): Promise<VersionOutlook> => {
      for (let i = 0; i < 200; i++) {
        const { body } = await product.call(readVersionOutlook, { params: { versionId } });
        const read = VersionOutlook.parse(body);
        if (!read.Checking) return read;
        await pause(50);
      }
      throw new Error('The version is being checked for ever');
    };
    const over = await product.version([stopDoc('n', { Name: '' }), schedule('2020-01-01', '2020-12-31')]);
    const first = await outlook(over);
    expect(first).toMatchObject({ ValidFrom: '2020-01-01', ValidTo: '2020-12-31', Becomes: 'never' });
    expect(first.Errors).toBeGreaterThan(0);
    const later = await outlook(await product.version([stopDoc('a'), schedule('2100-01-01', '2100-12-31')]));
    expect(later.Becomes).toBe('later');
    expect((await outlook(await product.version([stopDoc('a')]))).Becomes).toBe('current');
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: over } });
    const draft = await outlook(begun.body['EditableDbVersionId'] ?? 0);
    expect([draft.Errors, draft.NewErrors, draft.NewWarnings]).toEqual([first.Errors, 0, 0]);
  });
});

describe('a file that a task made', () => {
  it('is downloaded with its size and its checksum, by those who see its region', async () => {
    const done = await ended(await run(await made([task('export-gtfs', 3, { file_name: 'tonight' }), task('export-feed', 3)])));
    const [zip, feed] = done.tasks.map(({ files }) => files?.[0]);
    expect([zip, feed]).toMatchObject([
      { name: 'tonight.zip', size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { name: 'test.json.gz', size: expect.any(Number) },
    ]);
    const params = { id: done.tasks[0]?.task.id ?? 0, name: 'tonight.zip' };
    const fetched = await product.call(downloadTaskFile, { params }, { as: 'viewer' });
    expect([fetched.status, fetched.headers['content-length'], fetched.bytes.length]).toEqual([200, String(zip?.size), zip?.size]);
    expect(createHash('sha256').update(fetched.bytes).digest('hex')).toBe(zip?.sha256);
    expect(fetched.headers['content-disposition']).toContain('filename="tonight.zip"');
    expect((await product.call(downloadTaskFile, { params: { ...params, name: 'other.zip' } })).status).toBe(404);
    const log = await messages(params.id);
    expect(log.at(-1)).toBe(
      `Wrote version ${done.tasks[0]?.task.input_version_id} as tonight.zip: ${zip?.size?.toLocaleString('en')} bytes, SHA-256 ${zip?.sha256}. Download it above. The object store has it as exports/${done.tasks[0]?.task.id}/tonight.zip.${zip?.sha256}`,
    );
  });
});
