/** A region that does not publish versions with errors: by hand, made current again, approved, and by a task. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCurrent } from '../../server/store/versions.ts';
import * as pipelines from '../../src/contract/pipelines.ts';
import { createRegion, listRegions, readRegion, updateRegionGeneral } from '../../src/contract/regions.ts';
import { ignoreRule, readVersionOutlook } from '../../src/contract/validation.ts';
import { beginEdit, finishEdit, makeVersionCurrent, publishVersion } from '../../src/contract/versions.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { VersionOutlook } from '../../src/domain/versionOutlook.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { runOneTask } from './runOneTask.ts';
import { stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.app.jobs.start();
});
afterAll(() => product.close());

const GENERAL = { Name: 'Testland', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const refuseErrors = async (RefusesErrors: boolean): Promise<void> => {
  const params = { region: 'testland' };
  const before = (await product.call(readRegion, { params })).body['Region'] as { Rev: number } | undefined;
  const body = { ...GENERAL, ...(RefusesErrors ? { RefusesErrors } : {}) };
  const saved = await product.call(updateRegionGeneral, { params, body }, { ifMatch: before?.Rev ?? 0 });
  expect(saved.status, saved.text).toBe(200);
};
const STILL = 'This region does not publish versions with errors, and this version is still being checked. Try again in a moment';
const ERRORS = 1;
/** An error that can be excluded. */
const TOO_FAR_FROM_PARENT = 219;
const WORDS = 'This region does not publish versions with errors: 1 error';
/** A stop without a name is an error of its own. */
const faulty = (): Promise<number> => product.version([stopDoc('a'), stopDoc('n', { Name: '' })]);
const act = (route: typeof publishVersion, versionId: number, key?: string) =>
  product.call(route, { params: { databaseId: 'test', versionId } }, key === undefined ? {} : { key });
const current = async (): Promise<number | undefined> => (await readCurrent(product.store.sql.db, 'test'))?.Id;
/** What putting a version out would mean, once it is checked. */
async function outlook(versionId: number): Promise<VersionOutlook> {
  for (let i = 0; i < 400; i++) {
    const read = VersionOutlook.parse((await product.call(readVersionOutlook, { params: { versionId } })).body);
    if (!read.Checking) return read;
    await pause(50);
  }
  throw new Error('The version is being checked for ever');
}

