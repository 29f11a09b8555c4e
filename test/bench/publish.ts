import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { checkRelease, DEFAULT_GATE, type ReleaseFindings } from '../../src/domain/releaseGate.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { insertPublicFeed, insertRelease, noteCheck, noteFacts, setNext, switchDue } from '../../server/store/publicFeeds.ts';
import { startTestProduct } from '../server/product.ts';

const NONE_LOST = { count: 0, first: [] };
/** A first release, which the gate lets through. */
const NOTHING_FOUND: ReleaseFindings = {
  against: null,
  day: '2026-01-01',
  ids: { trip: NONE_LOST, stop: NONE_LOST, route: NONE_LOST, agency: NONE_LOST },
  errors: { count: null, served: null },
  coverage: [],
  unreadable: false,
};

const SECONDS = 5;
const CONNECTIONS = 32;
/** Clients that fetch a zip of so many bytes whole at the same time. */
const DOWNLOADS = 50;
const BIG = 200_000_000;

/**
 * A published feed on a product in this process, on the embedded database: conditional requests (304) of 32 connections from a thread of
 * their own, and the statements that the database sees meanwhile; then 50 downloads of 200 MB by a process of their own, and how much
 * the memory of this process grows by them (`download_growth_mb`).
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct({
    PUBLIC_FEEDS_URL: 'https://data.example',
    FEED_CALLS_PER_SECOND: '999999',
    CONNECTIONS_PER_ADDRESS: '9999',
  });
  try {
    const { db } = product.store.sql;
    const objects = openObjects(product.dataDir, undefined);
    const publish = async (slug: string, source: Iterable<Buffer>, size: number): Promise<void> => {
      const key = await objects.put(`exports/1/${slug}.zip`, Readable.from(source));
      await db.transaction().execute(async (tx) => {
        const id = (await insertPublicFeed(tx, { slug, license: '', contact: '' }, 'test', 'bench')) ?? 0;
        const release = await insertRelease(tx, id, { key, size, taskRunId: 1, versionId: null, notes: '', author: 'bench' });
        await noteFacts(tx, release, 'feeds/facts', { lines: 1, stops: 2, from: '', to: '' });
        await setNext(tx, id, { release, at: Date.now() - 1000 });
        await noteCheck(tx, release, checkRelease(NOTHING_FOUND, DEFAULT_GATE));
        if (!(await switchDue(tx, id))) throw new Error('The feed was not switched');
      });
    };
    await publish('city', [Buffer.alloc(1_000_000, 7)], 1_000_000);
    await publish('big', parts(BIG), BIG);
    const site = await product.app.listen({ port: 0, host: '127.0.0.1' });
    const address = `${site}/feeds/city/gtfs.zip`;
    const whole = await fetch(address);
    if ((await whole.arrayBuffer()).byteLength !== 1_000_000) throw new Error(`The feed is answered ${whole.status}`);
    const etag = whole.headers.get('etag') ?? '';
    await load(address, etag, 1);
    let statements = 0;
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query) => {
      statements += 1;
      return execute(query);
    };
    const answered = await load(address, etag, SECONDS);
    const perSecond = Math.round(answered / SECONDS);
    const meanwhile = statements;
    const downloads = await downloadAll(`${site}/feeds/big/gtfs.zip`);
    return { value: perSecond, unit: '1/s', conditional_per_s: perSecond, statements: meanwhile, ...downloads };
  } finally {
    await product.close();
  }
}

/** So many bytes in parts that do not compress to nothing and are not kept. */
function* parts(bytes: number): Generator<Buffer> {
  const part = Buffer.alloc(1_000_000, 'timetable');
  for (let done = 0; done < bytes; done += part.length) yield part;
}

/** Downloads a zip by all clients at once; seconds that it takes, and megabytes by which the memory of this process grows meanwhile. */
async function downloadAll(address: string): Promise<{ download_s: number; download_growth_mb: number }> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const began = performance.now();
  const clients = spawn(process.execPath, ['-e', DOWNLOADER, address, String(DOWNLOADS), String(BIG)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => clients.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`The downloads ended with ${code}`);
  return { download_s: Math.round((performance.now() - began) / 100) / 10, download_growth_mb: Math.round((most - before) / 1e6) };
}

/** Fetches an address by several clients at once; every answer has to be whole. */
const DOWNLOADER = `
  const http = require('node:http');
  const [address, clients, bytes] = process.argv.slice(1);
  const once = () => new Promise((resolve, reject) => http.get(address, { agent: false }, (reply) => {
    let size = 0;
    reply.on('data', (chunk) => (size += chunk.length));
    reply.on('end', () => (size === Number(bytes) ? resolve() : reject(new Error('Only ' + size + ' bytes'))));
    reply.on('error', reject);
  }).on('error', reject));
  Promise.all(Array.from({ length: Number(clients) }, once)).catch((error) => { console.error(error); process.exitCode = 1; });
`;

/** How many conditional requests are answered 304 in so many seconds. */
function load(address: string, etag: string, seconds: number): Promise<number> {
  const worker = new Worker(CLIENT, { eval: true, workerData: { address, etag, seconds, connections: CONNECTIONS } });
  return new Promise((resolve, reject) => {
    worker.once('message', (count: unknown) => (typeof count === 'number' ? resolve(count) : reject(new Error(String(count)))));
    worker.once('error', reject);
  });
}

/** Sockets rather than a client library, which would take more processor time than the server. */
const CLIENT = `
const { parentPort, workerData } = require('node:worker_threads');
const { connect } = require('node:net');
const { address, etag, seconds, connections } = workerData;
const { hostname, port, pathname, host } = new URL(address);
const request = 'GET ' + pathname + ' HTTP/1.1\\r\\nHost: ' + host + '\\r\\nIf-None-Match: ' + etag + '\\r\\n\\r\\n';
let count = 0;
const until = Date.now() + seconds * 1000;
const sockets = Array.from({ length: connections }, () => {
  const socket = connect(Number(port), hostname, () => socket.write(request));
  let held = '';
  socket.on('data', (chunk) => {
    held += chunk.toString('latin1');
    if (!held.endsWith('\\r\\n\\r\\n')) return;
    if (!held.startsWith('HTTP/1.1 304')) { parentPort.postMessage(held.slice(0, 200)); return; }
    held = '';
    count += 1;
    if (Date.now() < until) socket.write(request);
    else if (sockets.every((one) => one.destroyed || one === socket)) { socket.destroy(); parentPort.postMessage(count); }
    else socket.destroy();
  });
  return socket;
});`;
