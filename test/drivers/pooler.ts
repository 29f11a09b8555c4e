/** A PgBouncer before the PostgreSQL of the tests, in transaction pooling. Servers of tests use it where `DMP_POOLER` is set. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';
import { unprivilegedAccount } from './postgres.ts';

/** Starts it for all databases of a server, and sets `DMP_POOLER_PORT`. Returns how it is ended. */
export async function startPooler(serverUrl: string): Promise<() => void> {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'dmp-pooler-'));
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(serverUrl);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=dmp
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
ignore_startup_parameters = statement_timeout,lock_timeout
`,
  );
  if (account) chownSync(folder, account.uid, account.gid);
  const child = spawn('pgbouncer', [settings], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
  child.on('error', (error) => (said += String(error)));
  for (let tried = 0; !(await answers(port)); tried++) {
    if (tried > 100 || child.exitCode !== null) throw new Error(`PgBouncer does not start: ${said}`);
    await pause(50);
  }
  process.env['DMP_POOLER_PORT'] = String(port);
  return () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Where a server of a test finds its database: through the pooler where there is one, and past it for what needs a session. */
export function databaseSettings(url: string): Readonly<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string | undefined>> {
  const port = process.env['DMP_POOLER_PORT'];
  if (port === undefined) return { DATABASE_URL: url, DATABASE_DIRECT_URL: undefined };
  const pooled = new URL(url);
  pooled.port = port;
  // the pooler keeps its connections, and so would they keep the name of the process
  pooled.searchParams.delete('application_name');
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(true)));
    socket.on('error', () => done(false));
  });
}
