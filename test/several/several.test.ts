import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../drivers/postgres.ts';
import { type Several, startSeveral, untilChecked, visit } from '../drivers/several.ts';
import { startProduct } from '../drivers/server.ts';
import { publishOnBoth } from './publicFeed.ts';
import { editThroughProxy } from './tools.ts';
import { HttpVisitor, signInByHttp } from '../drivers/signInByHttp.ts';

const serverUrl = process.env['DMP_SEVERAL_DATABASE'];

describe.skipIf(serverUrl === undefined)('two servers behind a proxy', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-several-'));
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let several: Several;

  beforeAll(async () => {
    database = await freshDatabase(serverUrl ?? '', 'several');
    several = await startSeveral(2, { dataDir, databaseUrl: database.url, env: { LOG_LEVEL: 'info' } });
  });
  afterAll(async () => {
    await several.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('do all their work though they were started together on an empty database', async () => {
    const missing = (): Promise<unknown[]> =>
      Promise.all(
        several.servers.map(
          async ({ url }) => z.looseObject({ missing: z.unknown().optional() }).parse(await (await fetch(`${url}/readyz`)).json()).missing,
        ),
      );
    await expect.poll(missing).toEqual([undefined, undefined]);
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

  it('tells the edits of a version in their order, and checks them', async () => {
    const visitor = await visit(several.proxy.url);
    const draft = await visitor.beginEdit();
    const stops = await visitor.stopIds(draft);
    const heard: number[] = [];
    const connection = new HubConnectionBuilder()
      .withUrl(`${several.proxy.url}/live`, { accessTokenFactory: async () => (await visitor.liveToken()).accessToken })
      .configureLogging(LogLevel.None)
      .build();
    connection.on('versionChanged', ({ Rev }: { Rev: number }) => heard.push(Rev));
    await connection.start();
    try {
      await visitor.watch(connection.connectionId, draft);
      const person = async (who: number): Promise<void> => {
        for (let n = 0; n < 15; n++) await visitor.rename(draft, stops[who] ?? '', `Called  ${who} ${n}`, `live-${draft}-${who}-${n}`);
      };
      await Promise.all([0, 1, 2, 3].map(person));
      await expect.poll(() => heard.at(-1)).toBe(60);
      expect(heard).toEqual(heard.toSorted((a, b) => a - b));
      await untilChecked(visitor, draft, 60);
    } finally {
      await connection.stop();
    }
  });

  it('answers reads and says that it is ready while many wait to edit one version', async () => {
    const visitor = await visit(several.proxy.url);
    const [draft, other] = [await visitor.beginEdit(), await visitor.beginEdit()];
    const [stop = ''] = await visitor.stopIds(draft);
    const slow = new Client({ connectionString: database.url });
    await slow.connect();
    try {
      await slow.query('begin');
      await slow.query('select from version where version_id = $1 for update', [draft]);
      const waiting = Array.from({ length: 30 }, (_, n) => visitor.rename(draft, stop, `Waits ${n}`, `wait-${draft}-${n}`));
      const times: number[] = [];
      for (let n = 0; n < 40; n++) {
        const began = performance.now();
        const answers = [visitor.call(`/storage/ui/db/version/${other}`), fetch(`${several.servers[n % 2]?.url}/readyz`)];
        for (const answer of answers) expect((await answer).status).toBe(200);
        times.push(performance.now() - began);
      }
      expect(times.toSorted((a, b) => a - b).at(37)).toBeLessThan(1000);
      await slow.query('rollback');
      expect((await Promise.all(waiting)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    } finally {
      await slow.end();
    }
  });

  it('serves a public feed and its alerts from either process as the other one has changed them', { timeout: 240_000 }, async () => {
    const [one, other] = several.servers;
    await publishOnBoth([one?.url ?? '', other?.url ?? ''], (await signInByHttp(several.proxy.url, 'editor')).access_token);
  });

  it('serve the tools of assistants together: each request may come to another process', async () => {
    const { access_token: token } = await signInByHttp(several.proxy.url, 'editor');
    await editThroughProxy(several.proxy.url, token);
    for (const { output } of several.servers) {
      expect(output()).toContain('"url":"/mcp"');
      expect(output()).not.toContain(token);
    }
  });

  it('loses no call while the processes are restarted one after the other', async () => {
    const visitor = await visit(several.proxy.url);
    let calls = 0;
    let restarted = false;
    const caller = async (): Promise<void> => {
      for (; !restarted; calls++) expect((await visitor.call('/storage/ui/regions')).status).toBe(200);
    };
    const callers = Promise.all([caller(), caller()]);
    for (const old of several.servers.slice()) {
      await several.start();
      await several.end(old);
    }
    restarted = true;
    await callers;
    expect(calls).toBeGreaterThan(100);
    expect(several.proxy.failures).toEqual([]);
  });

  it('goes on when a process is killed, with every edit that was acknowledged', async () => {
    const visitor = await visit(several.proxy.url);
    const draft = await visitor.beginEdit();
    const [stop = ''] = await visitor.stopIds(draft);
    let rev = 0;
    let killed = false;
    const editing = (async () => {
      for (let n = 0; !killed || n < 20; n++) {
        // One that failed may have been done: its repeat is answered as the first time.
        const once = (): Promise<number> => visitor.rename(draft, stop, `Edit  ${n}`, `kill-${draft}-${n}`);
        const before = rev;
        for (let tries = 0; rev === before && tries < 50; tries++) rev = await once().catch(() => before);
        expect(rev).toBe(before + 1);
      }
    })();
    await several.kill(several.servers[0]);
    killed = true;
    await editing;
    await untilChecked(visitor, draft, rev);
    await several.start();
  });

  it('refuses a process that does not see the same objects, in words', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'dmp-several-'));
    await expect(startProduct({ dataDir: elsewhere, databaseUrl: database.url })).rejects.toThrow('The objects of this database are elsewhere');
    rmSync(elsewhere, { recursive: true, force: true });
  });
});
