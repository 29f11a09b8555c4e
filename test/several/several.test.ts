import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../drivers/postgres.ts';
import { type Several, startSeveral } from '../drivers/several.ts';
import { HttpVisitor, signInByHttp } from '../drivers/signInByHttp.ts';

const serverUrl = process.env['DMP_SEVERAL_DATABASE'];

describe.skipIf(serverUrl === undefined)('two servers and a worker behind a proxy', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-several-'));
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let several: Several;

  beforeAll(async () => {
    database = await freshDatabase(serverUrl ?? '', 'several');
    several = await startSeveral(2, { dataDir, databaseUrl: database.url });
  });
  afterAll(async () => {
    await several.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('signs people in, whichever process gets which step', async () => {
    for (let n = 0; n < 10; n++) expect((await signInByHttp(several.proxy.url, 'editor')).access_token).not.toBe('');
  });

  it('ends a session in every process', async () => {
    const { url } = several.proxy;
    const visitor = new HttpVisitor();
    const { access_token: token, id_token: hint } = await signInByHttp(url, 'viewer', visitor);
    const statuses = async (): Promise<number[]> => {
      const calls = [1, 2, 3, 4].map(() => fetch(`${url}/storage/ui/regions`, { headers: { authorization: `Bearer ${token}` } }));
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const page = await visitor.follow(`${url}/oidc/session/end?id_token_hint=${hint}`, 'never');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec((await page.answer?.text()) ?? '')?.[1] ?? '';
    await visitor.follow(`${url}/oidc/session/end/confirm`, 'never', { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    await expect.poll(statuses, { timeout: 5000 }).toEqual([401, 401, 401, 401]);
  });
});
