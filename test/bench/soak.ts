/**
 * Ordinary readers beside clients that abuse the product from another address: downloads that nobody reads, live connections that
 * never read and talk without end, requests that are half sent. `npm run bench -- soak MINUTES`, ten when nothing is said.
 */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { percentiles } from '../server/bigVersion.ts';

/** Loopback too, but another address than that of the ordinary readers. */
const ABUSER = '127.0.0.2';
const VERSION = '/storage/ui/db/version/1';
/** Milliseconds that an ordinary reader looks at an answer. */
const READING = 250;
/** Seconds in which the memory has to be given back. */
const SETTLING = 90;

export async function run([minutes = '10']: readonly string[] = []): Promise<Record<string, unknown>> {
  // quiet, and with room for the readers: the limits of addresses stay as they are
  const server = await startProduct({ env: { LOG_LEVEL: 'error' } });
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  try {
    const reader = (await signInByHttp(server.url, 'viewer')).access_token;
    await ordinary(server.url, reader, 20_000, () => undefined);
    const before = memoryOf(server.pid);
    const abuses = [downloads, searches, silence, chatter, slowHeaders, slowBodies].map((abuse) => abuse(server.url, over.signal, count));
    const times: number[] = [];
    const until = Date.now() + Number(minutes) * 60_000;
    let peak = before;
    while (Date.now() < until) {
      const token = (await signInByHttp(server.url, 'viewer')).access_token;
      await ordinary(server.url, token, Math.min(60_000, until - Date.now()), (ms, status) => {
        times.push(ms);
        if (status !== 200) count(`ordinary ${status}`);
        peak = Math.max(peak, memoryOf(server.pid));
      });
      console.error(`${times.length} reads, p95 ${percentiles(times).p95_ms} ms, ${Math.round(memoryOf(server.pid))} MB`);
    }
    over.abort();
    await Promise.allSettled(abuses);
    let after = memoryOf(server.pid);
    for (let waited = 0; waited < SETTLING && after > before + 100; waited++) {
      await pause(1000);
      after = memoryOf(server.pid);
    }
    const { p50_ms, p95_ms } = percentiles(times);
    const failed = Object.entries(counts).reduce((sum, [what, times_]) => (what.startsWith('ordinary') ? sum + times_ : sum), 0);
    return {
      value: p95_ms,
      unit: 'ms',
      p50_ms,
      p95_ms,
      reads: times.length,
      failed,
      before_mb: Math.round(before),
      peak_mb: Math.round(peak),
      after_mb: Math.round(after),
      abuses: counts,
    };
  } finally {
    over.abort();
    await server.stop();
  }
}

