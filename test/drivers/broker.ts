import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** Redis or Valkey of this machine; undefined where neither is installed. */
export const brokerProgram = ['valkey-server', 'redis-server'].find((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** A broker for tests that can be stopped and started again at the same address. */
export async function startBroker(): Promise<{ readonly url: string; start(): Promise<void>; stop(): Promise<void>; end(): Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'dmp-broker-'));
  let child: ChildProcess | undefined;
  const isThere = (): Promise<boolean> =>
    new Promise((done) => {
      const socket = createConnection(port, '127.0.0.1', () => (socket.destroy(), done(true)));
      socket.on('error', () => done(false));
    });
  const start = async (): Promise<void> => {
    child = spawn(brokerProgram ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], { stdio: 'ignore' });
    while (!(await isThere())) await pause(20);
  };
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child?.once('exit', done));
    child?.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
