import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verdictOf } from '../../server/jobs/runners/check.ts';
import { beginEdit, finishEdit, publishVersion } from '../../src/contract/versions.ts';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { runOneTask } from './runOneTask.ts';
import { editStopField } from './stopCalls.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.app.jobs.start();
});
afterAll(() => product.close());

const stop = (Id: string, more: object = {}): Document => ({
  kind: 'Stop',
  doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 52 + Id.charCodeAt(0) / 100, Lng: 5 }, WheelchairBoarding: 0, ...more },
});

async function run(id: string, input: number | null, command: TaskCommand = {}, type: 2 | 3 = 2): Promise<TaskRun & { log: readonly string[] }> {
  const { run: ended, log } = await runOneTask(product, id, { type, input, command });
  return { ...ended, log };
}

describe('Check', () => {
  const error = { code: 203, level: 'Error', name: 'A' } as const;
  const warning = { code: 301, level: 'Warning', name: 'B' } as const;
  const values = { errors_allowed: 0, on_errors: 'approval', warnings_allowed: 10, on_warnings: 'continue' } as const;

  it('lets a version through up to its limits; the strictest limit that is passed decides', () => {
    expect(verdictOf(new Map(), values, new Map())).toMatchObject({ act: 'continue', passed: [] });
    expect(verdictOf(new Map([[warning, 10]]), values, new Map())).toMatchObject({ act: 'continue', warnings: 10, passed: [] });
    expect(verdictOf(new Map([[error, 1]]), values, new Map())).toMatchObject({
      act: 'approval',
      errors: 1,
      passed: [{ words: '1 error, 0 allowed', act: 'approval' }],
    });
    const own = new Map([[203, { cases: 5, act: 'fail' as const }]]);
    expect(verdictOf(new Map([[error, 5]]), values, own)).toMatchObject({ act: 'continue', errors: 0 });
    expect(verdictOf(new Map<Parameters<typeof verdictOf>[0] extends ReadonlyMap<infer K, number> ? K : never, number>([[error, 6], [warning, 11]]), values, own)).toMatchObject({ act: 'fail', warnings: 11 }); // prettier-ignore
  });

  it('counts the cases of a version, logs them by rule, and waits for approval, fails or goes on as it was told', async () => {
    const bad = await product.version([stop('a', { Name: '' }), stop('b', { Name: '' }), stop('c')]);
    const asked = await run('check', bad);
    expect(asked).toMatchObject({ last_result: { type: 4, output_version_id: null } });
    expect(asked.last_result.message).toMatch(/^\d+ errors, 0 allowed\. Look at the log, then approve the run or stop it\.$/);
    expect(asked.level_summary.errors).toBeGreaterThanOrEqual(2);
    expect(asked.log.filter((line) => /^[ab]: /.test(line)).length).toBeGreaterThanOrEqual(2);
    expect((await run('check', bad, { on_errors: 'fail' })).last_result.type).toBe(3);
    expect((await run('check', bad, { errors_allowed: 1000 })).last_result).toMatchObject({ type: 2, message: null });
    expect((await run('check', bad, { rules: ['9999 0 fail'] })).last_result).toMatchObject({ type: 3, message: 'There is no rule 9999.' });
  });
});

describe('Apply corrections', () => {
  const rename = async (versionId: number, id: string, to: string): Promise<void> => {
    const answer = await product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: id, value: to } }, { ifMatch: '*' });
    expect(answer.status, answer.text).toBe(200);
  };

  it('makes the corrections of the current version again in a new import, and waits where some no longer fit', async () => {
    const first = await product.version([stop('a'), stop('b'), stop('c')]);
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: first } });
    const draft = begun.body['EditableDbVersionId'] as unknown as number;
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'c', 'Square');
    await product.call(finishEdit, { params: { databaseId: 'test', versionId: draft } });
    await product.call(publishVersion, { params: { databaseId: 'test', versionId: draft } });
    const next = await product.version([stop('a'), stop('b')]);
    const task = await run('apply-corrections', next);
    expect(task.last_result).toMatchObject({ type: 4, message: '1 correction no longer fits. Look at the log, then approve the run or stop it.' });
    const made = task.output_version_id ?? 0;
    expect((await product.store.getEntity(made, 'Stop', 'a'))?.doc.Name).toBe('Harbour');
    expect(await product.store.readVersion(made)).toMatchObject({ Editable: false, Completed: true });
    expect(task.log).toEqual(
      expect.arrayContaining(['1 to be made again, 0 already so, 1 kept back', expect.stringMatching(/^Square: .*The stop is gone$/)]),
    );
    const again = await run('apply-corrections', made, { from_version: String(draft), on_kept_back: 'continue' });
    expect(again).toMatchObject({ last_result: { type: 2, output_version_id: null } });
    expect(again.log).toContain('There is nothing to rebase. No new version.');
    expect((await run('apply-corrections', next, { on_kept_back: 'fail' })).last_result.type).toBe(3);
  });
});

describe('Publish', () => {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const schedule = (fromDate: string, toDate: string): Document => ({
    kind: 'Schedule',
    doc: { Id: 'line', Name: 'Line', IsBaseSchedule: true, Calendar: { fromDate, toDate, Exceptions: [] } },
  });
  const publish = async (input: number): Promise<TaskRun & { log: readonly string[] }> => run('publish', input, {}, 3);
  const stateOf = async (id: number): Promise<unknown> => {
    const version = await product.store.readVersion(id);
    return [version?.Published, version?.Current];
  };

  it('publishes a version as the task ends; it becomes current where it is valid today', async () => {
    const now = await product.version([stop('a'), schedule(day(-10), day(10))]);
    expect((await publish(now)).last_result).toMatchObject({ type: 2, message: null, output_version_id: now });
    expect(await stateOf(now)).toEqual([true, true]);
    const later = await product.version([stop('a'), schedule(day(20), day(40))]);
    const second = await publish(later);
    expect(second.last_result).toMatchObject({ type: 2, output_version_id: later });
    expect(second.log[0]).toMatch(new RegExp(`^Publishing version ${later}, ".*"; version ${now} is current so far$`));
    expect([await stateOf(now), await stateOf(later)]).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await publish(later)).log).toEqual([`Version ${later} is published already`]);
  });

  it('refuses a draft', async () => {
    const first = await product.version([stop('a')]);
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: first } });
    const draft = begun.body['EditableDbVersionId'] as unknown as number;
    expect((await publish(draft)).last_result).toMatchObject({ type: 3, message: 'Finish the edit of this version first' });
    expect(await stateOf(draft)).toEqual([false, false]);
  });
});
