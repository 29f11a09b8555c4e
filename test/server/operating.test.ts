import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRegions } from '../../src/contract/regions.ts';
import { readConfig } from '../../server/config.ts';
import { serveWorkerMonitoring } from '../../server/monitoring.ts';
import { bodyOfError } from '../../server/routes/errors.ts';
import { freePort } from '../drivers/ports.ts';
import { startProduct } from '../drivers/server.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const TOKEN = 'a-token-of-the-test';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ METRICS_TOKEN: TOKEN });
  product.app.get('/full', () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' })));
});
afterAll(() => product.close());

const read = (url: string, authorization = `Bearer ${TOKEN}`) => product.app.inject({ url, headers: { authorization } });

describe('/metrics', () => {
  it('tells calls by route and status, connections, queue, runs and checks to whoever has the token', async () => {
    await product.call(listRegions);
    const { payload, headers, statusCode } = await read('/metrics');
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(payload).toContain('dmp_http_request_duration_seconds_count{method="GET",route="/storage/ui/regions",status="200"} 1');
    for (const line of [
      /^dmp_database_connections\{pool="calls",state="idle"\} \d+$/m,
      /^dmp_database_waiting\{pool="calls"\} 0$/m,
      /^dmp_queue\{queue="tasks"\} 0$/m,
      /^dmp_queue\{queue="mails"\} 0$/m,
      /^dmp_validation_behind\{what="versions"\} 0$/m,
      /^dmp_live_connections 0$/m,
      /^dmp_imported_stop_times_total \d+$/m,
      /^dmp_disk_free_bytes \d/m,
      /^dmp_missing\{what="jobs"\} 1$/m,
      /^nodejs_eventloop_lag_seconds /m,
    ])
      expect(payload).toMatch(line);
  });

  it('is refused without it, and is not there where no token was set', async () => {
    expect((await read('/metrics', 'Bearer another')).statusCode).toBe(401);
    const other = await startTestProduct();
    try {
      expect((await other.app.inject('/metrics')).statusCode).toBe(404);
    } finally {
      await other.close();
    }
  });
});

describe('a worker with a port', () => {
  it('says how it is and serves the metrics, and nothing else', async () => {
    const [store, port] = [product.store, await freePort()];
    const config = readConfig({ DATA_DIR: product.dataDir, METRICS_TOKEN: TOKEN, WORKER_PORT: String(port) });
    let isWorking = false;
    const stop = await serveWorkerMonitoring(config, store, () => isWorking);
    try {
      const get = async (path: string, token = TOKEN): Promise<string> => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
        return `${answer.status} ${await answer.text()}`;
      };
      expect(await get('/healthz')).toBe('200 {"status":"alive"}');
      expect(await get('/readyz')).toContain('"missing":["jobs"]');
      isWorking = true;
      expect(await get('/readyz')).toBe('200 {"status":"ready"}');
      const metrics = await get('/metrics');
      expect(metrics).toMatch(/^200 /);
      for (const line of [/^dmp_queue\{queue="tasks"\} 0$/m, /^nodejs_eventloop_lag_seconds /m]) expect(metrics).toMatch(line);
      expect(await get('/metrics', 'another')).toContain('401 ');
      expect(await get('/storage/ui/regions')).toContain('404 ');
    } finally {
      await stop();
    }
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });
});

describe('a full disk', () => {
  it('is said to whoever writes, in words, whichever way it shows', () => {
    for (const error of [
      Object.assign(new Error('could not extend file'), { code: '53100' }),
      new Error('x', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
    ])
      expect(bodyOfError(error)).toEqual({
        status: 507,
        body: {
          code: 'disk_full',
          errors: [
            {
              message: 'The disk of the server is full, so nothing was changed. Tell the operator of the server, and try again when there is space.',
            },
          ],
        },
      });
  });

  it('is said by /readyz for a minute', async () => {
    expect((await read('/readyz')).json()).toEqual({ status: 'ready', missing: ['jobs'], reasons: [expect.stringContaining('tried again')] });
    expect((await product.app.inject('/full')).statusCode).toBe(507);
    expect((await read('/readyz')).json()).toMatchObject({ missing: ['jobs', 'disk'] });
  });
});

describe('a start that fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-start-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const failure = async (options: Parameters<typeof startProduct>[0]): Promise<string> => {
    const error: unknown = await startProduct({ databaseUrl: undefined, ...options }).then(
      async (running) => running.stop(),
      (reason: unknown) => reason,
    );
    const text = error instanceof Error ? error.message : 'it started';
    expect(text).not.toMatch(/^ +at /m);
    return text;
  };

  it('says in a sentence that the port is taken, before the database is opened', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { port } = other.address() as AddressInfo;
    expect(await failure({ dataDir: join(folder, 'port'), env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } })).toContain(
      'The port is in use by another program. Stop it, or choose another with PORT=...',
    );
    other.close();
  });

  it('says in a sentence that the data folder cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await failure({ dataDir: join(folder, 'file', 'data') })).toMatch(/cannot be made a folder \(ENOTDIR\)\. Choose another with DATA_DIR/);
  });

  it('says in a sentence that PostgreSQL does not answer', async () => {
    const databaseUrl = `postgres://dmp@127.0.0.1:${await freePort()}/dmp`;
    const text = await failure({ dataDir: join(folder, 'away'), databaseUrl });
    expect(text).toMatch(/The database of DATABASE_URL does not answer: .*\. Start it, or correct DATABASE_URL\./);
  });

  it('says in a sentence that the database is damaged', async () => {
    const dataDir = join(folder, 'damaged');
    await (await startProduct({ dataDir, env: { DEMO_DATA: 'no' } })).stop();
    writeFileSync(join(dataDir, 'db', 'global', 'pg_control'), 'nonsense');
    expect(await failure({ dataDir })).toMatch(/its files are damaged or incomplete\. Move the folder away and restore the last backup/);
  });
});
