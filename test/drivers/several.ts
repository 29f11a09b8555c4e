/** Several processes of the product on one PostgreSQL behind a proxy, as an operator would run them. */
import { readFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type RunningServer, startProduct, type ServerOptions } from './server.ts';
import { signInByHttp } from './signInByHttp.ts';

/** A round-robin proxy. It asks each process for /readyz, sends nothing to one that is not ready, and repeats no call. */
export interface Proxy {
  readonly url: string;
  /** Calls that it could not bring to an end, each with what went wrong. */
  readonly failures: readonly string[];
  add(url: string): void;
  remove(url: string): void;
  close(): Promise<void>;
}

export async function startProxy(): Promise<Proxy> {
  const backends = new Map<string, boolean>();
  const failures: string[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const next = (): URL | undefined => {
    const ready = [...backends].filter(([, isReady]) => isReady);
    turn += 1;
    const url = ready[turn % ready.length]?.[0];
    return url === undefined ? undefined : new URL(url);
  };
  const failed = (reply: ServerResponse, why: string): void => {
    failures.push(why);
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(502).end();
  };
  const server = createServer((incoming, reply) => {
    const to = next();
    if (to === undefined) return failed(reply, 'no process is ready');
    const outgoing = ask({ host: to.hostname, port: to.port, method: incoming.method, path: incoming.url, headers: incoming.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      answer.on('error', (error) => failed(reply, error.message));
    });
    outgoing.on('error', (error) => failed(reply, `${incoming.method} ${incoming.url}: ${error.message}`));
    incoming.pipe(outgoing);
    return undefined;
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const to = next();
    if (to === undefined) return socket.destroy();
    const lines = incoming.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1] ?? ''}`] : []));
    const other = connect(Number(to.port), to.hostname, () => {
      other.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      other.write(head);
      other.pipe(socket).pipe(other);
    });
    for (const [one, peer] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => peer.destroy());
      one.on('close', () => (sockets.delete(one), peer.destroy()));
    }
    return undefined;
  });
  const look = async (url: string): Promise<void> => {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (backends.has(url)) backends.set(url, isReady);
  };
  const looking = setInterval(() => [...backends.keys()].forEach((url) => void look(url)), LOOKS_EVERY);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    failures,
    add: (url) => void backends.set(url, true),
    remove: (url) => void backends.delete(url),
    async close() {
      clearInterval(looking);
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Milliseconds between two looks of the proxy at /readyz. */
export const LOOKS_EVERY = 250;

/** Processes behind a proxy, all with the address of the proxy. */
export interface Several {
  readonly proxy: Proxy;
  readonly servers: RunningServer[];
  start(): Promise<RunningServer>;
  /** Ends one as an operator would, and takes it out of the proxy when it is gone. */
  end(server: RunningServer): Promise<void>;
  /** Ends one outright. */
  kill(server: RunningServer | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** Starts so many servers together on one database and one folder of objects; one of them makes the demo region. */
export async function startSeveral(
  count: number,
  options: ServerOptions & { readonly databaseUrl: string; readonly dataDir: string },
): Promise<Several> {
  const proxy = await startProxy();
  const servers: RunningServer[] = [];
  const start = async (): Promise<RunningServer> => {
    const server = await startProduct({
      ...options,
      env: { LOG_LEVEL: process.env['DMP_LOG'] ?? 'error', CALLS_PER_SECOND: '100000', DRAIN_SECONDS: '1', ...options.env, PUBLIC_URL: proxy.url },
    });
    servers.push(server);
    proxy.add(server.url);
    return server;
  };
  const several: Several = {
    proxy,
    servers,
    start,
    async end(server) {
      servers.splice(servers.indexOf(server), 1);
      await server.stop();
      proxy.remove(server.url);
    },
    async kill(server) {
      if (server === undefined) return;
      servers.splice(servers.indexOf(server), 1);
      await server.kill();
      proxy.remove(server.url);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await proxy.close();
    },
  };
  try {
    await Promise.all(Array.from({ length: count }, start));
    return several;
  } catch (error) {
    await several.stop();
    throw error;
  }
}

/** Processor time of processes so far, in milliseconds. */
export function cpuOf(servers: readonly RunningServer[]): number {
  return servers.reduce((sum, { pid }) => {
    // The name, in brackets, may have blanks in it.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return sum + ((user ?? 0) + (system ?? 0)) * 10;
  }, 0);
}

/** Somebody who works on the demo database through an address. */
export interface Visitor {
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Begins an edit of the newest finished version; answers the draft. */
  beginEdit(): Promise<number>;
  stopIds(versionId: number): Promise<string[]>;
  /** Renames a stop whatever it was called; answers the revision. */
  rename(versionId: number, stopId: string, value: string, key: string): Promise<number>;
  /** Where a live connection is opened, and by which token. */
  liveToken(): Promise<{ accessToken: string }>;
  watch(connectionId: string | null, versionId: number): Promise<void>;
  /** Up to which revision a version is checked. */
  validatedRev(versionId: number): Promise<number | null>;
}

export async function visit(url: string, token?: string): Promise<Visitor> {
  const authorization = `Bearer ${token ?? (await signInByHttp(url, 'editor')).access_token}`;
  const call: Visitor['call'] = (path, { headers, ...init } = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization, ...Object.fromEntries(new Headers(headers)) } });
  const read = async <T>(schema: z.ZodType<T>, answer: Promise<Response>): Promise<T> => {
    const got = await answer;
    if (!got.ok) throw new Error(`Answered ${got.status}: ${await got.text()}`);
    return schema.parse(await got.json());
  };
  return {
    call,
    async beginEdit() {
      const { Versions } = await read(Listed, call('/storage/ui/db/velmar/versions?limit=20'));
      const finished = Versions.find(({ Editable }) => !Editable);
      const key = `begin-${Math.random()}`;
      const path = `/storage/ui/db/velmar/versions/${finished?.Id}/begin-edit`;
      return (await read(Begun, call(path, { method: 'POST', headers: { 'idempotency-key': key } }))).EditableDbVersionId;
    },
    async stopIds(versionId) {
      return (await read(Overlay, call(`/storage/ui/db/version/${versionId}/stops/overlay/v2`))).Stops.map(({ Id }) => Id);
    },
    async rename(versionId, stopId, value, key) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'if-match': '*' };
      const init = { method: 'POST', headers, body: JSON.stringify({ stopId, value }) };
      return (await read(Edited, call(`/storage/ui/db/version/${versionId}/edit/stop/name`, init))).Rev;
    },
    liveToken: () => read(z.object({ accessToken: z.string() }), call('/scheduler/ui/notifications/token')),
    async watch(connectionId, versionId) {
      const body = JSON.stringify({ connectionId, versionIds: [versionId] });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      await read(z.object({}), call('/scheduler/ui/notifications/watch', init));
    },
    async validatedRev(versionId) {
      return (await read(Checked, call(`/storage/ui/db/version/${versionId}/validation/groups`))).ValidatedRev;
    },
  };
}

/** Waits until a version is checked up to a revision. */
export async function untilChecked(visitor: Visitor, versionId: number, rev: number): Promise<void> {
  for (const until = Date.now() + 60_000; ((await visitor.validatedRev(versionId)) ?? -1) < rev;) {
    if (Date.now() > until) throw new Error(`Version ${versionId} was not checked up to ${rev} within a minute`);
    await pause(50);
  }
}

const Listed = z.object({ Versions: z.array(z.object({ Id: z.number(), Editable: z.boolean() })) });
const Begun = z.object({ EditableDbVersionId: z.number() });
const Overlay = z.object({ Stops: z.array(z.object({ Id: z.string() })) });
const Edited = z.object({ Rev: z.number() });
const Checked = z.object({ ValidatedRev: z.number().nullable() });