describe('a region that does not publish versions with errors', () => {
  it('says so where it is read and listed, and nothing where it does', async () => {
    const told = async (): Promise<unknown[]> => [
      (await product.call(readRegion, { params: { region: 'testland' } })).body['Region'],
      ((await product.call(listRegions)).body['Regions'] as { Key: string }[] | undefined)?.find(({ Key }) => Key === 'testland'),
    ];
    await refuseErrors(true);
    expect(await told()).toMatchObject([{ RefusesErrors: true }, { RefusesErrors: true }]);
    await refuseErrors(false);
    for (const region of await told()) expect(region).not.toHaveProperty('RefusesErrors');
    const box = { NorthEast: { Lat: 53, Lng: 7 }, SouthWest: { Lat: 51, Lng: 4 } };
    const made = await product.call(createRegion, { body: { Key: 'strict', ...GENERAL, RefusesErrors: true, Bounds: box, Databases: [] } });
    expect(made.body).toMatchObject({ Region: { Key: 'strict', RefusesErrors: true } });
  });

  it('refuses to publish one by hand, in the words of its outlook, and one that is not checked yet until it is', async () => {
    await refuseErrors(true);
    const bad = await faulty();
    const unchecked = await act(publishVersion, bad, 'publish-bad');
    expect([unchecked.status, unchecked.body]).toEqual([409, { errors: [{ message: STILL }], code: 'checking' }]);
    const { Errors, Refused } = await outlook(bad);
    expect([Errors, Refused]).toEqual([ERRORS, WORDS]);
    // the same command again: it is not held to what passes by itself
    const refused = await act(publishVersion, bad, 'publish-bad');
    expect([refused.status, refused.body]).toEqual([409, { errors: [{ message: WORDS }], code: 'has_errors' }]);
    expect(await product.store.readVersion(bad)).toMatchObject({ Published: false });
    const good = await product.version([stopDoc('a')]);
    expect((await act(publishVersion, good, 'publish-good')).status).toBe(409);
    expect(await outlook(good)).not.toHaveProperty('Refused');
    expect((await act(publishVersion, good, 'publish-good')).status).toBe(200);
    await refuseErrors(false);
    expect(await outlook(bad)).not.toHaveProperty('Refused');
    expect((await act(publishVersion, bad)).status).toBe(200);
  });

  it('refuses to make one current again', async () => {
    const bad = await faulty();
    const good = await product.version([stopDoc('a')]);
    await refuseErrors(false);
    for (const versionId of [bad, good]) expect((await act(publishVersion, versionId)).status).toBe(200);
    await refuseErrors(true);
    await outlook(bad);
    const refused = await act(makeVersionCurrent, bad);
    expect([refused.status, refused.body, await current()]).toEqual([409, { errors: [{ message: WORDS }], code: 'has_errors' }, good]);
    await refuseErrors(false);
    expect([(await act(makeVersionCurrent, bad)).status, await current()]).toEqual([200, bad]);
  });

  it('does not count excluded errors', async () => {
    await refuseErrors(true);
    const station = stopDoc('s', { Type: 5, Coordinate: { Lat: 52.5, Lng: 5 } });
    const base = await product.version([station, stopDoc('far', { Type: 2, ParentId: 's' })]);
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    expect((await outlook(draft)).Refused).toBe(WORDS);
    const body = { IgnoredValidations: [{ StopId: 'far' }] };
    expect((await product.call(ignoreRule, { params: { versionId: draft, ruleId: TOO_FAR_FROM_PARENT }, body })).body).toMatchObject({ Cases: 1 });
    expect((await product.call(finishEdit, { params: { databaseId: 'test', versionId: draft } })).status).toBe(200);
    expect(await outlook(draft)).not.toHaveProperty('Refused');
    expect((await act(publishVersion, draft)).status).toBe(200);
  });

  it('fails a Publish task, which checks what was never checked', async () => {
    await refuseErrors(true);
    const bad = await faulty();
    const { run } = await runOneTask(product, 'publish', { type: 3, input: bad, command: { on_implausible: 'continue' } });
    expect(run.last_result).toMatchObject({ type: 3, message: WORDS });
    expect(await product.store.readVersion(bad)).toMatchObject({ Published: false });
    const good = await product.version([stopDoc('a')]);
    const passed = await runOneTask(product, 'publish', { type: 3, input: good, command: { on_implausible: 'continue' } });
    expect([passed.run.last_result.type, await current()]).toEqual([2, good]);
  });

  it('refuses an approval that would publish one, and leaves the run waiting', async () => {
    await refuseErrors(false);
    const far = await product.version([stopDoc('x', { Name: '', Coordinate: { Lat: 10, Lng: 5 } })]);
    const task = { name: 'publish', original_name: 'publish', s3_url: 'builtin:publish', command: {}, task_type: 3, notes: '' } as const;
    const tasks = [{ ...task, input_version_id: far }];
    const made = await product.call(pipelines.createPipeline, { body: { name: 'Nightly', db_id: 'test', tags: [], schedule: null, tasks } });
    const begun = await product.call(pipelines.runPipeline, { body: { pipeline_id: made.body['pipeline_id'] ?? 0 } });
    const id: number = begun.body['run_id'] ?? 0;
    const read = async () => (await product.call(pipelines.readPipelineRun, { params: { id } })).body as unknown as PipelineRun;
    await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe(4);
    await refuseErrors(true);
    const approve = () => product.call(pipelines.approveRun, { params: { id }, body: { force: true } });
    const unchecked = await approve();
    expect([unchecked.status, unchecked.text]).toMatchObject([409, expect.stringContaining(STILL)]);
    await outlook(far);
    const refused = await approve();
    expect([refused.status, refused.text]).toMatchObject([409, expect.stringContaining('This region does not publish versions with errors: ')]);
    expect(await read()).toMatchObject({ status: 4, tasks: [{ approved: false, output_version_id: null }] });
    expect(await product.store.readVersion(far)).toMatchObject({ Published: false });
    await refuseErrors(false);
    expect([(await approve()).status, await current()]).toEqual([200, far]);
  });
});
