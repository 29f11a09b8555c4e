import { once } from 'node:events';
import { createServer } from 'node:http';
import { HubConnectionBuilder, LogLevel, type HubConnection } from '@microsoft/signalr';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { type LIVE_MESSAGES, readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import { AuthError, type Auth } from '../../server/auth/auth.ts';
import type { Secrets } from '../../server/auth/secrets.ts';
import { createHub } from '../../server/live/hub.ts';
import { FANOUT_BYTES, registerLive, type Fanout, type Live } from '../../server/live/live.ts';
import { answerErrors } from '../../server/routes/errors.ts';

type VersionChanged = z.infer<typeof LIVE_MESSAGES.versionChanged>;
type VersionListed = z.infer<typeof LIVE_MESSAGES.versionListed>;

/** The bearer token is the name of the account; `noor` has no role. */
const auth: Auth = {
  verify: async (authorization) => {
    const subject = authorization?.replace('Bearer ', '');
    if (subject === undefined || subject.includes('.')) throw new AuthError(401, 'bad_token', 'Sign in first.');
    const email = `${subject}@demo.example`;
    return { subject, account: { name: email, email, verified: true, hasAccess: subject !== 'noor', permissions: { readOnly: true } } };
  },
};

const secrets: Secrets = { readOrCreate: async (name) => `secret ${name} of thirty-two bytes or so` };

/** LISTEN/NOTIFY within this process, with PostgreSQL's limit and as late as PostgreSQL's. */
function memoryFanout(): Fanout & { broken: boolean } {
  const listeners = new Set<(payload: string) => void>();
  return {
    broken: false,
    async notify(payload) {
      if (this.broken) throw new Error('The database is gone');
      if (Buffer.byteLength(payload) > FANOUT_BYTES) throw new Error('payload string too long');
      setImmediate(() => listeners.forEach((heard) => heard(payload)));
    },
    async listen(heard) {
      listeners.add(heard);
      return async () => void listeners.delete(heard);
    },
  };
}

interface Site {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly live: Live;
}

const open: { close(): Promise<unknown> }[] = [];

async function startSite(fanout: Fanout, options: { azureConnectionString?: string } = {}): Promise<Site> {
  const app = fastify();
  answerErrors(app);
  const live = await registerLive(app, { auth, fanout, secrets, publicUrl: 'http://dmp.example', ...options });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  open.push(app);
  return { url, app, live };
}

async function liveToken(site: Site, who: string): Promise<{ url: string; accessToken: string }> {
  const answer = await fetch(site.url + readLiveToken.path, { headers: { authorization: `Bearer ${who}` } });
  expect(answer.status).toBe(200);
  const reply = readLiveToken.reply.parse(await answer.json());
  return { ...reply, url: new URL(reply.url, site.url).href };
}

function watch(site: Site, who: string, connectionId: string | null, versionIds: number[]): Promise<Response> {
  return fetch(site.url + watchVersions.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    body: JSON.stringify({ connectionId, versionIds }),
  });
}

/** A person's connection by the official client, with what it heard. */
interface Listener {
  readonly connection: HubConnection;
  /** `versionChanged 7@3` and the like, in order. */
  readonly heard: string[];
  readonly messages: VersionChanged[];
  /** Waits until so many messages have been heard. */
  hears(count: number): Promise<void>;
}

async function listen(site: Site, who: string, versionIds: number[] = []): Promise<Listener> {
  const { url } = await liveToken(site, who);
  const connection = new HubConnectionBuilder()
    .withUrl(url, { accessTokenFactory: async () => (await liveToken(site, who)).accessToken })
    .withAutomaticReconnect([0, 10, 50])
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  const messages: VersionChanged[] = [];
  let waiting: (() => void)[] = [];
  const note = (text: string): void => {
    heard.push(text);
    waiting.forEach((look) => look());
  };
  connection.on('versionChanged', (message: VersionChanged) => {
    messages.push(message);
    note(`versionChanged ${message.VersionId}@${message.Rev}`);
  });
  connection.on('versionListed', (message: VersionListed) => note(`versionListed ${message.Version.Id}`));
  await connection.start();
  open.push({ close: () => connection.stop() });
  if (versionIds.length > 0) expect((await watch(site, who, connection.connectionId, versionIds)).status).toBe(200);
  return {
    connection,
    heard,
    messages,
    hears: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (heard.length < count) return;
          waiting = waiting.filter((one) => one !== look);
          resolve();
        };
        waiting.push(look);
        look();
      }),
  };
}

