/** Connections to SFTP servers: to a checked address, and only where the server shows the key that is expected. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import { type AddressRules, checkedAddress, HostUnreachable } from './addresses.ts';
import { TaskFailed } from './runners/taskFailed.ts';

/** How an SFTP server is reached. */
export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Empty: none. */
  readonly password: string;
  /** Empty: none. */
  readonly privateKey: string;
  /** `SHA256:...`; empty where it is not known yet: the connection is refused then, with the key in the message. */
  readonly hostKey: string;
}

/** The server showed another key than the expected one, or none was expected. */
export class HostKeyRefused extends TaskFailed {
  readonly shown: string;

  constructor(message: string, shown: string) {
    super(message);
    this.shown = shown;
  }
}

/** Connects to an SFTP server whose key is the one that is expected. `patience`: milliseconds for the connection. Throws TaskFailed. */
export async function openSftp(
  addresses: AddressRules,
  { host, port, username, password, privateKey, hostKey }: SftpServer,
  signal: AbortSignal,
  patience = 20_000,
): Promise<SftpClient> {
  // Loaded by the first who needs it: it would be a thirtieth of every start.
  const { default: Client } = await import('ssh2-sftp-client');
  const { address, family } = await checkedAddress(host, port, addresses);
  const sock = await connected(address, port, family, signal, patience).catch(() => {
    throw new HostUnreachable(`${host}:${port} could not be reached.`);
  });
  const client = new Client('dmp', SILENT);
  const expected = hostKey.trim().replace(/=+$/, '');
  let shown = '';
  const leave = (): void => void sock.destroy();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await client.connect({
      sock,
      username,
      ...(password === '' ? {} : { password }),
      ...(privateKey === '' ? {} : { privateKey }),
      hostVerifier: (key: Buffer) => {
        shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        return shown === expected;
      },
      readyTimeout: patience,
    });
    return client;
  } catch (error) {
    sock.destroy();
    if (error instanceof TaskFailed) throw error;
    signal.throwIfAborted();
    if (shown !== '' && shown !== expected) {
      throw new HostKeyRefused(
        expected === ''
          ? `${host} shows the key ${shown}. Enter it as the host key where it is the right one; without it nobody can tell whether this is your server.`
          : `${host} shows another key than the one entered: ${shown}. Either the server was changed, or somebody stands between. Nothing was sent.`,
        shown,
      );
    }
    throw new TaskFailed(`${host} does not let ${username} in: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** The library would print what its callers are told by rejections. */
const SILENT = { error: () => undefined, end: () => undefined, close: () => undefined };

function connected(address: string, port: number, family: 4 | 6, signal: AbortSignal, patience: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, family, signal, timeout: patience });
    socket.once('connect', () => {
      socket.setTimeout(0);
      done(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', fail);
  });
}
