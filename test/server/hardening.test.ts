import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPipeline } from '../../src/contract/pipelines.ts';
import { databaseSecrets } from '../../server/store/secrets.ts';
import { keepPrivate } from '../../server/store/openStore.ts';
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
});