const changed = (VersionId: number, Rev: number, Edits: VersionChanged['Edits'] = []): Parameters<Live['publish']>[0] => ({
  target: 'versionChanged',
  message: { VersionId, Rev, CommandId: 'c1', Author: 'mia', Edits },
});

const listed = (Id: number): Parameters<Live['publish']>[0] => ({
  target: 'versionListed',
  message: {
    DatabaseId: 'demo',
    Version: { Id, DatabaseId: 'demo', Version: 'Spring', Source: 'x', Editable: true, Published: false, Current: false, Archived: false, Completed: true, Saving: null, Stored: false, Date: '2026-01-01T00:00:00Z', ParentId: null, Rev: 0 },
  },
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe('live messages', () => {
  let site: Site;
  let fanout: ReturnType<typeof memoryFanout>;
  beforeEach(async () => {
    fanout = memoryFanout();
    site = await startSite(fanout);
  });

  it('reach those who watch the version, and new versions reach everybody', async () => {
    const mia = await listen(site, 'mia', [7, 8]);
    const tom = await listen(site, 'tom', [9]);
    await site.live.publish(changed(7, 1));
    await site.live.publish(changed(9, 4));
    await site.live.publish(changed(8, 2));
    await site.live.publish(listed(10));
    await Promise.all([mia.hears(3), tom.hears(2)]);
    expect(mia.heard).toEqual(['versionChanged 7@1', 'versionChanged 8@2', 'versionListed 10']);
    expect(tom.heard).toEqual(['versionChanged 9@4', 'versionListed 10']);
  });

  it('of a version stop when one watches another', async () => {
    const mia = await listen(site, 'mia', [7]);
    await watch(site, 'mia', mia.connection.connectionId, [8]);
    await site.live.publish(changed(7, 1));
    await site.live.publish(changed(8, 2));
    await mia.hears(1);
    expect(mia.heard).toEqual(['versionChanged 8@2']);
  });

  it('come without the entities when those are too large to send', async () => {
    const mia = await listen(site, 'mia', [7]);
    const edit = (size: number): VersionChanged['Edits'] => [{ Kind: 'stop', Id: 's', Rev: 1, Doc: { Name: 'é'.repeat(size) }, Fields: ['Name'] }];
    await site.live.publish(changed(7, 1, edit(3000)));
    await site.live.publish(changed(7, 2, edit(4000)));
    await mia.hears(2);
    expect(mia.messages.map((message) => message.Edits?.length)).toEqual([1, undefined]);
    expect(mia.messages[1]?.Edits).toBeNull();
  });

  it('that cannot be told to other processes are still told in this one, and fail nothing', async () => {
    const mia = await listen(site, 'mia', [7]);
    fanout.broken = true;
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });

  it('go one way: a call over the connection is refused and nothing else happens', async () => {
    const mia = await listen(site, 'mia', [7]);
    await expect(mia.connection.invoke('publish', 'x')).rejects.toThrow('only tells');
    await expect(mia.connection.invoke('toString')).rejects.toThrow('only tells');
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });
});

describe('the live connection', () => {
  it('is for signed-in people with a role only [E189, R288]', async () => {
    const site = await startSite(memoryFanout());
    const status = async (headers: Record<string, string>): Promise<unknown> => {
      const answer = await fetch(site.url + readLiveToken.path, { headers });
      return [answer.status, Refusal.parse(await answer.json()).code];
    };
    expect(await status({})).toEqual([401, 'bad_token']);
    expect(await status({ authorization: 'Bearer noor' })).toEqual([403, 'no_role']);
    expect((await watch(site, 'noor', 'x.y', [1])).status).toBe(403);
  });

  it('opens with a live token and with no other', async () => {
    const site = await startSite(memoryFanout());
    const negotiate = async (token: string): Promise<number> =>
      (await fetch(`${site.url}/live/negotiate?negotiateVersion=1`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status;
    const { accessToken } = await liveToken(site, 'mia');
    expect([await negotiate(accessToken), await negotiate('mia'), await negotiate(`${accessToken}x`), await negotiate('')]).toEqual([200, 401, 401, 401]);
    // And a live token opens nothing else.
    expect((await fetch(site.url + readLiveToken.path, { headers: { authorization: `Bearer ${accessToken}` } })).status).toBe(401);
  });

  it('belongs to the one who opened it: nobody else says what it hears', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia', [7]);
    const answer = await watch(site, 'tom', mia.connection.connectionId, []);
    expect([answer.status, Refusal.parse(await answer.json()).code]).toEqual([403, 'foreign_connection']);
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });

  it('that is not open cannot watch', async () => {
    const site = await startSite(memoryFanout());
    const { accessToken } = await liveToken(site, 'mia');
    const answer = await fetch(`${site.url}/live/negotiate`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
    const { connectionId } = Negotiated.parse(await answer.json());
    expect((await watch(site, 'mia', connectionId, [7])).status).toBe(404);
  });

  it('watches at most twenty versions', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia');
    const answer = await watch(site, 'mia', mia.connection.connectionId, Array.from({ length: 21 }, (_, index) => index + 1));
    expect([answer.status, await answer.json()]).toMatchObject([400, [{ Field: 'versionIds' }]]);
  });

  it('comes back by itself when the server asks it to, and the server stops at once', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia', [7]);
    const why = new Promise<string>((resolve) => mia.connection.onreconnecting((error) => resolve(error?.message ?? 'asked to')));
    await site.app.close();
    expect(await why).toBeDefined();
  });

  it('is cut when its client says something far too large, and the others do not notice', async () => {
    const site = await startSite(memoryFanout());
    const [mia, tom] = [await listen(site, 'mia', [7]), await listen(site, 'tom', [7])];
    const back = new Promise<void>((resolve) => mia.connection.onreconnecting(() => resolve()));
    await mia.connection.send('shout', 'x'.repeat(100_000)).catch(() => undefined);
    await back;
    await site.live.publish(changed(7, 1));
    await tom.hears(1);
  });
});

describe('a WebSocket to the hub', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite(memoryFanout());
  });

  async function negotiate(who: string): Promise<{ connectionId: string; connectionToken: string; accessToken: string }> {
    const { accessToken } = await liveToken(site, who);
    const answer = await fetch(`${site.url}/live/negotiate?negotiateVersion=1`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
    return { ...Negotiated.parse(await answer.json()), accessToken };
  }

  /** Status of a refused upgrade, or 101. */
  async function knock(query: Record<string, string>, headers: Record<string, string> = {}, path = '/live'): Promise<{ status: number; socket: WebSocket }> {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}${path}?${new URLSearchParams(query).toString()}`, { headers });
    socket.on('error', () => undefined);
    const status = await new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
    open.push({ close: async () => socket.terminate() });
    return { status, socket };
  }

  it('opens with the token in the address, as browsers send it', async () => {
    const { connectionToken, accessToken } = await negotiate('mia');
    expect((await knock({ id: connectionToken, access_token: accessToken })).status).toBe(101);
  });

  it('opens once per ticket, for the one it was given to, and not without', async () => {
    const mia = await negotiate('mia');
    const tom = await negotiate('tom');
    const tries = [
      await knock({ id: mia.connectionToken, access_token: tom.accessToken }),
      await knock({ access_token: mia.accessToken }),
      await knock({ id: mia.accessToken, access_token: mia.accessToken }),
      await knock({ id: mia.connectionToken }),
      await knock({ id: mia.connectionToken, access_token: mia.accessToken }),
      await knock({ id: mia.connectionToken, access_token: mia.accessToken }),
    ];
    expect(tries.map((one) => one.status)).toEqual([404, 404, 404, 401, 101, 409]);
  });

  it('opens for pages of the product only', async () => {
    const from = async (origin: string): Promise<number> => {
      const { connectionToken, accessToken } = await negotiate('mia');
      return (await knock({ id: connectionToken, access_token: accessToken }, { origin })).status;
    };
    expect([await from('https://evil.example'), await from('null'), await from(site.url), await from('http://dmp.example')]).toEqual([403, 403, 101, 101]);
  });

  it('opens at no other address', async () => {
    expect((await knock({}, {}, '/elsewhere')).status).toBe(404);
  });

  it.each([
    ['no JSON', 'hello\u001e'],
    ['an unfinished text', '{"protocol":"json","version":1}'],
    ['another protocol', '{"protocol":"messagepack","version":1}\u001e'],
    ['a list', '{"protocol":"json","version":1}\u001e[]\u001e'],
  ])('is closed when it says %s', async (_what, text) => {
    const { connectionToken, accessToken } = await negotiate('mia');
    const { socket } = await knock({ id: connectionToken, access_token: accessToken });
    socket.send(text);
    const [code]: unknown[] = await once(socket, 'close');
    expect(code).toBe(1002);
  });
});

describe('several processes', () => {
  it('tell each other, and a connection may be asked for, opened and steered in different ones', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const { accessToken } = await liveToken(one, 'mia');
    const connection = new HubConnectionBuilder()
      .withUrl(`${two.url}/live`, { accessTokenFactory: () => accessToken })
      .configureLogging(LogLevel.None)
      .build();
    open.push({ close: () => connection.stop() });
    const heard = new Promise<VersionChanged>((resolve) => connection.on('versionChanged', resolve));
    await connection.start();
    expect((await watch(one, 'mia', connection.connectionId, [7])).status).toBe(200);
    await one.live.publish(changed(7, 5));
    expect(await heard).toMatchObject({ VersionId: 7, Rev: 5 });
  });

  it('keep the owner of a connection apart from others everywhere', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const mia = await listen(two, 'mia');
    expect((await watch(one, 'tom', mia.connection.connectionId, [7])).status).toBe(403);
  });

  it('hear each message once', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const [mia, tom] = [await listen(one, 'mia', [7]), await listen(two, 'tom', [7])];
    await one.live.publish(changed(7, 1));
    await two.live.publish(changed(7, 2));
    await Promise.all([mia.hears(2), tom.hears(2)]);
    expect([mia.heard, tom.heard.toSorted()]).toEqual([['versionChanged 7@1', 'versionChanged 7@2'], ['versionChanged 7@1', 'versionChanged 7@2']]);
  });
});

describe('a client that does not read', () => {
  it('is cut off, so that it holds up nobody and fills no memory', async () => {
    const hub = createHub({ backlog: 100_000 });
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const sockets = new WebSocketServer({ server: http });
    const address = http.address();
    const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const [socket] = (await once(sockets, 'connection')) as [WebSocket];
    hub.accept(socket, 'slow', Date.now() + 60_000);
    await once(client, 'open');
    client.send('{"protocol":"json","version":1}\u001e');
    await once(client, 'message');
    client.pause();
    const cut = once(socket, 'close');
    const telling = setInterval(() => hub.tell(undefined, 'versionListed', 'x'.repeat(1_000_000)), 1);
    await cut;
    clearInterval(telling);
    expect(hub.holds('slow')).toBe(false);
    hub.close();
    client.terminate();
    sockets.close();
    http.close();
  });
});

describe('Azure SignalR Service', () => {
  const calls: { method: string; path: string; audience: unknown; body: unknown }[] = [];
  let azure: FastifyInstance;
  let connectionString: string;
  let endpoint: string;

  beforeAll(async () => {
    const { jwtVerify } = await import('jose');
    azure = fastify();
    azure.all('/*', async (request, reply) => {
      const { payload } = await jwtVerify(request.headers.authorization?.replace('Bearer ', '') ?? '', new TextEncoder().encode('a key of the service, long enough'));
      calls.push({ method: request.method, path: request.url, audience: payload.aud, body: request.body ?? null });
      return reply.code(request.url.includes('gone') ? 404 : 202).send();
    });
    endpoint = await azure.listen({ port: 0, host: '127.0.0.1' });
    connectionString = `Endpoint=${endpoint}/;AccessKey=a key of the service, long enough;Version=1.0;`;
  });
  beforeEach(() => void calls.splice(0));
  afterAll(() => azure.close());

  it('is handed the messages, by its REST calls with its own address as audience', async () => {
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    await site.live.publish(changed(7, 1));
    await site.live.publish(listed(3));
    const send = `${endpoint}/api/hubs/dmp/groups/version%3A7/:send`;
    expect(calls).toMatchObject([
      { method: 'POST', path: '/api/hubs/dmp/groups/version%3A7/:send?api-version=2022-06-01', audience: send, body: { target: 'versionChanged', arguments: [{ VersionId: 7, Rev: 1 }] } },
      { method: 'POST', path: '/api/hubs/dmp/:send?api-version=2022-06-01', audience: `${endpoint}/api/hubs/dmp/:send`, body: { target: 'versionListed' } },
    ]);
  });

  it('is where clients are sent, with a token that names the person', async () => {
    const { decodeJwt } = await import('jose');
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    const { url, accessToken } = await liveToken(site, 'mia');
    expect(url).toBe(`${endpoint}/client/?hub=dmp`);
    expect(decodeJwt(accessToken)).toMatchObject({ aud: url, nameid: 'mia' });
  });

  it('is told which versions a connection hears of, by the one who spoke for it first', async () => {
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    expect((await watch(site, 'mia', 'abc', [7])).status).toBe(200);
    expect(calls.map((call) => `${call.method} ${call.path.split('?')[0]}`)).toEqual([
      'DELETE /api/hubs/dmp/connections/abc/groups',
      'PUT /api/hubs/dmp/groups/version%3A7/connections/abc',
    ]);
    expect((await watch(site, 'tom', 'abc', [8])).status).toBe(403);
    expect((await watch(site, 'mia', 'gone', [8])).status).toBe(404);
  });
});

const Refusal = z.object({ code: z.string() });
const Negotiated = z.object({ connectionId: z.string(), connectionToken: z.string() });
