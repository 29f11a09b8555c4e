import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { createHub, type Hub, type HubBounds } from '../../server/live/hub.ts';
import { closeAll, liveToken, memoryFanout, open, startSite, type Site } from './liveSite.ts';

afterEach(closeAll);

describe('a WebSocket to the hub', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite(memoryFanout());
  });

  async function negotiate(who: string): Promise<{ connectionId: string; connectionToken: string; accessToken: string }> {
    const { accessToken } = await liveToken(site, who);
    const answer = await fetch(`${site.url}/live/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return { ...Negotiated.parse(await answer.json()), accessToken };
  }

  /** Status of a refused upgrade, or 101. */
  async function knock(
    query: Record<string, string>,
    headers: Record<string, string> = {},
    path = '/live',
  ): Promise<{ status: number; socket: WebSocket }> {
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
    expect([await from('https://evil.example'), await from('null'), await from(site.url), await from('http://dmp.example')]).toEqual([
      403, 403, 101, 101,
    ]);
  });

  it('opens at no other address', async () => {
    expect((await knock({}, {}, '/elsewhere')).status).toBe(404);
  });

  /** Asks for an upgrade as no client does: with that target, word for word. */
  function ask(target: string): Socket {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: dmp.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    return socket;
  }

  it.each(['//', 'http://[', '//live:x/live'])('says what is wrong with the target %s', async (target) => {
    expect(await text(ask(target))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('may be reset while its token is looked at', async () => {
    const reset = new Promise<string>((resolve) => {
      // Called in the same turn as the hub's own listener, so before any token has been looked at.
      site.app.server.on('upgrade', (_request, socket) => {
        try {
          socket.emit('error', new Error('read ECONNRESET'));
          resolve('heard');
        } catch (error) {
          resolve(`would end the process: ${String(error)}`);
        }
        socket.destroy();
      });
    });
    const socket = ask('/live?access_token=x');
    expect(await reset).toBe('heard');
    await once(socket, 'close');
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

describe('the bounds of a connection', () => {
  /** A hub with one client that has said hello. */
  async function meet(bounds: HubBounds): Promise<{ hub: Hub; client: WebSocket; cut: Promise<unknown> }> {
    const hub = createHub(bounds);
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const sockets = new WebSocketServer({ server: http, autoPong: false });
    const address = http.address();
    const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    client.on('error', () => undefined);
    const [socket] = (await once(sockets, 'connection')) as [WebSocket];
    hub.accept(socket, 'one', { subject: 'mia', regions: 'all', expires: Date.now() + 60_000 });
    const cut = once(socket, 'close');
    await once(client, 'open');
    client.send('{"protocol":"json","version":1}\u001e');
    await once(client, 'message');
    open.push({
      close: async () => {
        hub.close();
        client.terminate();
        sockets.close();
        http.close();
      },
    });
    return { hub, client, cut };
  }

  it('one that does not read is cut off, so that it holds up nobody and fills no memory', async () => {
    const { hub, client, cut } = await meet({ backlog: 100_000 });
    client.pause();
    const telling = setInterval(() => hub.tell({ region: 'south' }, 'versionListed', 'x'.repeat(1_000_000)), 1);
    await cut;
    clearInterval(telling);
    expect(hub.holds('one')).toBe(false);
  });

  it.each([
    ['calls', (client: WebSocket) => client.send('{"type":1,"target":"x","invocationId":"1","arguments":[]}\u001e')],
    ['many texts in one frame', (client: WebSocket) => client.send('{"type":6}\u001e'.repeat(200))],
    ['pings of the socket', (client: WebSocket) => client.ping()],
    ['pings of the protocol', (client: WebSocket) => client.send('{"type":6}\u001e')],
  ])('one that sends %s without end is cut off', async (_what, send) => {
    const { hub, client, cut } = await meet({});
    client.pause();
    for (let i = 0; i < 500 && client.readyState === WebSocket.OPEN; i++) send(client);
    await cut;
    expect(hub.holds('one')).toBe(false);
  });

  it('one that says what a client says stays', async () => {
    const { hub, client } = await meet({});
    for (let i = 0; i < 10; i++) client.send('{"type":6}\u001e');
    client.ping();
    await once(client, 'pong');
    expect(hub.holds('one')).toBe(true);
  });

  it('an account has no more than it may, and others have theirs', async () => {
    const { hub, client, cut } = await meet({ perAccount: 1 });
    expect([hub.hasRoom('mia'), hub.hasRoom('tom')]).toEqual([false, true]);
    client.terminate();
    await cut;
    expect(hub.hasRoom('mia')).toBe(true);
  });
});

const Negotiated = z.object({ connectionId: z.string(), connectionToken: z.string() });
