import { constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { addStatement } from './spans.ts';
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { CompiledQuery, Kysely } from 'kysely';
import { clearTimeout, elapsed, pause, randomUUID, setTimeout } from '../surroundings.ts';
import { startWorker } from '../workerUrl.ts';
import { isDiskFull, type Engine, type EngineEvents } from './engine.ts';
import { lockFolder } from './folderLock.ts';
import { migrate } from './migrate.ts';
import { READY, type PgliteReply, type PgliteRequest } from './pgliteProtocol.ts';
import { singleConnection, type SingleConnection } from './singleConnection.ts';
import type { Tables } from './tables.ts';

export interface PgliteOptions {
  /** Folder of this installation; the database lies in `db` below it. */
  readonly dataDir: string;
  /** Where an empty database of this schema is kept to be copied: making one takes 6 s and 800 MB, copying it 0.4 s. */
  readonly templateDir: string;
  /** Milliseconds after which a statement is given up. */
  readonly statementMs?: number | undefined;
  /** Whether statements are added to traces. */
  readonly traced?: boolean;
}

/** Opens (at the first start makes) the PGlite database of a data folder. Throws FolderInUse when another process has it. */
export async function openPglite(
  { dataDir, templateDir, statementMs = STATEMENT_MS, traced = false }: PgliteOptions,
  events: EngineEvents,
): Promise<Engine> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'db');
    if (!existsSync(folder)) await makeDatabase(folder, templateDir);
    checkMajor(folder);
    const thread = await startThread(folder, events, statementMs).catch((error: unknown) => {
      throw isDiskFull(error) ? error : new DatabaseDamaged(folder, error);
    });
    return engineOn(thread, folder, lock.holder, events, lock.release, traced);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The files of the embedded database cannot be opened. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';

  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error && cause.cause instanceof Error ? ` (${cause.cause.message.split('\n', 1)[0] ?? ''})` : '';
    super(
      `The database in ${folder} cannot be opened${why}: its files are damaged or incomplete. Move the folder away and restore the last backup: npm run restore -- BACKUP.`,
      { cause },
    );
  }
}

/** The engine of an embedded database that answers through a thread. */
export function engineOn(thread: Thread, folder: string, instance: string, events: EngineEvents, release: () => void, traced = false): Engine {
  const connection = connectionOf(thread);
  const listeners = new Set<(payload: string) => void>();
  let upkeep: NodeJS.Timeout | undefined;
  let closed: Promise<void> | undefined;

  /** Waits until nothing was requested two seconds, ten minutes at most. */
  const quiet = async (): Promise<void> => {
    for (let waited = 0; waited < QUIET_WITHIN && !closed && elapsed() - thread.lastAsked() < QUIET; waited += 500)
      await pause(500, undefined, { ref: false });
  };
  const keepUp = async (): Promise<void> => {
    try {
      // PGlite runs no autovacuum. Of a large table it takes a second in which nobody else can do anything, hence the wait
      // before each for a moment when nobody wants to.
      for (const statement of [...BULK_TABLES.map((table) => `vacuum (analyze) ${table}`), 'checkpoint']) {
        await quiet();
        if (closed) return;
        await connection.alone(() => thread.ask('query', CompiledQuery.raw(statement)));
      }
    } catch (error) {
      if (!closed) events.onWarning('The upkeep of the database failed', error);
    }
  };
  const close = async (): Promise<void> => {
    clearTimeout(upkeep);
    await connection.alone(() => thread.stop());
    release();
  };

  const db = new Kysely<Tables>({ dialect: connection.dialect, ...(traced && { log: addStatement }) });
  return {
    name: 'pglite',
    db,
    aside: db,
    instance,
    // The folder lock says that nobody else is there.
    isAlive: (other) => Promise.resolve(other === instance),
    claims: { has: () => true, take: () => Promise.resolve(true), release: () => undefined },
    fanout: {
      // The folder lock ensures that there is no other process to notify.
      notify: (payload) => Promise.resolve(queueMicrotask(() => listeners.forEach((listener) => listener(payload)))),
      follow: () => Promise.resolve(),
      listen: (listener) => {
        listeners.add(listener);
        return Promise.resolve(() => Promise.resolve(void listeners.delete(listener)));
      },
    },
    async readText(query) {
      const reply = await connection.alone(() => thread.ask('text', query));
      const bytes = reply.bytes ?? new Uint8Array();
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    async run(text, params) {
      const reply = await connection.alone(() =>
        thread.ask(params === undefined ? 'script' : 'query', CompiledQuery.raw(text, params === undefined ? [] : [...params])),
      );
      return { rows: reply.rows ?? [] };
    },
    afterBulkLoad() {
      clearTimeout(upkeep);
      upkeep = setTimeout(() => void keepUp(), 2000).unref();
    },
    copyTo: (target) =>
      connection.alone(async () => {
        await thread.ask('query', CompiledQuery.raw('checkpoint'));
        await cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE, errorOnExist: true, force: false });
        await chmod(target, 0o700);
      }),
    pools: () => [{ name: 'calls', open: 1, idle: connection.isBusy() ? 0 : 1, waiting: connection.waiting() }],
    close: () => (closed ??= close()),
  };
}

