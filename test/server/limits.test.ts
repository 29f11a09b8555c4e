import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { accountLimits, setLimits, TooMany } from '../../server/limits.ts';
import { answerErrors } from '../../server/routes/errors.ts';
import { guard } from '../../server/auth/guard.ts';
import { AuthError, type Auth, type Caller } from '../../server/auth/auth.ts';
import { prepareDocument } from '../../server/store/prepare.ts';
import { batchOf } from '../builders/batchOf.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const viewer: Caller = {
  subject: 'vera',
  account: { name: 'vera@x.org', email: 'vera@x.org', verified: true, hasAccess: true, permissions: { readOnly: true } },
  regions: 'all',
};
const auth: Auth = {
  verify: (authorization) =>
    authorization === 'Bearer vera' ? Promise.resolve(viewer) : Promise.reject(new AuthError(401, 'no_token', 'Sign in first.')),
};
let running: FastifyInstance | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await running?.close();
  running = undefined;
});

/** A server of two calls, with its lines of the log. */
async function start(env: Readonly<Record<string, string>>): Promise<{ app: FastifyInstance; port: number; lines: string[] }> {
  const lines: string[] = [];
  const app = (running = fastify({
    logger: { level: 'info', stream: new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }) },
  }));
  answerErrors(app);
  setLimits(app, readConfig(env).limits);
  app.post('/storage/ui/x', { onRequest: guard(auth, { access: 'write' }) }, async () => 'done');
  app.get('/storage/ui/free', async () => 'free');
  app.post('/storage/ui/open', async () => 'done');
  app.get('/healthz', async () => 'alive');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: Number(new URL(url).port), lines };
}

/** What comes back for these bytes, until the server ends the connection or 20 seconds are over. */
async function tell(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let got = '';
  socket.on('data', (chunk) => (got += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  const over = setTimeout(() => socket.destroy(), 20_000);
  await once(socket, 'close');
  clearTimeout(over);
  return got;
}

/** The status of an answer, of which nothing more is read. */
function statusOf(options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(options, (answer) => {
      resolve(answer.statusCode ?? 0);
      asked.destroy();
    });
    asked.on('error', reject).end();
  });
}

