import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { openObjects } from '../../server/objects/openObjects.ts';
import { insertPublicFeed, insertRelease, noteFacts, setNext, switchDue } from '../../server/store/publicFeeds.ts';
import { startTestProduct } from '../server/product.ts';

const SECONDS = 5;
const CONNECTIONS = 32;

/**
 * A published feed on a product in this process, on the embedded database: conditional requests (304) of 32 connections from a thread of
 * their own, and the statements that the database sees meanwhile.
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct({
    PUBLIC_FEEDS_URL: 'https://data.example',
    FEED_CALLS_PER_SECOND: '999999',
    CONNECTIONS_PER_ADDRESS: '9999',
  });
  try {
    const { db } = product.store.sql;
    const key = await openObjects(product.dataDir, undefined).put('exports/1/city.zip', Readable.from([Buffer.alloc(1_000_000, 7)]));
    await db.transaction().execute(async (tx) => {
      const id = (await insertPublicFeed(tx, { slug: 'city', license: '', contact: '' }, 'test', 'bench')) ?? 0;
      const release = await insertRelease(tx, id, { key, size: 1_000_000, taskRunId: 1, versionId: null, notes: '', author: 'bench' });
      await noteFacts(tx, release, 'feeds/facts', { lines: 1, stops: 2, from: '', to: '' });
      await setNext(tx, id, { release, at: Date.now() - 1000 });
      if (!(await switchDue(tx, id))) throw new Error('The feed was not switched');
    });
    const address = `${await product.app.listen({ port: 0, host: '127.0.0.1' })}/feeds/city/gtfs.zip`;
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
    return { value: perSecond, unit: '1/s', conditional_per_s: perSecond, statements };
  } finally {
    await product.close();
  }
}

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
