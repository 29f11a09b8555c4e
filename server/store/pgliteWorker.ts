/**
 * The thread in which PGlite runs: it blocks its event loop for the length of a statement, so it must not be the one that
 * answers requests. Statements come in one at a time (pglite.ts holds the queue).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { z } from 'zod';
import { setImmediate } from '../surroundings.ts';
import { errorField } from './engine.ts';
import { runStatement } from './pgliteStatement.ts';
import { READY, type PgliteReply, type PgliteRequest } from './pgliteProtocol.ts';

const Compiled = z.custom<WebAssembly.Module>((value) => Object.prototype.toString.call(value) === '[object WebAssembly.Module]');
const { dataDir, pgliteWasmModule } = z.object({ dataDir: z.string(), pgliteWasmModule: Compiled }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('pgliteWorker runs only as a worker thread');

const pglite = await PGlite.create({
  dataDir,
  pgliteWasmModule,
  extensions: { pg_trgm },
  // These replace the defaults, hence the spread. PGlite runs no checkpointer: the size says how many old WAL files a
  // checkpoint keeps (67 MB stay on disk instead of 900), `checkpointWhenDue` asks for it.
  // With one session there is memory to sort 100,000 rows without going to disk; the operating system caches the files, so
  // that a quarter of the usual buffers costs no time and saves 100 MB.
  startParams: [
    ...PGlite.defaultStartParams,
    '-c',
    'max_wal_size=64MB',
    '-c',
    'min_wal_size=32MB',
    '-c',
    'work_mem=48MB',
    '-c',
    'shared_buffers=32MB',
  ],
  parsers: PARSERS(),
});

let sentSinceLook = 0;
let statementsSinceLook = 0;
let checkpointedAt = await walPosition();

port.on('message', (request: PgliteRequest) => void answer(request));
port.postMessage(READY);

async function answer(request: PgliteRequest): Promise<void> {
  try {
    const reply = await carryOut(request);
    port?.postMessage(reply, reply.bytes ? [reply.bytes.buffer] : []);
  } catch (error) {
    port?.postMessage({ id: request.id, error: describe(error) } satisfies PgliteReply);
    // PostgreSQL itself fell over, not the statement: whatever it says from now on cannot be trusted. Ends the thread.
    if (isFatal(error))
      setImmediate(() => {
        throw error;
      });
  }
}

async function carryOut(request: PgliteRequest): Promise<PgliteReply> {
  const { id, sql, params } = request;
  if (request.do === 'close') {
    await pglite.exec('checkpoint');
    await pglite.close();
    return { id };
  }
  if (request.do === 'script') return { id, rows: await runScript(sql) };
  if (request.do === 'text') {
    const { rows } = await runStatement(pglite, sql, params, 'array');
    const text = rows[0]?.[0];
    return { id, bytes: new TextEncoder().encode(typeof text === 'string' ? text : '') };
  }
  const { rows, affectedRows } = await runStatement(pglite, sql, params);
  await checkpointWhenDue(params);
  return { id, rows, ...(affectedRows === undefined ? {} : { affected: affectedRows }) };
}

async function runScript(sql: string): Promise<readonly unknown[]> {
  try {
    return (await pglite.exec(sql)).at(-1)?.rows ?? [];
  } catch (error) {
    // A script that begins a transaction of its own and fails leaves it open.
    await pglite.exec('rollback');
    throw error;
  }
}

/** Without this the write-ahead log grows without end: after 500,000 inserts it held 1.65 GB. */
async function checkpointWhenDue(params: readonly unknown[]): Promise<void> {
  for (const param of params) sentSinceLook += typeof param === 'string' ? param.length : param instanceof Uint8Array ? param.byteLength : 8;
  statementsSinceLook++;
  if (sentSinceLook < 4_000_000 && statementsSinceLook < 1000) return;
  sentSinceLook = 0;
  statementsSinceLook = 0;
  const at = await walPosition().catch(() => undefined); // an aborted transaction answers nothing until it ends
  if (at === undefined || at - checkpointedAt < 64_000_000) return;
  await pglite.exec('checkpoint');
  checkpointedAt = at;
}

/** Bytes of write-ahead log written since the database was made. */
async function walPosition(): Promise<number> {
  const { rows } = await runStatement(pglite, `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as at`, []);
  return Number(z.object({ at: z.string() }).parse(rows[0]).at);
}

/** int8 as number, moments as ISO text: the same as postgres.ts sets for pg. */
function PARSERS(): Record<number, (text: string) => unknown> {
  return { 20: Number, 1184: (text) => new Date(text).toISOString() };
}

/** Traps of WebAssembly and exits of the program in it; errors of statements come with an SQLSTATE instead. */
function isFatal(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus');
}

function describe(error: unknown): NonNullable<PgliteReply['error']> {
  const read = (field: 'code' | 'detail' | 'constraint'): Record<string, string> => {
    const value = errorField(error, field);
    return value === undefined ? {} : { [field]: value };
  };
  return { message: error instanceof Error ? error.message : String(error), ...read('code'), ...read('detail'), ...read('constraint') };
}