function connectionOf(thread: Thread): SingleConnection {
  return singleConnection(async (query) => {
    const reply = await thread.ask('query', query);
    return { rows: reply.rows ?? [], ...(reply.affected === undefined ? {} : { affected: reply.affected }) };
  });
}

/** Milliseconds. */
const QUIET = 2000;
const QUIET_WITHIN = 600_000;
/** Twice what PostgreSQL is given: here one statement at a time is carried out, on one core. */
const STATEMENT_MS = 120_000;

/** Messages and answers die at once; the engine would let 48 MB of them gather. */
const YOUNG_MB = 8;

const BULK_TABLES = ['blob', 'layer_row', 'overlay_row', 'change', 'changeset', 'version', 'idempotency'];

/** The thread of an embedded database. */
export interface Thread {
  ask(what: PgliteRequest['do'], query: CompiledQuery): Promise<PgliteReply>;
  /** When something was last asked, on the clock of `performance`. */
  lastAsked(): number;
  stop(): Promise<void>;
}

/**
 * The thread of a database. A statement that takes too long cannot be cancelled in it: the thread is ended, as a kill would, and
 * another one opens the database again. Whoever waited for the statement gets what PostgreSQL would say; the others wait a moment more.
 */
async function startThread(folder: string, events: EngineEvents, statementMs = STATEMENT_MS): Promise<Thread> {
  const asked = new Map<number, { resolve(reply: PgliteReply): void; reject(error: Error): void }>();
  let nextId = 1;
  let lastAsked = 0;
  let gone: Error | undefined;
  let stopping = false;
  let limited = true;

  const crash = (error: Error): void => {
    if (gone || stopping) return;
    gone = error;
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
    events.onCrash(error);
  };
  const open = async (): Promise<Worker> => {
    const worker = await openWorker(folder);
    worker.on('error', (error: unknown) => crash(new Error('The database thread failed', { cause: error })));
    worker.on('exit', (code) => crash(new Error(`The database thread ended with code ${code}`)));
    worker.on('message', (reply: PgliteReply) => {
      const waiting = asked.get(reply.id);
      asked.delete(reply.id);
      if (reply.error) waiting?.reject(Object.assign(new Error(reply.error.message), reply.error));
      else waiting?.resolve(reply);
    });
    return worker;
  };
  let opened = open();
  await opened;

  const again = async (old: Worker): Promise<Worker> => {
    old.removeAllListeners();
    await old.terminate();
    return open();
  };
  const giveUp = (id: number, worker: Worker, query: CompiledQuery): void => {
    const waiting = asked.get(id);
    if (!waiting || gone || stopping) return;
    asked.delete(id);
    events.onWarning(`A statement took longer than ${statementMs} ms and was given up`, new Error(query.sql.slice(0, 300)));
    opened = again(worker);
    opened.catch((error: unknown) => crash(new Error('The database could not be opened again', { cause: error })));
    waiting.reject(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
  };

  const ask: Thread['ask'] = async (what, query) => {
    const worker = await opened;
    return new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      if (stopping && what !== 'close') return reject(new Error('The store is closed'));
      const id = nextId++;
      const isUpkeep = /^(vacuum|checkpoint)/.test(query.sql);
      if (!isUpkeep) lastAsked = elapsed();
      if (/^set local statement_timeout = 0$/.test(query.sql)) limited = false;
      else if (query.sql === 'commit' || query.sql === 'rollback') limited = true;
      const timer = limited && !isUpkeep && what !== 'close' ? setTimeout(() => giveUp(id, worker, query), statementMs) : undefined;
      asked.set(id, {
        resolve: (reply) => (clearTimeout(timer), resolve(reply)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
      worker.postMessage({ id, do: what, sql: query.sql, params: query.parameters } satisfies PgliteRequest);
    });
  };
  return {
    ask,
    lastAsked: () => lastAsked,
    async stop() {
      stopping = true;
      if (!gone) await ask('close', CompiledQuery.raw(''));
      await (await opened).terminate();
    },
  };
}

async function openWorker(folder: string): Promise<Worker> {
  const workerData = { dataDir: folder, pgliteWasmModule: await (compiled ??= compilePglite()) };
  const worker = startWorker('store/pgliteWorker', { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const [first]: unknown[] = await Promise.race([once(worker, 'message'), once(worker, 'exit'), failed(worker, 'The database could not be opened')]);
  if (first !== READY) throw new Error('The database could not be opened: its thread ended');
  return worker;
}

/** PGlite's WebAssembly module, shared by the threads of this process: a second database finds it compiled and optimised, which is two thirds of the work. */
let compiled: Promise<WebAssembly.Module> | undefined;

async function compilePglite(): Promise<WebAssembly.Module> {
  const dist = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(join(dist, 'pglite.wasm')));
}

/** Appears whole or not at all: a kill in the middle leaves only a folder that the next start removes. */
async function makeDatabase(folder: string, templateDir: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (!existsSync(templateDir) && !(await makeTemplate(templateDir))) await initialise(unfinished);
  // at once: nothing else is running yet, and 1,200 small files one after the other are twice the work
  else cpSync(templateDir, unfinished, { recursive: true });
  // its engine gives files modes of its own, whatever the umask: the folder closes them off
  await chmod(unfinished, 0o700);
  await rename(unfinished, folder);
}

/** Returns false where the place cannot be written to: an installation owned by somebody else. */
async function makeTemplate(templateDir: string): Promise<boolean> {
  const unfinished = `${templateDir}.${randomUUID().slice(0, 8)}`;
  try {
    await mkdir(unfinished, { recursive: true });
  } catch {
    return false;
  }
  try {
    await initialise(unfinished);
    await migrateFolder(unfinished);
    // Somebody else may have been faster; theirs is as good.
    await rename(unfinished, templateDir).catch(() => undefined);
    return existsSync(templateDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function initialise(folder: string): Promise<void> {
  const worker = startWorker('store/pgliteTemplateWorker', { workerData: { dataDir: folder } });
  const [code]: unknown[] = await Promise.race([once(worker, 'exit'), failed(worker, 'An empty database could not be made')]);
  if (code !== 0) throw new Error(`An empty database could not be made (code ${String(code)})`);
}

/** With the schema in it already: making thirty tables takes PGlite a second. */
async function migrateFolder(folder: string): Promise<void> {
  const thread = await startThread(folder, { onCrash: () => undefined, onWarning: () => undefined });
  try {
    await migrate(new Kysely<Tables>({ dialect: connectionOf(thread).dialect }));
  } finally {
    await thread.stop();
  }
}

function failed(worker: Worker, what: string): Promise<never> {
  return new Promise((_, reject) => worker.once('error', (error: unknown) => reject(new Error(what, { cause: error }))));
}

/** A data folder belongs to one PostgreSQL major; PGlite itself would only print a line and hang up. */
function checkMajor(folder: string): void {
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (major === PGLITE_MAJOR) return;
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${major}, this build holds ${PGLITE_MAJOR}. Export its versions with the build that wrote it.`,
  );
}

const PGLITE_MAJOR = '18';
