import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from './ports.ts';
import { databaseSettings } from './pooler.ts';
import { addressFor, freshDatabase, untilGone } from './postgres.ts';

/** A running server of the product, in a process of its own. */
export interface RunningServer {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  readonly pid: number;
  /** Its data folder; give it to the next startProduct to go on with the same data. */
  readonly dataDir: string;
  /** Its database on PostgreSQL, undefined on the embedded one; give it on as well. */
  readonly databaseUrl: string | undefined;
  /** What it has printed so far. */
  output(): string;
  /** Ends it as an operator would and removes what startProduct made for it. */
  stop(): Promise<void>;
  /** Ends it outright, as a power cut for the process would, and waits until its database knows; what it made stays, for a second start. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly dataDir?: string;
  /** A database on PostgreSQL. Without it: a fresh one where DATABASE_URL names a server, else the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..', '..');
const SECONDS_TO_START = 120;

/** What has to be taken away again, the last first. */
type Undo = (() => Promise<void> | void)[];

/** Starts the built product as `npm start` does, with what is in dist, and waits until it answers. */
export async function startProduct(options: ServerOptions = {}): Promise<RunningServer> {
  const undo: Undo = [];
  const dataDir = options.dataDir ?? temporaryFolder(undo);
  const databaseUrl = options.databaseUrl ?? (options.dataDir === undefined ? await databaseOfItsOwn(undo) : undefined);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const name = `dmp ${randomUUID()}`;
  const child = spawn(process.execPath, startArguments(), {
    cwd: root,
    env: environment({
      DMP_SKIP_BUILD: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? { DATABASE_URL: undefined } : databaseSettings(addressFor(databaseUrl, name))),
      ...options.env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = collect(child);
  const stop = async (): Promise<void> => {
    await end(child, 'SIGTERM');
    for (const act of undo.toReversed()) await act();
  };
  try {
    await untilReady(child, url, output);
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = async (): Promise<void> => {
    await end(child, 'SIGKILL');
    if (databaseUrl !== undefined) await untilGone(databaseUrl, name);
  };
  return { url, pid: child.pid ?? 0, dataDir, databaseUrl, output, stop, kill };
}

/** What `npm start` gives to Node. */
function startArguments(): string[] {
  const { scripts } = z.object({ scripts: z.object({ start: z.string() }) }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const [program, ...args] = scripts.start.split(' ');
  if (program !== 'node') throw new Error(`npm start runs ${program ?? 'nothing'}, not node`);
  return args;
}

function temporaryFolder(undo: Undo): string {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-data-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function databaseOfItsOwn(undo: Undo): Promise<string | undefined> {
  const serverUrl = process.env['DATABASE_URL'];
  if (serverUrl === undefined || serverUrl === '') return undefined;
  const database = await freshDatabase(serverUrl, 'server');
  undo.push(() => database.drop());
  return database.url;
}

/** The settings of whoever runs the tests must not reach the server under test, apart from what Node itself needs. */
function environment(settings: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|TEMP|TMP|USER|LANG|SYSTEMROOT|NODE_OPTIONS)$/i.test(name));
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...kept, ['NODE_ENV', 'production'], ...given]);
}

/** Ready means: GET /readyz answers, and not with a server error, which is how it says that it is still starting. */
async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const until = Date.now() + SECONDS_TO_START * 1000;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended before it was ready:\n${output()}`);
    try {
      const answer = await fetch(`${url}/readyz`);
      await answer.arrayBuffer();
      if (answer.status < 500) return;
    } catch {
      // Nobody listens yet.
    }
    await pause(50);
  }
  throw new Error(`The server was not ready within ${SECONDS_TO_START} s:\n${output()}`);
}

/** Asks the process to end and waits until it has; one that does not within ten seconds is ended outright. */
async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  const insist = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(insist);
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-50_000)));
  child.stderr?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-50_000)));
  return () => text.trim();
}

/** A test run that ends early leaves no server behind. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