describe('limits of an address', () => {
  it('calls beyond the rate are 429 with Retry-After, and /healthz is not', async () => {
    const { port, lines } = await start({ CALLS_PER_SECOND: '1' });
    const statuses: number[] = [];
    let wait: string | null = null;
    for (let i = 0; i < 30; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/storage/ui/free`);
      statuses.push(answer.status);
      wait = answer.headers.get('retry-after') ?? wait;
    }
    expect([statuses.slice(0, 20).every((status) => status === 200), statuses.at(-1), wait]).toEqual([true, 429, '1']);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(lines.some((line) => line.includes('"security":"refused"') && line.includes('"status":429'))).toBe(true);
  });

  it('an address has no more connections than it may; who looks at /healthz from another one gets in', async () => {
    const { port } = await start({ CONNECTIONS_PER_ADDRESS: '8' });
    const sockets = Array.from({ length: 12 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await expect.poll(() => sockets.filter((socket) => !socket.closed).length).toBe(8);
    expect(await statusOf({ port, path: '/healthz', localAddress: '127.0.0.2' })).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('sign-ins have a rate of their own', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { app } = await start({});
    const ask = async (url: string) => (await app.inject(url)).statusCode;
    for (let n = 0; n < 1200; n++) expect(await ask('/oidc/token')).toBe(404);
    const refused = await app.inject('/oidc/token');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(await ask('/storage/ui/free')).toBe(200);
  });

  it('a body that is no file has 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { app, port } = await start({});
    const asked = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write('POST /storage/ui/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":');
    await asked;
    // the hooks have run by the next turn of the event loop
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(29_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(1);
    await closed;
  });

  it('nobody unknown has their body read: they are answered 401 before it is there', async () => {
    const { port, lines } = await start({});
    const head =
      'POST /storage/ui/x?access_token=secret HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"half":';
    const answer = await tell(port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    const line = lines.find((one) => one.includes('"security":"refused"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ status: 401, code: 'no_token', subject: null, address: '127.0.0.1', method: 'POST' });
    expect(line).not.toContain('secret');
  });

  it('somebody who may not make a call stands in the security log by name, with the call and why', async () => {
    const { port, lines } = await start({});
    const answer = await fetch(`http://127.0.0.1:${port}/storage/ui/x`, { method: 'POST', headers: { authorization: 'Bearer vera' } });
    expect(answer.status).toBe(403);
    const line: unknown = JSON.parse(lines.find((one) => one.includes('"security":"refused"')) ?? '{}');
    expect(line).toMatchObject({ status: 403, code: 'read_only', subject: 'vera', address: '127.0.0.1', method: 'POST', url: '/storage/ui/x' });
  });

  it('headers that do not come to their end, and silence, have a time', async () => {
    const { app } = await start({});
    expect(app.server.headersTimeout).toBe(20_000);
    expect(app.server.timeout).toBe(600_000);
  });
});

describe('limits of the product', () => {
  let product: TestProduct;
  let site: string;
  let authorization: string;
  beforeAll(async () => {
    product = await startTestProduct({ CALLS_PER_SECOND: '1', UPLOAD_MB_PER_HOUR: '1' }, { hub: true });
    site = await product.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => product.close());
  // nothing is filled up again meanwhile
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (hours += 1) * 3_600_000 });
    authorization = `Bearer ${await product.token('editor')}`;
  });
  afterEach(() => void vi.useRealTimers());
  let hours = 0;

  const get = (url: string, as = authorization): Promise<LightMyRequestResponse> => product.app.inject({ url, headers: { authorization: as } });
  const upload = (bytes: number): Promise<LightMyRequestResponse> =>
    product.app.inject({
      method: 'POST',
      url: '/storage/ui/db/test/source/x',
      headers: { authorization, 'content-type': 'application/gzip' },
      payload: Buffer.alloc(bytes, 'x'),
    });

  it.each(['/storage/ui/dbs', '/scheduler/ui/notifications/token'])('an account makes ten calls of %s at once, others have theirs', async (url) => {
    const viewer = `Bearer ${await product.token('viewer')}`;
    for (let n = 0; n < 10; n++) expect((await get(url)).statusCode).toBe(200);
    const refused = await get(url);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([429, '1', { code: 'too_many' }]);
    expect((await get(url, viewer)).statusCode).toBe(200);
  });

  it('an account uploads as many bytes as it may in an hour', async () => {
    expect((await upload(900_000)).statusCode).toBe(400);
    const refused = await upload(200_000);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '360']);
    expect(refused.payload).toContain('You have uploaded as much as may be in an hour.');
    expect((await upload(10_000)).statusCode).toBe(400);
  });

  it('also where it does not say beforehand how many there are', async () => {
    const answer = await fetch(`${site}/storage/ui/db/test/source/x`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/gzip' },
      body: new Blob([Buffer.alloc(1_200_000, 'x')]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(400);
    expect((await upload(10)).statusCode).toBe(429);
  });

  it('an account begins sixty uploads at once', () => {
    const { upload } = accountLimits(readConfig({}).limits);
    for (let n = 0; n < 60; n++) upload('mia', 10);
    expect(() => upload('mia', 10)).toThrow(new TooMany(5, 'Too many uploads. Wait a moment.'));
    expect(() => upload('vera', 10)).not.toThrow();
  });

  it('an account downloads four files at a time; one that it breaks off makes room', async () => {
    // more than the buffers of a connection hold, so that a file that is not read stays under way
    const writer = await product.store.beginVersion({ databaseId: 'test', name: 'large', source: 'test', author: 'test', state: 'completed' });
    const stops = Array.from({ length: 12 }, (_, i) =>
      prepareDocument('Agency', { Id: `A${i}`, Name: 'Agency', Url: randomBytes(1_000_000).toString('base64') }),
    );
    await writer.addBatch(batchOf(stops));
    const { versionId } = await writer.finish();
    const { port } = product.app.server.address() as AddressInfo;
    const path = `/storage/ui/db/test/versions/${versionId}/download`;
    const begin = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        request({ port, path, headers: { authorization }, agent: false }, (answer) => resolve(answer.pause()))
          .on('error', reject)
          .end();
      });
    const four = [await begin(), await begin(), await begin(), await begin()];
    onTestFinished(() => four.forEach((one) => one.destroy()));
    expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const fifth = await get(path);
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, '5']);
    expect(fifth.payload).toContain('Too many downloads at a time. Wait until one has ended.');
    four[0]?.destroy();
    await expect
      .poll(async () => {
        vi.setSystemTime(Date.now() + 1000);
        const again = await begin();
        again.destroy();
        return again.statusCode;
      })
      .toBe(200);
  });

  it('a request whose headers do not come to their end is ended', { timeout: 30_000 }, async () => {
    vi.useRealTimers();
    const { server } = product.app;
    server.headersTimeout = 100;
    const { port } = server.address() as AddressInfo;
    expect(await tell(port, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: ')).toMatch(/^HTTP\/1\.1 408 /);
  });
});
