import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressFor, freshDatabase, untilGone } from '../drivers/postgres.ts';

/** Where a test keeps data of its own: a folder, and on PostgreSQL a database. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

/** An empty place, named after what it is for. */
export async function newPlace(purpose: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), `dmp-${purpose}-`));
  const server = process.env['DATABASE_URL'];
  const database = server === undefined || server === '' ? undefined : await freshDatabase(server, purpose);
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A command of the built product in a process of its own. */
export interface Command {
  /** Its exit code, null where it was killed, and all it printed; its database knows of the end too. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** Starts a command as `npm run import` and `npm run export` do, on what is in dist. `heard` is told all it has printed so far. */
export function startCommand(
  name: 'import' | 'export',
  { dataDir, databaseUrl }: Place,
  args: readonly string[],
  heard: (output: string, command: Command) => void = () => undefined,
): Command {
  const process_ = `dmp ${randomUUID()}`;
  const address = databaseUrl === undefined ? '' : addressFor(databaseUrl, process_);
  const child = spawn(process.execPath, ['tools/command.mjs', `feed/${name}Command`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: address, PUBLIC_URL: '', PORT: '', DMP_SKIP_BUILD: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('close', done)).then(async (code) => {
    running.delete(child);
    if (databaseUrl !== undefined) await untilGone(databaseUrl, process_);
    return { code, output };
  });
  const command: Command = { ended, kill: (signal) => void child.kill(signal) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      heard(output, command);
    });
  }
  return command;
}

const root = join(import.meta.dirname, '../..');

/** A test that ran out of time leaves no command behind. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