/** Four people who read lists, a stop and their regions. */
async function ordinary(site: string, token: string, forMs: number, told: (ms: number, status: number) => void): Promise<void> {
  const paths = ['/storage/ui/dbs', `${VERSION}/schedules`, `${VERSION}/agencies`, '/storage/ui/regions', '/storage/ui/db/velmar/versions', VERSION];
  const until = Date.now() + forMs;
  const person = async (nth: number): Promise<void> => {
    for (let n = nth; Date.now() < until; n++) {
      const began = performance.now();
      const answer = await fetch(site + (paths[n % paths.length] ?? ''), { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      told(performance.now() - began, answer.status);
      await pause(READING);
    }
  };
  await Promise.all([0, 1, 2, 3].map(person));
}

type Abuse = (site: string, over: AbortSignal, count: (what: string) => void) => Promise<void>;

/** Does something again and again until the time is over; what fails is the abuser's own trouble. */
async function again(over: AbortSignal, every: number, act: () => Promise<void> | void): Promise<void> {
  while (!over.aborted) {
    await Promise.resolve(act()).catch(() => undefined);
    await pause(every, undefined, { signal: over }).catch(() => undefined);
  }
}

/** A token that is renewed in time: the soak is longer than one holds. */
function tokens(site: string): () => Promise<string> {
  let held = { token: '', until: 0 };
  return async () => {
    if (held.until < Date.now()) held = { token: (await signInByHttp(site, 'editor')).access_token, until: Date.now() + 300_000 };
    return held.token;
  };
}

/** Downloads that are begun by the dozen, by GET and by HEAD, and not read. */
const downloads: Abuse = async (site, over, count) => {
  const token = tokens(site);
  await again(over, 1000, async () => {
    const authorization = `Bearer ${await token()}`;
    for (let n = 0; n < 12; n++)
      ask(site, { method: n % 4 === 0 ? 'HEAD' : 'GET', path: '/storage/ui/db/velmar/versions/1/download', headers: { authorization } }, (status) =>
        count(`download ${status}`),
      );
  });
};

/** Searches of as many trips as fit into an address. */
const searches: Abuse = async (site, over, count) => {
  const token = tokens(site);
  const ids = Array.from({ length: 1200 }, (_, i) => `tripIds=${i}`).join('&');
  await again(over, 500, async () => {
    const authorization = `Bearer ${await token()}`;
    for (const path of [`${VERSION}/schedules?${ids}`, `${VERSION}/schedules?tripIds=e&match=Contains`])
      ask(site, { path, headers: { authorization } }, (status) => count(`search ${status}`));
  });
};

/** A request of which the answer is left unread for a second. */
function ask(site: string, options: RequestOptions, told: (status: number) => void): void {
  const asked = request(site, { ...options, localAddress: ABUSER, agent: false }, (answer) => {
    told(answer.statusCode ?? 0);
    answer.pause();
    setTimeout(() => asked.destroy(), 1000).unref();
  });
  asked.on('error', () => undefined).end();
}

/** Live connections that never read what they are told. */
const silence: Abuse = (site, over, count) =>
  again(over, 2000, async () => {
    const socket = await live(site, await liveTokenOf(site));
    count('live connection');
    socket.pause();
    setTimeout(() => socket.terminate(), 30_000).unref();
    over.addEventListener('abort', () => socket.terminate());
  });

/** Live connections that send pings without end and never read. */
const chatter: Abuse = (site, over, count) =>
  again(over, 2000, async () => {
    const socket = await live(site, await liveTokenOf(site));
    const ping = `${JSON.stringify({ type: 6 })}\u001e`;
    for (let n = 0; n < 50_000 && socket.readyState === WebSocket.OPEN; n++) socket.send(ping);
    count('flood');
    over.addEventListener('abort', () => socket.terminate());
  });

const LiveToken = z.object({ url: z.string(), accessToken: z.string() });
const Negotiated = z.object({ connectionToken: z.string() });
const held = new Map<string, () => Promise<string>>();

async function liveTokenOf(site: string): Promise<z.infer<typeof LiveToken>> {
  const token = held.get(site) ?? tokens(site);
  held.set(site, token);
  const answer = await fetch(`${site}/scheduler/ui/notifications/token`, { headers: { authorization: `Bearer ${await token()}` } });
  return LiveToken.parse(await answer.json());
}

async function live(site: string, { accessToken }: z.infer<typeof LiveToken>): Promise<WebSocket> {
  const answer = await fetch(`${site}/live/negotiate?negotiateVersion=1`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
  const { connectionToken } = Negotiated.parse(await answer.json());
  const query = new URLSearchParams({ id: connectionToken, access_token: accessToken });
  const socket = new WebSocket(`${site.replace('http', 'ws')}/live?${query.toString()}`, { localAddress: ABUSER });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  if (socket.readyState === WebSocket.OPEN) socket.send(`${JSON.stringify({ protocol: 'json', version: 1 })}\u001e`);
  return socket;
}

/** Requests whose headers come one by one and never end. */
const slowHeaders: Abuse = (site, over, count) => drip(site, over, count, 'GET /storage/ui/dbs HTTP/1.1\r\nhost: localhost\r\n', 'x-more: 1\r\n');
/** Requests whose body never comes. */
const slowBodies: Abuse = (site, over, count) =>
  drip(
    site,
    over,
    count,
    'POST /storage/ui/comment HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
    ' ',
  );

function drip(site: string, over: AbortSignal, count: (what: string) => void, head: string, more: string): Promise<void> {
  const { port } = new URL(site);
  return again(over, 200, () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ABUSER });
    socket.on('error', () => undefined).resume();
    socket.write(head);
    const dripping = setInterval(() => socket.write(more), 1000);
    const end = (): void => {
      clearInterval(dripping);
      socket.destroy();
    };
    socket.once('close', end);
    over.addEventListener('abort', end);
    count('half-sent request');
  });
}

/** Resident memory of a process now, in MB. */
function memoryOf(pid: number): number {
  return (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;
}
