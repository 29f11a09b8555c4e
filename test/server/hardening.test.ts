import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { createPipeline } from '../../src/contract/pipelines.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { createAgency } from '../../src/domain/edits/agencies.ts';
import { editScheduleField } from '../../src/domain/edits/schedules.ts';
import { editFieldOfStops } from '../../src/domain/edits/stopBulk.ts';
import { databaseSecrets } from '../../server/store/secrets.ts';
import { keepPrivate, openStore } from '../../server/store/openStore.ts';
import { smallFeed } from './smallFeed.ts';
import { stopDoc } from './smallFeed.ts';
import { editStopField } from './stopCalls.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const get = async (url: string): Promise<number> =>
  (await product.app.inject({ url, headers: { authorization: `Bearer ${await product.token('editor')}` } })).statusCode;

describe('what is asked for', () => {
  it.each([
    ['/storage/ui/db/version/99999999999', 404],
    ['/storage/ui/db/version/2147483648/stops/overlay/v2', 404],
    ['/scheduler/ui/tasks/99999999999', 404],
    ['/scheduler/ui/pipelines/runs/99999999999', 404],
    ['/scheduler/ui/logs/99999999999', 404],
    ['/storage/ui/db/version/1e3', 400],
    ['/storage/ui/db/version/0x10', 400],
    ['/storage/ui/db/version/%207', 400],
    ['/scheduler/ui/tasks?limit=1e1', 400],
    ['/scheduler/ui/tasks?limit=10', 200],
  ])('%s is answered %i', async (url, status) => expect(await get(url)).toBe(status));

  it.each(['0', '"1e3"', '"0x1"', '"-1"', '"+1"', '"1.0"', '" 1"', 'W/"1"', '"1", "2"', '"1234567890123456"', '""'])(
    'on the revision If-Match: %s is refused, which is none',
    async (ifMatch) => {
      const versionId = await product.version([stopDoc('a')], 'editable');
      const edit = { params: { versionId, field: 'name' }, body: { stopId: 'a', value: 'b' } };
      const answer = await product.call(editStopField, edit, { ifMatch });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Not a revision: write it as \\"12\\".');
    },
  );

  it('by HEAD is not made: there is no such call', async () => {
    const authorization = `Bearer ${await product.token('editor')}`;
    const answer = await product.app.inject({ method: 'HEAD', url: '/storage/ui/db/test/versions/1/download', headers: { authorization } });
    expect(answer.statusCode).toBe(404);
  });

  it.each(['two\nlines', 'abc\u202egnp.exe', '\u2066hidden', 'bell\u0007'])('a name such as %j is refused', async (name) => {
    const body = { name, db_id: 'test', tags: [], schedule: null, tasks: [] };
    const { status, text } = await product.call(createPipeline, { body });
    expect([status, JSON.parse(text)]).toEqual([400, [{ Field: 'name', Message: 'A name has no control characters' }]]);
  });

  it('nor is anything renamed to one, one by one or in bulk, and no sign, tag or id has them', async () => {
    const finished = await product.version(smallFeed());
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: finished } });
    const versionId = begun.body['EditableDbVersionId'] ?? 0;
    const [value, ifMatch] = ['abc\u202egnp.exe', { ifMatch: 0 }];
    const answers = [
      await product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value } }, ifMatch),
      await product.call(routeOfEdit(editFieldOfStops), { params: { versionId, field: 'name' }, body: { stopIds: ['a', 'b'], value } }),
      await product.call(routeOfEdit(editScheduleField), { params: { versionId, field: 'LongName' }, body: { scheduleIds: ['s'], value } }, ifMatch),
      await product.call(routeOfEdit(createAgency), { params: { versionId }, body: { agencyId: value, name: 'City' } }),
      await product.call(createPipeline, { body: { name: 'Nightly', db_id: 'test', tags: ['day', value], schedule: null, tasks: [] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const said = answers.map(({ text }) => (JSON.parse(text) as { Field: string }[]).map(({ Field }) => Field));
    expect(said).toEqual([['name'], ['name'], ['LongName'], ['agencyId'], ['tags[1]']]);
    expect((await product.store.getEntity(versionId, 'Stop', 'a'))?.doc).toMatchObject({ Name: 'Stop a' });
  });

  it('names of other scripts are taken', async () => {
    const body = { name: 'قطارات שלום 東京', db_id: 'test', tags: [], schedule: null, tasks: [] };
    expect((await product.call(createPipeline, { body })).status).toBe(200);
  });
});

describe('what is kept', () => {
  it('keys in the database are sealed by SECRETS_KEY, those of before too, and read with no other', async () => {
    const { db } = product.store.sql;
    const key = 'a key of the operator, 32 characters and more';
    const kept = async (): Promise<string> =>
      (await sql<{ value: string }>`select value from secret where name = 'k'`.execute(db)).rows[0]?.value ?? '';
    expect(await databaseSecrets(db).readOrCreate('k', async () => 'open')).toBe('open');
    expect(await kept()).toBe('open');
    expect(await databaseSecrets(db, key).readOrCreate('k', async () => 'new')).toBe('open');
    expect(await kept()).toMatch(/^sealed:/);
    expect(await databaseSecrets(db, key).readOrCreate('k', async () => 'new')).toBe('open');
    await expect(databaseSecrets(db, `${key}!`).readOrCreate('k', async () => 'new')).rejects.toThrow('another SECRETS_KEY');
    await expect(databaseSecrets(db).readOrCreate('k', async () => 'new')).rejects.toThrow('another SECRETS_KEY');
  });

  it('the data folder is made for its owner alone, also one that was open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dmp-modes-'));
    chmodSync(folder, 0o755);
    await keepPrivate(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await keepPrivate(join(folder, 'new', 'data'));
    expect(statSync(join(folder, 'new', 'data')).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
  });

  it('and in it that of the embedded database, whose files have modes of their own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dmp-modes-'));
    await (await openStore({ dataDir: folder })).close();
    expect(statSync(join(folder, 'db')).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
  });
});
